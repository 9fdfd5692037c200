/* SPDX-License-Identifier: MIT */
/*
 * fake_platform.h: an operating system in memory, linked in place of src/platform/posix.c, for the
 * unit tests of the core. Its files, clocks, mounts, credentials and failures do what a test says
 * and nothing else; every call is counted.
 *
 *	fake_reset();
 *	fake_create("/site/modules/a.info");       the folders are made as well
 *	fake_advance_ms(5000);                     old enough to be trusted
 *	...ask the core...
 *	CHECK_INT(fake_calls(FAKE_READ_DIR), 1);
 *
 * What the tests do to the tree (fake_mkdir() and so on) is done by "somebody else": as root,
 * uncounted, without faults. Those functions return false if the real call would have failed,
 * except that missing parent folders are made. Paths are absolute, or relative to the fake working
 * directory.
 *
 * The model: a file system (`fs`, a small number) is one device with inodes, a clock and a set of
 * quirks; a mount shows a file system at a folder; 0 is the root's, of type ext4. Directories list
 * ".", ".." and then their names in the order in which they were added. Freed inode numbers are
 * used again at once, as ext4 does. A change stamps ctime (and mtime where POSIX says so) with the
 * file system's own clock. Not thread-safe. Memory is from malloc() and does not take part in
 * fsc_mem_fail_after().
 */
#ifndef FASTSCAN_TESTS_FAKE_PLATFORM_H
#define FASTSCAN_TESTS_FAKE_PLATFORM_H

#include "src/platform/platform.h"

/*
 * The functions of platform.h by name; fsc_os_close() and the process functions never fail.
 * FAKE_READ_DIR counts each chunk: a listing by chunks makes at least two.
 */
typedef enum fake_call {
	FAKE_STAT = 0,
	FAKE_STAT_REAL,
	FAKE_EXISTS,
	FAKE_STAT_ENTRY,
	FAKE_STAT_FD,
	FAKE_OPEN_DIR,
	FAKE_OPEN_PATH,
	FAKE_CLOSE,
	FAKE_REWIND,
	FAKE_READ_DIR,
	FAKE_READ_LINK,
	FAKE_CWD,
	FAKE_ACCESS,
	FAKE_CREDS,
	FAKE_FS_INFO,
	FAKE_CASEFOLD,
	FAKE_GENERATION,
	FAKE_MOUNTS,
	FAKE_CLOCK, /* the four clocks together: no system calls */
	FAKE_CALLS
} fake_call;

/*
 * Back to the start: an empty root, clocks at 2023-11-14 22:13:20 UTC, one mount, root's
 * credentials, all features, no faults, no hooks, counters 0. Open descriptors of the core are
 * closed.
 */
void fake_reset(void);

/* ---- counting ---- */

unsigned fake_calls(fake_call kind);
unsigned fake_system_calls(void);       /* all kinds but FAKE_CLOCK */
unsigned fake_sync_calls(void);         /* stats that asked for FSC_STAT_SYNC */
void     fake_calls_clear(void);
/* Argument of the last call of a kind with a path; "" if none. */
const char *fake_last_path(fake_call kind);
unsigned fake_open_fds(void);           /* to find leaks */

/* ---- faults and hooks; of a kind only one of each waits at a time ---- */

/* The nth call from now (1: the next) fails with `result` and does nothing.
 * FSC_OS_OK: take back. */
void fake_fail(fake_call kind, unsigned nth, fsc_os_result result);
/* The nth call and all later ones fail. */
void fake_fail_from(fake_call kind, unsigned nth, fsc_os_result result);
/* The next listing (of one call or of several chunks) breaks off with FSC_OS_ERROR after this many
 * entries. */
void fake_break_listing_after(unsigned entries);
/* Entries that one fsc_os_read_dir_chunk() visits; 1000 after reset.
 * The end is a call of its own. */
void fake_set_chunk(size_t entries);

typedef void (*fake_hook)(void *context);
/* Runs once, right before or after the nth call from now: what somebody else did in between. The
 * hook may change the tree, the clocks and the hooks. */
void fake_before(fake_call kind, unsigned nth, fake_hook hook, void *context);
void fake_after(fake_call kind, unsigned nth, fake_hook hook, void *context);

/* ---- clocks ---- */

void fake_advance_ms(int64_t ms);        /* monotonic and real time together */
void fake_advance_ns(int64_t ns);
void fake_step_realtime_ns(int64_t ns);  /* somebody set the clock; may be negative */
void fake_set_tick_ns(int64_t ns);       /* 4,000,000 after reset */

/* ---- files ---- */

bool fake_mkdir(const char *path);
bool fake_create(const char *path);
bool fake_fifo(const char *path);
bool fake_symlink(const char *target, const char *path);
bool fake_link(const char *from, const char *to);
bool fake_unlink(const char *path);
bool fake_rmdir(const char *path);
bool fake_rename(const char *from, const char *to); /* replaces as rename(2) does */
bool fake_write(const char *path);                  /* contents: stamps the file, not its folder */
bool fake_chmod(const char *path, unsigned mode);
bool fake_chown(const char *path, uint32_t uid, uint32_t gid);
bool fake_touch(const char *path, int64_t mtime_ns); /* sets mtime; ctime is now */
/* Sets both: restored images. */
bool fake_forge(const char *path, int64_t ctime_ns, int64_t mtime_ns);
/* An ACL entry that mode bits do not show; one per file. */
bool fake_deny(const char *path, uint32_t uid);
bool fake_hide(const char *path);                   /* found by name, not listed, like .snapshot */
bool fake_casefold(const char *path);               /* this (empty) folder ignores case, says so */

bool fake_version(const char *path, fsc_version *out); /* what fsc_os_stat() would say, uncounted */

/* ---- mounts ---- */

/* Mount a new, empty file system on a folder (made if missing).
 * Returns its number, -1 on failure. */
int  fake_mount(const char *point, const char *type, const char *options);
bool fake_mount_again(int fs, const char *point);   /* show an existing one here as well */
bool fake_umount(const char *point);
/* Unmount and mount again such that device, inodes and times of the root agree with before (two
 * copies of one image): nothing but the mount's identity tells them apart. The new one is empty. */
int  fake_mount_twin(const char *point);

void fake_fs_granularity_ns(int fs, int64_t ns);  /* stamps are cut to multiples; at first 1 */
void fake_fs_skew_ns(int fs, int64_t ns);         /* its clock minus ours */
void fake_fs_frozen(int fs, bool frozen);         /* changes do not move the times of what exists */
void fake_fs_multigrain(int fs, bool on);         /* a time looked at moves on the next change */
void fake_fs_untyped(int fs, bool on);            /* listings do not tell types */
void fake_fs_ignores_case(int fs, bool on);       /* as a remote Windows disk: no flag tells */
void fake_fs_reuses_inodes(int fs, bool on);      /* on after mounting */
/* Attributes are cached for this long: a stat without FSC_STAT_SYNC may answer what was, and
 * a listing has no names that came after that. 0: never. */
void fake_fs_attribute_cache_ms(int fs, int64_t ms);

/* ---- process ---- */

void fake_set_features(unsigned features);
/* Ids and no supplementary groups; privileges are all for euid 0, else none. */
void fake_set_ids(uint32_t ruid, uint32_t euid, uint32_t rgid, uint32_t egid);
void fake_set_groups(const uint32_t *groups, unsigned count); /* at most 8 */
void fake_set_privileges(uint64_t privileges);   /* 0: euid 0 is asked for permission like anyone */
void fake_set_mount_space(uint64_t space);
void fake_set_process(uint32_t pid);
bool fake_chdir(const char *path);
void fake_lose_common_table(void);               /* fsc_os_common_table() knows nothing */
void fake_kill(uint32_t process);                /* fsc_os_process_exists() denies this one */
void fake_lock_dies(void *lock);                 /* with its holder */

/* ---- threads ---- */

/*
 * There are no real ones: `step`, given what the thread was started with, does one piece of its
 * work, and returns false if there is none. NULL (after reset): threads cannot be started.
 */
void     fake_set_threads(bool (*step)(void *context));
unsigned fake_threads(void);                     /* started since the last reset */
unsigned fake_threads_run(unsigned most);        /* so many pieces of work; how many there were */
void     fake_set_sleeps(uint64_t n);             /* fsc_os_thread_sleeps() */
void     fake_set_call_ns(int64_t ns);            /* what fsc_os_thread_sleeps() takes */
void     fake_set_processors(unsigned n);         /* fsc_os_processors(), at first 2 */
void     fake_set_idle(int percent);              /* of all time; at first -1: not known */
void     fake_fork(void);                        /* fsc_os_forks() moves, and threads are gone */

#endif
