/* SPDX-License-Identifier: MIT */
/* Paths taken apart by the inlined functions and, byte by byte, by plain ones. */
#include "src/core/path.h"
#include "tests/fuzz/fuzz.h"

static size_t plain_name_at(const char *path, size_t length)
{
	while (length > 0 && path[length - 1] != '/') {
		length--;
	}
	return length;
}

static bool plain_has_dotdot(const char *path, size_t length)
{
	size_t start = 0;

	for (size_t i = 0; i <= length; i++) {
		if (i == length || path[i] == '/') {
			if (i - start == 2 && path[start] == '.' && path[start + 1] == '.') {
				return true;
			}
			start = i + 1;
		}
	}
	return false;
}

static void check_split(const char *path, size_t length)
{
	fsc_split split;
	size_t end = length;

	if (!fsc_path_split(path, length, &split)) {
		return;
	}
	while (path[end - 1] == '/') {
		end--;
	}
	PROMISE(length < FSC_PATH_MAX);
	PROMISE(split.name + split.name_length == path + end);
	PROMISE(split.name_length > 0 && split.name_length <= 255);
	PROMISE(!memchr(split.name, '/', split.name_length));
	PROMISE(split.slash == (end != length));
	PROMISE(split.relative == (path[0] != '/'));
	PROMISE(split.directory_length > 0);
	if (split.name == path) {
		PROMISE(split.directory_length == 1 && split.directory[0] == '.');
		return;
	}
	PROMISE(split.directory == path);
	PROMISE(split.directory_length == 1 || path[split.directory_length - 1] != '/');
	for (const char *p = path + split.directory_length; p < split.name; p++) {
		PROMISE(*p == '/');
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *path = fuzz_copy(data, size);
	size_t half = size / 2;

	PROMISE(fsc_path_name_at(path, size) == plain_name_at(path, size));
	PROMISE(fsc_path_has_dotdot(path, size) == plain_has_dotdot(path, size));
	PROMISE(fsc_path_trim(path, size) <= size);
	check_split(path, size);
	PROMISE(size == 0 || path[0] != '/' || fsc_path_is_below(path, size, "/", 1));
	PROMISE(half == 0 || fsc_path_is_below(path, half, path, half));
	if (half > 1 && fsc_path_is_below(path, size, path, half)) {
		PROMISE(size == half || path[half] == '/');
	}
	free(path);
	return 0;
}
