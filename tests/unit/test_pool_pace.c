/* SPDX-License-Identifier: MIT */
/* How many helpers work at once: where errands wait for a server, for a processor, or for both. */
#include "src/core/pool_pace.h"
#include "tests/unit/unit.h"

#define MS   INT64_C(1000000)
#define SLOW (INT64_C(80) * 1000)
#define MOST 16u

static fsc_pace pace;

/* So many errands, all helpers busy, that wait for a server and then for one of `processors`. */
static void work(uint32_t errands, int64_t server_ns, int64_t processor_ns, uint32_t processors)
{
	for (uint32_t i = 0; i < errands; i++) {
		int64_t queue = pace.level > processors ? pace.level / processors : 1;
		int64_t wait = server_ns > queue * processor_ns ? server_ns : queue * processor_ns;

		fsc_pace_note(&pace, FSC_ERRAND_LOOK, pace.level, wait, SLOW);
	}
}

TEST(a_server_gets_as_many_as_there_are)
{
	fsc_pace_begin(&pace, 1, MOST);
	CHECK_INT(pace.level, 1);
	work(4 * FSC_PACE_SAMPLES, MS, 0, 1);
	CHECK_INT(pace.level, MOST);
	work(1000, MS, MS, 1); /* found once, and kept */
	CHECK_INT(pace.level, MOST);
}

TEST(a_busy_processor_gets_one)
{
	fsc_pace_begin(&pace, 1, MOST);
	work(1000, 0, MS, 1);
	CHECK_INT(pace.level, 1);
	work(1000, MS, 0, 1); /* it is not tried again soon */
	CHECK_INT(pace.level, 1);
	for (uint32_t i = 0; i < FSC_PACE_REST; i++) {
		fsc_pace_rest(&pace);
	}
	work(1000, MS, 0, 1);
	CHECK_INT(pace.level, MOST);
}

TEST(both_get_as_many_as_gain_something)
{
	fsc_pace_begin(&pace, 1, MOST);
	work(1000, MS, MS / 4, 1); /* four at a time keep the processor busy */
	CHECK_INT(pace.level, 4);
	fsc_pace_begin(&pace, 1, MOST);
	work(1000, 0, MS, 2);
	CHECK_INT(pace.level, 2);
}

TEST(errands_that_are_fast_get_no_more)
{
	fsc_pace_begin(&pace, 1, MOST);
	work(1000, SLOW - 1, 0, 1);
	CHECK_INT(pace.level, 1);
	work(FSC_PACE_SAMPLES, SLOW, 0, 1);
	CHECK_INT(pace.level, 2);
}

TEST(single_ones_that_take_long_decide_nothing)
{
	fsc_pace_begin(&pace, 1, MOST);
	for (int i = 0; i < 1000; i++) {
		fsc_pace_note(&pace, FSC_ERRAND_READ, pace.level, i % 4 ? MS : 100 * MS, SLOW);
	}
	CHECK_INT(pace.level, MOST);
}

TEST(what_ran_among_fewer_is_no_measure)
{
	fsc_pace_begin(&pace, 1, MOST);
	work(2 * FSC_PACE_SAMPLES, MS, 0, 1);
	CHECK_INT(pace.level, 4);
	for (int i = 0; i < 1000; i++) {
		fsc_pace_note(&pace, FSC_ERRAND_LOOK, 3, 100 * MS, SLOW);
	}
	CHECK_INT(pace.level, 4);
}

TEST(kinds_are_compared_with_themselves)
{
	fsc_pace_begin(&pace, 1, MOST);
	work(FSC_PACE_SAMPLES, MS, 0, 1);
	CHECK_INT(pace.level, 2);
	for (uint32_t i = 0; i < FSC_PACE_SAMPLES; i++) {
		fsc_pace_note(&pace, FSC_ERRAND_READ, pace.level, 5 * MS, SLOW);
	}
	CHECK_INT(pace.level, 4);
}

TEST(no_more_than_there_may_be)
{
	fsc_pace_begin(&pace, 1, 3);
	work(1000, MS, 0, 1);
	CHECK_INT(pace.level, 3);
	fsc_pace_begin(&pace, 1, 1);
	work(1000, MS, 0, 1);
	CHECK_INT(pace.level, 1);
}

int main(void)
{
	RUN(a_server_gets_as_many_as_there_are);
	RUN(a_busy_processor_gets_one);
	RUN(both_get_as_many_as_gain_something);
	RUN(errands_that_are_fast_get_no_more);
	RUN(single_ones_that_take_long_decide_nothing);
	RUN(what_ran_among_fewer_is_no_measure);
	RUN(kinds_are_compared_with_themselves);
	RUN(no_more_than_there_may_be);
	return unit_end();
}
