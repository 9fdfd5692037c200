/* SPDX-License-Identifier: MIT */
/* store_fixture.h: a segment of the smallest size, and listings that are known by their number. */
#ifndef FASTSCAN_TESTS_STORE_FIXTURE_H
#define FASTSCAN_TESTS_STORE_FIXTURE_H

#include "src/core/store_layout.h"

#define FX_SEGMENT FSC_STORE_SIZE_MIN

extern const fsc_store_maker fx_maker;

/* New memory in the store's format, of `size` bytes. */
void *fx_segment_of(size_t size);
fsc_store *fx_store_of(size_t size);
void fx_store_free(fsc_store *store);

fsc_store_key fx_key(uint64_t number);
/* The listing of a number: `bytes` bytes made from it. */
bool fx_prepare(fsc_store *store, uint64_t number, uint32_t bytes, fsc_store_record *record);
fsc_store_result fx_put(fsc_store *store, uint64_t number, uint32_t bytes);
/* What a find brings is exactly what fx_put() put for the number. */
bool fx_is_true(const fsc_store_found *found, uint64_t number);
/* 1: found and true, 0: not there, -1: something else was found. */
int fx_find(const fsc_store *store, uint64_t number);
extern fsc_store_events fx_events; /* summed over all fx_put() */
extern fsc_store_found fx_found;   /* of the last fx_find() */

#endif
