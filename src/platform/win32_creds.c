/* SPDX-License-Identifier: MIT */
/*
 * win32_creds.c: who asks, and what he may, on Windows.
 *
 * The asker is the thread's token where it acts for somebody (fastcgi.impersonate), else the
 * process's. Whether he may do a thing is found out by opening the directory once more for it: the
 * system compares with its list of access rights, and nothing else does. What cannot be read of a
 * token is different each time, so that nothing is shared by mistake.
 *
 * No locks, no state but a counter. Any thread may call anything.
 */
#ifndef _WIN32_WINNT
# define _WIN32_WINNT 0x0a00
#endif
#define WIN32_LEAN_AND_MEAN
#include "src/platform/win32.h"

#include <windows.h>

#include <stdlib.h>
#include <string.h>

/* ---- permission ---- */

/*
 * As FindFirstFile() does it, with the right to back up where the process has that switched on. The
 * privilege to pass through any directory is not asked: who lacks the right to traverse this one is
 * left to the system.
 */
static fsc_os_result may(HANDLE handle, DWORD right, bool *granted)
{
	HANDLE again = ReOpenFile(handle, right,
		FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, FILE_FLAG_BACKUP_SEMANTICS);

	*granted = again != INVALID_HANDLE_VALUE;
	if (*granted) {
		CloseHandle(again);
		return FSC_OS_OK;
	}
	return GetLastError() == ERROR_ACCESS_DENIED ? FSC_OS_OK : FSC_OS_ERROR;
}

fsc_os_result fsc_os_access_fd(int fd, unsigned wanted, unsigned *granted)
{
	HANDLE handle = fsc_win32_handle(fd);
	fsc_os_result result = handle == INVALID_HANDLE_VALUE ? FSC_OS_ERROR : FSC_OS_OK;
	bool list = false, search = false;

	if (result == FSC_OS_OK && wanted & FSC_ACCESS_READ) {
		result = may(handle, FILE_LIST_DIRECTORY, &list);
	}
	if (result == FSC_OS_OK && wanted & FSC_ACCESS_SEARCH) {
		result = may(handle, FILE_TRAVERSE, &search);
	}
	*granted = 0;
	if (result == FSC_OS_OK) {
		*granted = (list ? FSC_ACCESS_READ : 0) | (search ? FSC_ACCESS_SEARCH : 0);
	}
	return result;
}

/* ---- credentials ---- */

uint64_t fsc_win32_hash(uint64_t hash, const void *data, size_t size)
{
	const unsigned char *byte = data;

	while (size--) {
		hash = (hash ^ *byte++) * UINT64_C(0x100000001b3);
	}
	return hash;
}

static uint64_t never_the_same(void)
{
	static volatile LONG64 count;
	LONG64 now = InterlockedIncrement64(&count);

	return fsc_win32_hash(UINT64_C(0x84222325cbf29ce4), &now, sizeof now);
}

static bool open_token(HANDLE *token)
{
	return OpenThreadToken(GetCurrentThread(), TOKEN_QUERY, TRUE, token) ||
		OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, token);
}

/* Heap-owned; NULL if it cannot be had. */
static void *token_information(HANDLE token, TOKEN_INFORMATION_CLASS what)
{
	DWORD size = 0;
	void *data;

	GetTokenInformation(token, what, NULL, 0, &size);
	data = size ? malloc(size) : NULL;
	if (data && !GetTokenInformation(token, what, data, size, &size)) {
		free(data);
		return NULL;
	}
	return data;
}

void *fsc_win32_token(int what)
{
	HANDLE token;
	void *data = NULL;

	if (open_token(&token)) {
		data = token_information(token, (TOKEN_INFORMATION_CLASS) what);
		CloseHandle(token);
	}
	return data;
}

static uint64_t hash_user(HANDLE token)
{
	TOKEN_USER *user = token_information(token, TokenUser);
	uint64_t hash = never_the_same();

	if (user) {
		hash = fsc_win32_hash(1, user->User.Sid, GetLengthSid(user->User.Sid));
	}
	free(user);
	return hash;
}

static uint64_t hash_groups(HANDLE token)
{
	TOKEN_GROUPS *groups = token_information(token, TokenGroups);
	uint64_t hash = groups ? 2 : never_the_same();

	for (DWORD i = 0; groups && i < groups->GroupCount; i++) {
		const SID_AND_ATTRIBUTES *group = &groups->Groups[i];

		hash = fsc_win32_hash(hash, group->Sid, GetLengthSid(group->Sid));
		hash = fsc_win32_hash(hash, &group->Attributes, sizeof group->Attributes);
	}
	free(groups);
	return hash;
}

static uint64_t hash_privileges(HANDLE token)
{
	TOKEN_PRIVILEGES *all = token_information(token, TokenPrivileges);
	uint64_t hash = never_the_same();

	if (all) {
		hash = fsc_win32_hash(3, all->Privileges, all->PrivilegeCount * sizeof *all->Privileges);
	}
	free(all);
	return hash;
}

void fsc_os_creds(fsc_creds *out)
{
	HANDLE token;
	uint64_t user;

	memset(out, 0, sizeof *out);
	out->process = GetCurrentProcessId();
	if (!open_token(&token)) {
		out->groups = never_the_same();
		return;
	}
	user = hash_user(token);
	out->ruid = out->euid = (uint32_t) user;
	out->rgid = out->egid = (uint32_t) (user >> 32);
	out->groups = hash_groups(token);
	out->privileges = hash_privileges(token);
	CloseHandle(token);
}
