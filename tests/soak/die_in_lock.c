/* SPDX-License-Identifier: MIT */
/*
 * Preloaded, it has a process that was forked killed while it holds a mutex that it got by trying,
 * once in DIE_ONCE_IN times: right before it would give it back, or by a timer some microseconds
 * after it was taken.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int (*real_trylock)(pthread_mutex_t *);
static int (*real_unlock)(pthread_mutex_t *);
static long once_in;
static int dies_at_unlock;
static int forked;

static void in_child(void)
{
	forked = 1;
}

__attribute__((constructor)) static void find(void)
{
	const char *text = getenv("DIE_ONCE_IN");

	*(void **) &real_trylock = dlsym(RTLD_NEXT, "pthread_mutex_trylock");
	*(void **) &real_unlock = dlsym(RTLD_NEXT, "pthread_mutex_unlock");
	once_in = text ? atol(text) : 0;
	pthread_atfork(NULL, NULL, in_child);
}

static unsigned dice(void)
{
	struct timespec now;
	unsigned long mixed;

	clock_gettime(CLOCK_MONOTONIC, &now);
	mixed = (unsigned long) now.tv_nsec ^ (unsigned long) getpid() << 32;
	mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9ul;
	mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebul;
	return (unsigned) (mixed >> 33);
}

static void die_soon(void)
{
	struct sigevent event;
	struct itimerspec in;
	timer_t timer;

	memset(&event, 0, sizeof event);
	memset(&in, 0, sizeof in);
	event.sigev_notify = SIGEV_SIGNAL;
	event.sigev_signo = SIGKILL;
	in.it_value.tv_nsec = 1 + dice() % 20000;
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) {
		timer_settime(timer, 0, &in, NULL);
	}
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	int result = real_trylock(mutex);

	if (forked && once_in > 0 && result == 0 && dice() % (unsigned long) once_in == 0) {
		if (dice() % 2) {
			dies_at_unlock = 1;
		} else {
			die_soon();
		}
	}
	return result;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	if (dies_at_unlock) {
		raise(SIGKILL);
	}
	return real_unlock(mutex);
}
