/* SPDX-License-Identifier: MIT */
/* pool_pace.c: how many helpers of a pool are of use, by how long the processor is idle. */
#include "src/core/pool_pace.h"

#include <string.h>

void fsc_pace_begin(fsc_pace *pace, uint32_t level)
{
	memset(pace, 0, sizeof *pace);
	pace->level = level;
}

/* A whole window has been seen. */
static void judge(fsc_pace *pace)
{
	int64_t busy_ns = pace->window_ns - pace->idle_ns;

	if (pace->idle_ns >= pace->window_ns / FSC_PACE_LEAST) {
		pace->level = busy_ns > pace->window_ns / 16 ? (uint32_t) (4 * pace->window_ns / busy_ns)
			: 64;
		pace->requests = FSC_PACE_REQUESTS;
	}
	pace->useless = pace->level == 0;
	pace->window_ns = pace->idle_ns = 0;
}

void fsc_pace_look(fsc_pace *pace, int64_t now_ns, int64_t idle_ns)
{
	if (idle_ns < 0) {
		fsc_pace_begin(pace, FSC_PACE_ALL);
		return;
	}
	if (pace->since_ns != 0) {
		pace->window_ns += now_ns - pace->since_ns;
		pace->idle_ns += idle_ns - pace->idle_since_ns;
		if (pace->window_ns >= FSC_PACE_WINDOW_NS) {
			judge(pace);
		}
	}
	pace->since_ns = pace->level == 0 ? now_ns : 0;
	pace->idle_since_ns = idle_ns;
}

void fsc_pace_end(fsc_pace *pace)
{
	pace->since_ns = 0;
	if (pace->requests > 0 && --pace->requests == 0) {
		fsc_pace_begin(pace, 0);
	}
}
