/* SPDX-License-Identifier: MIT */
/*
 * fuzz.h: what the fuzz targets share. Each fuzz_*.c defines libFuzzer's entry and aborts on a
 * broken promise; ASan and UBSan see the rest. Linked with standalone.c it runs over the files it
 * is given.
 */
#ifndef FASTSCAN_TESTS_FUZZ_H
#define FASTSCAN_TESTS_FUZZ_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define PROMISE(condition) \
	do { \
		if (!(condition)) { \
			fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition); \
			abort(); \
		} \
	} while (0)

/* A copy that ends where the bytes do, so that a read beyond them is seen. To be freed. */
static inline char *fuzz_copy(const void *bytes, size_t size)
{
	char *copy = malloc(size ? size : 1);

	if (size) {
		memcpy(copy, bytes, size);
	}
	return copy;
}

#endif
