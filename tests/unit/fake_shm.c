/* SPDX-License-Identifier: MIT */
/*
 * fake_shm.c: the fake's shared memory: all "processes" of a test are one. The lock is a word that
 * a test can take in another's name, or leave behind as the dead do. Single-threaded.
 */
#include "tests/unit/fake_tree.h"

#include <stdlib.h>
#include <string.h>

#ifdef _WIN32 /* its C library lacks C11's aligned_alloc */
# include <malloc.h>
# define PAGES_ALLOC(size) _aligned_malloc(size, 4096)
# define PAGES_FREE(memory) _aligned_free(memory)
#else
# define PAGES_ALLOC(size) aligned_alloc(4096, size)
# define PAGES_FREE(memory) free(memory)
#endif

enum { FREE, HELD, ORPHAN };

static uint32_t dead_process;

void *fsc_os_shm_create(size_t size)
{
	void *memory = PAGES_ALLOC((size + 4095) & ~(size_t) 4095);

	return memory ? memset(memory, 0, size) : NULL;
}

void fsc_os_shm_destroy(void *memory, size_t size)
{
	(void) size;
	PAGES_FREE(memory);
}

void *fsc_os_shm_open(const char *path, size_t size, const fsc_os_shm_user *user,
	const char **reason)
{
	(void) path;
	(void) size;
	(void) user;
	*reason = "no files here";
	return NULL;
}

bool fsc_os_identity(uint64_t out[FSC_OS_IDENTITY])
{
	for (uint64_t i = 0; i < FSC_OS_IDENTITY; i++) {
		out[i] = i + 1;
	}
	return true;
}

bool fsc_os_lock_init(void *lock)
{
	*(unsigned char *) lock = FREE;
	return true;
}

fsc_os_lock fsc_os_lock_try(void *lock)
{
	unsigned char *state = lock;
	unsigned char before = *state;

	if (before == HELD) {
		return FSC_OS_LOCK_BUSY;
	}
	*state = HELD;
	return before == FREE ? FSC_OS_LOCK_TAKEN : FSC_OS_LOCK_ORPHANED;
}

void fsc_os_lock_release(void *lock)
{
	*(unsigned char *) lock = FREE;
}

void fake_lock_dies(void *lock)
{
	*(unsigned char *) lock = ORPHAN;
}

bool fsc_os_process_exists(uint32_t process)
{
	return process != dead_process;
}

void fake_kill(uint32_t process)
{
	dead_process = process;
}
