/* SPDX-License-Identifier: MIT */
/*
 * win32_shm.c: memory that processes share on Windows, and the lock in it.
 *
 * Nobody is forked here, so there is no memory of a parent. Instead processes of one user and one
 * session meet by a name, which is made of fastscan.shm_file, the size and the user. Such memory is
 * no file: it lasts as long as somebody has it open. Whoever made the name must be the same user,
 * since anybody of the session can take a name first.
 *
 * Memory that somebody else has mapped is never written anew: what does not fit is told to retire,
 * and the next name is tried. A mutex, by trylock, is held meanwhile: nobody sees memory that is
 * not finished, and nobody waits.
 *
 * Threads: the table of handles is changed by single compare-and-swaps.
 */
#ifndef _WIN32_WINNT
# define _WIN32_WINNT 0x0a00
#endif
#define WIN32_LEAN_AND_MEAN
#include "src/platform/win32.h"

#include <windows.h>

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define GENERATIONS 4 /* names that are tried */
#define OPEN_LIMIT  8 /* in one process; there is one, and one that is being left */
#define NAME_LIMIT  96

/* A view keeps the memory, but only a handle keeps the name. */
static struct open_memory {
	void *volatile memory;
	HANDLE handle;
} open_memory[OPEN_LIMIT];

/* ---- memory ---- */

void *fsc_os_shm_create(size_t size)
{
	(void) size;
	return NULL;
}

static bool remember(void *memory, HANDLE handle)
{
	for (int i = 0; i < OPEN_LIMIT; i++) {
		if (!InterlockedCompareExchangePointer(&open_memory[i].memory, memory, NULL)) {
			open_memory[i].handle = handle;
			return true;
		}
	}
	return false;
}

/* Called once for each memory, by whoever was its last user. */
void fsc_os_shm_destroy(void *memory, size_t size)
{
	(void) size;
	if (!memory) {
		return;
	}
	UnmapViewOfFile(memory);
	for (int i = 0; i < OPEN_LIMIT; i++) {
		if (open_memory[i].memory == memory) {
			CloseHandle(open_memory[i].handle);
			InterlockedExchangePointer(&open_memory[i].memory, NULL);
			return;
		}
	}
}

/* ---- names ---- */

/* 0: it is not known who this is. */
static uint64_t user_hash(void)
{
	TOKEN_USER *user = fsc_win32_token(TokenUser);
	uint64_t hash = 0;

	if (user) {
		hash = fsc_win32_hash(4, user->User.Sid, GetLengthSid(user->User.Sid)) | 1;
	}
	free(user);
	return hash;
}

static void name_of(const char *path, size_t size, uint64_t user, int generation,
	WCHAR out[NAME_LIMIT])
{
	uint64_t hash = fsc_win32_hash(5, path, strlen(path));

	hash = fsc_win32_hash(hash, &size, sizeof size);
	swprintf(out, NAME_LIMIT, L"Local\\fastscan-%08x%08x-%08x%08x-%d",
		(unsigned) (user >> 32), (unsigned) user, (unsigned) (hash >> 32), (unsigned) hash,
		generation);
}

/* Whoever made it said who he is, see make_or_open(). */
static bool is_own(HANDLE object, PSID user)
{
	union {
		SECURITY_DESCRIPTOR descriptor;
		char bytes[1024];
	} security;
	DWORD needed;
	PSID maker = NULL;
	BOOL defaulted;

	return GetKernelObjectSecurity(object, OWNER_SECURITY_INFORMATION, &security.descriptor,
			   sizeof security, &needed) &&
		GetSecurityDescriptorOwner(&security.descriptor, &maker, &defaulted) && maker &&
		EqualSid(maker, user);
}

/* ---- opening ---- */

/*
 * The user is named as the owner, since an administrator's objects else belong to his group. Who
 * may open it is up to the token's own list.
 */
static HANDLE make_or_open(const WCHAR *name, size_t size, bool *there, const char **reason)
{
	TOKEN_USER *user = fsc_win32_token(TokenUser);
	SECURITY_DESCRIPTOR descriptor;
	SECURITY_ATTRIBUTES attributes = { sizeof attributes, &descriptor, FALSE };
	HANDLE handle = NULL;

	*reason = "it cannot be created";
	if (user && InitializeSecurityDescriptor(&descriptor, SECURITY_DESCRIPTOR_REVISION) &&
		SetSecurityDescriptorOwner(&descriptor, user->User.Sid, FALSE)) {
		handle = CreateFileMappingW(INVALID_HANDLE_VALUE, &attributes, PAGE_READWRITE,
			(DWORD) ((uint64_t) size >> 32), (DWORD) size, name);
		*there = GetLastError() == ERROR_ALREADY_EXISTS;
	}
	if (handle && *there && !is_own(handle, user->User.Sid)) {
		*reason = "it belongs to another user";
		CloseHandle(handle);
		handle = NULL;
	}
	free(user);
	return handle;
}

/* One name. NULL with *reason NULL: it is taken by what does not fit; try the next one. */
static void *open_name(const WCHAR *name, size_t size, const fsc_os_shm_user *user,
	const char **reason)
{
	bool there = false;
	HANDLE handle = make_or_open(name, size, &there, reason);
	void *memory;

	if (!handle) {
		return NULL;
	}
	memory = MapViewOfFile(handle, FILE_MAP_READ | FILE_MAP_WRITE, 0, 0, size);
	*reason = memory ? NULL : "it cannot be mapped";
	if (memory && there && !user->fits(memory, size, user->context)) {
		user->retire(memory, size);
	} else if (memory && !there && !user->format(memory, size, user->context)) {
		*reason = "it cannot be used";
	} else if (memory && remember(memory, handle)) {
		return memory;
	}
	if (memory) {
		UnmapViewOfFile(memory);
	}
	CloseHandle(handle);
	return NULL;
}

void *fsc_os_shm_open(const char *path, size_t size, const fsc_os_shm_user *user,
	const char **reason)
{
	uint64_t who = user_hash();
	WCHAR name[NAME_LIMIT];
	HANDLE mutex;
	DWORD got;
	void *memory = NULL;

	*reason = "the system does not say who this is";
	if (who == 0) {
		return NULL;
	}
	name_of(path, size, who, -1, name);
	mutex = CreateMutexW(NULL, FALSE, name);
	got = mutex ? WaitForSingleObject(mutex, 0) : WAIT_FAILED;
	*reason = "another process opens it";
	if (got == WAIT_OBJECT_0 || got == WAIT_ABANDONED) {
		*reason = NULL;
		for (int i = 0; i < GENERATIONS && !memory && !*reason; i++) {
			name_of(path, size, who, i, name);
			memory = open_name(name, size, user, reason);
		}
		if (!memory && !*reason) {
			*reason = "other versions of fastscan have it open";
		}
		ReleaseMutex(mutex);
	}
	if (mutex) {
		CloseHandle(mutex);
	}
	return memory;
}

/* Such memory never outlives a boot, and names are a session's own. */
bool fsc_os_identity(uint64_t out[FSC_OS_IDENTITY])
{
	memset(out, 0, FSC_OS_IDENTITY * sizeof *out);
	out[0] = 1;
	out[1] = sizeof(void *);
	return true;
}

/* ---- the lock ---- */

/*
 * The holder's number, and when it began: numbers are used again. 0: nobody. Whether a holder lives
 * is asked only by who finds the lock taken.
 */
static uint64_t begun(HANDLE process)
{
	FILETIME created, unused[3];

	if (!GetProcessTimes(process, &created, &unused[0], &unused[1], &unused[2])) {
		return 0;
	}
	return (created.dwLowDateTime ^ created.dwHighDateTime) | 1;
}

static LONG64 holder_word(DWORD process, HANDLE handle)
{
	return (LONG64) ((uint64_t) process << 32 | (uint32_t) begun(handle));
}

/* Asked of the system once: this process stays the one it is. */
static LONG64 own_word(void)
{
	static volatile LONG64 own;

	if (own == 0) {
		InterlockedExchange64(&own, holder_word(GetCurrentProcessId(), GetCurrentProcess()));
	}
	return own;
}

/* True in doubt. */
static bool is_alive(LONG64 holder)
{
	DWORD process = (DWORD) ((uint64_t) holder >> 32);
	HANDLE handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | SYNCHRONIZE, FALSE, process);
	bool alive = true;

	if (!handle) {
		return GetLastError() != ERROR_INVALID_PARAMETER;
	}
	if (WaitForSingleObject(handle, 0) == WAIT_OBJECT_0) {
		alive = false;
	} else if (begun(handle) != 0) {
		alive = holder_word(process, handle) == holder;
	}
	CloseHandle(handle);
	return alive;
}

bool fsc_os_lock_init(void *lock)
{
	InterlockedExchange64((volatile LONG64 *) lock, 0);
	return true;
}

fsc_os_lock fsc_os_lock_try(void *lock)
{
	volatile LONG64 *word = lock;
	LONG64 own = own_word();
	LONG64 holder = InterlockedCompareExchange64(word, own, 0);

	if (holder == 0) {
		return FSC_OS_LOCK_TAKEN;
	}
	if (holder == own || is_alive(holder)) {
		return FSC_OS_LOCK_BUSY;
	}
	return InterlockedCompareExchange64(word, own, holder) == holder ? FSC_OS_LOCK_ORPHANED
																	 : FSC_OS_LOCK_BUSY;
}

void fsc_os_lock_release(void *lock)
{
	InterlockedExchange64((volatile LONG64 *) lock, 0);
}

uint32_t fsc_os_process(void)
{
	return GetCurrentProcessId();
}

bool fsc_os_process_exists(uint32_t process)
{
	HANDLE handle = OpenProcess(SYNCHRONIZE, FALSE, process);
	bool exists;

	if (!handle) {
		return GetLastError() != ERROR_INVALID_PARAMETER;
	}
	exists = WaitForSingleObject(handle, 0) != WAIT_OBJECT_0;
	CloseHandle(handle);
	return exists;
}
