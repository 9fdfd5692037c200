/* SPDX-License-Identifier: MIT */
/*
 * posix_threads.c: helper threads, and the lock they share with their owner.
 *
 * A helper may still be inside a system call of a dead server when the process ends or the
 * extension is unloaded. It is waited for by nobody, so its code must not go away: with the first
 * thread the library that holds it is pinned.
 */
#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif
#include "src/platform/posix.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define STACK_SIZE ((size_t) 128 * 1024)

struct fsc_os_monitor {
	pthread_mutex_t mutex;
	pthread_cond_t  conditions[FSC_OS_DONE + 1];
};

typedef struct start {
	void (*run)(void *context);
	void *context;
} start;

static atomic_ullong forks;

void fsc_threads_forked(void)
{
	atomic_fetch_add_explicit(&forks, 1, memory_order_relaxed);
}

uint64_t fsc_os_forks(void)
{
	return atomic_load_explicit(&forks, memory_order_relaxed);
}

/* ---- the lock ---- */

fsc_os_monitor *fsc_os_monitor_create(void)
{
	fsc_os_monitor *monitor = malloc(sizeof *monitor);
	pthread_condattr_t attributes;

	if (!monitor) {
		return NULL;
	}
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_mutex_init(&monitor->mutex, NULL);
	for (int i = 0; i <= FSC_OS_DONE; i++) {
		pthread_cond_init(&monitor->conditions[i], &attributes);
	}
	pthread_condattr_destroy(&attributes);
	return monitor;
}

void fsc_os_monitor_destroy(fsc_os_monitor *monitor)
{
	for (int i = 0; i <= FSC_OS_DONE; i++) {
		pthread_cond_destroy(&monitor->conditions[i]);
	}
	pthread_mutex_destroy(&monitor->mutex);
	free(monitor);
}

void fsc_os_monitor_lock(fsc_os_monitor *monitor)
{
	pthread_mutex_lock(&monitor->mutex);
}

void fsc_os_monitor_unlock(fsc_os_monitor *monitor)
{
	pthread_mutex_unlock(&monitor->mutex);
}

void fsc_os_monitor_wait(fsc_os_monitor *monitor, fsc_os_condition condition, int64_t most_ns)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	most_ns += until.tv_nsec;
	until.tv_sec += (time_t) (most_ns / 1000000000);
	until.tv_nsec = (long) (most_ns % 1000000000);
	pthread_cond_timedwait(&monitor->conditions[condition], &monitor->mutex, &until);
}

void fsc_os_monitor_wake(fsc_os_monitor *monitor, fsc_os_condition condition, bool all)
{
	if (all) {
		pthread_cond_broadcast(&monitor->conditions[condition]);
	} else {
		pthread_cond_signal(&monitor->conditions[condition]);
	}
}

/* ---- threads ---- */

/* For good, and again for each thread is no harm. A library that cannot be named is the program. */
static void pin_code(void)
{
	static atomic_flag pinned = ATOMIC_FLAG_INIT;
	Dl_info info;

	if (!atomic_flag_test_and_set(&pinned) && dladdr((void *) &forks, &info) && info.dli_fname) {
		dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
	}
}

static void *thread_main(void *argument)
{
	start copy = *(start *) argument;

	free(argument);
	copy.run(copy.context);
	return NULL;
}

/* The new thread inherits the mask that its maker has meanwhile. */
static bool start_masked(pthread_attr_t *attributes, start *argument)
{
	sigset_t all, before;
	pthread_t thread;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&thread, attributes, thread_main, argument);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return error == 0;
}

bool fsc_os_thread_start(void (*run)(void *context), void *context)
{
	start *argument = malloc(sizeof *argument);
	pthread_attr_t attributes;
	bool started;

	if (!argument || pthread_attr_init(&attributes) != 0) {
		free(argument);
		return false;
	}
	argument->run = run;
	argument->context = context;
	pin_code();
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	/* Refused where the smallest allowed is larger: then the default will do. */
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	started = start_masked(&attributes, argument);
	pthread_attr_destroy(&attributes);
	if (!started) {
		free(argument);
	}
	return started;
}

uint64_t fsc_os_thread_self(void)
{
	return (uint64_t) syscall(SYS_gettid);
}

uint64_t fsc_os_thread_sleeps(void)
{
#ifdef RUSAGE_THREAD
	struct rusage usage;

	if (getrusage(RUSAGE_THREAD, &usage) == 0) {
		return (uint64_t) usage.ru_nvcsw;
	}
#endif
	return 0;
}

unsigned fsc_os_processors(void)
{
#ifdef CPU_COUNT
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof set, &set) == 0) {
		return (unsigned) CPU_COUNT(&set);
	}
#endif
	return 2;
}

/* Seconds since the start and seconds of idle time, with two digits behind the point each. */
int64_t fsc_os_idle_ns(void)
{
	char text[64], *at;
	ssize_t length;
	double idle;
	int fd = open("/proc/uptime", O_RDONLY | O_CLOEXEC);

	if (fd < 0) {
		return -1;
	}
	length = read(fd, text, sizeof text - 1);
	close(fd);
	text[length > 0 ? length : 0] = '\0';
	at = strchr(text, ' ');
	return at && sscanf(at, "%lf", &idle) == 1 && idle >= 0 ? (int64_t) (idle * 1e9) : -1;
}

void fsc_os_thread_wait(uint64_t thread)
{
	const struct timespec moment = {0, 100000};

	for (int i = 0; i < 10000; i++) {
		if (syscall(SYS_tgkill, getpid(), (pid_t) thread, 0) != 0) {
			return;
		}
		nanosleep(&moment, NULL);
	}
}
