/* SPDX-License-Identifier: MIT */
/*
 * memory.h: the core's allocator. Persistent (never PHP's request allocator), may fail, never
 * aborts: every caller treats NULL as "cache less". The unit tests make the n-th allocation fail.
 */
#ifndef FSC_MEMORY_H
#define FSC_MEMORY_H

#include <stddef.h>

void *fsc_mem_alloc(size_t size);
void *fsc_mem_zalloc(size_t size);
void *fsc_mem_realloc(void *block, size_t size); /* on NULL the old block is untouched */
void fsc_mem_free(void *block);

/*
 * What a block of `size` bytes takes of the heap (glibc's 8 bytes of bookkeeping, rounded to 16).
 */
static inline size_t fsc_mem_footprint(size_t size)
{
	return size <= 24 ? 32 : (size + 8 + 15) & ~(size_t) 15;
}

/* For tests: the next `after` allocations succeed, all later ones fail; -1 never fails. */
void fsc_mem_fail_after(long after);
/* The same, but only the next one after those fails. */
void fsc_mem_fail_once(long after);
/* How many are left of those that succeed; -1: none will fail. */
long fsc_mem_fail_left(void);

#endif
