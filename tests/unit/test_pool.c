/* SPDX-License-Identifier: MIT */
/*
 * Errands in every state: taken before they are begun, while they run, done, dropped, run again,
 * cleared. Threads are the fake's, so each step happens when the test says so.
 */
#include "src/core/memory.h"
#include "src/core/pool_layout.h"
#include "tests/unit/fake_platform.h"
#include "tests/unit/unit.h"

#define WINDOW 256

static fsc_pool *pool;
static fsc_found found;
static int64_t waited;

static bool step(void *context)
{
	return fsc_pool_step(context);
}

/* /0 to /9, each with a file named like it, and nothing to do yet. */
static bool begin(void)
{
	char path[32];

	fake_reset();
	fake_set_threads(step);
	for (int i = 0; i < 10; i++) {
		snprintf(path, sizeof path, "/%d/%d", i, i);
		fake_create(path);
	}
	fake_advance_ms(1000); /* old enough to be kept */
	pool = fsc_pool_create();
	return pool && fsc_pool_staff(pool, 2) == 2;
}

static void end(void)
{
	fsc_pool_destroy(pool);
	CHECK_INT(fake_open_fds(), 0);
}

static uint64_t mount_of(const char *path)
{
	fsc_version version;

	return fake_version(path, &version) ? version.mount : 0;
}

static uint32_t add(fsc_lane lane, fsc_errand_kind kind, const char *path)
{
	fsc_errand errand = { .kind = (uint8_t) kind, .base = -1, .max_entries = 1000,
		.mount = mount_of("/"), .fs_kind = FSC_FS_LOCAL,
		.facts = { .settle_ns = 0 }, .path = path };

	return fsc_pool_add(pool, lane, &errand, strlen(path));
}

/* The whole lane may be run. */
static void add_ten(fsc_lane lane, fsc_errand_kind kind)
{
	char path[32];

	for (int i = 0; i < 10; i++) {
		snprintf(path, sizeof path, "/%d", i);
		CHECK_INT(add(lane, kind, path), i);
	}
	fsc_pool_open(pool, lane, 10);
}

static bool take(fsc_lane lane, uint32_t number)
{
	return fsc_pool_take(pool, lane, number, WINDOW, &found, &waited);
}

static bool is_of(int number)
{
	fsc_version version;
	char path[32];

	snprintf(path, sizeof path, "/%d", number);
	return fake_version(path, &version) && found.result == FSC_OS_OK &&
		fsc_version_equal(&version, &found.attr.version);
}

static void tally_is(unsigned issued, unsigned wasted)
{
	uint64_t got[2];

	fsc_pool_tally(pool, &got[0], &got[1]);
	CHECK_INT(got[0], issued);
	CHECK_INT(got[1], wasted);
}

TEST(a_lane_is_run_in_its_order)
{
	REQUIRE(begin());
	CHECK_INT(fsc_pool_threads(pool), 2);
	add_ten(FSC_LANE_REPLAY, FSC_ERRAND_LOOK);
	for (uint32_t i = 0; i < 10; i++) {
		CHECK(fsc_pool_step(pool));
		CHECK_STR(fake_last_path(FAKE_STAT), fsc_pool_errand(pool, FSC_LANE_REPLAY, i)->path);
	}
	CHECK(!fsc_pool_step(pool));
	for (uint32_t i = 0; i < 10; i++) {
		CHECK(take(FSC_LANE_REPLAY, i) && is_of((int) i));
		CHECK_INT(waited, 0);
		CHECK(!take(FSC_LANE_REPLAY, i)); /* once */
	}
	CHECK_INT(fsc_pool_pending(pool, FSC_LANE_REPLAY), 0);
	tally_is(10, 0);
	tally_is(0, 0);
	end();
}

TEST(what_is_not_opened_is_not_run)
{
	REQUIRE(begin());
	CHECK_INT(add(FSC_LANE_REPLAY, FSC_ERRAND_LOOK, "/1"), 0);
	CHECK_INT(add(FSC_LANE_REPLAY, FSC_ERRAND_LOOK, "/2"), 1);
	CHECK(!fsc_pool_step(pool));
	fsc_pool_open(pool, FSC_LANE_REPLAY, 1);
	CHECK_INT(fake_threads_run(9), 1);
	fsc_pool_open(pool, FSC_LANE_REPLAY, 0); /* never less */
	CHECK(!take(FSC_LANE_REPLAY, 1));
	CHECK(take(FSC_LANE_REPLAY, 0));
	end();
}

TEST(what_the_scan_asks_is_run_first_and_files_last)
{
	REQUIRE(begin());
	add(FSC_LANE_TOUCH, FSC_ERRAND_TOUCH, "/3/3");
	add(FSC_LANE_REPLAY, FSC_ERRAND_LOOK, "/1");
	add(FSC_LANE_AHEAD, FSC_ERRAND_LOOK, "/2");
	for (int lane = 0; lane < FSC_LANES; lane++) {
		fsc_pool_open(pool, (fsc_lane) lane, 1);
	}
	CHECK(fsc_pool_step(pool));
	CHECK_STR(fake_last_path(FAKE_STAT), "/2");
	CHECK(fsc_pool_step(pool));
	CHECK_STR(fake_last_path(FAKE_STAT), "/1");
	CHECK(fsc_pool_step(pool));
	CHECK_STR(fake_last_path(FAKE_STAT), "/3/3");
	CHECK_INT(fsc_pool_pending(pool, FSC_LANE_TOUCH), 0);
	end();
}

static void take_a_round_trip(void *context)
{
	(void) context;
	fake_set_sleeps(fsc_os_thread_sleeps() + 1);
	fake_advance_ns(FSC_POOL_SLOW_NS);
}

static void be_busy(void *context)
{
	(void) context;
	fake_advance_ns(10 * FSC_POOL_SLOW_NS);
}

static unsigned touches_of(unsigned slow, fake_hook how)
{
	unsigned ran = 0;

	for (int i = 0; i < 100; i++) {
		add(FSC_LANE_TOUCH, FSC_ERRAND_TOUCH, "/1");
	}
	fsc_pool_open(pool, FSC_LANE_TOUCH, UINT32_MAX);
	for (; ran < 200; ran++) {
		fake_before(FAKE_STAT, ran < slow, how, NULL);
		if (!fsc_pool_step(pool)) {
			break;
		}
	}
	fake_before(FAKE_STAT, 0, NULL, NULL);
	return ran;
}

TEST(touches_that_take_no_round_trip_are_given_up)
{
	REQUIRE(begin());
	/* after those that lead there may be many that the client knows */
	CHECK_INT(touches_of(FSC_POOL_TOUCHES, take_a_round_trip), 2 * FSC_POOL_TOUCHES);
	fsc_pool_clear(pool);
	CHECK_INT(touches_of(1, take_a_round_trip), FSC_POOL_TOUCHES);
	fsc_pool_clear(pool);
	CHECK_INT(touches_of(2, take_a_round_trip), 2 * FSC_POOL_TOUCHES);
	fsc_pool_clear(pool);
	CHECK_INT(touches_of(100, take_a_round_trip), 100);
	fsc_pool_clear(pool);
	CHECK_INT(touches_of(0, take_a_round_trip), FSC_POOL_TOUCHES);
	/* without sleep it was the processor, or with something else */
	fsc_pool_clear(pool);
	fake_set_sleeps(1);
	CHECK_INT(touches_of(40, be_busy), FSC_POOL_TOUCHES);
	/* nothing else is given up with them */
	add(FSC_LANE_AHEAD, FSC_ERRAND_LOOK, "/1");
	fsc_pool_open(pool, FSC_LANE_AHEAD, 1);
	CHECK(fsc_pool_step(pool));
	end();
}

TEST(a_round_trip_is_as_long_as_a_few_system_calls_at_least)
{
	for (int cost = 0; cost < 3; cost++) {
		REQUIRE(begin());
		fsc_pool_destroy(pool);
		fake_set_sleeps(1);
		fake_set_call_ns(cost * FSC_POOL_SLOW_NS / FSC_POOL_SLOW_CALLS);
		pool = fsc_pool_create();
		fake_set_call_ns(0);
		REQUIRE(pool && fsc_pool_staff(pool, 1) == 1);
		/* as long as these calls take in all */
		CHECK_INT(touches_of(100, take_a_round_trip), cost < 2 ? 100 : FSC_POOL_TOUCHES);
		end();
	}
}

/* The owner takes a replay's answers one by one; helpers run what they may. So many ran. */
static unsigned replay_of(unsigned errands, unsigned slow_from, unsigned slow_to)
{
	unsigned ran = 0;

	for (unsigned i = 0; i < errands; i++) {
		add(FSC_LANE_REPLAY, FSC_ERRAND_LOOK, "/1");
	}
	fsc_pool_open(pool, FSC_LANE_REPLAY, WINDOW);
	for (unsigned i = 0; i < errands; i++) {
		for (;;) {
			fake_before(FAKE_STAT, i >= slow_from && i < slow_to, take_a_round_trip, NULL);
			if (!fsc_pool_step(pool)) {
				break;
			}
			ran++;
		}
		fsc_pool_take(pool, FSC_LANE_REPLAY, i, 8, &found, &waited);
	}
	fake_before(FAKE_STAT, 0, NULL, NULL);
	return ran;
}

TEST(a_replay_of_fast_errands_is_the_owners)
{
	REQUIRE(begin());
	CHECK_INT(replay_of(200, 0, 200), 200);
	fsc_pool_clear(pool);
	CHECK(pool->eager);
	/* fast: the first few, then one in FSC_POOL_PROBES */
	CHECK_INT(replay_of(20 * FSC_POOL_PROBES, 0, 0), FSC_POOL_PROBES + 19);
	fsc_pool_clear(pool);
	CHECK(!pool->eager);
	CHECK_INT(replay_of(20 * FSC_POOL_PROBES, 0, 0), 20);
	fsc_pool_clear(pool);
	end();
}

TEST(a_replay_that_becomes_slow_is_the_helpers)
{
	unsigned ran;

	REQUIRE(begin());
	replay_of(100, 0, 0);
	fsc_pool_clear(pool);
	REQUIRE(!pool->eager);
	ran = replay_of(400, 100, 400);
	CHECK(ran >= 300 - FSC_POOL_PROBES);
	fsc_pool_clear(pool);
	CHECK(pool->eager);
	/* at once */
	replay_of(100, 0, 0);
	fsc_pool_clear(pool);
	CHECK(replay_of(400, 0, 400) >= 398);
	fsc_pool_clear(pool);
	end();
}

TEST(who_wants_helpers_everywhere_has_them)
{
	REQUIRE(begin());
	fsc_pool_wake_all(pool, true);
	CHECK_INT(replay_of(200, 0, 0), 200);
	fsc_pool_clear(pool);
	CHECK_INT(replay_of(200, 0, 0), 200);
	end();
}

/* So many errands of which so many are slow; then the request ends. Will all helpers be woken? */
static bool is_eager_after(unsigned errands, unsigned slow)
{
	for (unsigned i = 0; i < errands; i++) {
		add(FSC_LANE_AHEAD, FSC_ERRAND_LOOK, "/1");
	}
	fsc_pool_open(pool, FSC_LANE_AHEAD, errands);
	for (unsigned i = 0; i < errands; i++) {
		fake_before(FAKE_STAT, i < slow, take_a_round_trip, NULL);
		CHECK(fsc_pool_step(pool));
	}
	fake_before(FAKE_STAT, 0, NULL, NULL);
	fsc_pool_clear(pool);
	return pool->eager;
}

TEST(helpers_are_woken_all_at_once_where_errands_were_slow)
{
	REQUIRE(begin());
	CHECK(pool->eager);
	CHECK(is_eager_after(7, 0)); /* too few to tell */
	CHECK(!is_eager_after(8, 1));
	CHECK(!is_eager_after(7, 7));
	CHECK(is_eager_after(40, 10));
	CHECK(!is_eager_after(40, 9));
	end();
}

TEST(who_comes_before_a_helper_does_it_himself)
{
	REQUIRE(begin());
	add_ten(FSC_LANE_REPLAY, FSC_ERRAND_LOOK);
	CHECK(!take(FSC_LANE_REPLAY, 0));
	CHECK(fsc_pool_step(pool));
	CHECK_STR(fake_last_path(FAKE_STAT), "/1"); /* not 0: it is the owner's */
	CHECK(!take(FSC_LANE_REPLAY, 5)); /* the replay goes on from here */
	CHECK(fsc_pool_step(pool));
	CHECK_STR(fake_last_path(FAKE_STAT), "/6");
	CHECK(take(FSC_LANE_REPLAY, 1) && is_of(1));
	CHECK(!take(FSC_LANE_REPLAY, 2));
	tally_is(2, 0);
	end();
}

static void take_while_it_runs(void *context)
{
	(void) context;
	fake_threads_run(1); /* another helper goes on meanwhile */
}

TEST(several_run_at_the_same_time)
{
	REQUIRE(begin());
	fsc_pool_wake_all(pool, true);
	add_ten(FSC_LANE_REPLAY, FSC_ERRAND_LOOK);
	fake_before(FAKE_STAT, 1, take_while_it_runs, NULL);
	CHECK(fsc_pool_step(pool));
	CHECK(take(FSC_LANE_REPLAY, 0) && is_of(0));
	CHECK(take(FSC_LANE_REPLAY, 1) && is_of(1));
	CHECK(!take(FSC_LANE_REPLAY, 2));
	end();
}

static void redo_all(void *context)
{
	(void) context;
	fsc_pool_redo(pool);
}

static void redo_another(void *context)
{
	(void) context;
	fsc_pool_redo_inode(pool, 1, 4711);
}

static void drop_it(void *context)
{
	(void) context;
	fsc_pool_drop(pool, FSC_LANE_AHEAD, 0);
}

static void clear_it(void *context)
{
	(void) context;
	fsc_pool_clear(pool);
}

static void clear_and_add(void *context)
{
	(void) context;
	fsc_pool_clear(pool);
	add(FSC_LANE_AHEAD, FSC_ERRAND_READ, "/7");
	fsc_pool_open(pool, FSC_LANE_AHEAD, 1);
}

/* kind: what is read is thrown away with it. */
static void run_disturbed(fake_hook hook)
{
	REQUIRE(begin());
	CHECK_INT(add(FSC_LANE_AHEAD, FSC_ERRAND_READ, "/1"), 0);
	fsc_pool_open(pool, FSC_LANE_AHEAD, 1);
	fake_after(FAKE_OPEN_DIR, 1, hook, NULL);
	CHECK(fsc_pool_step(pool));
}

TEST(run_again_while_it_runs)
{
	static const fake_hook hooks[] = { redo_all, redo_another };

	for (int i = 0; i < 2; i++) {
		run_disturbed(hooks[i]);
		CHECK_INT(fsc_pool_pending(pool, FSC_LANE_AHEAD), 1);
		fake_create("/1/new");
		CHECK(fsc_pool_step(pool)); /* anew */
		CHECK(take(FSC_LANE_AHEAD, 0) && is_of(1));
		CHECK_INT(fsc_snapshot_count(found.snapshot), 4);
		fsc_found_drop(&found);
		tally_is(2, 1);
		end();
		run_disturbed(hooks[i]);
		CHECK(!take(FSC_LANE_AHEAD, 0)); /* the first answer is not one */
		end();
	}
}

TEST(dropped_or_cleared_while_it_runs)
{
	run_disturbed(drop_it);
	CHECK_INT(fsc_pool_pending(pool, FSC_LANE_AHEAD), 0);
	CHECK(!take(FSC_LANE_AHEAD, 0));
	tally_is(1, 1);
	end();
	run_disturbed(clear_it);
	CHECK_INT(fsc_pool_count(pool, FSC_LANE_AHEAD), 0);
	tally_is(1, 1);
	end();
	run_disturbed(clear_and_add);
	CHECK_INT(fsc_pool_count(pool, FSC_LANE_AHEAD), 1);
	CHECK(!take(FSC_LANE_AHEAD, 0)); /* not what ran under this number before */
	tally_is(1, 1);
	end();
}

TEST(done_ones_are_run_again_after_a_change)
{
	fsc_version version;

	REQUIRE(begin());
	add_ten(FSC_LANE_AHEAD, FSC_ERRAND_READ);
	CHECK_INT(fake_threads_run(99), 10);
	CHECK(fake_version("/3", &version));
	fsc_pool_redo_inode(pool, version.device, version.inode);
	CHECK_INT(fake_threads_run(99), 1);
	CHECK_STR(fake_last_path(FAKE_OPEN_DIR), "/3");
	fsc_pool_redo(pool);
	CHECK(!take(FSC_LANE_AHEAD, 9));
	CHECK_INT(fake_threads_run(99), 9);
	CHECK(take(FSC_LANE_AHEAD, 3) && is_of(3));
	fsc_found_drop(&found);
	fsc_pool_redo(pool); /* what was taken is not run again */
	CHECK_INT(fake_threads_run(99), 8);
	end();
}

/* The place from which helpers go on moves back; what lies behind it is as void as the rest. */
TEST(a_second_change_reaches_all_that_is_done)
{
	fsc_version version;

	REQUIRE(begin());
	add_ten(FSC_LANE_REPLAY, FSC_ERRAND_LOOK);
	add_ten(FSC_LANE_AHEAD, FSC_ERRAND_READ);
	CHECK_INT(fake_threads_run(99), 20);
	CHECK(fake_version("/2", &version));
	fsc_pool_redo_inode(pool, version.device, version.inode);
	CHECK(fake_version("/6", &version));
	fsc_pool_redo_inode(pool, version.device, version.inode);
	CHECK(!take(FSC_LANE_REPLAY, 6));
	CHECK(!take(FSC_LANE_AHEAD, 6));
	fsc_pool_redo(pool);
	CHECK(!take(FSC_LANE_REPLAY, 8));
	CHECK(!take(FSC_LANE_AHEAD, 8));
	CHECK(fake_threads_run(99) >= 8);
	fsc_pool_clear(pool);
	tally_is(20 + 8 + 1, 20 + 8 + 1);
	end();
}

TEST(finished_ones_are_collected_behind_one_that_is_run_again)
{
	fsc_version version;
	uint32_t number, seen = 0;

	REQUIRE(begin());
	add_ten(FSC_LANE_AHEAD, FSC_ERRAND_LOOK);
	CHECK_INT(fake_threads_run(99), 10);
	CHECK(fake_version("/2", &version));
	fsc_pool_redo_inode(pool, version.device, version.inode);
	while (fsc_pool_collect(pool, FSC_LANE_AHEAD, &number, &found)) {
		CHECK(number != 2 && is_of((int) number));
		seen++;
	}
	CHECK_INT(seen, 9);
	CHECK_INT(fsc_pool_pending(pool, FSC_LANE_AHEAD), 1);
	end();
}

TEST(an_error_is_looked_at_again_after_any_change)
{
	REQUIRE(begin());
	add(FSC_LANE_AHEAD, FSC_ERRAND_READ, "/none");
	fsc_pool_open(pool, FSC_LANE_AHEAD, 1);
	CHECK(fsc_pool_step(pool));
	fsc_pool_redo_inode(pool, 1, 4711);
	fake_mkdir("/none");
	CHECK(fsc_pool_step(pool));
	CHECK(take(FSC_LANE_AHEAD, 0));
	CHECK_INT(found.result, FSC_OS_OK);
	fsc_found_drop(&found);
	end();
}

TEST(each_kind_asks_what_it_says)
{
	REQUIRE(begin());
	fake_chmod("/2", 0111);
	fake_set_ids(1000, 1000, 1000, 1000);
	add(FSC_LANE_AHEAD, FSC_ERRAND_LOOK, "/1");
	add(FSC_LANE_AHEAD, FSC_ERRAND_ENTER, "/2");
	add(FSC_LANE_AHEAD, FSC_ERRAND_READ, "/3");
	add(FSC_LANE_AHEAD, FSC_ERRAND_READ, "/2");
	fsc_pool_open(pool, FSC_LANE_AHEAD, 4);
	fake_threads_run(9);
	CHECK(take(FSC_LANE_AHEAD, 0) && is_of(1));
	CHECK(!found.access_known && !found.snapshot);
	CHECK(take(FSC_LANE_AHEAD, 1) && is_of(2));
	CHECK(found.access_known && !found.snapshot);
	CHECK_INT(found.granted, FSC_ACCESS_SEARCH);
	CHECK(take(FSC_LANE_AHEAD, 2) && is_of(3));
	CHECK(found.access_known);
	CHECK_INT(found.granted, FSC_ACCESS_SEARCH | FSC_ACCESS_READ);
	REQUIRE(found.snapshot);
	CHECK_INT(fsc_snapshot_count(found.snapshot), 3);
	fsc_found_drop(&found);
	CHECK(take(FSC_LANE_AHEAD, 3));
	CHECK_INT(found.result, FSC_OS_DENIED);
	CHECK(!found.snapshot);
	end();
}

TEST(another_mount_than_expected_is_not_read)
{
	REQUIRE(begin());
	fake_mount("/1", "tmpfs", "");
	fake_create("/1/x");
	add(FSC_LANE_AHEAD, FSC_ERRAND_READ, "/1");
	fsc_pool_open(pool, FSC_LANE_AHEAD, 1);
	CHECK(fsc_pool_step(pool));
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	CHECK(take(FSC_LANE_AHEAD, 0));
	CHECK(!found.snapshot);
	CHECK_INT(found.reason, FSC_REASON_CHANGED);
	end();
}

/* ---- what relative paths hang from ---- */

static int open_path(const char *path)
{
	int fd;

	return fsc_os_open_path(path, &fd) == FSC_OS_OK ? fd : -1;
}

TEST(a_base_is_closed_once)
{
	REQUIRE(begin());
	CHECK(!fsc_pool_has_base(pool));
	CHECK(fsc_pool_set_base(pool, open_path("/1")));
	CHECK(fsc_pool_has_base(pool));
	CHECK(fsc_pool_set_base(pool, open_path("/2")));
	CHECK_INT(fake_open_fds(), 1);
	add(FSC_LANE_AHEAD, FSC_ERRAND_LOOK, "2");
	fsc_pool_open(pool, FSC_LANE_AHEAD, 1);
	CHECK(fsc_pool_step(pool));
	CHECK(take(FSC_LANE_AHEAD, 0));
	CHECK_INT(found.attr.type, FSC_TYPE_FILE);
	fsc_pool_clear(pool);
	CHECK_INT(fake_open_fds(), 0);
	CHECK(!fsc_pool_has_base(pool));
	CHECK(fsc_pool_set_base(pool, open_path("/3")));
	end();
}

static void clear_pool(void *context)
{
	unsigned *open = context;

	fsc_pool_clear(pool);
	*open = fake_open_fds();
}

static void other_base(void *context)
{
	unsigned *open = context;

	CHECK(fsc_pool_set_base(pool, open_path("/2")));
	*open = fake_open_fds();
}

TEST(a_base_stays_open_while_a_helper_uses_it)
{
	static const fake_hook hooks[] = { clear_pool, other_base };
	unsigned open = 0;

	for (int i = 0; i < 2; i++) {
		REQUIRE(begin());
		CHECK(fsc_pool_set_base(pool, open_path("/1")));
		add(FSC_LANE_AHEAD, FSC_ERRAND_LOOK, "1");
		fsc_pool_open(pool, FSC_LANE_AHEAD, 1);
		fake_before(FAKE_STAT, 1, hooks[i], &open);
		CHECK(fsc_pool_step(pool));
		CHECK_INT(open, 1 + i);
		CHECK_INT(fake_open_fds(), i);
		end();
	}
}

TEST(without_a_base_relative_paths_find_nothing)
{
	REQUIRE(begin());
	fake_chdir("/1");
	add(FSC_LANE_AHEAD, FSC_ERRAND_LOOK, "1");
	fsc_pool_open(pool, FSC_LANE_AHEAD, 1);
	CHECK(fsc_pool_step(pool));
	take(FSC_LANE_AHEAD, 0);
	end();
}

/* ---- faults ---- */

TEST(in_a_forks_child_the_helpers_are_gone)
{
	REQUIRE(begin());
	CHECK(fsc_pool_is_alive(pool));
	CHECK(fsc_pool_set_base(pool, open_path("/1")));
	add_ten(FSC_LANE_AHEAD, FSC_ERRAND_READ);
	fake_threads_run(5);
	fake_fork();
	CHECK(!fsc_pool_is_alive(pool));
	end();
}

TEST(without_threads_there_is_no_pool)
{
	fake_reset();
	CHECK(fsc_pool_create() == NULL);
	REQUIRE(begin());
	end();
	fsc_pool_destroy(NULL);
}

TEST(without_memory_errands_are_not_taken)
{
	REQUIRE(begin());
	for (long after = 0; after < 3; after++) {
		fsc_mem_fail_after(after);
		add(FSC_LANE_REPLAY, FSC_ERRAND_LOOK, "/1");
		fsc_mem_fail_after(-1);
	}
	CHECK_INT(fsc_pool_count(pool, FSC_LANE_REPLAY), 1);
	fsc_mem_fail_after(0);
	CHECK(!fsc_pool_set_base(pool, 99));
	fsc_mem_fail_after(-1);
	for (long after = 0; after < 12; after++) {
		fsc_pool_clear(pool);
		add(FSC_LANE_AHEAD, FSC_ERRAND_READ, "/1");
		fsc_pool_open(pool, FSC_LANE_AHEAD, 1);
		fsc_mem_fail_after(after);
		CHECK(fsc_pool_step(pool));
		fsc_mem_fail_after(-1);
		CHECK(take(FSC_LANE_AHEAD, 0));
		CHECK(found.snapshot ? found.reason == FSC_REASON_NONE : found.reason == FSC_REASON_LIMIT);
		fsc_found_drop(&found);
	}
	fsc_mem_fail_after(0);
	CHECK(fsc_pool_create() == NULL);
	fsc_mem_fail_after(-1);
	end();
}

TEST(no_more_than_a_lane_holds)
{
	char *path = malloc(5000);

	REQUIRE(begin() && path);
	memset(path, 'x', 5000);
	path[0] = '/';
	path[4999] = '\0';
	CHECK_INT(add(FSC_LANE_REPLAY, FSC_ERRAND_LOOK, path), FSC_POOL_NONE);
	path[4000] = '\0';
	for (uint32_t i = 0; i < FSC_POOL_MAX; i++) {
		const char *which = i % 100 ? "/1" : path;

		if (add(FSC_LANE_REPLAY, FSC_ERRAND_LOOK, which) != i) {
			CHECK_INT(i, FSC_POOL_MAX);
			break;
		}
	}
	CHECK_INT(add(FSC_LANE_REPLAY, FSC_ERRAND_LOOK, "/1"), FSC_POOL_NONE);
	fsc_pool_open(pool, FSC_LANE_REPLAY, FSC_POOL_MAX);
	fsc_pool_wake_all(pool, true);
	CHECK_INT(fake_threads_run(100), 100);
	free(path);
	end();
}

int main(void)
{
	RUN(a_lane_is_run_in_its_order);
	RUN(what_is_not_opened_is_not_run);
	RUN(what_the_scan_asks_is_run_first_and_files_last);
	RUN(touches_that_take_no_round_trip_are_given_up);
	RUN(a_round_trip_is_as_long_as_a_few_system_calls_at_least);
	RUN(a_replay_of_fast_errands_is_the_owners);
	RUN(a_replay_that_becomes_slow_is_the_helpers);
	RUN(who_wants_helpers_everywhere_has_them);
	RUN(helpers_are_woken_all_at_once_where_errands_were_slow);
	RUN(who_comes_before_a_helper_does_it_himself);
	RUN(several_run_at_the_same_time);
	RUN(run_again_while_it_runs);
	RUN(dropped_or_cleared_while_it_runs);
	RUN(done_ones_are_run_again_after_a_change);
	RUN(a_second_change_reaches_all_that_is_done);
	RUN(finished_ones_are_collected_behind_one_that_is_run_again);
	RUN(an_error_is_looked_at_again_after_any_change);
	RUN(each_kind_asks_what_it_says);
	RUN(another_mount_than_expected_is_not_read);
	RUN(a_base_is_closed_once);
	RUN(a_base_stays_open_while_a_helper_uses_it);
	RUN(without_a_base_relative_paths_find_nothing);
	RUN(in_a_forks_child_the_helpers_are_gone);
	RUN(without_threads_there_is_no_pool);
	RUN(without_memory_errands_are_not_taken);
	RUN(no_more_than_a_lane_holds);
	return unit_end();
}
