/* SPDX-License-Identifier: MIT */
/*
 * trail.h: what the last requests of each entry script asked, in their order, to be asked ahead of
 * the next one (ahead.h). Text alone: directories come and go meanwhile.
 *
 * Owned by one view. Bounded: `limit` bytes over all scripts, the script that was not run for the
 * longest time goes first. Failure: without memory less is remembered.
 */
#ifndef FSC_TRAIL_H
#define FSC_TRAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A list of paths, one after the other: flags (1 byte), length (2 bytes), path, NUL. */
typedef struct fsc_paths {
	char    *bytes;
	size_t   used, size;
	uint32_t count;
} fsc_paths;

#define FSC_PATH_RELATIVE 0x01u /* hangs from the trail's root */
#define FSC_PATH_SYNC     0x02u /* was validated with FSC_LEVEL_SYNC */
#define FSC_PATH_WANTED   0x04u /* FSC_LEVEL_SYNC was wanted in the request that runs */
#define FSC_PATH_AGE      0x08u /* times two bits: requests in a row that did not ask for it */
#define FSC_PATH_AGES     3u
#define FSC_PATH_AGE_OF(flags) ((unsigned) (flags) / FSC_PATH_AGE)

typedef struct fsc_path_entry {
	size_t      at;    /* in the list, for fsc_paths_flags() */
	unsigned    flags;
	const char *path;  /* NUL-terminated */
	size_t      length;
} fsc_path_entry;

bool fsc_paths_add(fsc_paths *list, unsigned flags, const char *path, size_t length);
/* The entry at *at, which becomes the next one's place. False: the end. */
bool fsc_paths_next(const fsc_paths *list, size_t *at, fsc_path_entry *out);
void fsc_paths_set_flags(fsc_paths *list, size_t at, unsigned flags);
void fsc_paths_clear(fsc_paths *list); /* the memory stays */
void fsc_paths_free(fsc_paths *list);
/*
 * Move the first path of each directory to the front, the order kept otherwise: who asks about all
 * of them at once then has each directory asked about once. Without memory nothing is moved.
 */
void fsc_paths_lead(fsc_paths *list);

/*
 * Hashes that were seen, of at most `count` paths, where two paths with one hash do no harm. False:
 * no memory.
 */
typedef struct fsc_hashes {
	uint64_t *seen;
	size_t    mask;
} fsc_hashes;

bool fsc_hashes_create(fsc_hashes *set, size_t count);
void fsc_hashes_free(fsc_hashes *set);
bool fsc_hashes_add(fsc_hashes *set, uint64_t hash); /* false: it was seen before */

typedef struct fsc_trail {
	struct fsc_trail *next;
	fsc_paths directories;
	fsc_paths files;               /* included */
	uint64_t  files_sum;           /* of the request they are of; 0: none */
	bool      files_new;           /* not put into fsc_paths_lead()'s order yet */
	int64_t   files_s;             /* second of the last request in which they were touched */
	fsc_paths left;                /* names looked up by a client, not by us */
	uint64_t  left_sum;            /* of these; 0: none */
	uint64_t  mount, device, inode;/* the directory that relative ones hang from; all 0: none */
	bool      place_known, remote; /* where the script itself is */
	size_t    script_length;
	char      script[];
} fsc_trail;

typedef struct fsc_trails {
	fsc_trail *first; /* the one that was asked for last */
	uint32_t   count;
} fsc_trails;

#define FSC_TRAILS_MAX 32

/* The script's trail, now the first one. NULL: there is none. */
fsc_trail *fsc_trails_find(fsc_trails *trails, const char *script, size_t length);
/* The same, made if there is none. NULL: no memory. */
fsc_trail *fsc_trails_make(fsc_trails *trails, const char *script, size_t length);
/* Keep within the limit, and never less than the first one. */
void fsc_trails_shrink(fsc_trails *trails, size_t limit);
size_t fsc_trails_bytes(const fsc_trails *trails);
void fsc_trails_free(fsc_trails *trails);

#endif
