/* SPDX-License-Identifier: MIT */
/*
 * fake_threads.c: the fake's threads, which run when a test says so, or when somebody waits for
 * them. Single-threaded.
 */
#include "tests/unit/fake_tree.h"

#include <stdlib.h>

struct fsc_os_monitor {
	int held;
};

static uint64_t sleeps;
static unsigned processors = 2;
static int idle_percent = -1;
static int64_t call_ns;
static bool (*thread_step)(void *context);
static void *thread_context;
static unsigned started;
static uint64_t forks;
/* whose threads are gone: a child's own copy, which nobody may destroy */
static fsc_os_monitor *current, *lost[16];
static unsigned lost_count;

void fake_threads_reset(void)
{
	sleeps = 0;
	processors = 2;
	idle_percent = -1;
	call_ns = 0;
	thread_step = NULL;
	thread_context = NULL;
	started = 0;
	current = NULL;
	while (lost_count > 0) {
		free(lost[--lost_count]);
	}
}

void fake_set_threads(bool (*step)(void *context))
{
	fake_threads_reset();
	thread_step = step;
}

unsigned fake_threads(void)
{
	return started;
}

unsigned fake_threads_run(unsigned most)
{
	unsigned done = 0;

	while (done < most && thread_context && thread_step(thread_context)) {
		done++;
	}
	return done;
}

void fake_fork(void)
{
	forks++;
	if (current && lost_count < sizeof lost / sizeof *lost) {
		lost[lost_count++] = current;
	}
	current = NULL;
	thread_context = NULL;
}

uint64_t fsc_os_forks(void)
{
	return forks;
}

fsc_os_monitor *fsc_os_monitor_create(void)
{
	current = thread_step ? calloc(1, sizeof(fsc_os_monitor)) : NULL;
	return current;
}

void fsc_os_monitor_destroy(fsc_os_monitor *monitor)
{
	if (monitor->held) {
		abort();
	}
	free(monitor);
	current = NULL;
	thread_context = NULL;
}

void fsc_os_monitor_lock(fsc_os_monitor *monitor)
{
	if (monitor->held++) {
		abort();
	}
}

void fsc_os_monitor_unlock(fsc_os_monitor *monitor)
{
	if (--monitor->held) {
		abort();
	}
}

/* Who waits lets the threads work; if none has anything to do it would wait for ever. */
void fsc_os_monitor_wait(fsc_os_monitor *monitor, fsc_os_condition condition, int64_t most_ns)
{
	(void) most_ns;
	fsc_os_monitor_unlock(monitor);
	if (condition != FSC_OS_DONE || !fake_threads_run(1)) {
		abort();
	}
	fsc_os_monitor_lock(monitor);
}

void fsc_os_monitor_wake(fsc_os_monitor *monitor, fsc_os_condition condition, bool all)
{
	(void) monitor;
	(void) condition;
	(void) all;
}

bool fsc_os_thread_start(void (*run)(void *context), void *context)
{
	(void) run;
	if (!thread_step) {
		return false;
	}
	thread_context = context;
	started++;
	return true;
}

uint64_t fsc_os_thread_self(void)
{
	return 1;
}

void fake_set_sleeps(uint64_t n)
{
	sleeps = n;
}

void fake_set_call_ns(int64_t ns)
{
	call_ns = ns;
}

void fake_set_processors(unsigned n)
{
	processors = n;
}

unsigned fsc_os_processors(void)
{
	return processors;
}

void fake_set_idle(int percent)
{
	idle_percent = percent;
}

int64_t fsc_os_idle_ns(void)
{
	return idle_percent < 0 ? -1 : fsc_os_monotonic_ns() / 100 * idle_percent;
}

uint64_t fsc_os_thread_sleeps(void)
{
	fake_advance_ns(call_ns);
	return sleeps;
}

void fsc_os_thread_wait(uint64_t thread)
{
	(void) thread;
}
