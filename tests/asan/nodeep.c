/* SPDX-License-Identifier: MIT */
/*
 * A library to preload: takes RTLD_DEEPBIND out of every dlopen(), because AddressSanitizer refuses
 * to run with it and some distributions' PHP loads extensions so. See tests/stages/asan.sh.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

void *dlopen(const char *file, int mode)
{
	static void *(*real)(const char *, int);

	if (!real) {
		*(void **)&real = dlsym(RTLD_NEXT, "dlopen");
	}
	return real(file, mode & ~RTLD_DEEPBIND);
}
