/* SPDX-License-Identifier: MIT */
/* win32_shm.c: Windows has no shared tier: its web servers' workers are not forked. */
#include "src/platform/platform.h"

#include <string.h>

void *fsc_os_shm_create(size_t size)
{
	(void) size;
	return NULL;
}

void fsc_os_shm_destroy(void *memory, size_t size)
{
	(void) memory;
	(void) size;
}

void *fsc_os_shm_open(const char *path, size_t size, const fsc_os_shm_user *user,
	const char **reason)
{
	(void) path;
	(void) size;
	(void) user;
	*reason = "not available on Windows";
	return NULL;
}

bool fsc_os_identity(uint64_t out[FSC_OS_IDENTITY])
{
	memset(out, 0, FSC_OS_IDENTITY * sizeof *out);
	return false;
}

bool fsc_os_lock_init(void *lock)
{
	(void) lock;
	return false;
}

fsc_os_lock fsc_os_lock_try(void *lock)
{
	(void) lock;
	return FSC_OS_LOCK_BUSY;
}

void fsc_os_lock_release(void *lock)
{
	(void) lock;
}

uint32_t fsc_os_process(void)
{
	return 0;
}

bool fsc_os_process_exists(uint32_t process)
{
	(void) process;
	return true;
}
