/* SPDX-License-Identifier: MIT */
/* test_marks.c: own changes are seen at once, by whatever string,
 * and cost no more than they must. */
#include "tests/unit/core_fixture.h"
#include "tests/unit/unit.h"

static const char *const aliases[] = {"/d", "/link", "/d/../d", "/link/.", "d", "./d", "link",
	"/d/sub/..", "../d", "//d"};

#define ALIASES (sizeof aliases / sizeof *aliases)

static void furnish(fsc_mode mode)
{
	fx_begin(mode);
	fake_create("/d/a");
	fake_mkdir("/d/sub");
	fake_create("/e/a");
	fake_symlink("d", "/link");
	fx_settle();
}

static const char *in(const char *directory, const char *name)
{
	static char path[3][64];
	static int turn;

	turn = (turn + 1) % 3;
	snprintf(path[turn], sizeof path[0], "%s/%s", directory, name);
	return path[turn];
}

static void mark_parent(const char *path)
{
	fsc_mark_parent(fx_view, path, strlen(path));
}

static uint64_t marks(void)
{
	return fsc_view_counters(fx_view)->marks;
}

static uint64_t epochs(void)
{
	return fsc_view_counters(fx_view)->epochs;
}

TEST(a_mark_by_any_string_is_seen_by_every_string)
{
	for (unsigned by = 0; by < ALIASES; by++) {
		for (int mode = FSC_MODE_REQUEST; mode <= FSC_MODE_NEVER; mode++) {
			furnish((fsc_mode) mode);
			for (unsigned i = 0; i < ALIASES; i++) {
				CHECK_INT(fx_ask(in(aliases[i], "new"), FSC_WANT_EXISTS), FSC_ABSENT);
			}
			CHECK_INT(fx_ask("/e/a", FSC_WANT_FILE), FSC_YES);
			fake_create("/d/new");
			mark_parent(in(aliases[by], "new"));
			for (unsigned i = 0; i < ALIASES; i++) {
				CHECK(fx_ask(in(aliases[i], "new"), FSC_WANT_EXISTS) != FSC_ABSENT);
			}
			CHECK(fx_end());
		}
	}
}

TEST(a_mark_costs_one_stat_and_leaves_the_others_fresh)
{
	furnish(FSC_MODE_REQUEST);
	REQUIRE(fx_warm("/d") && fx_warm("/e"));
	fake_calls_clear();
	mark_parent("/d/new");
	CHECK_INT(fake_system_calls(), 1);
	CHECK_INT(fake_calls(FAKE_STAT), 1);
	CHECK_STR(fake_last_path(FAKE_STAT), "/d");
	CHECK_INT(marks(), 1);
	fake_calls_clear();
	CHECK_INT(fx_ask("/e/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fake_system_calls(), 0);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fake_system_calls(), 1);
	CHECK(fx_end());
}

TEST(what_cannot_be_told_marks_everything)
{
	static const char *const paths[] = {"/d/../e/x", "..", "/none/x", "", "/", ".", "/d/.."};

	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
		furnish(FSC_MODE_REQUEST);
		REQUIRE(fx_warm("/d") && fx_warm("/e"));
		mark_parent(paths[i]);
		CHECK_INT(epochs(), 1);
		CHECK_INT(fx_ask("/e/a", FSC_WANT_FILE), FSC_YES);
		CHECK_INT(fx_reply.how, FSC_HOW_CHECKED);
		CHECK(fx_end());
	}
	furnish(FSC_MODE_REQUEST);
	REQUIRE(fx_warm("/d"));
	fsc_mark_parent(fx_view, "/d/a\0b", 6);
	fsc_mark_directory(fx_view, "/d\0", 3);
	fsc_mark_directory(fx_view, "", 0);
	fsc_mark_directory(fx_view, "/none", 5);
	fake_fail(FAKE_STAT, 1, FSC_OS_ERROR);
	mark_parent("/d/x");
	CHECK_INT(epochs(), 5);
	fsc_mark_directory(fx_view, "/link", 5);
	CHECK_INT(epochs(), 5);
	CHECK_INT(marks(), 1);
	CHECK(fx_end());
}

TEST(marks_of_nothing_cost_nothing)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	CHECK(!fsc_view_needs_marks(fx_view));
	mark_parent("/d/new");
	fsc_mark_directory(fx_view, "/d", 2);
	fsc_mark_path(fx_view, "/d/new", 6);
	CHECK_INT(fake_system_calls(), 0);
	CHECK(fx_end());
	furnish(FSC_MODE_STRICT);
	fx_warm("/d");
	CHECK(!fsc_view_needs_marks(fx_view));
	CHECK(fx_end());
}

TEST(a_mark_on_a_directory_reaches_its_own_names)
{
	furnish(FSC_MODE_NEVER);
	CHECK_INT(fx_ask("/d/new", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_INT(fx_ask("/d/../link/new", FSC_WANT_EXISTS), FSC_ABSENT);
	fake_create("/d/new");
	fsc_mark_directory(fx_view, "/link", 5);
	CHECK(fx_ask("/d/new", FSC_WANT_EXISTS) != FSC_ABSENT);
	CHECK(fx_ask("/d/../link/new", FSC_WANT_EXISTS) != FSC_ABSENT);
	CHECK(fx_end());
}

TEST(an_epoch_makes_descendants_of_a_renamed_directory_check)
{
	furnish(FSC_MODE_NEVER);
	fake_create("/top/middle/low/file");
	fx_settle();
	CHECK_INT(fx_ask("/top/middle/low/file", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("top/middle/low/file", FSC_WANT_FILE), FSC_YES);
	fake_rename("/top", "/moved");
	fsc_mark_everything(fx_view);
	CHECK(fx_ask("/top/middle/low/file", FSC_WANT_FILE) != FSC_YES);
	CHECK(fx_ask("top/middle/low/file", FSC_WANT_FILE) != FSC_YES);
	CHECK(fx_ask("/moved/middle/low/file", FSC_WANT_FILE) != FSC_ABSENT);
	CHECK(fx_end());
}

TEST(an_epoch_sees_a_switched_link_and_a_closed_ancestor)
{
	furnish(FSC_MODE_NEVER);
	CHECK_INT(fx_ask("/link/sub", FSC_WANT_DIR), FSC_YES);
	fake_unlink("/link");
	fake_symlink("e", "/link");
	fsc_mark_everything(fx_view);
	CHECK(fx_ask("/link/sub", FSC_WANT_DIR) != FSC_YES);
	fake_create("/d/sub/file");
	fake_set_ids(1000, 1000, 1000, 1000);
	fx_settle();
	CHECK_INT(fx_ask("/d/sub/file", FSC_WANT_FILE), FSC_YES);
	fake_chmod("/d", 0600);
	fsc_mark_everything(fx_view);
	CHECK_INT(fx_ask("/d/sub/file", FSC_WANT_FILE), FSC_PASS);
	CHECK(fx_end());
}

TEST(a_directory_made_by_us_is_there_at_once)
{
	for (int mode = FSC_MODE_REQUEST; mode <= FSC_MODE_NEVER; mode++) {
		furnish((fsc_mode) mode);
		CHECK_INT(fx_ask("/d/new/x", FSC_WANT_FILE), FSC_ABSENT);
		CHECK_INT(fx_ask("/d/new/sub/x", FSC_WANT_FILE), FSC_ABSENT);
		fake_mkdir("/d/new");
		mark_parent("/d/new");
		CHECK(fx_ask("/d/new", FSC_WANT_DIR) != FSC_ABSENT);
		fake_create("/d/new/x");
		mark_parent("/d/new/x");
		CHECK(fx_ask("/d/new/x", FSC_WANT_FILE) != FSC_ABSENT);
		fake_mkdir("/d/new/sub");
		mark_parent("/d/new/sub");
		fake_create("/d/new/sub/x");
		mark_parent("/d/new/sub/x");
		CHECK(fx_ask("/d/new/sub/x", FSC_WANT_FILE) != FSC_ABSENT);
		CHECK(fx_end());
	}
}

/* ---- clearstatcache($clear, $file) ---- */

static void mark_path(const char *path)
{
	fsc_mark_path(fx_view, path, strlen(path));
}

TEST(a_cleared_path_costs_its_one_check)
{
	furnish(FSC_MODE_REQUEST);
	REQUIRE(fx_warm("/d") && fx_warm("/e") && fx_warm("/"));
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	fake_unlink("/d/a");
	fake_calls_clear();
	mark_path("/d/a");
	CHECK_INT(fake_system_calls(), 0);
	CHECK(fx_ask("/d/a", FSC_WANT_FILE) != FSC_YES);
	CHECK_INT(fake_system_calls(), 1);
	CHECK_INT(fx_ask("/e/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fake_system_calls(), 1);
	CHECK(fx_end());
}

TEST(a_cleared_relative_path_is_checked_as_well)
{
	furnish(FSC_MODE_REQUEST);
	CHECK_INT(fx_ask("d/a", FSC_WANT_FILE), FSC_YES);
	fake_unlink("/d/a");
	mark_path("d/a");
	CHECK(fx_ask("d/a", FSC_WANT_FILE) != FSC_YES);
	CHECK_STR(fx_list("d"), ". .. sub");
	fake_create("/d/b");
	mark_path("d");
	CHECK_STR(fx_list("d"), ". .. sub b");
	CHECK(fx_end());
}

TEST(a_cleared_path_in_a_directory_that_was_missing_is_not_absent_for_long)
{
	furnish(FSC_MODE_REQUEST);
	fx_config.min_uses = 3;
	fx_configure();
	REQUIRE(fx_warm("/d") && fx_warm("/"));
	CHECK_INT(fx_ask("/d/new/deep/x", FSC_WANT_FILE), FSC_ABSENT);
	CHECK_INT(fx_ask("/d/sub/a", FSC_WANT_FILE), FSC_PASS);
	fake_create("/d/new/deep/x"); /* others */
	CHECK_INT(fx_ask("/d/y", FSC_WANT_FILE), FSC_ABSENT);
	mark_path("/d/new/deep/x");
	CHECK(fx_ask("/d/new/deep/x", FSC_WANT_FILE) != FSC_ABSENT);
	CHECK(fx_end());
}

TEST(what_is_no_path_clears_everything)
{
	furnish(FSC_MODE_REQUEST);
	REQUIRE(fx_warm("/d"));
	mark_path("");
	mark_path("/d/..");
	CHECK_INT(epochs(), 2);
	CHECK(fx_end());
}

int main(void)
{
	RUN(a_mark_by_any_string_is_seen_by_every_string);
	RUN(a_mark_costs_one_stat_and_leaves_the_others_fresh);
	RUN(what_cannot_be_told_marks_everything);
	RUN(marks_of_nothing_cost_nothing);
	RUN(a_mark_on_a_directory_reaches_its_own_names);
	RUN(an_epoch_makes_descendants_of_a_renamed_directory_check);
	RUN(an_epoch_sees_a_switched_link_and_a_closed_ancestor);
	RUN(a_directory_made_by_us_is_there_at_once);
	RUN(a_cleared_path_costs_its_one_check);
	RUN(a_cleared_relative_path_is_checked_as_well);
	RUN(a_cleared_path_in_a_directory_that_was_missing_is_not_absent_for_long);
	RUN(what_is_no_path_clears_everything);
	return unit_end();
}
