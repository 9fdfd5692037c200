/* SPDX-License-Identifier: MIT */
/*
 * stored.h: a listing as the shared tier keeps it: the names alone, since whoever copies one out
 * builds an index of its own anyway.
 *
 *	count times: type (1 byte), length (1 byte), name; one after the other
 */
#ifndef FSC_STORED_H
#define FSC_STORED_H

#include "src/core/snapshot.h"

/* Bytes that fsc_stored_write() takes. */
size_t fsc_stored_size(const fsc_snapshot *snapshot);

void fsc_stored_write(const fsc_snapshot *snapshot, char *out);

/*
 * An indexed snapshot of its own from `size` bytes, whoever wrote them. NULL: they are not such a
 * listing of `count` entries, there is a name twice, or no memory.
 */
fsc_snapshot *fsc_stored_read(const char *bytes, size_t size, uint32_t count);

#endif
