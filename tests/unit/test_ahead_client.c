/* SPDX-License-Identifier: MIT */
/*
 * What is left to a network client, which may know a file without asking the server, and what is
 * asked of the server because it must be.
 */
#include "tests/unit/ahead_fixture.h"
#include "tests/unit/unit.h"

#define EIGHT    8
#define TWO_DAYS (INT64_C(48) * 3600 * 1000) /* old, whatever a server's clock says */

static void end(void)
{
	CHECK(ahead_adds_up());
	CHECK(fx_is_consistent());
	CHECK(fx_end());
}

TEST(a_level_no_longer_needed_is_not_asked_ahead)
{
	ahead_begin(FSC_MODE_REQUEST);
	fake_fs_attribute_cache_ms(fake_mount("/n", "nfs4", "rw"), 60000);
	for (int i = 0; i < EIGHT; i++) {
		char path[] = "/n/a/sub";

		path[3] = (char) ('a' + i);
		fake_mkdir(path);
	}
	fake_advance_ms(TWO_DAYS);
	ahead_next();
	CHECK(ahead_scan("/n", EIGHT));
	for (unsigned round = 0; round < FSC_PATH_AGES + 3; round++) {
		ahead_next();
		fake_calls_clear();
		for (int i = 0; i < EIGHT; i++) {
			char path[] = "/n/a/sub";

			path[3] = (char) ('a' + i);
			CHECK_INT(fx_ask(path, FSC_WANT_DIR), FSC_YES);
			ahead_work();
		}
		/* those not asked any more are kept as they were for a while */
		CHECK(fake_sync_calls() == 0 || round <= FSC_PATH_AGES);
	}
	end();
}

/* ---- what is left to a network client ---- */

/* A directory of files on NFS, listed; and the next request. */
static void begin_left(unsigned files, unsigned min_uses)
{
	char path[] = "/n/d/a";

	ahead_begin(FSC_MODE_REQUEST);
	fx_config.min_uses = min_uses;
	fx_config.warm_includes = true;
	fx_configure();
	fake_fs_attribute_cache_ms(fake_mount("/n", "nfs4", "rw"), 60000);
	for (unsigned i = 0; i < files; i++, path[5]++) {
		fake_create(path);
	}
	fake_mkdir("/n/d/sub");
	fake_advance_ms(TWO_DAYS);
	ahead_next();
	CHECK(ahead_list_is_true("/n/d"));
	ahead_next();
	fake_calls_clear();
}

static bool is_left(const char *path)
{
	return fx_ask(path, FSC_WANT_FILE) == FSC_PASS && fx_reply.reason == FSC_REASON_CLIENT;
}

TEST(the_first_files_of_a_directory_are_left_to_the_network_client)
{
	begin_left(9, 3);
	CHECK_INT(fx_ask("/n/d/sub", FSC_WANT_DIR), FSC_YES);
	CHECK(is_left("/n/d/a"));
	CHECK_INT(fx_ask("/n/d/none", FSC_WANT_FILE), FSC_ABSENT);
	for (const char *rest = "bcdefg"; *rest; rest++) {
		char path[] = "/n/d/x";

		path[5] = *rest;
		CHECK(is_left(path));
	}
	CHECK_INT(fake_sync_calls(), 0);
	CHECK_INT(fx_ask("/n/d/h", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fake_sync_calls(), 1);
	CHECK_INT(fx_ask("/n/d/a", FSC_WANT_FILE), FSC_YES);
	/* from now on the server is asked at once */
	ahead_next();
	fake_calls_clear();
	CHECK_INT(fx_ask("/n/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fake_sync_calls(), 1);
	CHECK_INT(fake_calls(FAKE_STAT), 1);
	/* until it has not been worthwhile for some periods */
	for (unsigned i = 0; i + 1 < FSC_BUSY_PERIODS; i++) {
		CHECK(!is_left("/n/d/a"));
		ahead_next();
	}
	CHECK(is_left("/n/d/a"));
	end();
}

TEST(nothing_is_left_to_the_client_where_a_listing_was_asked_for)
{
	begin_left(2, 3);
	CHECK(ahead_list_is_true("/n/d"));
	fake_calls_clear();
	CHECK_INT(fx_ask("/n/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("/n/d/b", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fake_system_calls(), 0);
	end();
}

TEST(nothing_is_left_to_the_client_at_min_uses_1_or_on_fuse)
{
	begin_left(2, 1);
	CHECK_INT(fx_ask("/n/d/a", FSC_WANT_FILE), FSC_YES);
	fake_mount("/f", "fuse.latfs", "rw");
	fx_config.min_uses = 3;
	fx_configure();
	fake_create("/f/d/a");
	fake_advance_ms(TWO_DAYS);
	ahead_next();
	CHECK(ahead_list_is_true("/f/d"));
	ahead_next();
	CHECK_INT(fx_ask("/f/d/a", FSC_WANT_FILE), FSC_YES);
	end();
}

TEST(what_was_left_to_the_client_is_touched_next_time)
{
	begin_left(2, 3);
	CHECK(is_left("/n/d/a"));
	CHECK(is_left("/n/d/b"));
	CHECK_INT(fake_calls(FAKE_STAT), 0); /* nor is their directory asked about */
	ahead_next();
	CHECK(ahead_work() > 0);
	CHECK_STR(fake_last_path(FAKE_STAT), "/n/d/b");
	CHECK(is_left("/n/d/b")); /* and that is all */
	ahead_next();
	CHECK(ahead_work() > 0);
	CHECK_STR(fake_last_path(FAKE_STAT), "/n/d/b");
	CHECK_INT(fsc_pool_count(fx_view->ahead->pool, FSC_LANE_TOUCH), 1);
	fx_config.warm_includes = false;
	fx_configure();
	ahead_next();
	CHECK_INT(ahead_work(), 0);
	CHECK(fx_end()); /* touches are never used */
}

/* A request at that second, that includes two files: how many are touched? */
static unsigned touched_at(int64_t second, int64_t files_s)
{
	static const char *const files[] = { "/d/one.php", "/d/two.php" };
	unsigned touched;

	fx_later(1000);
	fsc_request_script(fx_view, AHEAD_SCRIPT, strlen(AHEAD_SCRIPT), second, files_s);
	touched = ahead_work();
	if (fsc_request_wants_files(fx_view, 7)) {
		for (int i = 0; i < 2; i++) {
			fsc_request_file(fx_view, files[i], strlen(files[i]));
		}
	}
	return touched;
}

/* In `interval` earlier requests have validated the directories: there is nothing to replay. */
TEST(what_is_left_to_the_client_begins_no_replay)
{
	begin_left(2, 3);
	for (int i = 0; i < 3; i++) {
		ahead_next();
		CHECK_INT(fx_ask("/n/d/sub", FSC_WANT_DIR), FSC_YES);
		CHECK_INT(fx_ask("/n/d/none", FSC_WANT_FILE), FSC_ABSENT);
		CHECK(ahead_list_is_true("/n"));
	}
	ahead_next();
	fake_calls_clear();
	CHECK(is_left("/n/d/a"));
	ahead_work();
	CHECK_INT(fake_calls(FAKE_STAT), 0);
	end();
}

TEST(files_are_touched_when_they_will_be_looked_at)
{
	ahead_begin(FSC_MODE_REQUEST);
	fx_config.warm_includes = true;
	fx_configure();
	fake_create("/d/one.php");
	fake_create("/d/two.php");
	CHECK_INT(touched_at(100, 0), 0); /* nothing is known yet */
	CHECK_INT(touched_at(100, 0), 2);
	CHECK_INT(touched_at(100, 2), 0); /* just now */
	CHECK_INT(touched_at(102, 2), 0);
	CHECK_INT(touched_at(103, 2), 2);
	CHECK_INT(touched_at(105, 2), 0);
	CHECK_INT(touched_at(105, 0), 2);
	CHECK_INT(touched_at(1000, -1), 0); /* never */
	CHECK_INT(touched_at(1000, 60), 2);
	CHECK_INT(touched_at(900, 60), 2); /* a clock that was put back */
	CHECK(fx_end());
}

TEST(what_realpath_looks_up_is_touched_next_time)
{
	char buffer[FSC_PATH_MAX * 2];
	size_t length;

	begin_left(2, 3);
	fake_create("/n/e/f");
	for (int i = 0; i < 4; i++) {
		ahead_next();
		CHECK_INT(ahead_work() > 0, i > 0);
		CHECK(i == 0 || strcmp(fake_last_path(FAKE_STAT), "/n/e/f") == 0);
		CHECK_INT(fsc_realpath(fx_view, "/n/e/f", 6, buffer, sizeof buffer, &length).answer,
			FSC_YES);
		CHECK_STR(buffer, "/n/e/f");
	}
	CHECK(fx_end());
}

/* The second time its directory is looked at, lightly; that the server was asked still stands. */
TEST(an_absence_asked_for_twice_leaves_the_server_alone)
{
	begin_left(2, 3);
	CHECK(ahead_list_is_true("/n/d"));
	fake_calls_clear();
	for (int i = 0; i < 3; i++) {
		CHECK_INT(fx_ask("/n/d/none", FSC_WANT_FILE), FSC_ABSENT);
		CHECK_INT(fx_ask("/n/d/none", FSC_WANT_FILE), FSC_ABSENT);
		CHECK_INT(fx_ask("/n/d/a", FSC_WANT_FILE), FSC_YES);
	}
	CHECK(fake_calls(FAKE_STAT) > 0);
	CHECK_INT(fake_sync_calls(), 0);
	/* nor does it where it is new */
	ahead_next();
	fake_calls_clear();
	CHECK_INT(fx_ask("/n/d/none", FSC_WANT_FILE), FSC_ABSENT);
	CHECK_INT(fx_ask("/n/d/none", FSC_WANT_FILE), FSC_ABSENT);
	CHECK(is_left("/n/d/a"));
	CHECK_INT(fake_sync_calls(), 0);
	end();
}

int main(void)
{
	RUN(a_level_no_longer_needed_is_not_asked_ahead);
	RUN(the_first_files_of_a_directory_are_left_to_the_network_client);
	RUN(nothing_is_left_to_the_client_where_a_listing_was_asked_for);
	RUN(nothing_is_left_to_the_client_at_min_uses_1_or_on_fuse);
	RUN(an_absence_asked_for_twice_leaves_the_server_alone);
	RUN(what_was_left_to_the_client_is_touched_next_time);
	RUN(what_is_left_to_the_client_begins_no_replay);
	RUN(files_are_touched_when_they_will_be_looked_at);
	RUN(what_realpath_looks_up_is_touched_next_time);
	return unit_end();
}
