/* SPDX-License-Identifier: MIT */
/*
 * stored.h: a listing as the shared tier keeps it: fsc_snapshot_records(), the names alone, since
 * whoever copies one out builds an index of its own anyway.
 */
#ifndef FSC_STORED_H
#define FSC_STORED_H

#include "src/core/snapshot.h"

/*
 * An indexed snapshot of its own from `size` bytes, whoever wrote them. NULL: they are not such a
 * listing of `count` entries, there is a name twice, or no memory.
 */
fsc_snapshot *fsc_stored_read(const char *bytes, size_t size, uint32_t count);

#endif
