/* SPDX-License-Identifier: MIT */
/*
 * posix_shm.c: memory that processes share, and the lock in it.
 *
 * Anonymous memory is mapped before the workers are forked. A file is used by processes of one user
 * that are strangers to each other, so it is distrusted until it has proved to be that user's own;
 * a file that others have mapped is never made shorter or written anew, since that would kill them.
 *
 * Two processes that find no file, or the same wrong one, must not both put theirs in its place: a
 * first file is renamed only if there is none yet, a replacement only by the holder of a lock on
 * the file that is replaced. Nobody waits: who loses does without until its next try.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "src/platform/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#define NAME_LIMIT 4096
#define ONLY_IF_NEW 1u /* RENAME_NOREPLACE */

/* ---- memory ---- */

void *fsc_os_shm_create(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

void fsc_os_shm_destroy(void *memory, size_t size)
{
	if (memory) {
		munmap(memory, size);
	}
}

static void *map_file(int fd, size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

/* ---- files ---- */

/* File systems whose pages all processes share because they are this kernel's own. */
static bool is_local(int fd)
{
	static const uint32_t local[] = {
		0x0000ef53, /* ext2, ext3, ext4 */
		0x58465342, /* xfs */
		0x9123683e, /* btrfs */
		0x2fc12fc1, /* zfs */
		0xf2f52010, /* f2fs */
		0x01021994, /* tmpfs */
		0x858458f6, /* ramfs */
		0x794c7630, /* overlay */
		0xca451a4e, /* bcachefs */
	};
	struct statfs fs;

	if (fstatfs(fd, &fs) != 0) {
		return false;
	}
	for (size_t i = 0; i < sizeof local / sizeof *local; i++) {
		if ((uint32_t) fs.f_type == local[i]) {
			return true;
		}
	}
	return false;
}

/* NULL: it may be used. */
static const char *why_refused(int fd, struct stat *st)
{
	if (fstat(fd, st) != 0 || !S_ISREG(st->st_mode)) {
		return "it is not a regular file";
	}
	if (st->st_uid != geteuid()) {
		return "it belongs to another user";
	}
	if (st->st_mode & (S_IWGRP | S_IWOTH)) {
		return "others may write to it";
	}
	return is_local(fd) ? NULL : "it is not on a local file system";
}

static bool leads_to(const char *path, const struct stat *st)
{
	struct stat now;

	return lstat(path, &now) == 0 && now.st_ino == st->st_ino && now.st_dev == st->st_dev;
}

/* A file of zeros that nobody else knows, mapped; its name in temporary. NULL: *reason. */
static void *make_file(const char *path, char temporary[NAME_LIMIT + 32], size_t size,
	const char **reason)
{
	struct timespec now;
	void *memory = NULL;
	int fd;

	clock_gettime(CLOCK_MONOTONIC, &now);
	snprintf(temporary, NAME_LIMIT + 32, "%s.%08lx%08lx", path,
		(unsigned long) getpid() & 0xffffffff, (unsigned long) now.tv_nsec);
	fd = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0) {
		*reason = "it cannot be created";
		return NULL;
	}
	if (!is_local(fd)) {
		*reason = "it is not on a local file system";
	} else if (posix_fallocate(fd, 0, (off_t) size) != 0) {
		*reason = "there is no space for it";
	} else {
		memory = map_file(fd, size);
		*reason = "it cannot be mapped";
	}
	close(fd);
	if (!memory) {
		unlink(temporary);
	}
	return memory;
}

/* Make a new file and put it in the place of `old`, or, if that is NULL, of nothing. */
static void *put_new(const char *path, size_t size, const struct stat *old,
	const fsc_os_shm_user *user, const char **reason)
{
	char temporary[NAME_LIMIT + 32];
	void *memory = make_file(path, temporary, size, reason);
	bool placed = false;

	if (!memory) {
		return NULL;
	}
	*reason = "another process was faster";
	if (!user->format(memory, size, user->context)) {
		*reason = "it cannot be used";
	} else if (old) {
		placed = leads_to(path, old) && rename(temporary, path) == 0;
	} else {
		placed = syscall(SYS_renameat2, AT_FDCWD, temporary, AT_FDCWD, path, ONLY_IF_NEW) == 0;
	}
	if (!placed) {
		unlink(temporary);
		munmap(memory, size);
		return NULL;
	}
	return memory;
}

static void retire(int fd, const struct stat *st, const fsc_os_shm_user *user)
{
	size_t size = (size_t) st->st_size;
	void *memory = st->st_size >= 4096 ? map_file(fd, size) : NULL;

	if (memory) {
		user->retire(memory, size);
		munmap(memory, size);
	}
}

/* The file is ours, but not of the kind that is wanted. */
static void *replace(int fd, const char *path, size_t size, const struct stat *st,
	const fsc_os_shm_user *user, const char **reason)
{
	void *memory;

	if (flock(fd, LOCK_EX | LOCK_NB) != 0 || !leads_to(path, st)) {
		*reason = "another process replaces it";
		return NULL;
	}
	memory = put_new(path, size, st, user, reason);
	if (memory) {
		retire(fd, st, user);
	}
	return memory;
}

static void *open_file(int fd, const char *path, size_t size, const fsc_os_shm_user *user,
	const char **reason)
{
	struct stat st;
	void *memory = NULL;

	*reason = why_refused(fd, &st);
	if (*reason) {
		return NULL;
	}
	if ((uint64_t) st.st_size == size) {
		memory = map_file(fd, size);
		if (memory && user->fits(memory, size, user->context)) {
			return memory;
		}
		fsc_os_shm_destroy(memory, size);
	}
	return replace(fd, path, size, &st, user, reason);
}

void *fsc_os_shm_open(const char *path, size_t size, const fsc_os_shm_user *user,
	const char **reason)
{
	char own[NAME_LIMIT];
	void *memory = NULL;
	int fd = -1;

	*reason = "its name is too long";
	if (snprintf(own, sizeof own, "%s.%lu", path, (unsigned long) geteuid()) >= (int) sizeof own) {
		return NULL;
	}
	/* Twice: somebody else may make it between our look and our try. */
	for (int tries = 0; tries < 2 && !memory && fd < 0; tries++) {
		fd = open(own, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		if (fd >= 0) {
			memory = open_file(fd, own, size, user, reason);
		} else if (errno == ENOENT) {
			memory = put_new(own, size, NULL, user, reason);
		} else {
			*reason = errno == ELOOP ? "it is a symlink" : "it cannot be opened";
			return NULL;
		}
	}
	if (fd >= 0) {
		close(fd);
	}
	return memory;
}

/* ---- identity ---- */

static uint64_t mix(uint64_t sum, uint64_t value)
{
	value = (value ^ sum) * 0xbf58476d1ce4e5b9u;
	value = (value ^ value >> 27) * 0x94d049bb133111ebu;
	return value ^ value >> 31;
}

static uint64_t text_sum(uint64_t sum, const char *text)
{
	for (; *text; text++) {
		sum = mix(sum, (unsigned char) *text);
	}
	return sum;
}

static bool boot_sums(uint64_t out[2])
{
	char text[64];
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	ssize_t got;

	if (fd < 0) {
		return false;
	}
	got = read(fd, text, sizeof text - 1);
	close(fd);
	text[got > 0 ? got : 0] = '\0';
	out[0] = text_sum(1, text);
	out[1] = text_sum(2, text);
	return got > 0;
}

/* What a mutex looks like is the C library's secret: its version and sizes stand for it. */
static uint64_t library_sum(void)
{
	uint64_t sum = mix(mix(3, sizeof(pthread_mutex_t)), sizeof(long));

#ifdef __GLIBC__
	{
		char version[128] = "";

		confstr(_CS_GNU_LIBC_VERSION, version, sizeof version);
		sum = text_sum(sum, version);
	}
#endif
	return sum;
}

bool fsc_os_identity(uint64_t out[FSC_OS_IDENTITY])
{
	struct stat st;

	if (!boot_sums(out) || stat("/proc/self/ns/pid", &st) != 0) {
		return false;
	}
	out[2] = library_sum();
	out[3] = mix(mix(4, st.st_ino), st.st_dev);
	return true;
}

/* ---- the lock ---- */

/*
 * The C library believes a mutex: an impossible kind may end the process by an assertion, and the
 * list of the locks that a thread holds goes through it. Here anything may be written to it at any
 * time. So its kind is looked at before it is tried, and before it is given back it is made what it
 * was when it was taken: nobody waits for it, so nobody else has a reason to write to it.
 */
static pthread_mutex_t new_lock;
static pthread_once_t new_lock_made = PTHREAD_ONCE_INIT;
static _Thread_local pthread_mutex_t taken_lock;

_Static_assert(sizeof(pthread_mutex_t) <= FSC_OS_LOCK_SIZE, "room for a mutex");
_Static_assert(sizeof(pthread_mutex_t) % sizeof(int) == 0, "it is compared in whole numbers");

bool fsc_os_lock_init(void *lock)
{
	pthread_mutexattr_t attributes;
	bool good;

	if (pthread_mutexattr_init(&attributes) != 0) {
		return false;
	}
	good = pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0 &&
		pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0 &&
		pthread_mutex_init(lock, &attributes) == 0;
	pthread_mutexattr_destroy(&attributes);
	return good;
}

static void make_new_lock(void)
{
	fsc_os_lock_init(&new_lock);
}

/* Of a new mutex only its kind is not zero. */
static bool is_of_our_kind(const void *lock)
{
	unsigned made[sizeof new_lock / sizeof(unsigned)], now[sizeof new_lock / sizeof(unsigned)];
	bool same = true;

	pthread_once(&new_lock_made, make_new_lock);
	memcpy(made, &new_lock, sizeof made);
	memcpy(now, lock, sizeof now);
	for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
		same = same && (made[i] == 0 || made[i] == now[i]);
	}
	return same;
}

fsc_os_lock fsc_os_lock_try(void *lock)
{
	fsc_os_lock result = FSC_OS_LOCK_TAKEN;

	if (!is_of_our_kind(lock)) {
		return FSC_OS_LOCK_BUSY;
	}
	switch (pthread_mutex_trylock(lock)) {
	case 0:
		break;
	case EOWNERDEAD:
		pthread_mutex_consistent(lock);
		result = FSC_OS_LOCK_ORPHANED;
		break;
	default:
		return FSC_OS_LOCK_BUSY;
	}
	memcpy(&taken_lock, lock, sizeof taken_lock);
	return result;
}

void fsc_os_lock_release(void *lock)
{
	if (memcmp(lock, &taken_lock, sizeof taken_lock) != 0) {
		memcpy(lock, &taken_lock, sizeof taken_lock);
	}
	pthread_mutex_unlock(lock);
}

uint32_t fsc_os_process(void)
{
	return (uint32_t) getpid();
}

bool fsc_os_process_exists(uint32_t process)
{
	return kill((pid_t) process, 0) == 0 || errno != ESRCH;
}
