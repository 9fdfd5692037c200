/* SPDX-License-Identifier: MIT */
/*
 * posix_clock.c: the clocks.
 *
 * Every cache hit reads one, so the C library's wrapper is left out where the kernel's own function
 * can be had: a third of the time. The pointer is set once, by fsc_os_init() in MINIT. No locks.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "src/platform/posix.h"

#include <dlfcn.h>
#include <time.h>

typedef int (*clock_reader)(clockid_t clock, struct timespec *now);

static clock_reader reader = clock_gettime;

/* The kernel maps the library into every process; under valgrind and with musl nobody sees it. */
void fsc_clock_init(void)
{
	void *library = dlopen("linux-vdso.so.1", RTLD_LAZY | RTLD_NOLOAD);
	void *found;
	struct timespec now;

	if (!library) {
		return;
	}
	found = dlsym(library, "__vdso_clock_gettime"); /* x86, arm, riscv */
	if (!found) {
		found = dlsym(library, "__kernel_clock_gettime"); /* arm64, s390, powerpc */
	}
	if (found && ((clock_reader) found)(CLOCK_MONOTONIC_COARSE, &now) == 0) {
		reader = (clock_reader) found;
	}
	dlclose(library);
}

static inline int64_t read_clock(clockid_t clock)
{
	struct timespec now;

	if (reader(clock, &now) != 0) {
		clock_gettime(clock, &now);
	}
	return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}
int64_t fsc_os_monotonic_ns(void)
{
	return read_clock(CLOCK_MONOTONIC_COARSE);
}

int64_t fsc_os_realtime_ns(void)
{
	return read_clock(CLOCK_REALTIME_COARSE);
}

int64_t fsc_os_precise_ns(void)
{
	return read_clock(CLOCK_MONOTONIC);
}

int64_t fsc_os_tick_ns(void)
{
	struct timespec tick;

	if (clock_getres(CLOCK_REALTIME_COARSE, &tick) != 0) {
		return 10000000; /* the coarsest that Linux is built with: 100 Hz */
	}
	return (int64_t) tick.tv_sec * 1000000000 + tick.tv_nsec;
}
