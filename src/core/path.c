/* SPDX-License-Identifier: MIT */
/*
 * path.c: the path questions that no cache hit asks; the others are inlined in path.h. Pure
 * functions of their arguments.
 */
#include "src/core/path.h"

#include <string.h>

bool fsc_path_has_dotdot(const char *path, size_t length)
{
	const char *end = path + length;

	while (path < end) {
		const char *slash = memchr(path, '/', (size_t) (end - path));
		const char *stop = slash ? slash : end;

		if (stop - path == 2 && path[0] == '.' && path[1] == '.') {
			return true;
		}
		path = stop + 1;
	}
	return false;
}

bool fsc_path_is_below(const char *path, size_t length, const char *prefix, size_t prefix_length)
{
	if (prefix_length == 1 && prefix[0] == '/') {
		return length > 0 && path[0] == '/';
	}
	if (length < prefix_length || memcmp(path, prefix, prefix_length) != 0) {
		return false;
	}
	return length == prefix_length || path[prefix_length] == '/';
}

size_t fsc_path_normalize(const char *path, size_t length, char *out)
{
	const char *end = path + length;
	size_t used = 0;

	while (path < end) {
		const char *slash = memchr(path, '/', (size_t) (end - path));
		size_t part = (size_t) ((slash ? slash : end) - path);

		if (part == 2 && path[0] == '.' && path[1] == '.') {
			while (used > 0 && out[--used] != '/') {
			}
		} else if (part > 0 && !(part == 1 && path[0] == '.')) {
			out[used++] = '/';
			memcpy(out + used, path, part);
			used += part;
		}
		path += part + 1;
	}
	if (used == 0) {
		out[used++] = '/';
	}
	out[used] = '\0';
	return used;
}
