/* SPDX-License-Identifier: MIT */
/*
 * pool_pace.h: how many helpers of a pool are of use on a machine with one processor.
 *
 * Where the owner waits for a server elsewhere, the processor is idle meanwhile, and helpers use
 * that time. Where the server or anybody else uses it, they only wait for each other and keep the
 * owner waiting. With a share s of idle time 1 / (1 - s) errands at a time would keep the processor
 * busy if none of them ever waited for another; four times as many make sure of it.
 *
 * To learn the share the owner works alone for a while: at first, as long as none are of use, and
 * now and then.
 *
 * Plain arithmetic: no system calls, no locks (all of it is the owner's), nothing to free.
 */
#ifndef FSC_POOL_PACE_H
#define FSC_POOL_PACE_H

#include <stdbool.h>
#include <stdint.h>

/* Idle time is told to a hundredth of a second; a tenth of that share decides nothing. */
#define FSC_PACE_WINDOW_NS INT64_C(100000000)
#define FSC_PACE_LEAST     4u  /* a share of idle time is worth helpers from one in so many */
#define FSC_PACE_REQUESTS  256u /* with helpers, before the owner works alone again */
#define FSC_PACE_ALL       UINT32_MAX

typedef struct fsc_pace {
	uint32_t level;    /* that may work at once; 0: the owner works alone */
	bool     useless;  /* because none would be of use, as was found the last time */
	int64_t  since_ns; /* the window's present part began then; 0: there is none */
	int64_t  idle_since_ns;
	int64_t  window_ns, idle_ns; /* its parts in earlier requests */
	uint32_t requests; /* until the owner works alone again */
} fsc_pace;

/* level: FSC_PACE_ALL for good, or 0: it is to be found out. */
void fsc_pace_begin(fsc_pace *pace, uint32_t level);

/* The owner works alone and is about to ask a server: is a look at the clocks due? */
static inline bool fsc_pace_is_due(const fsc_pace *pace, int64_t now_ns)
{
	return pace->level == 0 && (pace->since_ns == 0 ||
		now_ns - pace->since_ns + pace->window_ns >= FSC_PACE_WINDOW_NS);
}

/*
 * Then: monotonic time, and how long the processor has been idle since it was started. -1: it is
 * not known, and taken for idle.
 */
void fsc_pace_look(fsc_pace *pace, int64_t now_ns, int64_t idle_ns);

/* Is one more look due, since the request ends? */
static inline bool fsc_pace_is_looking(const fsc_pace *pace)
{
	return pace->since_ns != 0;
}

/* The request has ended: what comes until the next one is not looked at. */
void fsc_pace_end(fsc_pace *pace);

#endif
