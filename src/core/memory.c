/* SPDX-License-Identifier: MIT */
/*
 * memory.c: malloc with a fault switch. The switch is a plain counter: only single-threaded unit
 * tests set it, and while it is negative (always, in production) it is only read.
 */
#include "src/core/memory.h"

#include <stdlib.h>

static long fail_after = -1;
static int fail_once;

static int must_fail(void)
{
	if (fail_after < 0) {
		return 0;
	}
	if (fail_after == 0) {
		fail_after = fail_once ? -1 : 0;
		return 1;
	}
	fail_after--;
	return 0;
}

void *fsc_mem_alloc(size_t size)
{
	return must_fail() ? NULL : malloc(size);
}

void *fsc_mem_zalloc(size_t size)
{
	return must_fail() ? NULL : calloc(1, size);
}

void *fsc_mem_realloc(void *block, size_t size)
{
	return must_fail() ? NULL : realloc(block, size);
}

void fsc_mem_free(void *block)
{
	free(block);
}

void fsc_mem_fail_after(long after)
{
	fail_after = after;
	fail_once = 0;
}

long fsc_mem_fail_left(void)
{
	return fail_after;
}

void fsc_mem_fail_once(long after)
{
	fail_after = after;
	fail_once = 1;
}
