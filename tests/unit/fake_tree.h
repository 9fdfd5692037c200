/* SPDX-License-Identifier: MIT */
/* fake_tree.h: the fake's inodes, file systems, mounts and path walks. Only fake_*.c include it. */
#ifndef FASTSCAN_TESTS_FAKE_TREE_H
#define FASTSCAN_TESTS_FAKE_TREE_H

#include "tests/unit/fake_platform.h"

#include <uthash.h>

#define FAKE_FILE_SYSTEMS 32
#define FAKE_MOUNTS_MAX   64
#define FAKE_PATH_LIMIT   4096
#define FAKE_NAME_LIMIT   255

typedef struct fake_inode fake_inode;

/* A name in a directory. uthash keeps them in the order in which they were added. */
typedef struct fake_entry {
	fake_inode    *inode;
	bool           hidden;
	uint64_t       sequence; /* within its directory, from 2 on */
	size_t         length;
	UT_hash_handle hh;
	char           name[];
} fake_entry;

struct fake_inode {
	int         fs;
	uint64_t    number;
	fsc_type    type;
	unsigned    mode, uid, gid;
	int64_t     ctime_ns, mtime_ns;
	unsigned    links;      /* entries that name it; a root has one */
	unsigned    holds;      /* descriptors, mounts and the working directory */
	bool        looked_at;  /* since the last stamp: for multigrain times */
	bool        folded, denies;
	uint32_t    denied_uid;
	fake_inode *parent;     /* of a directory; its own for a root */
	fake_entry *entries;    /* of a directory */
	uint64_t    added;      /* how many entries it ever had */
	char       *target;     /* of a symlink */
	fsc_attr    cached;     /* what the attribute cache holds */
	uint64_t    cached_names; /* entries that it ever had by then: a client lists no later ones */
	int64_t     cached_until_ns;
};

typedef struct fake_fs {
	bool        used;
	char        type[64];
	char        options[256];
	uint64_t    device;
	fake_inode *root;
	uint64_t    next_inode;
	uint64_t   *free_inodes;
	size_t      free_count, free_size;
	int64_t     granularity_ns, skew_ns, attribute_cache_ns, floor_ns;
	bool        frozen, multigrain, untyped, ignores_case, reuses_inodes;
} fake_fs;

typedef struct fake_mounted {
	bool        used;
	int         fs;
	uint64_t    unique_id, plain_id;
	int         parent;     /* index of the mount below; -1 for the root */
	fake_inode *point;      /* the folder it covers; NULL for the root */
	char        name[256];  /* last component of the mount point */
} fake_mounted;

/* Where a path leads. */
typedef struct fake_place {
	int         mount;
	fake_inode *inode;
} fake_place;

/* Whose search permission a walk needs; NULL: nobody's. */
typedef struct fake_who {
	uint32_t uid, gid;
	bool     privileged;
	const uint32_t *groups;
	unsigned group_count;
} fake_who;

/* ---- fake_tree.c ---- */

extern fake_place fake_cwd;
extern int64_t fake_realtime_now_ns, fake_monotonic_now_ns, fake_tick_now_ns;

void *fake_must(void *memory); /* aborts on NULL */
int64_t fake_floor(int64_t value, int64_t unit);

fake_inode *fake_new_inode(int fs, fsc_type type, unsigned mode);
/* Something changed now: ctime moves, mtime too if it was the contents. */
void fake_stamp(fake_inode *inode, bool contents);
void fake_hold(fake_inode *inode);
void fake_let_go(fake_inode *inode);

fake_entry *fake_find_entry(const fake_inode *dir, const char *name, size_t length);
void fake_add_entry(fake_inode *dir, const char *name, size_t length, fake_inode *inode);
void fake_remove_entry(fake_inode *dir, fake_entry *entry);
void fake_free_below(fake_inode *dir);

bool fake_may(const fake_inode *inode, const fake_who *who, unsigned bit);
fsc_os_result fake_walk(const char *path, bool follow, const fake_who *who, fake_place *out);
/* FSC_OS_LOOP at the first link. */
fsc_os_result fake_walk_unlinked(const char *path, const fake_who *who, fake_place *out);
/* One name of a directory, never followed, with mounts crossed. "." and ".." are names too. */
fsc_os_result fake_step(fake_place *at, const char *name, size_t length);
void fake_cross_mounts(fake_place *at);

/* ---- fake_calls.c ---- */

extern unsigned fake_synced;      /* stats with FSC_STAT_SYNC */
extern bool     fake_breaks_listing;
extern unsigned fake_break_after; /* entries that are still visited before */

/* Count a call and run its hook. False: it is to fail with *failure. path may be NULL. */
bool fake_enter(fake_call kind, const char *path, fsc_os_result *failure);
void fake_leave(fake_call kind);
fsc_os_result fake_left(fake_call kind, fsc_os_result result); /* leave, and the result again */
void fake_calls_reset(void);

/* ---- fake_process.c ---- */

extern unsigned fake_features;

fake_who fake_effective(void);
fake_who fake_real(void);
void fake_process_reset(void);

/* ---- fake_threads.c ---- */

void fake_threads_reset(void);

/* ---- fake_mounts.c ---- */

extern fake_fs      fake_file_systems[FAKE_FILE_SYSTEMS];
extern fake_mounted fake_mount_table[FAKE_MOUNTS_MAX];
extern uint64_t     fake_table_changes;
extern uint64_t     fake_table_told;    /* by fsc_os_common_table() */
extern bool         fake_table_lost;

/* One file system, mounted as the root; everything before is freed. */
void fake_mounts_reset(void);
bool fake_is_mount_point(const fake_inode *inode);

#endif
