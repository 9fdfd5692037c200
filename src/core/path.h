/* SPDX-License-Identifier: MIT */
/*
 * path.h: paths taken apart as strings. Nothing here is resolved: "a/../b" stays what it is,
 * because it is not "b" when a is a symlink. No allocation, no system calls.
 */
#ifndef FSC_PATH_H
#define FSC_PATH_H

#include "src/core/bytes.h"
#include "src/core/hash.h"

#include <stdbool.h>
#include <stddef.h>

#define FSC_PATH_MAX 4096 /* PHP's MAXPATHLEN on Linux; longer paths pass through */

/*
 * "a/b/c" is the directory "a/b" and the name "c"; "c" is "." and "c"; "/c" is "/" and "c". Slashes
 * between the two are dropped ("a//c" is "a" and "c"), those inside the directory stay ("a//b/c" is
 * "a//b" and "c"), and so do its "." and ".." components.
 */
typedef struct fsc_split {
	const char *directory; /* into the path, or static "." or "/" */
	size_t      directory_length;
	const char *name;      /* into the path */
	size_t      name_length;
	bool        relative;  /* does not begin with a slash */
	bool        slash;     /* slashes followed the name: it must be a directory */
} fsc_split;

/* Index behind the last slash of path[0..length), 0 if there is none. */
static inline size_t fsc_path_name_at(const char *path, size_t length);

/* Strip trailing slashes, but keep one for the root. */
static inline size_t fsc_path_trim(const char *path, size_t length);

/*
 * False for paths that are not a name in a directory: empty, too long (FSC_PATH_MAX, or a name
 * above 255), "/", ending in "." or "..". NUL bytes are taken for part of the name: the caller
 * looks.
 */
static inline bool fsc_path_split(const char *path, size_t length, fsc_split *out);

/*
 * "/a//b/./c/../d" to "/a/b/d": what prefixes are compared with, not where the path leads (a/.. is
 * not here when a is a symlink). path is absolute; out holds length + 1 bytes. Returns the length.
 */
size_t fsc_path_normalize(const char *path, size_t length, char *out);

/* Does a component equal ".."? */
bool fsc_path_has_dotdot(const char *path, size_t length);

/* Is `path` equal to `prefix` or below it? Both absolute, `prefix` without a slash at the end (or
 * "/"). */
bool fsc_path_is_below(const char *path, size_t length, const char *prefix, size_t prefix_length);

/* ---- inlined, since every cache hit splits a path ---- */

#if defined(__GNUC__) && defined(__SSE2__)
/* The last 32 bytes in one step: whether a name has more than 16 is chance. */
static inline size_t fsc_path_name_at(const char *path, size_t length)
{
	while (length >= 16) {
		uint32_t mask = fsc_bytes_equal_at_end(path, length, '/');

		if (mask) {
			return length - (size_t) __builtin_clz(mask);
		}
		if (length <= 32) {
			return 0;
		}
		length -= 32;
	}
	while (length > 0 && path[length - 1] != '/') {
		length--;
	}
	return length;
}
#elif defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* Eight bytes a step. The mask has 0x80 in exactly the bytes that are slashes. */
static inline size_t fsc_path_name_at(const char *path, size_t length)
{
	const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);

	while (length >= 8) {
		uint64_t word = fsc_hash_word(path + length - 8) ^ UINT64_C(0x2f2f2f2f2f2f2f2f);
		uint64_t mask = ~(((word & low) + low) | word | low);

		if (mask) {
			return length - (size_t) (__builtin_clzll(mask) >> 3);
		}
		length -= 8;
	}
	while (length > 0 && path[length - 1] != '/') {
		length--;
	}
	return length;
}
#else
static inline size_t fsc_path_name_at(const char *path, size_t length)
{
	while (length > 0 && path[length - 1] != '/') {
		length--;
	}
	return length;
}
#endif

static inline size_t fsc_path_trim(const char *path, size_t length)
{
	while (length > 1 && path[length - 1] == '/') {
		length--;
	}
	return length;
}

/* "." or ".." */
static inline bool fsc_path_is_dots(const char *name, size_t length)
{
	return length > 0 && length <= 2 && name[0] == '.' && name[length - 1] == '.';
}

static inline bool fsc_path_split(const char *path, size_t length, fsc_split *out)
{
	size_t end, at;

	if (length == 0 || length >= FSC_PATH_MAX) {
		return false;
	}
	end = path[length - 1] == '/' ? fsc_path_trim(path, length) : length;
	at = fsc_path_name_at(path, end);
	if (at == end || end - at > 255 || fsc_path_is_dots(path + at, end - at)) {
		return false;
	}
	out->name = path + at;
	out->name_length = end - at;
	out->slash = end != length;
	out->relative = path[0] != '/';
	if (at == 0) {
		out->directory = ".";
		out->directory_length = 1;
		return true;
	}
	out->directory = path;
	out->directory_length = at > 1 && path[at - 2] != '/' ? at - 1 : fsc_path_trim(path, at);
	return true;
}

#endif
