/* SPDX-License-Identifier: MIT */
/*
 * globbing.c: glob(3) over other listings than the system's, by GLOB_ALTDIRFUNC.
 *
 * What glibc asks through it: opendir, readdir, closedir; lstat(), whether a path without magic
 * exists; stat(), whether a path is a directory. Of a struct dirent it looks at the name, the type
 * and whether d_ino is 0; of a struct stat at the type. Nothing else of them is
 * filled in, and nobody else ever sees them. Other C libraries sort, match or ask otherwise, and
 * are not used.
 *
 * Threads: one glob(3) runs in a thread at a time. Locks: none.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "src/platform/globbing.h"

#ifdef __linux__
# include <glob.h>
#endif

#if defined(__GLIBC__) && defined(GLOB_ALTDIRFUNC)

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct {
	int      value;
	unsigned flag;
} flag_names[] = {
	{GLOB_BRACE, FSC_GLOB_BRACE}, {GLOB_MARK, FSC_GLOB_MARK}, {GLOB_NOSORT, FSC_GLOB_NOSORT},
	{GLOB_NOCHECK, FSC_GLOB_NOCHECK}, {GLOB_NOESCAPE, FSC_GLOB_NOESCAPE},
	{GLOB_ERR, FSC_GLOB_ERR}, {GLOB_ONLYDIR, FSC_GLOB_ONLYDIR},
};
#define FLAG_COUNT (sizeof flag_names / sizeof *flag_names)

/* Where a byte is a character; glibc's own object, never freed. */
static locale_t c_locale;

long fsc_os_glob_all(void)
{
	long all = 0;
	size_t i;

	c_locale = newlocale(LC_ALL_MASK, "C", (locale_t) 0);
	for (i = 0; i < FLAG_COUNT; i++) {
		all |= flag_names[i].value;
	}
	return all;
}

unsigned fsc_os_glob_flags(long value)
{
	unsigned flags = 0;
	size_t i;

	for (i = 0; i < FLAG_COUNT; i++) {
		if (value & flag_names[i].value) {
			flags |= flag_names[i].flag;
			value &= ~(long) flag_names[i].value;
		}
	}
	return value ? FSC_GLOB_NONE : flags;
}

static int value_of(unsigned flags)
{
	int value = 0;
	size_t i;

	for (i = 0; i < FLAG_COUNT; i++) {
		value |= flags & flag_names[i].flag ? flag_names[i].value : 0;
	}
	return value;
}

/* ---- fnmatch(3) ---- */

static bool is_ascii(const char *text, size_t length)
{
	unsigned char all = 0;
	size_t i;

	for (i = 0; i < length; i++) {
		all |= (unsigned char) text[i];
	}
	return all < 0x80;
}

/* Brackets have ranges and classes, which are the locale's. */
static bool means_bytes(const char *text)
{
	const char *codeset = nl_langinfo(CODESET);

	return !strchr(text, '[') && is_ascii(text, strlen(text)) &&
		(strcmp(codeset, "UTF-8") == 0 || strcmp(codeset, "ANSI_X3.4-1968") == 0);
}

void fsc_os_pattern_init(fsc_pattern *out, const char *text, bool escapes)
{
	out->text = text;
	out->escapes = escapes;
	out->bytes = means_bytes(text);
}

bool fsc_os_pattern_fits(const fsc_pattern *pattern, const char *name, size_t length)
{
	const int how = FNM_PERIOD | (pattern->escapes ? 0 : FNM_NOESCAPE);
	const bool bytes = pattern->bytes && c_locale && is_ascii(name, length);
	const locale_t locale = bytes ? uselocale(c_locale) : (locale_t) 0;
	const bool fits = fnmatch(pattern->text, name, how) == 0;

	if (bytes) {
		uselocale(locale);
	}
	return fits;
}

/* ---- what glob(3) calls ---- */

typedef struct directory {
	void         *listing; /* NULL: the system's stream */
	uint32_t      at;
	DIR          *stream;
	bool          open;
	struct dirent entry;
} directory;

/* glob(3) closes a directory before it opens the next: the one that is open. */
static _Thread_local directory one;
static _Thread_local const fsc_glob_calls *calls_now;

static void give_back(directory *dir)
{
	dir->open = false;
	if (dir != &one) {
		free(dir);
	}
}

static void *open_directory(const char *path)
{
	directory *dir = one.open ? malloc(sizeof *dir) : &one;
	bool absent = false;

	if (!dir) {
		return NULL;
	}
	memset(dir, 0, offsetof(directory, entry));
	dir->open = true;
	dir->listing = calls_now->open(path, &absent);
	if (!dir->listing && !absent) {
		dir->stream = opendir(path);
	}
	if (!dir->listing && !dir->stream) {
		int error = absent ? ENOENT : errno;

		give_back(dir);
		errno = error;
		return NULL;
	}
	return dir;
}

static unsigned char dirent_type(fsc_type type)
{
	switch (type) {
	case FSC_TYPE_FILE:
		return DT_REG;
	case FSC_TYPE_DIR:
		return DT_DIR;
	case FSC_TYPE_LINK:
		return DT_LNK;
	case FSC_TYPE_OTHER:
		return DT_FIFO; /* or a socket or a device: neither a directory nor a link */
	case FSC_TYPE_UNKNOWN:
		break;
	}
	return DT_UNKNOWN;
}

static struct dirent *read_directory(void *handle)
{
	directory *dir = handle;
	fsc_glob_entry entry;

	if (!dir->listing) {
		return readdir(dir->stream);
	}
	if (!calls_now->read(dir->listing, dir->at, &entry)) {
		return NULL;
	}
	dir->at++;
	dir->entry.d_ino = 1; /* 0 would be no entry */
	dir->entry.d_type = dirent_type(entry.type);
	memcpy(dir->entry.d_name, entry.name, (size_t) entry.length + 1);
	return &dir->entry;
}

static void close_directory(void *handle)
{
	directory *dir = handle;

	if (dir->listing) {
		calls_now->close(dir->listing);
	} else {
		closedir(dir->stream);
	}
	give_back(dir);
}

static int stat_as(const char *path, bool follow, struct stat *out)
{
	fsc_glob_is is = calls_now->is(path, follow);

	if (is == FSC_GLOB_IS_UNKNOWN) {
		return follow ? stat(path, out) : lstat(path, out);
	}
	if (is == FSC_GLOB_IS_ABSENT) {
		errno = ENOENT;
		return -1;
	}
	memset(out, 0, sizeof *out);
	out->st_mode = is == FSC_GLOB_IS_DIR ? S_IFDIR : S_IFREG;
	return 0;
}

static int stat_followed(const char *path, struct stat *out)
{
	return stat_as(path, true, out);
}

static int stat_itself(const char *path, struct stat *out)
{
	return stat_as(path, false, out);
}

/* ---- glob(3) ---- */

fsc_glob_result fsc_os_glob(const char *pattern, unsigned flags, const fsc_glob_calls *calls,
	fsc_glob_found *out)
{
	glob_t found;
	int status;

	memset(&found, 0, sizeof found);
	found.gl_opendir = open_directory;
	found.gl_readdir = read_directory;
	found.gl_closedir = close_directory;
	found.gl_stat = stat_followed;
	found.gl_lstat = stat_itself;
	calls_now = calls;
	status = glob(pattern, value_of(flags) | GLOB_ALTDIRFUNC, NULL, &found);
	if (status != 0) {
		return status == GLOB_NOMATCH ? FSC_GLOB_NO_MATCH : FSC_GLOB_FAILED;
	}
	out->count = found.gl_pathc;
	out->paths = found.gl_pathv;
	return FSC_GLOB_OK;
}

void fsc_os_glob_free(fsc_glob_found *found)
{
	glob_t given;

	memset(&given, 0, sizeof given);
	given.gl_pathc = found->count;
	given.gl_pathv = found->paths;
	globfree(&given);
}

#else

long fsc_os_glob_all(void)
{
	return 0;
}

unsigned fsc_os_glob_flags(long value)
{
	(void) value;
	return FSC_GLOB_NONE;
}

void fsc_os_pattern_init(fsc_pattern *out, const char *text, bool escapes)
{
	out->text = text;
	out->escapes = escapes;
	out->bytes = false;
}

bool fsc_os_pattern_fits(const fsc_pattern *pattern, const char *name, size_t length)
{
	(void) pattern;
	(void) name;
	(void) length;
	return false;
}

fsc_glob_result fsc_os_glob(const char *pattern, unsigned flags, const fsc_glob_calls *calls,
	fsc_glob_found *out)
{
	(void) pattern;
	(void) flags;
	(void) calls;
	(void) out;
	return FSC_GLOB_FAILED;
}

void fsc_os_glob_free(fsc_glob_found *found)
{
	(void) found;
}

#endif
