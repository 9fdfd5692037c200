/* SPDX-License-Identifier: MIT */
/*
 * snapshot.h: the immutable listing of one directory version.
 *
 * One block of memory: names in the kernel's order ("." and ".." included), each with its type; a
 * hash index over them. The shared tier keeps the names alone (stored.h), and who reads them there
 * builds a snapshot of his own.
 *
 * Reference counted, single-threaded (a snapshot belongs to one view). fsc_snapshot_release() of
 * the last reference frees it.
 */
#ifndef FSC_SNAPSHOT_H
#define FSC_SNAPSHOT_H

#include "src/platform/platform.h"

#define FSC_NAME_MAX 255 /* NAME_MAX: PHP's own readdir() buffers hold no more */

typedef struct fsc_snapshot fsc_snapshot;
typedef struct fsc_snapshot_builder fsc_snapshot_builder;

/* One entry; name is NUL-terminated and lives as long as the snapshot. */
typedef struct fsc_entry {
	const char *name;
	uint32_t    length;
	fsc_type    type;
} fsc_entry;

typedef enum fsc_snapshot_result {
	FSC_SNAPSHOT_OK = 0,
	FSC_SNAPSHOT_MEMORY,   /* allocation failed */
	FSC_SNAPSHOT_TOO_MANY, /* more than max_entries */
	/* a name twice (found by the index), empty, longer than FSC_NAME_MAX, with a slash or NUL in
	 * it, or names that collide too often */
	FSC_SNAPSHOT_ODD
} fsc_snapshot_result;

/* A builder is heap-owned until finish or discard. Returns NULL out of memory. */
fsc_snapshot_builder *fsc_snapshot_begin(uint32_t max_entries);
fsc_snapshot_result fsc_snapshot_add(
	fsc_snapshot_builder *builder, const char *name, size_t length, fsc_type type);
uint32_t fsc_snapshot_added(const fsc_snapshot_builder *builder);
/* Entry i so far, to resolve an unknown type; the pointer is good until the next add. */
fsc_entry fsc_snapshot_peek(const fsc_snapshot_builder *builder, uint32_t i);
void fsc_snapshot_retype(fsc_snapshot_builder *builder, uint32_t i, fsc_type type);
/*
 * Consumes the builder in every case. On FSC_SNAPSHOT_OK *out holds one reference.
 * `indexed` false leaves out the hash index: for a listing that is served once and not kept.
 */
fsc_snapshot_result fsc_snapshot_finish(
	fsc_snapshot_builder *builder, bool indexed, fsc_snapshot **out);
void fsc_snapshot_discard(fsc_snapshot_builder *builder);

fsc_snapshot *fsc_snapshot_acquire(fsc_snapshot *snapshot);
void fsc_snapshot_release(fsc_snapshot *snapshot); /* NULL is allowed */

uint32_t fsc_snapshot_count(const fsc_snapshot *snapshot);
size_t fsc_snapshot_bytes(const fsc_snapshot *snapshot); /* everything it occupies now */

/*
 * How long it took to read the names from the system: noted by whoever did, for reports alone, to
 * three digits, and no more than two minutes. 0: they came from elsewhere.
 */
void fsc_snapshot_was_read_in(fsc_snapshot *snapshot, int64_t ns);
uint32_t fsc_snapshot_read_us(const fsc_snapshot *snapshot);

/* Entry i < count, in the kernel's order. */
fsc_entry fsc_snapshot_entry(const fsc_snapshot *snapshot, uint32_t i);

/*
 * Find a name; FSC_TYPE_UNKNOWN and false if it is not listed. hash is fsc_hash(name, length).
 * Without an index it is slow. snapshot_layout.h has it inlined for the core.
 */
bool fsc_snapshot_find(const fsc_snapshot *snapshot, const char *name, size_t length,
	uint64_t hash, fsc_type *type);

/*
 * Indices of the entries in byte order of their names (strcmp), made at the first call and kept.
 * NULL out of memory.
 */
const uint32_t *fsc_snapshot_sorted(fsc_snapshot *snapshot);

/*
 * All entries one after the other: type (1 byte), length (1 byte), name, NUL. Lives as long as the
 * snapshot.
 */
const char *fsc_snapshot_records(const fsc_snapshot *snapshot, size_t *size);

/* Do two listings name the same entries in the same order with the same types? */
bool fsc_snapshot_equal(const fsc_snapshot *a, const fsc_snapshot *b);

#endif
