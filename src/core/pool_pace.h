/* SPDX-License-Identifier: MIT */
/*
 * pool_pace.h: how many helpers of a pool work at once on a machine with one processor.
 *
 * Where errands wait for a server, more of them at a time are done sooner. Where they wait for the
 * processor, they only wait for each other and keep the owner waiting. So there is one helper at
 * first, and twice as many as long as an errand takes hardly longer among them than it did among
 * half of them.
 *
 * Plain arithmetic: no system calls, no locks (the pool's covers it), nothing to free.
 */
#ifndef FSC_POOL_PACE_H
#define FSC_POOL_PACE_H

#include "src/core/reader.h"

#define FSC_PACE_SAMPLES 8u  /* errands of a kind at full number, before it is judged */
#define FSC_PACE_REST    64u /* requests after which a number that was too large is tried again */

typedef struct fsc_pace {
	uint32_t level; /* that may work at once */
	uint32_t most;
	uint32_t rest;  /* requests until it may be raised again */
	struct {
		int64_t  base_ns; /* median of half as many; 0: not known */
		int64_t  times_ns[FSC_PACE_SAMPLES];
		uint32_t count;
	} kinds[FSC_ERRAND_TOUCH + 1];
} fsc_pace;

void fsc_pace_begin(fsc_pace *pace, uint32_t level, uint32_t most);

/*
 * An errand took so long; with it, `crowd` were under way when it began. slow_ns: for what takes
 * less than that no more helpers are needed.
 */
void fsc_pace_note(fsc_pace *pace, fsc_errand_kind kind, uint32_t crowd, int64_t took_ns,
	int64_t slow_ns);

/* A request has ended. */
void fsc_pace_rest(fsc_pace *pace);

#endif
