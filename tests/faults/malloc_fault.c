/* SPDX-License-Identifier: MIT */
/*
 * malloc_fault.c: preloaded into PHP, lets allocations of one shared object fail.
 *
 *     FAULT_OBJECT=fastscan.so FAULT_AT=N   its N-th allocation (from 0) and all later ones fail
 *     FAULT_ONCE=1                          only that one
 *     FAULT_SEEN=FILE                       at exit, how many it has made
 *
 * Allocations of everybody else, PHP's included, are left alone: they are told apart by the return
 * address. PHP loads extensions so that they would not see this: preload
 * tests/asan/nodeep.c as well.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static char object[64], report_path[4096]; /* copies: PHP frees its environment before it exits */
static long at, once;
static unsigned long first, last; /* the object's code; 0: not loaded yet */
static long seen;

static void setting(const char *name, char *out, size_t size)
{
	const char *value = getenv(name);

	snprintf(out, size, "%s", value ? value : "");
}

__attribute__((constructor)) static void begin(void)
{
	const char *number = getenv("FAULT_AT");

	at = number ? atol(number) : 0;
	once = getenv("FAULT_ONCE") != NULL;
	setting("FAULT_SEEN", report_path, sizeof report_path);
	setting("FAULT_OBJECT", object, sizeof object);
}

static int find(struct dl_phdr_info *info, size_t size, void *name)
{
	int i;

	(void) size;
	if (!info->dlpi_name || !strstr(info->dlpi_name, name)) {
		return 0;
	}
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &info->dlpi_phdr[i];

		if (part->p_type == PT_LOAD && (part->p_flags & PF_X)) {
			first = info->dlpi_addr + part->p_vaddr;
			last = first + part->p_memsz;
		}
	}
	return 1;
}

static int fails(const void *caller)
{
	static int looking;
	unsigned long address = (unsigned long) caller;
	long number;

	if (!*object) {
		return 0;
	}
	if (!first && !looking) {
		looking = 1;
		dl_iterate_phdr(find, object);
		looking = 0;
	}
	if (address < first || address >= last) {
		return 0;
	}
	number = seen++;
	errno = ENOMEM;
	return once ? number == at : number >= at;
}

void *malloc(size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

__attribute__((destructor)) static void report(void)
{
	FILE *file = *report_path ? fopen(report_path, "w") : NULL;

	if (file) {
		fprintf(file, "%ld\n", seen);
		fclose(file);
	}
}
