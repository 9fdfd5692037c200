/* SPDX-License-Identifier: MIT */
/*
 * store.h: the shared tier: listings by directory version, in memory that several processes map.
 *
 * The caller (glue) brings the memory, from the platform; the core puts a format into it and reads
 * and writes it from then on. A store is one process's handle of such a segment; after it is
 * attached it does not change and any thread may use it.
 *
 * Nobody ever waits: readers take no lock, a writer that does not get the lock at once keeps its
 * listing to itself. Whatever is in the segment, and whoever is killed while writing, the outcome
 * is a listing exactly as it was put for exactly that key, or none.
 */
#ifndef FSC_STORE_H
#define FSC_STORE_H

#include "src/core/words.h"
#include "src/platform/platform.h"

#define FSC_STORE_SIZE_MIN ((size_t) 1 << 20)
#define FSC_STORE_SIZE_MAX ((uint64_t) 1 << 35)
#define FSC_STORE_NOBODY   UINT32_MAX

typedef struct fsc_store fsc_store;

/* Whose segments can be read: all of it must be the same. */
typedef struct fsc_store_maker {
	uint64_t system[FSC_OS_IDENTITY]; /* fsc_os_identity(): of the boot, C library, PID namespace */
	char     version[16];             /* of fastscan, NUL-terminated */
} fsc_store_maker;

/* ---- life ---- */

/*
 * Put an empty store into `size` bytes that are zero, page-aligned, and nobody else's yet. Touches
 * only the first page. False: too small or large, or the platform has no such lock.
 */
bool fsc_store_format(void *memory, size_t size, const fsc_store_maker *maker);

/* Is that a store of this maker, of this size? Anything may be in it. */
bool fsc_store_fits(const void *memory, size_t size, const fsc_store_maker *maker);

/* A handle of memory that fits. It stays the caller's, and mapped. NULL: no memory. */
fsc_store *fsc_store_attach(void *memory, size_t size);
void fsc_store_detach(fsc_store *store);

/*
 * Anything that may have been a store, of any version, is about to be replaced by another file:
 * those who use it notice at their next question.
 */
void fsc_store_retire(void *memory, size_t size);
bool fsc_store_is_retired(const fsc_store *store);

/* ---- listings ---- */

typedef struct fsc_store_key {
	uint64_t    epoch; /* of resets */
	uint64_t    salt;  /* a hash of everything else that must be equal */
	fsc_version version;
} fsc_store_key;

/*
 * A listing outside of the segment, for copying out and in: one for each thread. Zeroed memory is
 * an empty one.
 */
typedef struct fsc_store_record {
	uint64_t *words; /* owned */
	uint32_t  room;
	uint32_t  used;
} fsc_store_record;

void fsc_store_record_deinit(fsc_store_record *record);

/* Make the record for a listing of `size` bytes, to be written to fsc_store_bytes(). */
bool fsc_store_prepare(const fsc_store *store, const fsc_store_key *key, uint32_t entries,
	bool flag, size_t size, fsc_store_record *record);
char *fsc_store_bytes(fsc_store_record *record);

typedef enum fsc_store_result {
	FSC_STORE_KEPT = 0,
	FSC_STORE_THERE,    /* it was there already */
	FSC_STORE_BUSY,     /* somebody else was writing, or the lock is lost */
	FSC_STORE_CROWDED   /* no place near its hash */
} fsc_store_result;

/* What a put did beside keeping. */
typedef struct fsc_store_events {
	uint32_t flips;
	uint32_t owner_deaths;
} fsc_store_events;

/* Keep a prepared and written record; one system call long at most, none if all goes well. */
fsc_store_result fsc_store_put(fsc_store *store, fsc_store_record *record,
	fsc_store_events *events);

/* What a find brought. */
typedef struct fsc_store_found {
	const char *bytes;   /* in the record, until it is next used */
	size_t      size;
	uint32_t    entries;
	bool        flag;
	bool        old;     /* from the half that goes next: put the record again to keep it */
} fsc_store_found;

/* Copy the listing of a key into the record. False: there is none, or not for sure. */
bool fsc_store_find(const fsc_store *store, const fsc_store_key *key, fsc_store_record *record,
	fsc_store_found *out);

/* ---- what all agree on ---- */

/* Moves with every fsc_store_reset(); part of every key. Read at each question. */
const fsc_word *fsc_store_epoch(const fsc_store *store);
/* Everything that was put is out of date, for all processes, at once. */
void fsc_store_reset(fsc_store *store);

/* Where mount ids are used again: moves whenever somebody sees the mount table change. */
uint64_t fsc_store_mounts(const fsc_store *store);
void fsc_store_mounts_moved(fsc_store *store);
/*
 * Ask fsc_os_common_table(), which tells of each change only once: who is told dies, or is slow to
 * pass it on, and the others must not believe that there was none. False: nobody can know.
 */
bool fsc_store_mounts_ask(fsc_store *store);

/* ---- counters of all processes ---- */

typedef enum fsc_total {
	FSC_TOTAL_CALLS = 0,
	FSC_TOTAL_HITS,
	FSC_TOTAL_CHECKED,
	FSC_TOTAL_MISSES,
	FSC_TOTAL_NEGATIVE,
	FSC_TOTAL_BYPASSED,
	FSC_TOTAL_VALIDATIONS,
	FSC_TOTAL_FILLS,
	FSC_TOTAL_SYSCALLS_SAVED,
	FSC_TOTAL_SHARED_HITS,
	FSC_TOTAL_VERIFY_MISMATCH,
	FSC_TOTAL_COUNT
} fsc_total;

/*
 * A place of one's own to count in. A dead worker's place is taken over with what it counted.
 * FSC_STORE_NOBODY: all are taken.
 */
uint32_t fsc_store_join(fsc_store *store, uint32_t process);
void fsc_store_leave(fsc_store *store, uint32_t worker);
void fsc_store_count(fsc_store *store, uint32_t worker, const uint64_t more[FSC_TOTAL_COUNT]);

typedef struct fsc_store_status {
	uint64_t size;          /* bytes of the segment */
	uint64_t room;          /* bytes for listings in each half */
	uint64_t used;          /* of the half that is written now */
	uint64_t entries;       /* listings in it */
	uint64_t names;         /* in those */
	uint64_t flips;
	uint64_t owner_deaths;
	uint64_t resets;
	uint32_t workers;       /* that count now */
	uint64_t totals[FSC_TOTAL_COUNT];
} fsc_store_status;

void fsc_store_get_status(const fsc_store *store, fsc_store_status *out);

#endif
