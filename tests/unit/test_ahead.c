/* SPDX-License-Identifier: MIT */
/*
 * Replay: what the last request validated is asked ahead of the next one, and is used only where
 * the view would ask the very same thing now.
 */
#include "tests/unit/ahead_fixture.h"
#include "tests/unit/store_fixture.h"
#include "tests/unit/unit.h"

#define EIGHT    8
#define TWO_DAYS (INT64_C(48) * 3600 * 1000) /* old, whatever a server's clock says */

/* A tree whose listings are held, and a request whose list is known. */
static void begin(fsc_mode mode)
{
	ahead_begin(mode);
	ahead_tree("/d", EIGHT);
	fake_advance_ms(2 * 3600 * 1000);
	ahead_next();
	CHECK(ahead_ask("/d", EIGHT));
}

/* The next request has asked its first question, and the helpers all the others. */
static void begin_replay(fsc_mode mode)
{
	begin(mode);
	ahead_next();
	CHECK(ahead_ask("/d", 1));
	CHECK_INT(ahead_work(), EIGHT - 1);
	fake_calls_clear();
}

static void end(void)
{
	CHECK(ahead_adds_up());
	CHECK(fx_is_consistent());
	CHECK(fx_end());
}

/* ---- what it is good for ---- */

TEST(answers_had_ahead_cost_no_system_call)
{
	uint64_t before;

	begin(FSC_MODE_REQUEST);
	ahead_next();
	before = ahead_counters()->validations;
	CHECK(ahead_ask("/d", 1));
	CHECK_INT(ahead_work(), EIGHT - 1);
	fake_calls_clear();
	CHECK(ahead_ask("/d", EIGHT));
	CHECK_INT(fake_system_calls(), 0);
	CHECK_INT(fx_reply.how, FSC_HOW_CHECKED);
	CHECK_INT(ahead_counters()->validations - before, EIGHT);
	CHECK_INT(ahead_counters()->prefetch_used, EIGHT - 1);
	CHECK(ahead_ask("/d", EIGHT));
	CHECK_INT(fx_reply.how, FSC_HOW_HIT);
	fsc_request_end(fx_view);
	CHECK_INT(ahead_counters()->prefetch_issued, EIGHT - 1);
	CHECK_INT(ahead_counters()->prefetch_wasted, 0);
	end();
}

TEST(what_no_helper_has_begun_is_asked_by_the_view_itself)
{
	begin(FSC_MODE_REQUEST);
	ahead_next();
	fake_calls_clear();
	CHECK(ahead_ask("/d", EIGHT));
	CHECK_INT(fake_calls(FAKE_STAT), EIGHT);
	CHECK_INT(ahead_work(), 0);
	end();
}

TEST(no_thread_is_started_where_none_is_wanted)
{
	ahead_begin(FSC_MODE_REQUEST);
	fx_config.prefetch_local = false;
	fx_configure();
	ahead_tree("/d", EIGHT);
	fake_advance_ms(2 * 3600 * 1000);
	for (int i = 0; i < 4; i++) {
		ahead_next();
		CHECK(ahead_scan("/d", EIGHT));
		CHECK(ahead_ask("/d", EIGHT));
	}
	CHECK_INT(fake_threads(), 0);
	CHECK_INT(ahead_counters()->prefetch_issued, 0);
	end();
}

TEST(nor_in_strict_mode)
{
	ahead_begin(FSC_MODE_STRICT);
	ahead_tree("/d", EIGHT);
	fake_advance_ms(2 * 3600 * 1000);
	for (int i = 0; i < 4; i++) {
		ahead_next();
		CHECK(ahead_scan("/d", EIGHT));
		ahead_ask("/d", EIGHT);
	}
	CHECK_INT(fake_threads(), 0);
	end();
}

TEST(remote_mounts_have_helpers_by_themselves)
{
	ahead_begin(FSC_MODE_REQUEST);
	fx_config.prefetch_local = false;
	fx_configure();
	fake_mount("/n", "nfs4", "rw");
	ahead_tree("/n", EIGHT);
	fake_advance_ms(TWO_DAYS);
	ahead_next();
	CHECK(ahead_ask("/n", EIGHT));
	ahead_next();
	CHECK(ahead_ask("/n", 1));
	CHECK_INT(fake_threads(), 4);
	CHECK_INT(ahead_work(), EIGHT - 1);
	fake_calls_clear();
	CHECK(ahead_ask("/n", EIGHT));
	CHECK_INT(fake_system_calls(), 0);
	end();
}

TEST(without_threads_all_is_as_before)
{
	ahead_begin(FSC_MODE_REQUEST);
	fake_set_threads(NULL);
	ahead_tree("/d", EIGHT);
	fake_advance_ms(2 * 3600 * 1000);
	for (int i = 0; i < 3; i++) {
		ahead_next();
		CHECK(ahead_scan("/d", EIGHT));
		CHECK(ahead_ask("/d", EIGHT));
	}
	CHECK_INT(ahead_counters()->prefetch_issued, 0);
	end();
}

/* ---- the list ---- */

TEST(each_script_has_its_own_list)
{
	begin(FSC_MODE_REQUEST);
	ahead_next_of("/d/other.php");
	CHECK(ahead_ask("/d", 2));
	CHECK_INT(ahead_work(), 0);
	ahead_next_of("/d/other.php");
	CHECK(ahead_ask("/d", 1));
	CHECK_INT(ahead_work(), 1);
	ahead_next();
	CHECK(ahead_ask("/d", 1));
	CHECK_INT(ahead_work(), EIGHT - 1);
	end();
}

TEST(a_request_without_a_name_is_not_remembered)
{
	begin(FSC_MODE_REQUEST);
	fx_later(1000);
	CHECK(ahead_ask("/d", 3));
	CHECK_INT(ahead_work(), 0);
	ahead_next();
	CHECK(ahead_ask("/d", 1));
	CHECK_INT(ahead_work(), EIGHT - 1);
	end();
}

TEST(what_is_not_asked_any_more_is_left_out_after_some_requests)
{
	unsigned asked[8];

	begin(FSC_MODE_REQUEST);
	for (int i = 0; i < 6; i++) {
		ahead_next();
		CHECK(ahead_ask("/d", 1));
		asked[i] = ahead_work();
		CHECK(ahead_ask("/d", 2));
	}
	CHECK_INT(asked[0], EIGHT - 1);
	CHECK_INT(asked[3], EIGHT - 1);
	CHECK_INT(asked[4], 1);
	CHECK_INT(asked[5], 1);
	CHECK(ahead_counters()->prefetch_wasted > 0);
	end();
}

TEST(a_request_that_asks_in_another_order_gets_all_the_same)
{
	begin(FSC_MODE_REQUEST);
	ahead_next();
	CHECK_INT(fx_ask("/d/h/f", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ahead_work(), 0); /* behind the last one there is none */
	CHECK(ahead_ask("/d", EIGHT));
	ahead_next();
	CHECK_INT(fx_ask("/d/h/f", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ahead_work(), EIGHT - 1);
	end();
}

TEST(a_list_is_of_its_own_working_directory)
{
	begin(FSC_MODE_REQUEST);
	ahead_tree("/e", EIGHT);
	fake_chdir("/d");
	fake_advance_ms(2 * 3600 * 1000);
	for (int i = 0; i < 2; i++) {
		ahead_next();
		CHECK(ahead_ask(".", EIGHT));
		fsc_request_end(fx_view);
	}
	ahead_next();
	CHECK(ahead_ask(".", 1));
	CHECK_INT(ahead_work(), EIGHT - 1);
	fake_calls_clear();
	CHECK(ahead_ask(".", EIGHT));
	CHECK_INT(fake_calls(FAKE_STAT), 0);
	fake_chdir("/e");
	fsc_cwd_changed(fx_view);
	fake_unlink("/e/c/f");
	CHECK(fx_ask("./c/f", FSC_WANT_FILE) != FSC_YES);
	ahead_next();
	CHECK(ahead_ask(".", 2));
	ahead_work();
	CHECK(fx_ask("./c/f", FSC_WANT_FILE) != FSC_YES);
	end();
}

TEST(a_base_outlives_chdir_and_is_closed_in_the_end)
{
	begin(FSC_MODE_REQUEST);
	ahead_tree("/e", EIGHT);
	fake_unlink("/e/b/f");
	fake_chdir("/d");
	fake_advance_ms(2 * 3600 * 1000);
	for (int i = 0; i < 2; i++) {
		ahead_next();
		CHECK(ahead_ask(".", EIGHT));
	}
	ahead_next();
	CHECK(ahead_ask(".", 1));
	fake_chdir("/e"); /* before any helper has begun */
	fsc_cwd_changed(fx_view);
	ahead_work();
	CHECK_INT(fx_ask("./b/f", FSC_WANT_FILE), FSC_ABSENT);
	fake_chdir("/d");
	fsc_cwd_changed(fx_view);
	CHECK_INT(fx_ask("./b/f", FSC_WANT_FILE), FSC_YES);
	fsc_request_end(fx_view);
	CHECK_INT(fake_open_fds(), 0);
	end();
}

/* A worker that changes directory very often forgets all roots: not in mid-question. */
TEST(too_many_working_directories_in_the_first_question)
{
	char path[64];

	begin(FSC_MODE_REQUEST);
	fake_chdir("/d");
	ahead_next();
	CHECK(ahead_ask(".", 2));
	ahead_next();
	CHECK(ahead_ask("/d", 2));
	for (int i = 0; i < FSC_ROOTS_MAX + 2; i++) {
		snprintf(path, sizeof path, "/x/%d", i);
		fake_mkdir(path);
		fake_chdir(path);
		fsc_cwd_changed(fx_view);
		ahead_next();
		CHECK_INT(fx_ask("/d/a/f", FSC_WANT_FILE), FSC_YES);
		fx_ask("y", FSC_WANT_FILE);
	}
	CHECK(fx_is_consistent());
	end();
}

TEST(a_list_that_found_no_memory_is_not_written_behind)
{
	ahead_begin(FSC_MODE_REQUEST);
	fake_mount("/n", "nfs4", "rw");
	ahead_tree("/n", EIGHT);
	fake_mkdir("/n/a/sub");
	fake_mkdir("/n/z");
	fake_advance_ms(TWO_DAYS);
	for (int i = 0; i < 2; i++) {
		ahead_next();
		CHECK(ahead_scan("/n", EIGHT));
	}
	for (long fail = 0; fail < 6; fail++) {
		ahead_next();
		CHECK_INT(fx_ask("/n/a/sub", FSC_WANT_DIR), FSC_YES);
		CHECK_INT(fx_ask("/n/b/f", FSC_WANT_FILE), FSC_YES);
		fsc_mem_fail_after(fail);
		fx_ask("/n/z/f", FSC_WANT_FILE); /* differs from the last request */
		fx_ask("/n/g/f", FSC_WANT_FILE);
		fsc_mem_fail_after(-1);
		CHECK(ahead_ask("/n", EIGHT)); /* one of them at another level */
		CHECK(ahead_scan("/n", EIGHT));
	}
	end();
}

/* ---- what makes an answer void ---- */

/* /d/c gets a name that a stale answer would not know. Returns what is said of it. */
static fsc_answer said_of_new(void)
{
	fsc_answer got = fx_ask("/d/c/new", FSC_WANT_FILE);

	return got == FSC_PASS ? FSC_YES : got;
}

TEST(an_own_change_marked_by_its_parent)
{
	begin_replay(FSC_MODE_REQUEST);
	fake_create("/d/c/new");
	fsc_mark_parent(fx_view, "/d/c/new", 8);
	CHECK_INT(said_of_new(), FSC_YES);
	CHECK(ahead_list_is_true("/d/c"));
	end();
}

TEST(an_own_change_marked_by_another_path)
{
	begin_replay(FSC_MODE_REQUEST);
	fake_symlink("/d/c", "/link");
	fake_create("/d/c/new");
	fsc_mark_parent(fx_view, "/link/new", 9);
	CHECK_INT(said_of_new(), FSC_YES);
	end();
}

TEST(an_own_change_marked_without_a_system_call)
{
	begin_replay(FSC_MODE_REQUEST);
	fake_create("/d/c/new");
	fsc_mark_path(fx_view, "/d/c/new", 8);
	CHECK_INT(fake_system_calls(), 0);
	CHECK_INT(said_of_new(), FSC_YES);
	end();
}

TEST(everything_marked)
{
	begin_replay(FSC_MODE_REQUEST);
	fake_create("/d/c/new");
	fsc_mark_everything(fx_view);
	CHECK_INT(said_of_new(), FSC_YES);
	end();
}

TEST(a_clause_of_an_invalidation)
{
	begin_replay(FSC_MODE_REQUEST);
	fake_create("/d/c/new");
	fsc_view_invalidate(fx_view, "/d/c", 4, false);
	CHECK_INT(said_of_new(), FSC_YES);
	end();
	begin(FSC_MODE_NEVER);
	fake_create("/d/c/new");
	fsc_view_invalidate(fx_view, "/d", 2, true);
	CHECK_INT(said_of_new(), FSC_YES);
	end();
}

TEST(a_reset)
{
	begin_replay(FSC_MODE_REQUEST);
	fake_create("/d/c/new");
	fsc_view_reset(fx_view);
	CHECK_INT(said_of_new(), FSC_YES);
	CHECK(ahead_scan("/d", EIGHT));
	fake_create("/d/d/new");
	fsc_mark_parent(fx_view, "/d/d/new", 8);
	CHECK(ahead_scan("/d", EIGHT));
	end();
}

TEST(other_credentials)
{
	begin_replay(FSC_MODE_REQUEST);
	fake_chmod("/d/c", 0700);
	fake_set_ids(1000, 1000, 1000, 1000);
	fsc_identity_changed(fx_view);
	CHECK_INT(fx_ask("/d/c/f", FSC_WANT_FILE), FSC_PASS);
	CHECK_STR(fx_list("/d/c"), "(pass)");
	end();
}

TEST(other_credentials_behind_our_back)
{
	begin_replay(FSC_MODE_REQUEST);
	fake_set_ids(1000, 1000, 1000, 1000);
	fake_chmod("/d/c", 0700);
	ahead_next();
	CHECK_INT(fx_ask("/d/a/f", FSC_WANT_FILE), FSC_YES);
	ahead_work();
	CHECK_INT(fx_ask("/d/c/f", FSC_WANT_FILE), FSC_PASS);
	CHECK_STR(fx_list("/d/c"), "(pass)");
	end();
}

/* A thread may have privileges and a mount namespace of its own: none of before goes on. */
TEST(helpers_do_not_outlive_an_identity)
{
	begin_replay(FSC_MODE_REQUEST);
	CHECK_INT(fake_threads(), 4);
	fake_set_mount_space(7);
	ahead_next();
	fx_ask("/d/a/f", FSC_WANT_FILE);
	CHECK_INT(fake_threads(), 8); /* others */
	end();
	begin_replay(FSC_MODE_REQUEST);
	CHECK(fx_view->ahead->pool != NULL);
	fsc_identity_changed(fx_view);
	CHECK(fx_view->ahead->pool == NULL);
	end();
}

TEST(the_end_of_a_period)
{
	begin_replay(FSC_MODE_REQUEST);
	fake_create("/d/c/new");
	fake_advance_ms(2001);
	CHECK_INT(said_of_new(), FSC_YES);
	end();
	begin(FSC_MODE_INTERVAL);
	fake_advance_ms(2001);
	ahead_next();
	CHECK(ahead_ask("/d", 1));
	CHECK_INT(ahead_work(), EIGHT - 1);
	fake_create("/d/c/new");
	fake_advance_ms(2001);
	CHECK_INT(said_of_new(), FSC_YES);
	end();
}

TEST(the_end_of_a_request)
{
	begin_replay(FSC_MODE_REQUEST);
	fake_create("/d/c/new");
	fx_request();
	CHECK_INT(said_of_new(), FSC_YES);
	end();
}

TEST(others_changes_are_seen_as_of_the_moment_of_asking)
{
	begin_replay(FSC_MODE_REQUEST);
	fake_create("/d/c/new");
	CHECK_INT(fx_ask("/d/c/new", FSC_WANT_FILE), FSC_ABSENT); /* as this request may */
	fx_request();
	CHECK_INT(said_of_new(), FSC_YES);
	end();
}

TEST(a_path_that_leads_elsewhere)
{
	begin(FSC_MODE_REQUEST);
	fake_rename("/d/c", "/old");
	fake_create("/d/c/new");
	fake_rename("/d/e", "/old2"); /* by others, both switched */
	fake_create("/d/e/new");
	ahead_next();
	CHECK(ahead_ask("/d", 1));
	ahead_work();
	CHECK_INT(said_of_new(), FSC_YES);
	CHECK_INT(fx_ask("/d/c/f", FSC_WANT_FILE), fx_truth("/d/c/f", FSC_WANT_FILE));
	CHECK(fx_ask("/d/e/f", FSC_WANT_FILE) != FSC_YES);
	end();
	begin_replay(FSC_MODE_REQUEST);
	fake_rename("/d/b", "/old");
	fake_create("/d/b/new");
	fake_rename("/d/c", "/old2");
	fake_create("/d/c/new");
	/* Asked directly for b, which had an answer: what is behind the switch is for all. */
	fsc_mark_path(fx_view, "/d/b/new", 8);
	CHECK(fx_ask("/d/b/new", FSC_WANT_FILE) != FSC_ABSENT);
	CHECK_INT(said_of_new(), FSC_YES);
	end();
}

TEST(a_directory_that_went_away)
{
	begin(FSC_MODE_REQUEST);
	fake_unlink("/d/c/f");
	fake_rmdir("/d/c");
	ahead_next();
	CHECK(ahead_ask("/d", 1));
	ahead_work();
	CHECK(fx_ask("/d/c/f", FSC_WANT_FILE) != FSC_YES);
	CHECK_STR(fx_list("/d/c"), "(pass)");
	CHECK(ahead_list_is_true("/d"));
	end();
}

/* ---- while it is under way ---- */

static void make_new(void *context)
{
	(void) context;
	fake_create("/d/b/new");
	fsc_mark_parent(fx_view, "/d/b/new", 8);
}

static void make_new_by_path(void *context)
{
	(void) context;
	fake_create("/d/b/new");
	fsc_mark_path(fx_view, "/d/b/new", 8);
}

static void make_new_and_mark_all(void *context)
{
	(void) context;
	fake_create("/d/b/new");
	fsc_mark_everything(fx_view);
}

static void forget_all(void *context)
{
	(void) context;
	fake_create("/d/b/new");
	fsc_view_reset(fx_view);
}

static void end_request(void *context)
{
	(void) context;
	fake_create("/d/b/new");
	fx_request();
}

TEST(changes_while_a_helper_is_in_its_call)
{
	static const fake_hook hooks[] = { make_new, make_new_by_path, make_new_and_mark_all,
		forget_all, end_request };

	for (unsigned i = 0; i < 2 * sizeof hooks / sizeof *hooks; i++) {
		begin(FSC_MODE_REQUEST);
		ahead_next();
		CHECK(ahead_ask("/d", 1));
		if (i % 2) {
			fake_after(FAKE_STAT, 1, hooks[i / 2], NULL); /* the answer is of before */
		} else {
			fake_before(FAKE_STAT, 1, hooks[i / 2], NULL);
		}
		ahead_work();
		CHECK(fx_ask("/d/b/new", FSC_WANT_FILE) != FSC_ABSENT);
		CHECK(ahead_list_is_true("/d/b"));
		CHECK(fx_is_consistent());
		end();
	}
}

/* ---- what each answer needs ---- */

TEST(what_lies_in_strict_directories_is_not_asked_ahead)
{
	begin(FSC_MODE_REQUEST);
	ahead_next();
	fsc_strict_directory(fx_view, "/d/c", false);
	CHECK(ahead_ask("/d", 1));
	CHECK_INT(ahead_work(), EIGHT - 2);
	fake_create("/d/c/new");
	CHECK_INT(said_of_new(), FSC_YES);
	end();
}

TEST(an_answer_of_a_lower_level_does_not_do_for_a_listing)
{
	ahead_begin(FSC_MODE_REQUEST);
	fake_fs_attribute_cache_ms(fake_mount("/n", "nfs4", "rw"), 60000);
	fake_mkdir("/n/a/sub");
	fake_mkdir("/n/b/sub");
	fake_mkdir("/n/c/sub");
	fake_advance_ms(TWO_DAYS);
	ahead_next();
	CHECK(ahead_scan("/n", 3));
	for (int i = 0; i < 2; i++) {
		ahead_next();
		CHECK_INT(fx_ask("/n/a/sub", FSC_WANT_DIR), FSC_YES);
		CHECK_INT(fx_ask("/n/b/sub", FSC_WANT_DIR), FSC_YES);
		CHECK_INT(fx_ask("/n/c/sub", FSC_WANT_DIR), FSC_YES);
	}
	ahead_next();
	CHECK_INT(fx_ask("/n/a/sub", FSC_WANT_DIR), FSC_YES);
	fake_create("/n/b/new");
	ahead_work();
	fake_calls_clear();
	CHECK(ahead_list_is_true("/n/b"));
	CHECK(fake_sync_calls() > 0);
	end();
}

TEST(a_level_once_needed_is_asked_ahead)
{
	ahead_begin(FSC_MODE_REQUEST);
	fake_fs_attribute_cache_ms(fake_mount("/n", "nfs4", "rw"), 60000);
	ahead_tree("/n", EIGHT);
	fake_advance_ms(TWO_DAYS);
	ahead_next();
	CHECK(ahead_scan("/n", EIGHT));
	ahead_next();
	CHECK(ahead_scan("/n", EIGHT));
	ahead_next();
	CHECK(ahead_list_is_true("/n"));
	fake_create("/n/b/new");
	fake_calls_clear();
	ahead_work();
	CHECK_INT(fake_sync_calls() >= EIGHT, true);
	fake_calls_clear();
	CHECK(ahead_scan("/n", 1));
	CHECK_INT(fake_calls(FAKE_STAT), 0);
	CHECK(ahead_list_is_true("/n/b"));
	end();
}

/* Without a listing of its own a node may take what another process has: the server must say so. */
TEST(what_the_shared_tier_may_have_is_asked_of_the_server)
{
	fsc_store *store;
	const fsc_errand *errand;
	unsigned entered = 0;

	ahead_begin(FSC_MODE_REQUEST);
	store = fx_store_of(FX_SEGMENT);
	fsc_view_share(fx_view, store, 99, FSC_STORE_NOBODY);
	fake_mount("/n", "nfs4", "rw");
	ahead_tree("/n", 3);
	fake_mkdir("/n/b/sub");
	fake_mkdir("/n/a/sub");
	fake_advance_ms(TWO_DAYS);
	ahead_next();
	CHECK(ahead_scan("/n", 3));
	fake_create("/n/b/new"); /* a version that has no listing yet, seen without the server's word */
	for (int i = 0; i < 2; i++) {
		ahead_next();
		fx_ask("/n/a/sub", FSC_WANT_DIR);
		fx_ask("/n/b/sub", FSC_WANT_DIR);
		fx_ask("/n/a/f", FSC_WANT_DIR);
	}
	ahead_next();
	fx_ask("/n/a/sub", FSC_WANT_DIR);
	for (uint32_t i = 0; i < fsc_pool_count(fx_view->ahead->pool, FSC_LANE_REPLAY); i++) {
		errand = fsc_pool_errand(fx_view->ahead->pool, FSC_LANE_REPLAY, i);
		if (errand->kind == FSC_ERRAND_ENTER) {
			entered++;
			CHECK_INT(errand->flags, FSC_STAT_SYNC);
		}
	}
	CHECK_INT(entered, 1);
	CHECK(ahead_adds_up());
	CHECK(fx_end());
	fx_store_free(store);
}

TEST(permission_that_gets_old_is_asked_together)
{
	ahead_begin(FSC_MODE_REQUEST);
	fake_mount("/n", "nfs4", "rw");
	ahead_tree("/n", EIGHT);
	fake_advance_ms(TWO_DAYS);
	ahead_next();
	CHECK(ahead_scan("/n", EIGHT));
	fake_advance_ms(50 * 1000);
	ahead_next();
	CHECK(ahead_scan("/n", 0));
	fake_calls_clear();
	ahead_work();
	CHECK(fake_calls(FAKE_ACCESS) >= EIGHT);
	fake_calls_clear();
	CHECK(ahead_scan("/n", EIGHT));
	CHECK_INT(fake_calls(FAKE_ACCESS), 0);
	fake_set_ids(1000, 1000, 1000, 1000);
	ahead_next();
	CHECK(ahead_scan("/n", EIGHT));
	fake_chmod("/n/c", 0700); /* no ctime moves for what a ticket is worth: only asking tells */
	fsc_mark_everything(fx_view);
	CHECK_STR(fx_list("/n/c"), "(pass)");
	end();
}

TEST(a_permission_refused_is_not_had_ahead)
{
	begin(FSC_MODE_REQUEST);
	fake_set_ids(1000, 1000, 1000, 1000);
	ahead_next();
	CHECK(ahead_ask("/d", EIGHT));
	fake_chmod("/d/c", 0);
	ahead_next();
	CHECK(ahead_ask("/d", 1));
	ahead_work();
	CHECK_INT(fx_ask("/d/c/f", FSC_WANT_FILE), FSC_PASS);
	CHECK_STR(fx_list("/d/c"), "(pass)");
	end();
}

/* ---- faults ---- */

TEST(evictions_take_their_errands_with_them)
{
	char path[64];

	begin(FSC_MODE_REQUEST);
	for (int i = 0; i < 60; i++) {
		snprintf(path, sizeof path, "/big/%02d/some-name-that-takes-room", i);
		fake_create(path);
	}
	fx_config.cache_bytes = fsc_view_overhead(fx_view) + 12000;
	fx_configure();
	fake_advance_ms(2 * 3600 * 1000);
	for (int round = 0; round < 4; round++) {
		ahead_next();
		CHECK(ahead_ask("/d", 1));
		fake_threads_run(3);
		for (int i = 0; i < 60; i++) {
			snprintf(path, sizeof path, "/big/%02d", i);
			CHECK(ahead_list_is_true(path));
			fake_threads_run(1);
		}
		fake_create(round % 2 ? "/d/c/new" : "/d/d/new");
		fsc_mark_parent(fx_view, round % 2 ? "/d/c/new" : "/d/d/new", 8);
		CHECK(ahead_scan("/d", EIGHT));
		CHECK(fx_is_consistent());
	}
	CHECK(ahead_counters()->evictions > 0);
	end();
}

TEST(a_fork_leaves_the_helpers_behind)
{
	begin_replay(FSC_MODE_REQUEST);
	fake_create("/d/c/new");
	fake_fork();
	fsc_identity_changed(fx_view);
	CHECK_INT(said_of_new(), FSC_YES);
	CHECK(ahead_scan("/d", EIGHT));
	ahead_next();
	CHECK(ahead_ask("/d", EIGHT));
	ahead_next();
	CHECK(ahead_ask("/d", 1));
	CHECK(ahead_work() > 0);
	CHECK(ahead_ask("/d", EIGHT));
	CHECK(fx_is_consistent());
	fsc_request_end(fx_view);
	CHECK(fx_end());
}

TEST(a_fork_that_nobody_told_of)
{
	begin(FSC_MODE_REQUEST);
	ahead_next();
	CHECK(ahead_ask("/d", 1));
	fake_fork();
	CHECK(ahead_ask("/d", EIGHT));
	CHECK(ahead_scan("/d", EIGHT));
	fsc_mark_everything(fx_view);
	CHECK(ahead_scan("/d", EIGHT));
	fsc_mark_path(fx_view, "/d/c/f", 6);
	fsc_mark_parent(fx_view, "/d/c/f", 6);
	CHECK(ahead_scan("/d", EIGHT));
	ahead_next();
	CHECK(ahead_ask("/d", EIGHT));
	CHECK(fx_is_consistent());
	CHECK(fx_end());
}

TEST(threads_stop_and_come_back)
{
	begin_replay(FSC_MODE_REQUEST);
	fsc_view_stop_threads(fx_view);
	CHECK(fx_view->ahead->pool == NULL);
	CHECK(ahead_ask("/d", EIGHT));
	ahead_next();
	CHECK(ahead_ask("/d", 1));
	CHECK_INT(ahead_work(), EIGHT - 1);
	fx_config.prefetch_threads = 0;
	fx_configure();
	CHECK(fx_view->ahead == NULL);
	CHECK(ahead_ask("/d", EIGHT));
	fx_config.prefetch_threads = 4;
	fx_configure();
	CHECK(ahead_ask("/d", EIGHT));
	end();
}

TEST(each_allocation_may_fail)
{
	for (long fail = 0; fail < 60; fail++) {
		begin(FSC_MODE_REQUEST);
		(fail % 2 ? fsc_mem_fail_after : fsc_mem_fail_once)(fail);
		ahead_next();
		fx_ask("/d/a/f", FSC_WANT_FILE);
		ahead_work();
		fake_create("/d/c/new");
		fsc_mark_parent(fx_view, "/d/c/new", 8);
		CHECK(said_of_new() != FSC_ABSENT);
		for (int i = 0; i < EIGHT; i++) {
			char path[16];

			snprintf(path, sizeof path, "/d/%c", 'a' + i);
			CHECK(ahead_list_is_true(path));
		}
		fsc_request_end(fx_view);
		fsc_mem_fail_after(-1);
		fake_advance_ms(70000);
		ahead_next();
		CHECK(ahead_ask("/d", EIGHT));
		CHECK(ahead_scan("/d", EIGHT));
		end();
	}
}

TEST(each_call_of_a_helper_may_fail)
{
	static const fake_call calls[] = { FAKE_STAT, FAKE_STAT_FD, FAKE_OPEN_DIR, FAKE_OPEN_PATH,
		FAKE_READ_DIR, FAKE_ACCESS };
	static const fsc_os_result results[] = { FSC_OS_NOENT, FSC_OS_NOTDIR, FSC_OS_DENIED,
		FSC_OS_LOOP, FSC_OS_LIMIT, FSC_OS_ERROR };

	for (unsigned i = 0; i < 36; i++) {
		begin(FSC_MODE_REQUEST);
		fake_create("/d/c/new");
		fake_create("/d/d/new");
		ahead_next();
		CHECK(ahead_ask("/d", 1));
		fake_fail_from(calls[i / 6], 1, results[i % 6]);
		ahead_work();
		fake_fail(calls[i / 6], 1, FSC_OS_OK);
		CHECK(ahead_ask("/d", EIGHT));
		CHECK(said_of_new() == FSC_YES);
		CHECK(ahead_scan("/d", EIGHT));
		end();
	}
}

int main(void)
{
	RUN(answers_had_ahead_cost_no_system_call);
	RUN(what_no_helper_has_begun_is_asked_by_the_view_itself);
	RUN(no_thread_is_started_where_none_is_wanted);
	RUN(nor_in_strict_mode);
	RUN(remote_mounts_have_helpers_by_themselves);
	RUN(without_threads_all_is_as_before);
	RUN(each_script_has_its_own_list);
	RUN(a_request_without_a_name_is_not_remembered);
	RUN(what_is_not_asked_any_more_is_left_out_after_some_requests);
	RUN(a_request_that_asks_in_another_order_gets_all_the_same);
	RUN(a_list_is_of_its_own_working_directory);
	RUN(a_base_outlives_chdir_and_is_closed_in_the_end);
	RUN(too_many_working_directories_in_the_first_question);
	RUN(a_list_that_found_no_memory_is_not_written_behind);
	RUN(an_own_change_marked_by_its_parent);
	RUN(an_own_change_marked_by_another_path);
	RUN(an_own_change_marked_without_a_system_call);
	RUN(everything_marked);
	RUN(a_clause_of_an_invalidation);
	RUN(a_reset);
	RUN(other_credentials);
	RUN(other_credentials_behind_our_back);
	RUN(helpers_do_not_outlive_an_identity);
	RUN(the_end_of_a_period);
	RUN(the_end_of_a_request);
	RUN(others_changes_are_seen_as_of_the_moment_of_asking);
	RUN(a_path_that_leads_elsewhere);
	RUN(a_directory_that_went_away);
	RUN(changes_while_a_helper_is_in_its_call);
	RUN(what_lies_in_strict_directories_is_not_asked_ahead);
	RUN(an_answer_of_a_lower_level_does_not_do_for_a_listing);
	RUN(a_level_once_needed_is_asked_ahead);
	RUN(what_the_shared_tier_may_have_is_asked_of_the_server);
	RUN(permission_that_gets_old_is_asked_together);
	RUN(a_permission_refused_is_not_had_ahead);
	RUN(evictions_take_their_errands_with_them);
	RUN(a_fork_leaves_the_helpers_behind);
	RUN(a_fork_that_nobody_told_of);
	RUN(threads_stop_and_come_back);
	RUN(each_allocation_may_fail);
	RUN(each_call_of_a_helper_may_fail);
	return unit_end();
}
