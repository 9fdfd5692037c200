/* SPDX-License-Identifier: MIT */
/* pool_pace.c: how many helpers of a pool work at once, by how long their errands take. */
#include "src/core/pool_pace.h"

void fsc_pace_begin(fsc_pace *pace, uint32_t level, uint32_t most)
{
	memset(pace, 0, sizeof *pace);
	pace->level = level;
	pace->most = most;
}

/* Sorted, for they are few. */
static int64_t median(int64_t *times)
{
	for (uint32_t i = 1; i < FSC_PACE_SAMPLES; i++) {
		int64_t time = times[i];
		uint32_t k = i;

		for (; k > 0 && times[k - 1] > time; k--) {
			times[k] = times[k - 1];
		}
		times[k] = time;
	}
	return times[FSC_PACE_SAMPLES / 2];
}

static void set_level(fsc_pace *pace, uint32_t level)
{
	pace->level = level;
	for (uint32_t kind = 0; kind <= FSC_ERRAND_TOUCH; kind++) {
		pace->kinds[kind].count = 0;
		pace->kinds[kind].base_ns = 0;
	}
}

void fsc_pace_note(fsc_pace *pace, fsc_errand_kind kind, uint32_t crowd, int64_t took_ns,
	int64_t slow_ns)
{
	int64_t *times = pace->kinds[kind].times_ns;
	int64_t took, base = pace->kinds[kind].base_ns;

	if (pace->rest > 0 || pace->level >= pace->most || crowd < pace->level) {
		return;
	}
	times[pace->kinds[kind].count++] = took_ns;
	if (pace->kinds[kind].count < FSC_PACE_SAMPLES) {
		return;
	}
	pace->kinds[kind].count = 0;
	took = median(times);
	if (took < slow_ns) {
		return;
	}
	/* twice as many that take 1.6 times as long: no more than a quarter is gained */
	if (base > 0 && took > base / 5 * 8) {
		set_level(pace, pace->level / 2);
		pace->rest = FSC_PACE_REST;
		return;
	}
	set_level(pace, pace->level * 2 < pace->most ? pace->level * 2 : pace->most);
	pace->kinds[kind].base_ns = took;
}

void fsc_pace_rest(fsc_pace *pace)
{
	pace->rest -= pace->rest > 0;
}
