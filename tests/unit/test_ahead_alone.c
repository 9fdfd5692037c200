/* SPDX-License-Identifier: MIT */
/*
 * With one processor: helpers where it is idle while the owner waits, else the owner alone, whom
 * answers what he has read himself.
 */
#include "src/core/pool_pace.h"
#include "tests/unit/ahead_fixture.h"
#include "tests/unit/unit.h"

#define EIGHT    8
#define TWO_DAYS (INT64_C(48) * 3600 * 1000) /* old, whatever a server's clock says */
#define PART_MS  60 /* of a request, in which the owner asks */

static void end(void)
{
	CHECK(ahead_adds_up());
	CHECK(fx_is_consistent());
	CHECK(fx_end());
}

/* A remote tree of which all is known; so many percent of all time nobody needs the processor. */
static int begin(int idle)
{
	int fs;

	ahead_begin(FSC_MODE_REQUEST);
	fake_set_processors(1);
	fake_set_idle(idle);
	fx_config.prefetch_local = false;
	fx_configure();
	fs = fake_mount("/n", "nfs4", "rw");
	ahead_tree("/n", EIGHT);
	fake_advance_ms(TWO_DAYS);
	ahead_next();
	CHECK(ahead_ask("/n", EIGHT));
	fsc_request_end(fx_view);
	return fs;
}

/* A request that takes a while. */
static void request(void)
{
	ahead_next();
	CHECK(ahead_ask("/n", EIGHT / 2));
	fake_advance_ms(PART_MS);
	CHECK(ahead_ask("/n", EIGHT));
	fsc_request_end(fx_view);
}

TEST(an_idle_one_has_helpers)
{
	begin(50);
	request();
	CHECK_INT(fake_threads(), 0); /* it was not looked for long enough */
	request();
	ahead_next();
	CHECK(ahead_ask("/n", 1));
	CHECK_INT(fake_threads(), 4);
	CHECK_INT(ahead_work(), EIGHT - 1);
	fake_calls_clear();
	CHECK(ahead_ask("/n", EIGHT));
	CHECK_INT(fake_system_calls(), 0);
	end();
}

TEST(as_soon_as_it_is_known)
{
	begin(50);
	request();
	ahead_next();
	CHECK(ahead_ask("/n", 1));
	fake_advance_ms(PART_MS);
	CHECK_INT(ahead_work(), 0);
	CHECK(ahead_ask("/n", 2));
	CHECK_INT(fake_threads(), 4);
	CHECK_INT(ahead_work(), EIGHT - 2);
	fake_calls_clear();
	CHECK(ahead_ask("/n", EIGHT));
	CHECK_INT(fake_system_calls(), 0);
	end();
}

TEST(no_more_of_them_than_keep_it_busy)
{
	begin(26);
	fx_config.prefetch_threads = 16;
	fx_configure();
	request();
	request();
	ahead_next();
	CHECK(ahead_ask("/n", 1));
	CHECK_INT(fake_threads(), 5);
	end();
}

TEST(a_busy_one_is_the_owners)
{
	begin(10);
	for (int i = 0; i < 100; i++) {
		request();
		ahead_next();
		CHECK(ahead_scan("/n", EIGHT));
		fake_advance_ms(PART_MS);
		fsc_request_end(fx_view);
	}
	CHECK_INT(fake_threads(), 0);
	end();
}

TEST(one_that_becomes_busy_is_the_owners_again)
{
	begin(50);
	request();
	request();
	fake_set_idle(0);
	for (unsigned i = 0; i < 2 * FSC_PACE_REQUESTS; i++) {
		request();
		ahead_work();
	}
	ahead_work();
	fake_calls_clear();
	request();
	CHECK_INT(ahead_work(), 0);
	CHECK_INT(ahead_counters()->prefetch_issued,
		ahead_counters()->prefetch_used + ahead_counters()->prefetch_wasted);
	end();
}

/* ---- what the owner reads and must not keep ---- */

TEST(names_that_the_owner_read_answer_in_their_period)
{
	begin(0);
	fake_create("/n/c/young");
	fake_mkdir("/n/c/sub");
	ahead_next();
	CHECK_STR(fx_list("/n/c"), ". .. f young sub");
	CHECK(fx_node("/n/c")->listing == NULL);
	fake_calls_clear();
	CHECK_INT(fx_ask("/n/c/young", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("/n/c/sub", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(fx_reply.how, FSC_HOW_HIT);
	CHECK_INT(fx_ask("/n/c/none", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fake_calls(FAKE_STAT) + fake_calls(FAKE_OPEN_DIR) + fake_calls(FAKE_OPEN_PATH), 0);
	fake_unlink("/n/c/young");
	ahead_next();
	CHECK(fx_ask("/n/c/young", FSC_WANT_FILE) != FSC_YES);
	end();
}

TEST(but_not_who_may_not_search)
{
	begin(0);
	fake_mkdir("/n/c/sub");
	fake_chmod("/n/c", 0444);
	fake_set_ids(1000, 1000, 1000, 1000);
	ahead_next();
	CHECK_STR(fx_list("/n/c"), ". .. f sub");
	CHECK_INT(fx_ask("/n/c/sub", FSC_WANT_DIR), FSC_PASS);
	end();
}

/* Who asks for a type has it looked up by that; helpers would have to know where to go on. */
TEST(types_that_a_listing_leaves_out_are_looked_up_for_helpers_alone)
{
	for (int idle = 0; idle <= 50; idle += 50) {
		fake_fs_untyped(begin(idle), true);
		request();
		request();
		fake_mkdir("/n/c/sub");
		ahead_next();
		fake_calls_clear();
		CHECK_STR(fx_list("/n/c"), ". .. f sub");
		CHECK_INT(fake_calls(FAKE_STAT_ENTRY), idle ? 2 : 0);
		CHECK_INT(fx_ask("/n/c/sub", FSC_WANT_DIR), idle ? FSC_YES : FSC_PASS);
		end();
	}
}

int main(void)
{
	RUN(an_idle_one_has_helpers);
	RUN(as_soon_as_it_is_known);
	RUN(no_more_of_them_than_keep_it_busy);
	RUN(a_busy_one_is_the_owners);
	RUN(one_that_becomes_busy_is_the_owners_again);
	RUN(names_that_the_owner_read_answer_in_their_period);
	RUN(but_not_who_may_not_search);
	RUN(types_that_a_listing_leaves_out_are_looked_up_for_helpers_alone);
	return unit_end();
}
