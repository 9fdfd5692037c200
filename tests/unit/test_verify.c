/* SPDX-License-Identifier: MIT */
/* test_verify.c: fastscan.verify gives the system's answer and tells mistakes from what the mode
 * allows. */
#include "tests/unit/core_fixture.h"
#include "tests/unit/unit.h"

static void furnish(unsigned percent)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_mkdir("/d/sub");
	fake_symlink("a", "/d/link");
	fx_settle();
	CHECK(fx_warm("/d"));
	fx_config.verify_percent = percent;
	fx_configure();
}

static fsc_cache_counters *counters(void)
{
	return fsc_view_counters(fx_view);
}

TEST(right_answers_are_counted_as_checked)
{
	furnish(100);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_DIR), FSC_NO);
	CHECK_INT(fx_ask("/d/link", FSC_WANT_LINK), FSC_YES);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_LINK), FSC_NO);
	CHECK_INT(fx_ask("/d/sub", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(fx_ask("/d/sub", FSC_WANT_EXISTS), FSC_YES);
	CHECK_INT(fx_ask("/d/none", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_INT(fx_ask("/d/none", FSC_WANT_ABSENCE), FSC_ABSENT);
	CHECK_INT(fx_ask("/d/none", FSC_WANT_LABSENCE), FSC_ABSENT);
	CHECK_STR(fx_list("/d"), ". .. a sub link");
	CHECK_INT(counters()->verify_checked, 10);
	CHECK_INT(counters()->verify_mismatch, 0);
	CHECK_INT(counters()->verify_allowed, 0);
	CHECK(fx_end());
}

TEST(what_others_changed_is_allowed_and_the_system_is_right)
{
	furnish(100);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("/d/new", FSC_WANT_EXISTS), FSC_ABSENT);
	fake_unlink("/d/a");
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_ABSENT);
	CHECK_INT(fx_reply.reason, FSC_REASON_VERIFY);
	CHECK_INT(counters()->verify_allowed, 1);
	CHECK_INT(counters()->verify_mismatch, 0);
	CHECK(fx_end());
	furnish(100);
	CHECK_STR(fx_list("/d"), ". .. a sub link");
	fake_create("/d/new");
	CHECK_STR(fx_list("/d"), ". .. a sub link new");
	CHECK_INT(counters()->verify_allowed, 1);
	CHECK_INT(counters()->verify_mismatch, 0);
	CHECK(fx_end());
}

TEST(a_version_that_did_not_move_is_a_mismatch)
{
	furnish(100);
	fake_fs_frozen(0, true);
	fake_unlink("/d/a");
	fake_create("/d/new");
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_ABSENT);
	CHECK_INT(counters()->verify_mismatch, 1);
	CHECK_INT(fx_ask("/d/new", FSC_WANT_EXISTS), FSC_YES);
	CHECK_INT(counters()->verify_mismatch, 2);
	CHECK_INT(fx_ask("/d/new", FSC_WANT_ABSENCE), FSC_PASS);
	CHECK_INT(counters()->verify_mismatch, 3);
	CHECK_STR(fx_list("/d"), ". .. sub link new");
	CHECK_INT(counters()->verify_mismatch, 4);
	CHECK_INT(counters()->verify_allowed, 0);
	CHECK(fx_end());
}

/* The directory above answered: the mistake is its own,
 * though the one asked about does not exist. */
TEST(a_mistake_of_the_directory_above_is_a_mismatch)
{
	furnish(100);
	CHECK_INT(fx_ask("/d/no/x", FSC_WANT_EXISTS), FSC_ABSENT);
	fake_fs_frozen(0, true);
	fake_create("/d/no/x");
	CHECK_INT(fx_ask("/d/no/x", FSC_WANT_EXISTS) == FSC_ABSENT, 0);
	CHECK_INT(counters()->verify_mismatch, 1);
	CHECK_INT(counters()->verify_allowed, 0);
	CHECK(fx_end());
}

TEST(a_failing_system_proves_nothing)
{
	furnish(100);
	fake_fail_from(FAKE_EXISTS, 1, FSC_OS_ERROR);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/d/none", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(counters()->verify_mismatch + counters()->verify_allowed, 0);
	fake_fail_from(FAKE_OPEN_DIR, 1, FSC_OS_LIMIT);
	CHECK_STR(fx_list("/d"), ". .. a sub link");
	fake_fail(FAKE_OPEN_DIR, 1, FSC_OS_OK);
	fake_break_listing_after(2);
	CHECK_STR(fx_list("/d"), ". .. a sub link");
	fsc_mem_fail_after(0);
	CHECK_STR(fx_list("/d"), ". .. a sub link");
	fsc_mem_fail_after(-1);
	CHECK_INT(counters()->verify_mismatch + counters()->verify_allowed, 0);
	CHECK(fx_end());
}

TEST(a_percentage_is_about_that_many)
{
	furnish(10);
	for (int i = 0; i < 10000; i++) {
		fx_ask("/d/a", FSC_WANT_FILE);
	}
	CHECK(counters()->verify_checked > 700 && counters()->verify_checked < 1300);
	CHECK(fx_end());
	furnish(0);
	for (int i = 0; i < 1000; i++) {
		fx_ask("/d/a", FSC_WANT_FILE);
	}
	CHECK_INT(counters()->verify_checked, 0);
	CHECK(fx_end());
}

TEST(handles_are_verified_too)
{
	fsc_dir *dir;

	furnish(100);
	dir = fx_open("/d");
	REQUIRE(dir);
	fake_fs_frozen(0, true);
	fake_create("/d/new");
	CHECK_STR(fx_read_all(dir), ". .. a sub link new");
	CHECK_INT(counters()->verify_mismatch, 1);
	fsc_dir_close(dir);
	CHECK(fx_end());
}

int main(void)
{
	RUN(right_answers_are_counted_as_checked);
	RUN(what_others_changed_is_allowed_and_the_system_is_right);
	RUN(a_version_that_did_not_move_is_a_mismatch);
	RUN(a_mistake_of_the_directory_above_is_a_mismatch);
	RUN(a_failing_system_proves_nothing);
	RUN(a_percentage_is_about_that_many);
	RUN(handles_are_verified_too);
	return unit_end();
}
