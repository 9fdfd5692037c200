/* SPDX-License-Identifier: MIT */
/* How many helpers are of use with one processor: idle, busy, or such that nobody can tell. */
#include "src/core/pool_pace.h"
#include "tests/unit/unit.h"

#define MS     INT64_C(1000000)
#define WINDOW (FSC_PACE_WINDOW_NS / MS)

static fsc_pace pace;
static int64_t now, idle;

static void begin(void)
{
	fsc_pace_begin(&pace, 0);
	now = 5000 * MS;
	idle = 3000 * MS;
}

/* The owner asks a server once a millisecond; so many percent of the time the processor is idle. */
static void work(int64_t ms, int percent)
{
	for (; ms > 0; ms--) {
		if (fsc_pace_is_due(&pace, now)) {
			fsc_pace_look(&pace, now, idle);
		}
		now += MS;
		idle += MS / 100 * percent;
	}
}

static void end_request(void)
{
	if (fsc_pace_is_looking(&pace)) {
		fsc_pace_look(&pace, now, idle);
	}
	fsc_pace_end(&pace);
}

TEST(an_idle_processor_gets_as_many_as_keep_it_busy)
{
	static const struct { int percent; uint32_t level; } known[] = {
		{ 0, 0 }, { 20, 0 }, { 26, 5 }, { 50, 8 }, { 80, 20 }, { 99, 64 }, { 100, 64 }
	};

	for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
		begin();
		work(WINDOW, known[i].percent);
		CHECK_INT(pace.level, 0); /* not known before */
		CHECK(!pace.useless);
		work(2, known[i].percent);
		CHECK_INT(pace.level, known[i].level);
		CHECK_INT(pace.useless, known[i].level == 0);
	}
}

TEST(as_long_as_none_are_of_use_it_is_looked_again)
{
	begin();
	work(10 * WINDOW, 0);
	CHECK_INT(pace.level, 0);
	CHECK(pace.useless);
	work(2 * WINDOW + 2, 50);
	CHECK_INT(pace.level, 8);
	CHECK(!pace.useless);
}

TEST(short_requests_are_added_up)
{
	begin();
	for (int64_t ms = 0; ms + 10 < WINDOW; ms += 10) {
		work(10, 50);
		end_request();
		CHECK_INT(pace.level, 0);
		/* whatever happens between two of them */
		now += 100000 * MS;
	}
	work(10, 50);
	end_request();
	CHECK_INT(pace.level, 8);
}

TEST(with_helpers_nothing_is_looked_at_for_some_requests)
{
	begin();
	work(WINDOW + 2, 50);
	for (uint32_t i = 0; i < FSC_PACE_REQUESTS; i++) {
		CHECK_INT(pace.level, 8);
		CHECK(!fsc_pace_is_due(&pace, now));
		work(2 * WINDOW, 0);
		CHECK(!fsc_pace_is_looking(&pace));
		end_request();
	}
	CHECK_INT(pace.level, 0);
	CHECK(!pace.useless);
	work(WINDOW + 2, 80);
	CHECK_INT(pace.level, 20);
}

TEST(who_cannot_be_told_about_has_all)
{
	begin();
	CHECK(fsc_pace_is_due(&pace, now));
	fsc_pace_look(&pace, now, -1);
	CHECK_INT(pace.level, FSC_PACE_ALL);
	for (uint32_t i = 0; i < 2 * FSC_PACE_REQUESTS; i++) {
		CHECK(!fsc_pace_is_due(&pace, now));
		end_request();
	}
	CHECK_INT(pace.level, FSC_PACE_ALL);
}

/* Read at two moments, and of all processors: a share may come out below zero or above one. */
TEST(shares_that_cannot_be_do_no_harm)
{
	begin();
	work(WINDOW + 2, 400);
	CHECK_INT(pace.level, 64);
	begin();
	work(WINDOW + 2, -50);
	CHECK_INT(pace.level, 0);
}

int main(void)
{
	RUN(an_idle_processor_gets_as_many_as_keep_it_busy);
	RUN(as_long_as_none_are_of_use_it_is_looked_again);
	RUN(short_requests_are_added_up);
	RUN(with_helpers_nothing_is_looked_at_for_some_requests);
	RUN(who_cannot_be_told_about_has_all);
	RUN(shares_that_cannot_be_do_no_harm);
	return unit_end();
}
