/* SPDX-License-Identifier: MIT */
/*
 * platform.h: every question that fastscan asks of the operating system.
 *
 * The core calls nothing else of the system; posix.c (Linux), win32.c and the unit tests' fake
 * (tests/unit/fake_platform.c) each define all functions of this file, chosen at link time, so that
 * a call costs no more than the call.
 *
 * Rules for all of them:
 *  - They return an enum fsc_os_result and never raise, print, or allocate with PHP's allocator.
 *  - They may change errno. Callers that promised PHP an errno save and set it themselves.
 *  - Paths are NUL-terminated, relative ones hang from the process's working directory.
 *  - Nothing here takes a lock that a caller could hold.
 *
 * Minimum: Linux 5.8 (statx with STATX_MNT_ID, faccessat2). On an older kernel fsc_os_features()
 * lacks FSC_OS_VERSIONS and the engine passes every question through.
 */
#ifndef FSC_PLATFORM_H
#define FSC_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Outcome of a system call, as far as an answer depends on it. */
typedef enum fsc_os_result {
	FSC_OS_OK = 0,
	FSC_OS_NOENT,    /* ENOENT */
	FSC_OS_NOTDIR,   /* ENOTDIR */
	FSC_OS_DENIED,   /* EACCES, EPERM */
	FSC_OS_LOOP,     /* ELOOP */
	FSC_OS_LIMIT,    /* EMFILE, ENFILE, ENOMEM: exhausted, nothing learned */
	FSC_OS_ERROR     /* anything else (EIO, ESTALE, ENAMETOOLONG, ...) */
} fsc_os_result;

/* Type of a directory entry or file, never followed through a symlink. */
typedef enum fsc_type {
	FSC_TYPE_UNKNOWN = 0,
	FSC_TYPE_FILE,
	FSC_TYPE_DIR,
	FSC_TYPE_LINK,
	FSC_TYPE_OTHER   /* FIFO, socket, device */
} fsc_type;

/*
 * A directory version: DESIGN section 2. Two equal versions of a *settled* directory name the same
 * list of names and types. mount is the kernel's never reused mount id (Linux 6.8), else the plain
 * id in the lower half and fsc_os_mounts_generation() in the upper one. Times are nanoseconds since
 * 1970 on the file system's clock.
 */
typedef struct fsc_version {
	uint64_t mount;
	uint64_t device;
	uint64_t inode;
	int64_t  ctime_ns;
	int64_t  mtime_ns;
} fsc_version;

/* What one stat tells. */
typedef struct fsc_attr {
	fsc_version version;
	fsc_type    type;
	uint32_t    mode;   /* permission bits */
	uint32_t    uid;
	uint32_t    gid;
} fsc_attr;

/* ---- features ---- */
/* versions with a mount identity can be had: without it nothing is cached */
#define FSC_OS_VERSIONS      0x1u
#define FSC_OS_UNIQUE_MOUNT  0x2u  /* mount ids are never reused (Linux 6.8) */
#define FSC_OS_MOUNT_EVENTS  0x4u  /* mount table changes are noticed (/proc/self/mountinfo) */
#define FSC_OS_FD_ACCESS     0x8u  /* access can be asked of a descriptor with the effective ids */
/* case-insensitive directories may exist locally and can be told apart */
#define FSC_OS_FOLD_FLAG     0x10u

/* Features of the running system, learned on the first call and again after fsc_os_after_fork(). */
unsigned fsc_os_features(void);

/* ---- stat ---- */
#define FSC_STAT_NOFOLLOW  0x1u  /* of the link itself */
#define FSC_STAT_SYNC      0x2u  /* network file systems ask the server (AT_STATX_FORCE_SYNC) */

/* Stat a path. *out is written only on FSC_OS_OK. */
fsc_os_result fsc_os_stat(const char *path, unsigned flags, fsc_attr *out);

/*
 * Stat a path on which no component is a symlink, as one step: FSC_OS_LOOP if one is. Where the
 * system has no such call (Linux before 5.6, a sandbox), FSC_OS_ERROR.
 */
fsc_os_result fsc_os_stat_real(const char *path, fsc_attr *out);

/*
 * The same, a relative path hanging from the open directory `base`; -1: from the working directory.
 */
fsc_os_result fsc_os_stat_from(int base, const char *path, unsigned flags, fsc_attr *out);

/* access(2) with the *real* ids, as PHP's file_exists() asks: does the path exist?
 * FSC_OS_OK if so. */
fsc_os_result fsc_os_exists(const char *path);

/* Stat entry `name` of the open directory `fd`, never following a link. */
fsc_os_result fsc_os_stat_entry(int fd, const char *name, fsc_attr *out);

/* Stat an open descriptor. flags: FSC_STAT_SYNC or 0. */
fsc_os_result fsc_os_stat_fd(int fd, unsigned flags, fsc_attr *out);

/* ---- directories ---- */

/* Open a directory for reading (O_RDONLY|O_DIRECTORY|O_CLOEXEC|O_NONBLOCK).
 * *fd is -1 on failure. */
fsc_os_result fsc_os_open_dir(const char *path, int *fd);

/* Open a directory only to stat it and ask for access (O_PATH): needs no read permission. */
fsc_os_result fsc_os_open_path(const char *path, int *fd);

/* Both, a relative path hanging from the open directory `base`; -1: from the working directory. */
fsc_os_result fsc_os_open_dir_from(int base, const char *path, int *fd);
fsc_os_result fsc_os_open_path_from(int base, const char *path, int *fd);

void fsc_os_close(int fd);

/* Put the read position of an open directory back to its start. */
fsc_os_result fsc_os_rewind_dir(int fd);

/*
 * Read the entries from the descriptor's position to the end, in the kernel's order, "." and ".."
 * included. visit() returns false to stop (the function then returns FSC_OS_LIMIT). type is
 * FSC_TYPE_UNKNOWN where the file system does not say. FSC_OS_ERROR: the listing broke off half
 * way; what was visited must not be used.
 */
typedef bool (*fsc_os_visit)(void *context, const char *name, size_t length, fsc_type type);
fsc_os_result fsc_os_read_dir(int fd, fsc_os_visit visit, void *context);

/*
 * The same for one buffer full (one getdents call): *visited entries were visited, 0 at the end.
 * For directories too large to hold. fsc_os_read_dir() is a loop of this.
 */
fsc_os_result fsc_os_read_dir_chunk(int fd, fsc_os_visit visit, void *context, size_t *visited);

/* Text of a symlink, at most size - 1 bytes, NUL-terminated; FSC_OS_ERROR if it does not fit. */
fsc_os_result fsc_os_read_link(const char *path, char *buffer, size_t size, size_t *length);

/* Absolute path of the working directory, NUL-terminated. */
fsc_os_result fsc_os_cwd(char *buffer, size_t size, size_t *length);

/* ---- permission ---- */
#define FSC_ACCESS_READ    0x1u  /* may list */
#define FSC_ACCESS_SEARCH  0x2u  /* may look up */

/*
 * Which of `wanted` (FSC_ACCESS_*) the *effective* credentials have on the open descriptor, ACLs
 * and capabilities included (faccessat2 with AT_EMPTY_PATH|AT_EACCESS). *granted is 0 unless
 * FSC_OS_OK.
 */
fsc_os_result fsc_os_access_fd(int fd, unsigned wanted, unsigned *granted);

/* Everything that decides what this process may see. Compared as a whole. */
typedef struct fsc_creds {
	uint32_t ruid, euid, rgid, egid;
	uint64_t groups;      /* hash of the supplementary groups */
	uint64_t privileges;  /* effective capabilities; 0 where there are none */
	uint64_t mount_space; /* identity of the mount namespace and of the root directory */
	uint32_t process;     /* pid */
} fsc_creds;

void fsc_os_creds(fsc_creds *out);

/* ---- clocks, all cheap ("coarse") ---- */
int64_t fsc_os_monotonic_ns(void);   /* CLOCK_MONOTONIC_COARSE */
int64_t fsc_os_realtime_ns(void);    /* CLOCK_REALTIME_COARSE: the kernel stamps inodes with it */
int64_t fsc_os_tick_ns(void);        /* resolution of both, e.g. 4,000,000 */
int64_t fsc_os_precise_ns(void);     /* CLOCK_MONOTONIC, for what is timed */

/* ---- file systems and mounts ---- */

/* What is known of the file system behind a directory. */
typedef struct fsc_fs_info {
	/* as in the mount table: "ext4", "nfs4", "fuse.latfs"; "" if it cannot be told */
	char     type[64];
	char     options[256]; /* super block and mount options, comma separated, cut at the end */
	uint64_t table_id;     /* id of the mount in the mount table, for fsc_os_mounts_each() */
} fsc_fs_info;

/*
 * Of the mount that holds the open directory (statfs; the mount table where statfs is not enough:
 * FUSE subtypes, 9p and cifs options, ext2/3/4). Called once per mount, so it may be slow.
 */
fsc_os_result fsc_os_fs_info(int fd, fsc_fs_info *out);

/* Is the directory case-insensitive by its own flag (ext4, f2fs, tmpfs casefold)?
 * False if unknown. */
bool fsc_os_is_casefolded(int fd);

/*
 * Has the mount table changed since this process first asked? Costs one poll(2). Each change moves
 * the number; without FSC_OS_MOUNT_EVENTS it is always 0. It becomes 0 if the table is lost for
 * good (its descriptor closed by somebody inside a chroot): then fsc_os_features() lacks the flag
 * as well, and 0 means "may have changed", not "as before".
 */
uint64_t fsc_os_mounts_generation(void);

/*
 * Has the table changed since this, or another of the processes that were forked from the one that
 * called fsc_os_init(), last asked this? One of them is told of each change. UNKNOWN: this process
 * has a mount namespace of its own by now, or what tells is lost. Only without FSC_OS_UNIQUE_MOUNT,
 * where mounts must be told apart by when they were seen.
 */
typedef enum fsc_os_table {
	FSC_OS_TABLE_SAME = 0,
	FSC_OS_TABLE_MOVED,
	FSC_OS_TABLE_UNKNOWN
} fsc_os_table;
fsc_os_table fsc_os_common_table(void);

/*
 * Visit every mount: the id of the mount it stands on, and the last component of its mount point
 * ("/" for the root). FSC_OS_ERROR if the table cannot be read: then any name may be a mount point.
 */
typedef void (*fsc_os_mount_visit)(void *context, uint64_t parent_table_id, const char *name,
	size_t length);
fsc_os_result fsc_os_mounts_each(fsc_os_mount_visit visit, void *context);

/* ---- memory that processes share ---- */

/*
 * Memory of zeros that this process and all that it will fork see alike. It costs address space
 * only, until it is touched. NULL: not available.
 */
void *fsc_os_shm_create(size_t size);
void fsc_os_shm_destroy(void *memory, size_t size);

/* What is in such a file is its user's business. */
typedef struct fsc_os_shm_user {
	/* put a beginning into memory of zeros that nobody else sees yet */
	bool (*format)(void *memory, size_t size, const void *context);
	bool (*fits)(const void *memory, size_t size, const void *context);
	/* another file takes its place; anything may be in it, of any size */
	void (*retire)(void *memory, size_t size);
	const void *context;
} fsc_os_shm_user;

/*
 * The same for processes that are not each other's children: memory in the file `path` plus "." and
 * the effective user id. The file must be the effective user's own, of mode 0600 but for bits that
 * nobody else can write by, no symlink, and on a local file system; its space is reserved. One that
 * does not fit is replaced by a new file, never written or cut: others may have it mapped. NULL:
 * *reason says why, in static text. Waits for nobody.
 */
void *fsc_os_shm_open(const char *path, size_t size, const fsc_os_shm_user *user,
	const char **reason);

/*
 * Whose shared memory can be understood: that of this boot, C library, architecture and PID
 * namespace. False: it cannot be told, as in a chroot without /proc.
 */
#define FSC_OS_IDENTITY 4
bool fsc_os_identity(uint64_t out[FSC_OS_IDENTITY]);

/*
 * A lock in shared memory, 8-byte aligned, which the system notices if its holder dies. Nobody
 * waits for it. No system call is made unless the holder died.
 */
#define FSC_OS_LOCK_SIZE 64

typedef enum fsc_os_lock {
	FSC_OS_LOCK_TAKEN = 0,
	FSC_OS_LOCK_ORPHANED, /* taken, and its last holder died with it */
	FSC_OS_LOCK_BUSY      /* somebody else's, or broken */
} fsc_os_lock;

bool fsc_os_lock_init(void *lock);
fsc_os_lock fsc_os_lock_try(void *lock);
void fsc_os_lock_release(void *lock);

/* The number of this process. */
uint32_t fsc_os_process(void);

/* Is there a process of this number? True in doubt. */
bool fsc_os_process_exists(uint32_t process);

/* ---- threads ---- */

/*
 * A lock with two conditions to wait for. Not for memory that processes share. NULL: there are no
 * threads here, or no memory.
 */
typedef struct fsc_os_monitor fsc_os_monitor;
typedef enum fsc_os_condition {
	FSC_OS_WORK = 0, /* for helpers: there is something to do */
	FSC_OS_DONE      /* for who waits for a helper */
} fsc_os_condition;

fsc_os_monitor *fsc_os_monitor_create(void);
void fsc_os_monitor_destroy(fsc_os_monitor *monitor); /* nobody holds it or waits */
void fsc_os_monitor_lock(fsc_os_monitor *monitor);
void fsc_os_monitor_unlock(fsc_os_monitor *monitor);
/* Held before and after. Returns after wake(), after `most_ns`, or for no reason at all. */
void fsc_os_monitor_wait(fsc_os_monitor *monitor, fsc_os_condition condition, int64_t most_ns);
/* One that waits for the condition, or all. Need not be held. */
void fsc_os_monitor_wake(fsc_os_monitor *monitor, fsc_os_condition condition, bool all);

/*
 * Run it in a new thread: all signals blocked, a small stack (128 KB), nobody waits for its end.
 * The code it runs stays in memory until the process ends, even if the extension is unloaded.
 */
bool fsc_os_thread_start(void (*run)(void *context), void *context);

/* The number of the calling thread; and wait, a second at most, until there is no such thread of
 * this process: a thread that has said its last word may still count for the system. */
uint64_t fsc_os_thread_self(void);
void fsc_os_thread_wait(uint64_t thread);
/* How many times the calling thread has slept until something came. 0: it cannot be told. */
uint64_t fsc_os_thread_sleeps(void);
/* Processors that this process may run on; 2 if it cannot be told. */
unsigned fsc_os_processors(void);
/* How long the machine's processors have been idle since it was started, in steps of up to 10 ms.
 * -1: it cannot be told. */
int64_t fsc_os_idle_ns(void);

/* Moves in every child of a fork: what threads and locks there were are gone there. */
uint64_t fsc_os_forks(void);

/* ---- process ---- */

/* In a fork's child, before anything else: event sources that belong to the parent are dropped and
 * opened again on demand. Async-signal-safe. */
void fsc_os_after_fork(void);

/* After unshare(2) or setns(2): the mount table is another one. */
void fsc_os_after_unshare(void);

/* Once per process, before the first question and at the end. init has fsc_os_after_fork() called
 * in every child from then on (pthread_atfork). */
void fsc_os_init(void);
void fsc_os_deinit(void);

#endif
