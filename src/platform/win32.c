/* SPDX-License-Identifier: MIT */
/*
 * win32.c: the platform on Windows (10 or Server 2016 and later).
 *
 * A version is the volume's serial number, the file's index, its ChangeTime and its LastWriteTime,
 * all of one handle. (What the C library calls st_ctime is the time of creation here.) A reparse
 * point is never called a directory: a junction, a volume's mount point and a cloud placeholder
 * each lead elsewhere by rules of their own.
 *
 * What it cannot tell, it does not claim. There is no FSC_OS_VERSIONS, so the engine passes every
 * question through: a version needs a mount's identity as well, and serial numbers are copied with
 * the volume (two images attached one after the other agree in everything); and the core takes "/"
 * for the only separator and for every path's root. tests/win32 has the core answer from this file
 * all the same. No FSC_OS_MOUNT_EVENTS.
 *
 * Paths are UTF-8, as PHP's are by default; text that is not is FSC_OS_ERROR. A descriptor is the C
 * runtime's, with the handle behind it. Listings are read from the handle, not by path, so that
 * versions and names belong to one directory.
 *
 * No locks, no state but a counter. Any thread may call anything.
 */
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0a00
#endif
#define WIN32_LEAN_AND_MEAN
#include "src/platform/win32.h"

#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <string.h>
#include <wchar.h>

#define WIDE_PATH  4352 /* PHP's MAXPATHLEN is 2,048 there; the rest is for prefixes */
#define SHARE_ALL  (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)
#define EPOCH_1970 INT64_C(116444736000000000) /* in FILETIME's units of 100 ns since 1601 */
#define NAME_BYTES (255 * 3 + 1)               /* longest name, in UTF-8 */

/* Not in every SDK's headers. */
#define CASE_SENSITIVE_INFO 23 /* FileCaseSensitiveInfo, Windows 10 1803 */

static fsc_os_result result_of(DWORD error)
{
	switch (error) {
		case ERROR_FILE_NOT_FOUND:
		case ERROR_PATH_NOT_FOUND: /* PHP calls both ENOENT */
			return FSC_OS_NOENT;
		case ERROR_DIRECTORY:
			return FSC_OS_NOTDIR;
		case ERROR_ACCESS_DENIED:
			return FSC_OS_DENIED;
		case ERROR_CANT_RESOLVE_FILENAME:
			return FSC_OS_LOOP;
		case ERROR_TOO_MANY_OPEN_FILES:
		case ERROR_NOT_ENOUGH_MEMORY:
		case ERROR_OUTOFMEMORY:
		case ERROR_NO_SYSTEM_RESOURCES:
			return FSC_OS_LIMIT;
		default:
			return FSC_OS_ERROR;
	}
}

static fsc_os_result failure(void)
{
	return result_of(GetLastError());
}

/* ---- text ---- */

/* Absolute and, where Windows would refuse it for its length, in the form that has no limit. */
static bool widen(const char *path, WCHAR *out)
{
	WCHAR given[WIDE_PATH], full[WIDE_PATH];
	const WCHAR *prefix = L"";
	const WCHAR *rest = full;
	DWORD length;

	if (!*path || !MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, given, WIDE_PATH)) {
		return false;
	}
	length = GetFullPathNameW(given, WIDE_PATH, full, NULL);
	if (length == 0 || length >= WIDE_PATH - 8) {
		return false;
	}
	if (length >= MAX_PATH - 12 && wcsncmp(full, L"\\\\?\\", 4) != 0) {
		bool share = full[0] == L'\\' && full[1] == L'\\';

		prefix = share ? L"\\\\?\\UNC\\" : L"\\\\?\\";
		rest = share ? full + 2 : full;
	}
	wcscpy(out, prefix);
	wcscat(out, rest);
	return true;
}

static bool narrow(const WCHAR *text, int count, char *out, size_t size, size_t *length)
{
	int got = count ? WideCharToMultiByte(
				CP_UTF8, WC_ERR_INVALID_CHARS, text, count, out, (int) size - 1, NULL, NULL)
			: 0;

	out[got] = '\0';
	*length = (size_t) got;
	return got > 0;
}

/* ---- handles ---- */

static fsc_os_result open_handle(const WCHAR *path, DWORD access, bool follow, HANDLE *out)
{
	DWORD flags = FILE_FLAG_BACKUP_SEMANTICS | (follow ? 0 : FILE_FLAG_OPEN_REPARSE_POINT);

	*out = CreateFileW(path, access, SHARE_ALL, NULL, OPEN_EXISTING, flags, NULL);
	return *out == INVALID_HANDLE_VALUE ? failure() : FSC_OS_OK;
}

void *fsc_win32_handle(int fd)
{
	return fd < 0 ? INVALID_HANDLE_VALUE : (HANDLE) _get_osfhandle(fd);
}

static int64_t nanoseconds(int64_t filetime)
{
	return (filetime - EPOCH_1970) * 100;
}

/* Tag 0: it could not be read. */
static fsc_type type_of(DWORD attributes, DWORD tag)
{
	if (attributes & FILE_ATTRIBUTE_REPARSE_POINT) {
		return tag == IO_REPARSE_TAG_SYMLINK ? FSC_TYPE_LINK : FSC_TYPE_UNKNOWN;
	}
	if (attributes & FILE_ATTRIBUTE_DEVICE) {
		return FSC_TYPE_OTHER;
	}
	return attributes & FILE_ATTRIBUTE_DIRECTORY ? FSC_TYPE_DIR : FSC_TYPE_FILE;
}

static unsigned mode_of(DWORD attributes)
{
	unsigned mode = attributes & FILE_ATTRIBUTE_DIRECTORY ? 0777 : 0666;

	return attributes & FILE_ATTRIBUTE_READONLY ? mode & ~0222u : mode;
}

/* ReFS numbers files with 128 bits: what does not fit is no identity. */
static fsc_os_result identify(HANDLE handle, fsc_version *version)
{
	BY_HANDLE_FILE_INFORMATION old;
	FILE_ID_INFO id;
	uint64_t half[2];

	if (GetFileInformationByHandleEx(handle, FileIdInfo, &id, sizeof id)) {
		memcpy(half, &id.FileId, sizeof half);
		version->device = id.VolumeSerialNumber;
		version->inode = half[0];
		return half[1] ? FSC_OS_ERROR : FSC_OS_OK;
	}
	if (!GetFileInformationByHandle(handle, &old)) {
		return failure();
	}
	version->device = old.dwVolumeSerialNumber;
	version->inode = (uint64_t) old.nFileIndexHigh << 32 | old.nFileIndexLow;
	return FSC_OS_OK;
}

static fsc_os_result stat_handle(HANDLE handle, bool followed, fsc_attr *out)
{
	FILE_ATTRIBUTE_TAG_INFO tag = {0, 0};
	FILE_BASIC_INFO basic;
	fsc_attr attr;
	fsc_os_result result;

	memset(&attr, 0, sizeof attr);
	if (!GetFileInformationByHandleEx(handle, FileBasicInfo, &basic, sizeof basic)) {
		return failure();
	}
	result = identify(handle, &attr.version);
	if (result != FSC_OS_OK) {
		return result;
	}
	attr.version.ctime_ns = nanoseconds(basic.ChangeTime.QuadPart);
	attr.version.mtime_ns = nanoseconds(basic.LastWriteTime.QuadPart);
	if (!followed && basic.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) {
		GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof tag);
	}
	attr.type = type_of(basic.FileAttributes, tag.ReparseTag);
	attr.mode = mode_of(basic.FileAttributes);
	*out = attr;
	return FSC_OS_OK;
}

static fsc_os_result stat_wide(const WCHAR *path, bool follow, fsc_attr *out)
{
	HANDLE handle;
	fsc_os_result result = open_handle(path, FILE_READ_ATTRIBUTES, follow, &handle);

	if (result == FSC_OS_OK) {
		result = stat_handle(handle, follow, out);
		CloseHandle(handle);
	}
	return result;
}

/* ---- stat ---- */

/* FSC_STAT_SYNC changes nothing: whether a redirector honours it is unknown,
 * see fsc_os_fs_info(). */
fsc_os_result fsc_os_stat(const char *path, unsigned flags, fsc_attr *out)
{
	WCHAR wide[WIDE_PATH];

	if (!*path) {
		return FSC_OS_NOENT;
	}
	return widen(path, wide) ? stat_wide(wide, !(flags & FSC_STAT_NOFOLLOW), out) : FSC_OS_ERROR;
}

fsc_os_result fsc_os_exists(const char *path)
{
	fsc_attr unused;

	return fsc_os_stat(path, 0, &unused);
}

fsc_os_result fsc_os_stat_entry(int fd, const char *name, fsc_attr *out)
{
	WCHAR path[WIDE_PATH], wide[NAME_BYTES];
	DWORD length = GetFinalPathNameByHandleW(
		fsc_win32_handle(fd), path, WIDE_PATH, VOLUME_NAME_DOS);

	if (length == 0 || length >= WIDE_PATH) {
		return FSC_OS_ERROR;
	}
	if (!MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, name, -1, wide, NAME_BYTES)
		|| length + wcslen(wide) + 2 > WIDE_PATH) {
		return FSC_OS_ERROR;
	}
	if (path[length - 1] != L'\\') {
		wcscat(path, L"\\");
	}
	wcscat(path, wide);
	return stat_wide(path, false, out);
}

fsc_os_result fsc_os_stat_fd(int fd, unsigned flags, fsc_attr *out)
{
	HANDLE handle = fsc_win32_handle(fd);

	(void) flags;
	return handle == INVALID_HANDLE_VALUE ? FSC_OS_ERROR : stat_handle(handle, true, out);
}

/* ---- directories ---- */

static fsc_os_result open_directory(const char *path, DWORD access, int *fd)
{
	WCHAR wide[WIDE_PATH];
	FILE_BASIC_INFO basic;
	HANDLE handle;
	fsc_os_result result;

	*fd = -1;
	if (!widen(path, wide)) {
		return *path ? FSC_OS_ERROR : FSC_OS_NOENT;
	}
	result = open_handle(wide, access, true, &handle);
	if (result != FSC_OS_OK) {
		return result;
	}
	if (!GetFileInformationByHandleEx(handle, FileBasicInfo, &basic, sizeof basic)) {
		result = failure();
	} else if (!(basic.FileAttributes & FILE_ATTRIBUTE_DIRECTORY)) {
		result = FSC_OS_NOTDIR;
	} else {
		*fd = _open_osfhandle((intptr_t) handle, _O_RDONLY | _O_NOINHERIT);
		result = *fd < 0 ? FSC_OS_LIMIT : FSC_OS_OK;
	}
	if (result != FSC_OS_OK) {
		CloseHandle(handle);
	}
	return result;
}

fsc_os_result fsc_os_open_dir(const char *path, int *fd)
{
	return open_directory(path, FILE_LIST_DIRECTORY | FILE_READ_ATTRIBUTES | SYNCHRONIZE, fd);
}

/* Not needed: open_basedir compares without regard to case here, and its fast way is not taken. */
fsc_os_result fsc_os_stat_real(const char *path, fsc_attr *out)
{
	(void) path;
	(void) out;
	return FSC_OS_ERROR;
}

fsc_os_result fsc_os_open_path(const char *path, int *fd)
{
	return open_directory(path, FILE_READ_ATTRIBUTES, fd);
}

void fsc_os_close(int fd)
{
	_close(fd);
}

/* The position belongs to the handle: a new one for the same directory begins anew. */
fsc_os_result fsc_os_rewind_dir(int fd)
{
	HANDLE again = ReOpenFile(fsc_win32_handle(fd),
		FILE_LIST_DIRECTORY | FILE_READ_ATTRIBUTES | SYNCHRONIZE, SHARE_ALL,
		FILE_FLAG_BACKUP_SEMANTICS);
	int other;
	bool moved;

	if (again == INVALID_HANDLE_VALUE) {
		return failure();
	}
	other = _open_osfhandle((intptr_t) again, _O_RDONLY | _O_NOINHERIT);
	if (other < 0) {
		CloseHandle(again);
		return FSC_OS_LIMIT;
	}
	moved = _dup2(other, fd) == 0;
	_close(other);
	return moved ? FSC_OS_OK : FSC_OS_LIMIT;
}

static fsc_os_result visit_entries(
	const char *buffer, fsc_os_visit visit, void *context, size_t *visited)
{
	for (;;) {
		const FILE_ID_BOTH_DIR_INFO *entry = (const void *) buffer;
		char name[NAME_BYTES];
		size_t length;

		if (!narrow(entry->FileName, (int) (entry->FileNameLength / sizeof(WCHAR)), name,
				sizeof name, &length)) {
			return FSC_OS_ERROR;
		}
		++*visited;
		/* EaSize holds the tag of a reparse point. */
		if (!visit(context, name, length, type_of(entry->FileAttributes, entry->EaSize))) {
			return FSC_OS_LIMIT;
		}
		if (entry->NextEntryOffset == 0) {
			return FSC_OS_OK;
		}
		buffer += entry->NextEntryOffset;
	}
}

fsc_os_result fsc_os_read_dir_chunk(int fd, fsc_os_visit visit, void *context, size_t *visited)
{
	_Alignas(FILE_ID_BOTH_DIR_INFO) char buffer[32768];

	*visited = 0;
	if (!GetFileInformationByHandleEx(
			fsc_win32_handle(fd), FileIdBothDirectoryInfo, buffer, sizeof buffer)) {
		return GetLastError() == ERROR_NO_MORE_FILES ? FSC_OS_OK : FSC_OS_ERROR;
	}
	return visit_entries(buffer, visit, context, visited);
}

fsc_os_result fsc_os_read_dir(int fd, fsc_os_visit visit, void *context)
{
	fsc_os_result result;
	size_t visited;

	do {
		result = fsc_os_read_dir_chunk(fd, visit, context, &visited);
	} while (result == FSC_OS_OK && visited > 0);
	return result;
}

/* Not told: PHP's own answer is the final path, not the link's text. */
fsc_os_result fsc_os_read_link(const char *path, char *buffer, size_t size, size_t *length)
{
	(void) path;
	(void) buffer;
	(void) size;
	(void) length;
	return FSC_OS_ERROR;
}

fsc_os_result fsc_os_cwd(char *buffer, size_t size, size_t *length)
{
	WCHAR wide[WIDE_PATH];
	DWORD got = GetCurrentDirectoryW(WIDE_PATH, wide);

	if (got == 0 || got >= WIDE_PATH || size == 0) {
		return FSC_OS_ERROR;
	}
	return narrow(wide, (int) got, buffer, size, length) ? FSC_OS_OK : FSC_OS_ERROR;
}

/* ---- clocks ---- */

int64_t fsc_os_monotonic_ns(void)
{
	return (int64_t) GetTickCount64() * 1000000;
}

int64_t fsc_os_realtime_ns(void)
{
	FILETIME now;

	GetSystemTimeAsFileTime(&now);
	return nanoseconds((int64_t) ((uint64_t) now.dwHighDateTime << 32 | now.dwLowDateTime));
}

int64_t fsc_os_tick_ns(void)
{
	DWORD adjustment, increment;
	BOOL disabled;

	if (!GetSystemTimeAdjustment(&adjustment, &increment, &disabled) || increment == 0) {
		return 16000000;
	}
	return (int64_t) increment * 100;
}

int64_t fsc_os_precise_ns(void)
{
	LARGE_INTEGER count, frequency;

	QueryPerformanceFrequency(&frequency);
	QueryPerformanceCounter(&count);
	return count.QuadPart / frequency.QuadPart * 1000000000
		+ count.QuadPart % frequency.QuadPart * 1000000000 / frequency.QuadPart;
}

/* ---- file systems and mounts ---- */

/*
 * "ntfs", "refs", "fat32"... in lower case. A share says "NTFS" as well but answers from its
 * redirector's caches: it is "remote".
 */
fsc_os_result fsc_os_fs_info(int fd, fsc_fs_info *out)
{
	HANDLE handle = fsc_win32_handle(fd);
	FILE_REMOTE_PROTOCOL_INFO remote;
	WCHAR name[MAX_PATH];
	DWORD serial = 0, flags = 0;
	fsc_fs_info info;
	size_t length;

	memset(&info, 0, sizeof info);
	memset(&remote, 0, sizeof remote);
	if (!GetVolumeInformationByHandleW(handle, NULL, 0, &serial, NULL, &flags, name, MAX_PATH)) {
		return failure();
	}
	info.table_id = serial;
	strcpy(info.options, flags & FILE_READ_ONLY_VOLUME ? "ro" : "rw");
	if (GetFileInformationByHandleEx(handle, FileRemoteProtocolInfo, &remote, sizeof remote)) {
		strcpy(info.type, "remote");
	} else if (!narrow(name, (int) wcslen(name), info.type, sizeof info.type, &length)) {
		info.type[0] = '\0';
	}
	for (char *letter = info.type; *letter; letter++) {
		if (*letter >= 'A' && *letter <= 'Z') {
			*letter = (char) (*letter + ('a' - 'A'));
		}
	}
	*out = info;
	return FSC_OS_OK;
}

/* All are, but those that were made case-sensitive and say so. */
bool fsc_os_is_casefolded(int fd)
{
	const FILE_INFO_BY_HANDLE_CLASS asked = (FILE_INFO_BY_HANDLE_CLASS) CASE_SENSITIVE_INFO;
	ULONG flags = 0;

	return !GetFileInformationByHandleEx(fsc_win32_handle(fd), asked, &flags, sizeof flags)
		|| !(flags & 1);
}

uint64_t fsc_os_mounts_generation(void)
{
	return 0;
}

fsc_os_table fsc_os_common_table(void)
{
	return FSC_OS_TABLE_UNKNOWN;
}

fsc_os_result fsc_os_mounts_each(fsc_os_mount_visit visit, void *context)
{
	(void) visit;
	(void) context;
	return FSC_OS_ERROR;
}

/* ---- features and process ---- */

unsigned fsc_os_features(void)
{
	return FSC_OS_FD_ACCESS | FSC_OS_FOLD_FLAG;
}

void fsc_os_after_fork(void)
{
}

void fsc_os_after_unshare(void)
{
}

void fsc_os_init(void)
{
}

void fsc_os_deinit(void)
{
}

/* ---- from an open directory ---- */

/* A name without its directory: relative questions are not asked ahead here. */

fsc_os_result fsc_os_stat_from(int base, const char *path, unsigned flags, fsc_attr *out)
{
	return base < 0 ? fsc_os_stat(path, flags, out) : FSC_OS_ERROR;
}

fsc_os_result fsc_os_open_dir_from(int base, const char *path, int *fd)
{
	*fd = -1;
	return base < 0 ? fsc_os_open_dir(path, fd) : FSC_OS_ERROR;
}

fsc_os_result fsc_os_open_path_from(int base, const char *path, int *fd)
{
	*fd = -1;
	return base < 0 ? fsc_os_open_path(path, fd) : FSC_OS_ERROR;
}
