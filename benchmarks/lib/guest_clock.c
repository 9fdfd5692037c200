/* SPDX-License-Identifier: MIT */
/*
 * guest_clock.c: preload for what runs in the NFS guest, on all sides alike.
 *
 * User-Mode Linux's vDSO makes a system call of a traced process of each look at the clock: some
 * 30 us instead of some 30 ns, and a page of WordPress looks a thousand times. Here the processor's
 * counter is read instead, and the kernel is asked once a tick for each clock (once a millisecond
 * would cost a program that reads all four a sixth of its time). PHP loads
 * extensions so that they find the C library first (RTLD_DEEPBIND), and they may look for the vDSO
 * themselves: not here.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#define NS INT64_C(1000000000)
#define CLOCKS 8 /* those with smaller numbers are kept */
#define TICK   (NS / 100) /* of the guest's kernel */

typedef struct seen {
	uint64_t counter; /* when the kernel was asked; 0: never */
	int64_t  kernel, told;
} seen;

static _Thread_local seen clocks[CLOCKS];
static double ns_per_count;

static int64_t ask(clockid_t clock)
{
	struct timespec now;

	return syscall(SYS_clock_gettime, clock, &now) == 0 ? now.tv_sec * NS + now.tv_nsec : -1;
}

__attribute__((constructor)) static void calibrate(void)
{
	int64_t start = ask(CLOCK_MONOTONIC), now;
	uint64_t counter = __rdtsc();

	do {
		now = ask(CLOCK_MONOTONIC);
	} while (now - start < 2 * TICK);
	ns_per_count = (double) (now - start) / (double) (__rdtsc() - counter);
}

static int is_kept(clockid_t clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME_COARSE ||
		clock == CLOCK_MONOTONIC_COARSE;
}

static int64_t read_clock(clockid_t clock)
{
	seen *s = &clocks[clock];
	uint64_t counter = __rdtsc();
	int64_t since = (int64_t) ((double) (counter - s->counter) * ns_per_count);
	int64_t now;

	if (s->counter == 0 || since < 0 || since > TICK) {
		now = s->kernel = ask(clock);
		s->counter = __rdtsc();
	} else {
		now = clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ? s->kernel + since : s->kernel;
	}
	if (clock == CLOCK_MONOTONIC && now < s->told) {
		now = s->told;
	}
	s->told = now;
	return now;
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
	int64_t now;

	if (!is_kept(clock)) {
		return (int) syscall(SYS_clock_gettime, clock, out);
	}
	now = read_clock(clock);
	out->tv_sec = now / NS;
	out->tv_nsec = now % NS;
	return 0;
}

time_t time(time_t *out)
{
	time_t now = read_clock(CLOCK_REALTIME_COARSE) / NS;

	if (out) {
		*out = now;
	}
	return now;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
	int64_t now = read_clock(CLOCK_REALTIME);

	(void) zone;
	out->tv_sec = now / NS;
	out->tv_usec = now % NS / 1000;
	return 0;
}

void *dlopen(const char *file, int flags)
{
	void *(*original)(const char *, int) =
		(void *(*)(const char *, int)) dlsym(RTLD_NEXT, "dlopen");

	return file && strcmp(file, "linux-vdso.so.1") == 0 ? NULL
		: original(file, flags & ~RTLD_DEEPBIND);
}
