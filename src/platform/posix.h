/* SPDX-License-Identifier: MIT */
/* posix.h: what the POSIX files of the platform need of each other. Nobody else includes it. */
#ifndef FSC_PLATFORM_POSIX_H
#define FSC_PLATFORM_POSIX_H

#include "src/platform/platform.h"

#include <stdbool.h>
#include <stdint.h>

/* The contract's name for an errno. */
fsc_os_result fsc_posix_result(int error);

/* Which file a path leads to. mount is the plain or the never reused id, unsalted; 0 if unknown. */
typedef struct fsc_posix_id {
	uint64_t inode, device, mount;
} fsc_posix_id;

bool fsc_posix_identity(const char *path, fsc_posix_id *out);

/* Is `mount` above an id that is never reused? */
bool fsc_posix_unique_ids(void);

/* Plain mount id (STATX_MNT_ID) of an open descriptor, as the mount table counts;
 * false if unknown. */
bool fsc_posix_table_id(int fd, uint64_t *id);

/* Does this process get told of changes of the mount table? Opens the table if nobody did yet. */
bool fsc_mounts_watched(void);

/*
 * Salt for plain mount ids. It moves whenever the table may have changed, and at every poll while
 * nobody watches it. Read it *before* the stat whose id it salts: a salt that is too old only names
 * a version that nobody asks for again, one that is too new could give an old mount's listing to
 * its successor.
 */
uint64_t fsc_mounts_salt(void);

/* Let go of the table and open it again now. Async-signal-safe.
 * in_child: no other thread exists. */
void fsc_mounts_reopen(bool in_child);

void fsc_mounts_close(void);

/* Open what fsc_os_common_table() asks; close it, in this process alone. */
void fsc_mounts_begin(void);
void fsc_mounts_leave_origin(void);

/* In a fork's child: fsc_os_forks() moves. Async-signal-safe. */
void fsc_threads_forked(void);

/* Find the fastest way to the clocks. Until then they are read through the C library. */
void fsc_clock_init(void);

#endif
