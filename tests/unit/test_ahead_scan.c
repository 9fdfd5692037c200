/* SPDX-License-Identifier: MIT */
/*
 * Read-ahead: what a recursive scan opens next is read before; no answer is older than it would be
 * without, and nothing is read that the scan does not come to.
 */
#include "tests/unit/ahead_fixture.h"
#include "tests/unit/unit.h"

#define EIGHT    8
#define TWO_DAYS (INT64_C(48) * 3600 * 1000) /* old, whatever a server's clock says */

static void begin(fsc_mode mode)
{
	ahead_begin(mode);
	ahead_tree("/d", EIGHT);
	fake_advance_ms(2 * 3600 * 1000);
	ahead_next();
}

/* /d, /d/a and /d/b were listed: this is a scan, and the helpers have read what comes. */
static void begin_scan(fsc_mode mode)
{
	begin(mode);
	CHECK(ahead_scan("/d", 2));
	CHECK(ahead_work() > 0);
}

static void end(void)
{
	CHECK(ahead_adds_up());
	CHECK(fx_is_consistent());
	CHECK(fx_end());
}

TEST(two_directories_below_an_open_one_are_a_scan)
{
	begin(FSC_MODE_REQUEST);
	CHECK(ahead_list_is_true("/d"));
	CHECK_INT(ahead_work(), 0);
	CHECK(ahead_list_is_true("/d/a"));
	CHECK_INT(ahead_work(), 0);
	CHECK(ahead_list_is_true("/d/b"));
	CHECK_INT(ahead_work(), EIGHT - 2);
	fake_calls_clear();
	CHECK(ahead_scan("/d", EIGHT));
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	CHECK_INT(fake_calls(FAKE_OPEN_DIR), 0);
	CHECK_INT(ahead_counters()->prefetch_used, EIGHT - 2);
	CHECK_INT(ahead_counters()->fills, EIGHT + 1);
	end();
}

TEST(handles_are_served_as_well)
{
	fsc_dir *dir;

	begin_scan(FSC_MODE_REQUEST);
	fake_calls_clear();
	dir = fx_open("/d/c");
	REQUIRE(dir);
	CHECK_STR(fx_read_all(dir), ". .. f");
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	fsc_dir_close(dir);
	end();
}

TEST(depth_first_and_no_deeper_than_the_scan)
{
	begin(FSC_MODE_REQUEST);
	ahead_tree("/d/b", 3);
	ahead_tree("/d/c", 3);
	ahead_tree("/d/c/a", 3);
	fake_advance_ms(2 * 3600 * 1000);
	ahead_next();
	CHECK(ahead_scan("/d", 2));
	CHECK_INT(ahead_work(), EIGHT - 2);
	CHECK(ahead_list_is_true("/d/b/a")); /* now it goes deeper */
	CHECK(ahead_work() >= 2);
	fake_calls_clear();
	CHECK(ahead_list_is_true("/d/b/b"));
	CHECK(ahead_list_is_true("/d/b/c"));
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	ahead_work();
	fake_calls_clear();
	CHECK(ahead_list_is_true("/d/c"));
	CHECK(ahead_list_is_true("/d/c/a"));
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	CHECK(fx_node("/d/c/a/a") == NULL);
	end();
}

TEST(other_mounts_are_not_entered)
{
	begin(FSC_MODE_REQUEST);
	ahead_tree("/d/c", EIGHT);
	fake_mount("/d/d", "tmpfs", "");
	fake_create("/d/d/x/y");
	fake_advance_ms(2 * 3600 * 1000);
	ahead_next();
	CHECK(ahead_scan("/d", 2));
	ahead_work();
	CHECK(fx_node("/d/d") == NULL);
	CHECK(fx_node("/d/c") != NULL);
	CHECK(ahead_scan("/d", EIGHT));
	end();
}

TEST(links_are_not_followed)
{
	begin(FSC_MODE_REQUEST);
	fake_symlink("/d", "/d/link");
	fake_advance_ms(2 * 3600 * 1000);
	ahead_next();
	CHECK(ahead_scan("/d", 2));
	ahead_work();
	CHECK(fx_node("/d/link") == NULL);
	end();
}

TEST(not_more_at_once_than_is_sensible)
{
	char path[64];

	ahead_begin(FSC_MODE_REQUEST);
	for (int i = 0; i < 600; i++) {
		snprintf(path, sizeof path, "/d/%03d/f", i);
		fake_create(path);
	}
	fake_advance_ms(2 * 3600 * 1000);
	ahead_next();
	for (int i = 0; i < 600; i++) {
		unsigned done;

		CHECK(i > 0 || ahead_list_is_true("/d"));
		snprintf(path, sizeof path, "/d/%03d", i);
		CHECK(ahead_list_is_true(path));
		done = ahead_work();
		CHECK(done <= 128);
	}
	CHECK(ahead_counters()->prefetch_used > 500);
	end();
}

TEST(nothing_is_pushed_out_for_what_may_come)
{
	char path[64];

	ahead_begin(FSC_MODE_REQUEST);
	for (int i = 0; i < 40; i++) {
		snprintf(path, sizeof path, "/d/%02d/some-file-name", i);
		fake_create(path);
	}
	fx_config.cache_bytes = 60000;
	fx_configure();
	fake_advance_ms(2 * 3600 * 1000);
	ahead_next();
	for (int i = 0; i < 40; i++) {
		CHECK(i > 0 || ahead_list_is_true("/d"));
		snprintf(path, sizeof path, "/d/%02d", i);
		CHECK(ahead_list_is_true(path));
		ahead_work();
	}
	CHECK_INT(ahead_counters()->prefetch_issued, 0);
	end();
}

/* A collected listing may be so large that even the scan's own directory is pushed out. */
TEST(a_large_directory_among_them)
{
	char path[128];

	ahead_begin(FSC_MODE_REQUEST);
	ahead_tree("/d", EIGHT);
	for (int i = 0; i < 6000; i++) {
		snprintf(path, sizeof path, "/d/c/a-rather-long-name-so-that-this-takes-room-%d", i);
		fake_create(path);
	}
	fake_advance_ms(2 * 3600 * 1000);
	for (size_t room = 280000; room < 900000; room += 40000) {
		fx_config.cache_bytes = room;
		fsc_view_reset(fx_view);
		fx_configure();
		ahead_next();
		CHECK(ahead_scan("/d", 2));
		ahead_work();
		CHECK(ahead_list_is_true("/d/d"));
		ahead_work();
		CHECK(ahead_list_is_true("/d/e"));
		CHECK(ahead_list_is_true("/d/c"));
		CHECK(ahead_scan("/d", EIGHT));
		CHECK(fx_is_consistent());
	}
	end();
}

/* ---- what makes it void ---- */

static void make_new(void)
{
	fake_create("/d/c/new");
}

static void make_new_meanwhile(void *context)
{
	(void) context;
	make_new();
}

static void mark_by_parent(void)
{
	fsc_mark_parent(fx_view, "/d/c/new", 8);
}

static void mark_by_path(void)
{
	fsc_mark_path(fx_view, "/d/c/new", 8);
}

static void mark_all(void)
{
	fsc_mark_everything(fx_view);
}

static void end_period(void)
{
	fake_advance_ms(2001);
}

static void drop(void)
{
	fsc_view_invalidate(fx_view, "/d/c", 4, true);
}

static void reset(void)
{
	fsc_view_reset(fx_view);
}

static void (*const reasons[])(void) = { mark_by_parent, mark_by_path, mark_all, end_period, drop,
	reset, fx_request };
#define REASONS (sizeof reasons / sizeof *reasons)

TEST(own_changes_and_ends_before_it_is_collected)
{
	for (unsigned i = 0; i < REASONS; i++) {
		begin_scan(FSC_MODE_REQUEST);
		make_new();
		reasons[i]();
		CHECK_STR(fx_list("/d/c"), ". .. f new");
		CHECK(ahead_scan("/d", EIGHT));
		end();
	}
}

TEST(own_changes_and_ends_after_it_is_collected)
{
	for (unsigned i = 0; i < REASONS; i++) {
		begin_scan(FSC_MODE_REQUEST);
		CHECK(ahead_list_is_true("/d/d")); /* all of them are the nodes' now */
		CHECK(fx_node("/d/c")->listing != NULL);
		make_new();
		reasons[i]();
		CHECK_STR(fx_list("/d/c"), ". .. f new");
		CHECK(ahead_scan("/d", EIGHT));
		end();
	}
}

TEST(the_same_for_listings_that_are_not_kept)
{
	for (unsigned i = 0; i < 2 * REASONS; i++) {
		begin(FSC_MODE_REQUEST);
		for (char name = 'a'; name < 'a' + EIGHT; name++) {
			char path[] = "/d/?/young";

			path[3] = name;
			fake_create(path);
		}
		CHECK(ahead_scan("/d", 2));
		CHECK_INT(ahead_work(), EIGHT - 2);
		CHECK(i % 2 || ahead_list_is_true("/d/d"));
		make_new();
		reasons[i / 2]();
		CHECK_STR(fx_list("/d/c"), ". .. f young new");
		CHECK(ahead_scan("/d", EIGHT));
		end();
	}
}

/* As of the moment of its reading: others' changes are seen by the next request. */
TEST(a_listing_that_is_not_kept_is_served_in_its_period)
{
	begin(FSC_MODE_REQUEST);
	fake_create("/d/c/young");
	CHECK(ahead_scan("/d", 2));
	ahead_work();
	fake_calls_clear();
	CHECK_STR(fx_list("/d/c"), ". .. f young");
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	CHECK_INT(fx_reply.reason, FSC_REASON_RACY);
	fake_create("/d/c/new");
	fx_request();
	CHECK_STR(fx_list("/d/c"), ". .. f young new");
	end();
}

/* Those that are there: a name that is not may be so by another's doing. */
TEST(names_that_are_not_kept_answer_in_their_period)
{
	for (unsigned i = 0; i < REASONS; i++) {
		begin(FSC_MODE_REQUEST);
		fake_create("/d/c/young");
		fake_mkdir("/d/c/sub");
		CHECK(ahead_scan("/d", 2));
		ahead_work();
		CHECK_STR(fx_list("/d/c"), ". .. f young sub");
		CHECK(fx_node("/d/c")->listing == NULL);
		fake_calls_clear();
		CHECK_INT(fx_ask("/d/c/young", FSC_WANT_FILE), FSC_YES);
		CHECK_INT(fx_ask("/d/c/young", FSC_WANT_DIR), FSC_NO);
		CHECK_INT(fx_ask("/d/c/sub", FSC_WANT_DIR), FSC_YES);
		CHECK_INT(fx_reply.how, FSC_HOW_HIT);
		CHECK_INT(fx_ask("/d/c/none", FSC_WANT_EXISTS), FSC_PASS);
		CHECK_INT(fake_calls(FAKE_STAT) + fake_calls(FAKE_OPEN_DIR), 0);
		fake_unlink("/d/c/young");
		reasons[i]();
		CHECK(fx_ask("/d/c/young", FSC_WANT_FILE) != FSC_YES);
		CHECK(fx_ask("/d/c/young", FSC_WANT_EXISTS) != FSC_YES);
		end();
	}
}

static bool is_in(fsc_dir *dir, const char *name)
{
	return strstr(fx_read_all(dir), name) != NULL;
}

/* Opened with what was read ahead; changed before the first read, when PHP's own would look. */
TEST(own_changes_and_ends_between_opendir_and_the_first_read)
{
	for (unsigned i = 0; i < 2 * REASONS; i++) {
		fsc_dir *dir;

		begin(FSC_MODE_REQUEST);
		if (i % 2) {
			fake_create("/d/c/young");
		}
		CHECK(ahead_scan("/d", 2));
		CHECK(ahead_work() > 0);
		fake_calls_clear();
		dir = fx_open("/d/c");
		REQUIRE(dir);
		CHECK_INT(fake_calls(FAKE_OPEN_DIR), 0);
		make_new();
		reasons[i / 2]();
		CHECK(is_in(dir, "new"));
		fsc_dir_close(dir);
		end();
	}
}

/* The first read serves it, and a rewind serves what is there then. */
TEST(a_handle_on_what_is_not_kept_reads_nothing_twice)
{
	fsc_dir *dir;

	begin(FSC_MODE_REQUEST);
	fake_create("/d/c/young");
	CHECK(ahead_scan("/d", 2));
	CHECK(ahead_work() > 0);
	dir = fx_open("/d/c");
	REQUIRE(dir);
	fake_calls_clear();
	CHECK_STR(fx_read_all(dir), ". .. f young");
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	make_new();
	mark_by_parent();
	fsc_dir_rewind(dir);
	CHECK_STR(fx_read_all(dir), ". .. f young new");
	fsc_dir_close(dir);
	end();
}

/* Listed and held, changed by us, read ahead once more, but in vain: the old one is not served. */
TEST(a_listing_from_before_a_mark_is_never_served)
{
	begin(FSC_MODE_REQUEST);
	fake_create("/d/c/young");
	CHECK(ahead_scan("/d", EIGHT));
	make_new();
	mark_by_parent();
	CHECK(ahead_list_is_true("/d/a")); /* the scan begins again */
	fake_fail(FAKE_READ_DIR, 1, FSC_OS_ERROR);
	ahead_work();
	fake_fail(FAKE_READ_DIR, 1, FSC_OS_OK);
	CHECK(ahead_list_is_true("/d/c"));
	CHECK_STR(fx_list("/d/c"), ". .. f young new");
	end();
}

/* Read within one period, asked for in the next, whose first validation hands out a replay. */
TEST(a_replay_that_begins_late_does_not_make_old_answers_new)
{
	begin(FSC_MODE_INTERVAL);
	CHECK(ahead_scan("/d", 4));
	fx_request(); /* within the interval: no validation is made */
	fsc_request_script(fx_view, AHEAD_SCRIPT, strlen(AHEAD_SCRIPT), 0, 0);
	CHECK(ahead_scan("/d", 3));
	CHECK(ahead_list_is_true("/d/g"));
	CHECK(ahead_work() > 0);
	fake_create("/d/h/new");
	fake_create("/d/g/new");
	fake_advance_ms(3000);
	CHECK_INT(fx_ask("/d/a/f", FSC_WANT_FILE), FSC_YES);
	CHECK_STR(fx_list("/d/h"), ". .. f new");
	CHECK_STR(fx_list("/d/g"), ". .. f new");
	end();
}

TEST(strict_directories_are_validated_at_each_answer)
{
	for (int young = 0; young < 2; young++) {
		begin(FSC_MODE_REQUEST);
		if (young) {
			fake_create("/d/c/young");
			fake_create("/d/e/young");
		}
		fsc_strict_directory(fx_view, "/d/c", false);
		fsc_strict_directory(fx_view, "/d/e", true);
		CHECK(ahead_scan("/d", 2));
		CHECK(ahead_work() > 0);
		fake_create("/d/c/new");
		fake_create("/d/e/new");
		CHECK_STR(fx_list("/d/c"), young ? ". .. f young new" : ". .. f new");
		CHECK(ahead_list_is_true("/d/d"));
		CHECK_STR(fx_list("/d/e"), young ? ". .. f young new" : ". .. f new");
		fake_create("/d/c/newer");
		CHECK(ahead_list_is_true("/d/c"));
		end();
	}
}

/* The listing may come by another path meanwhile: then the errand's own is not lost. */
TEST(a_listing_that_an_alias_brought)
{
	begin(FSC_MODE_REQUEST);
	fake_symlink("/d", "/alias");
	fx_config.min_uses = 2;
	fx_configure();
	fx_ask("/d/c/f", FSC_WANT_FILE);
	CHECK(ahead_list_is_true("/d/c"));
	fake_advance_ms(5);
	ahead_next();
	fake_create("/d/c/new");
	fake_advance_ms(2 * 3600 * 1000);
	ahead_next();
	CHECK(ahead_scan("/d", 2));
	ahead_work();
	CHECK(ahead_list_is_true("/alias/c"));
	CHECK(ahead_list_is_true("/d/c"));
	CHECK(ahead_scan("/d", EIGHT));
	end();
}

TEST(changes_in_the_middle_of_a_reading_are_noticed)
{
	begin(FSC_MODE_REQUEST);
	CHECK(ahead_scan("/d", 2));
	fake_after(FAKE_READ_DIR, 1, make_new_meanwhile, NULL);
	ahead_work(); /* c: by somebody else */
	CHECK(ahead_list_is_true("/d/c") || strcmp(fx_list("/d/c"), ". .. f new") == 0);
	mark_all();
	CHECK_STR(fx_list("/d/c"), ". .. f new");
	end();
}

TEST(directories_of_another_users_are_refused)
{
	begin(FSC_MODE_REQUEST);
	fake_set_ids(1000, 1000, 1000, 1000);
	fake_chmod("/d/c", 0700);
	fake_chmod("/d/e", 0711);
	fake_advance_ms(2 * 3600 * 1000);
	ahead_next();
	CHECK(ahead_scan("/d", 2));
	ahead_work();
	CHECK_STR(fx_list("/d/c"), "(pass)");
	CHECK_STR(fx_list("/d/e"), "(pass)");
	CHECK(ahead_scan("/d", EIGHT));
	end();
}

TEST(relative_scans)
{
	begin(FSC_MODE_REQUEST);
	fake_chdir("/d");
	fsc_cwd_changed(fx_view);
	ahead_next();
	CHECK(ahead_scan(".", 2));
	CHECK_INT(ahead_work(), EIGHT - 2);
	fake_calls_clear();
	CHECK(ahead_list_is_true("./c"));
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	ahead_tree("/e", EIGHT);
	fake_unlink("/e/d/f");
	fake_chdir("/e");
	fsc_cwd_changed(fx_view);
	CHECK_STR(fx_list("./d"), ". ..");
	CHECK(ahead_scan(".", EIGHT));
	ahead_work();
	fake_chdir("/d");
	fsc_cwd_changed(fx_view);
	CHECK(ahead_scan(".", EIGHT));
	end();
}

TEST(on_a_network_mount_the_server_is_asked)
{
	ahead_begin(FSC_MODE_REQUEST);
	fake_fs_attribute_cache_ms(fake_mount("/n", "nfs4", "rw"), 60000);
	ahead_tree("/n", EIGHT);
	fake_advance_ms(TWO_DAYS);
	for (int i = 0; i < 3; i++) {
		ahead_next();
		CHECK(ahead_scan("/n", 2));
		fake_create(i % 2 ? "/n/d/one" : "/n/d/two");
		ahead_work();
		CHECK(ahead_scan("/n", EIGHT));
	}
	CHECK(ahead_counters()->prefetch_used > 0);
	end();
}

/*
 * Its client goes by what it knows, with names as old as that. That a directory is as it was takes
 * one question, and more only if it is not, unless opening asks already.
 */
TEST(names_that_a_network_client_knows_are_not_believed)
{
	static const struct {
		const char *type, *options;
		int more;
	} mounts[] = { { "nfs4", "rw", -1 }, { "nfs4", "rw,nocto", 1 }, { "cifs", "rw", 1 },
		{ "fuse.latfs", "rw", 1 } };

	for (unsigned i = 0; i < 2 * sizeof mounts / sizeof *mounts; i++) {
		int changed = i % 2;
		fsc_attr attr;

		ahead_begin(FSC_MODE_REQUEST);
		fake_fs_attribute_cache_ms(
			fake_mount("/n", mounts[i / 2].type, mounts[i / 2].options), 60000);
		ahead_tree("/n", EIGHT);
		fake_advance_ms(TWO_DAYS);
		fsc_os_stat("/n/d", 0, &attr);
		if (changed) {
			fake_create("/n/d/new");
		}
		ahead_next();
		CHECK(ahead_scan("/n", 2));
		fake_calls_clear();
		ahead_work();
		CHECK_INT(fake_sync_calls(), EIGHT - 2 + changed * mounts[i / 2].more);
		CHECK_STR(fx_list("/n/d"), changed ? ". .. f new" : ". .. f");
		end();
	}
}

/* ---- fastscan_warm() ---- */

TEST(warming_lists_all_levels)
{
	fsc_warmed warmed;

	begin(FSC_MODE_REQUEST);
	ahead_tree("/d/b", 3);
	ahead_tree("/d/b/a", 3);
	fake_advance_ms(2 * 3600 * 1000);
	ahead_next();
	CHECK_INT(fsc_warm(fx_view, "/d", 2, 0, &warmed), FSC_REASON_NONE);
	CHECK_INT(warmed.directories, 1);
	CHECK_INT(fsc_warm(fx_view, "/d", 2, 1, &warmed), FSC_REASON_NONE);
	CHECK_INT(warmed.directories, EIGHT + 1);
	CHECK_INT(fsc_warm(fx_view, "/d/", 3, 9, &warmed), FSC_REASON_NONE);
	CHECK_INT(warmed.directories, EIGHT + 1 + 6);
	CHECK_INT(warmed.kept, warmed.directories);
	CHECK_INT(warmed.passed, 0);
	CHECK_INT(warmed.names, warmed.directories * 2 + EIGHT + 6 + EIGHT + 6);
	CHECK_INT(warmed.threads, 4);
	fake_calls_clear();
	CHECK(ahead_scan("/d", EIGHT));
	CHECK(ahead_scan("/d/b/a", 3));
	CHECK_INT(fake_system_calls(), 0);
	end();
}

TEST(warming_what_is_not_there)
{
	fsc_warmed warmed;

	begin(FSC_MODE_REQUEST);
	CHECK(fsc_warm(fx_view, "/no", 3, 9, &warmed) != FSC_REASON_NONE);
	CHECK_INT(warmed.kept, 0);
	CHECK_INT(warmed.passed, 1);
	CHECK(fsc_warm(fx_view, "/d/a/f", 6, 9, &warmed) != FSC_REASON_NONE);
	CHECK(fsc_warm(fx_view, "", 0, 9, &warmed) != FSC_REASON_NONE);
	end();
}

TEST(warming_ends_where_the_cache_is_full)
{
	fsc_warmed warmed;
	char path[64];

	ahead_begin(FSC_MODE_REQUEST);
	for (int i = 0; i < 300; i++) {
		snprintf(path, sizeof path, "/d/%03d/a-file-of-some-name", i);
		fake_create(path);
	}
	fx_config.cache_bytes = 400000;
	fx_configure();
	fake_advance_ms(2 * 3600 * 1000);
	ahead_next();
	CHECK_INT(fsc_warm(fx_view, "/d", 2, 9, &warmed), FSC_REASON_NONE);
	fx_config.cache_bytes = 60000;
	fx_configure();
	fsc_view_reset(fx_view);
	ahead_next();
	CHECK_INT(fsc_warm(fx_view, "/d", 2, 9, &warmed), FSC_REASON_NONE);
	CHECK(warmed.directories < 300);
	CHECK(fx_is_consistent());
	end();
}

int main(void)
{
	RUN(two_directories_below_an_open_one_are_a_scan);
	RUN(handles_are_served_as_well);
	RUN(depth_first_and_no_deeper_than_the_scan);
	RUN(other_mounts_are_not_entered);
	RUN(links_are_not_followed);
	RUN(not_more_at_once_than_is_sensible);
	RUN(nothing_is_pushed_out_for_what_may_come);
	RUN(a_large_directory_among_them);
	RUN(own_changes_and_ends_before_it_is_collected);
	RUN(own_changes_and_ends_after_it_is_collected);
	RUN(the_same_for_listings_that_are_not_kept);
	RUN(a_listing_that_is_not_kept_is_served_in_its_period);
	RUN(names_that_are_not_kept_answer_in_their_period);
	RUN(own_changes_and_ends_between_opendir_and_the_first_read);
	RUN(a_handle_on_what_is_not_kept_reads_nothing_twice);
	RUN(a_listing_from_before_a_mark_is_never_served);
	RUN(a_replay_that_begins_late_does_not_make_old_answers_new);
	RUN(strict_directories_are_validated_at_each_answer);
	RUN(a_listing_that_an_alias_brought);
	RUN(changes_in_the_middle_of_a_reading_are_noticed);
	RUN(directories_of_another_users_are_refused);
	RUN(relative_scans);
	RUN(on_a_network_mount_the_server_is_asked);
	RUN(names_that_a_network_client_knows_are_not_believed);
	RUN(warming_lists_all_levels);
	RUN(warming_what_is_not_there);
	RUN(warming_ends_where_the_cache_is_full);
	return unit_end();
}
