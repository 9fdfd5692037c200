/* SPDX-License-Identifier: MIT */
/* test_period.c: how old an answer may be in each mode, who asks, and from where. */
#include "tests/unit/core_fixture.h"
#include "tests/unit/unit.h"

#define SECOND INT64_C(1000000000)

static void furnish(fsc_mode mode, int64_t revalidate_ns)
{
	fx_begin(mode);
	fx_config.revalidate_ns = revalidate_ns;
	fx_configure();
	fake_create("/d/a");
	fake_create("/tmp/x");
	fx_settle();
	CHECK(fx_warm("/d") && fx_warm("/tmp"));
	CHECK(mode == FSC_MODE_STRICT || fx_ask("/d/a", FSC_WANT_FILE) == FSC_YES);
}

static bool sees(const char *path)
{
	return fx_ask(path, FSC_WANT_FILE) != FSC_YES;
}

/* ---- modes ---- */

TEST(strict_is_never_old)
{
	furnish(FSC_MODE_STRICT, 2 * SECOND);
	fake_unlink("/d/a");
	CHECK(sees("/d/a"));
	fake_mount("/n", "nfs4", "rw");
	fake_mkdir("/n/d/a");
	fx_settle();
	fx_warm("/n/d");
	fx_later(5000);
	CHECK(fx_warm("/n/d"));
	CHECK_INT(fx_ask("/n/d/a", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(fx_reply.how, FSC_HOW_CHECKED);
	fake_rmdir("/n/d/a");
	CHECK(fx_ask("/n/d/a", FSC_WANT_DIR) != FSC_YES);
	CHECK(fx_end());
}

TEST(a_request_is_as_old_as_its_start_and_revalidate_freq_at_most)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fx_request();
	CHECK(!sees("/d/a"));
	fake_unlink("/d/a");
	CHECK(!sees("/d/a"));
	fx_request();
	CHECK(sees("/d/a"));
	CHECK(fx_end());

	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fx_request();
	CHECK(!sees("/d/a"));
	fake_unlink("/d/a");
	fake_advance_ms(1900);
	CHECK(!sees("/d/a"));
	fake_advance_ms(110);
	CHECK(sees("/d/a"));
	CHECK(fx_end());
}

TEST(a_request_without_revalidate_freq_lasts)
{
	furnish(FSC_MODE_REQUEST, 0);
	fx_request();
	CHECK(!sees("/d/a"));
	fake_unlink("/d/a");
	fake_advance_ms(3600 * 1000);
	CHECK(!sees("/d/a"));
	fx_request();
	CHECK(sees("/d/a"));
	CHECK(fx_end());
}

/*
 * A deploy in the middle of a request: as long as nothing is found to lead elsewhere all answers
 * are the old release's, from then on none is.
 */
static void furnish_releases(fsc_mode mode)
{
	furnish(mode, 600 * SECOND);
	for (int n = '1'; n <= '2'; n++) {
		char path[] = "/site/1/a/only1";

		path[6] = path[14] = (char) n;
		fake_create(path);
		path[8] = 'b';
		fake_create(path);
	}
	fake_symlink("1", "/site/current");
	fx_settle();
	for (int i = 0; i < 2; i++) {
		CHECK(fx_warm("/site") && fx_warm("/site/current/a") && fx_warm("/site/current/b"));
	}
	CHECK_INT(fx_ask("/site/current/a/only1", FSC_WANT_FILE), FSC_YES);
}

static void deploy(void)
{
	fake_symlink("2", "/site/next");
	fake_rename("/site/next", "/site/current");
}

TEST(once_a_path_leads_elsewhere_everything_is_checked_again)
{
	static const fsc_mode modes[] = {FSC_MODE_REQUEST, FSC_MODE_INTERVAL};

	for (int i = 0; i < 2; i++) {
		furnish_releases(modes[i]);
		fsc_mark_path(fx_view, "/site/current/b/x", 17);
		deploy();
		CHECK_INT(fx_ask("/site/current/a/only1", FSC_WANT_FILE), FSC_YES);
		CHECK(fx_ask("/site/current/b/only1", FSC_WANT_FILE) != FSC_YES);
		CHECK(fx_ask("/site/current/a/only1", FSC_WANT_FILE) != FSC_YES);
		CHECK(fx_ask("/site/current/a/only2", FSC_WANT_FILE) != FSC_ABSENT);
		CHECK(fx_end());
		/* It is gone for a moment: ln -sfn. */
		furnish_releases(modes[i]);
		fsc_mark_path(fx_view, "/site/current/b/x", 17);
		fake_unlink("/site/current");
		CHECK(fx_ask("/site/current/b/only1", FSC_WANT_FILE) != FSC_YES);
		fake_symlink("2", "/site/current");
		CHECK(fx_ask("/site/current/a/only1", FSC_WANT_FILE) != FSC_YES);
		CHECK(fx_end());
	}
}

TEST(a_real_path_that_leads_elsewhere_has_everything_checked_again)
{
	char real[4096];
	size_t length;

	furnish_releases(FSC_MODE_REQUEST);
	CHECK_INT(fsc_realpath(fx_view, "/site/current/a", 15, real, sizeof real, &length).answer,
		FSC_YES);
	fx_request();
	CHECK_INT(fx_ask("/site/current/a/only1", FSC_WANT_FILE), FSC_YES);
	deploy();
	CHECK_INT(fsc_realpath(fx_view, "/site/current/a", 15, real, sizeof real, &length).answer,
		FSC_YES);
	CHECK_STR(real, "/site/2/a");
	CHECK(fx_ask("/site/current/a/only1", FSC_WANT_FILE) != FSC_YES);
	CHECK(fx_end());
}

/* Names come and go in folders all the time: that is no reason to check others again. */
TEST(a_folder_that_only_changed_has_nothing_else_checked)
{
	furnish_releases(FSC_MODE_REQUEST);
	fsc_mark_path(fx_view, "/site/current/b/x", 17);
	fake_create("/site/1/b/new");
	CHECK(fx_ask("/site/current/b/only1", FSC_WANT_FILE) != FSC_ABSENT);
	fake_calls_clear();
	CHECK_INT(fx_ask("/site/current/a/only1", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fake_system_calls(), 0);
	CHECK(fx_end());
}

TEST(an_interval_goes_on_across_requests)
{
	furnish(FSC_MODE_INTERVAL, 2 * SECOND);
	fx_later(2100);
	CHECK(!sees("/d/a")); /* the interval begins */
	fake_unlink("/d/a");
	fx_later(1000);
	CHECK(!sees("/d/a"));
	fx_later(900);
	CHECK(!sees("/d/a"));
	fx_later(110);
	CHECK(sees("/d/a"));
	CHECK(fx_end());
}

TEST(an_interval_of_nothing_is_a_request)
{
	furnish(FSC_MODE_INTERVAL, 0);
	fx_request();
	CHECK(!sees("/d/a"));
	fake_unlink("/d/a");
	CHECK(!sees("/d/a"));
	fx_request();
	CHECK(sees("/d/a"));
	CHECK(fx_end());
}

TEST(never_asks_nothing_until_told)
{
	furnish(FSC_MODE_NEVER, 2 * SECOND);
	fx_request();
	CHECK(!sees("/d/a"));
	fake_unlink("/d/a");
	fake_calls_clear();
	for (int i = 0; i < 5; i++) {
		fx_later(100000);
		CHECK(!sees("/d/a"));
	}
	CHECK_INT(fake_system_calls() - fake_calls(FAKE_CREDS), 0);
	fsc_view_invalidate(fx_view, "/d", 2, false);
	CHECK(sees("/d/a"));
	CHECK(fx_end());
}

TEST(a_changed_directive_takes_effect_at_once)
{
	furnish(FSC_MODE_NEVER, 2 * SECOND);
	fake_unlink("/d/a");
	CHECK(!sees("/d/a"));
	fx_config.mode = FSC_MODE_STRICT;
	fx_configure();
	CHECK(sees("/d/a"));
	fake_create("/d/a");
	fake_advance_ms(1000);
	fx_config.mode = FSC_MODE_REQUEST;
	fx_configure();
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	fake_unlink("/d/a");
	fx_config.mode = FSC_MODE_NEVER;
	fx_configure();
	CHECK(sees("/d/a"));
	CHECK(fx_end());
}

/* ---- credentials ---- */

static void change_nothing(void)
{
}

static void change_ids(void)
{
	fake_set_ids(1000, 1000, 1000, 1000);
}

static void change_groups(void)
{
	uint32_t groups[] = {5, 6};

	fake_set_groups(groups, 2);
}

static void change_privileges(void)
{
	fake_set_privileges(1);
}

static void change_space(void)
{
	fake_set_mount_space(77);
}

static void change_process(void)
{
	fake_set_process(4711);
}

TEST(any_other_identity_starts_with_nothing)
{
	static void (*const changes[])(void) = {change_nothing, change_ids, change_groups,
		change_privileges, change_space, change_process};

	for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++) {
		furnish(FSC_MODE_NEVER, 2 * SECOND);
		changes[i]();
		fx_request();
		fake_calls_clear();
		fx_ask("/d/a", FSC_WANT_FILE);
		CHECK_INT(fake_calls(FAKE_OPEN_DIR), i > 0);
		CHECK(fx_end());
	}
}

TEST(a_private_directory_is_not_seen_through)
{
	furnish(FSC_MODE_NEVER, 2 * SECOND);
	fake_chmod("/d", 0700);
	fsc_mark_everything(fx_view);
	fake_advance_ms(1000);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	fake_set_ids(1000, 1000, 1000, 1000);
	fx_request();
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS);
	CHECK_STR(fx_list("/d"), "(pass)");
	CHECK(fx_open("/d") == NULL);
	CHECK(fx_end());
}

TEST(reading_and_searching_are_two_permissions)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fake_chmod("/d", 0711);
	fake_chmod("/tmp", 0744);
	fake_chmod("/", 0755);
	fake_set_ids(1000, 1000, 1000, 1000);
	fx_settle();
	CHECK_STR(fx_list("/d"), "(pass)");
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS);
	CHECK_STR(fx_list("/tmp"), ". .. x");
	CHECK_INT(fx_ask("/tmp/x", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_ask("/tmp/none", FSC_WANT_FILE), FSC_PASS);
	CHECK_STR(fx_list("/tmp"), ". .. x");
	CHECK(fx_end());
}

TEST(different_real_and_effective_ids_pass)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fake_set_ids(1000, 0, 1000, 0);
	fx_request();
	CHECK_INT(fx_ask("/d/a", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_reply.reason, FSC_REASON_CREDENTIALS);
	CHECK_STR(fx_list("/d"), "(pass)");
	fake_set_ids(0, 0, 1000, 0);
	fx_request();
	CHECK_INT(fx_ask("/d/a", FSC_WANT_EXISTS), FSC_PASS);
	fake_set_ids(0, 0, 0, 0);
	fx_request();
	CHECK_INT(fx_ask("/d/a", FSC_WANT_EXISTS), FSC_YES);
	CHECK(fx_end());
}

TEST(kernels_without_versions_pass)
{
	static const unsigned lacking[] = {0, FSC_OS_VERSIONS | FSC_OS_FD_ACCESS,
		FSC_OS_FD_ACCESS | FSC_OS_UNIQUE_MOUNT | FSC_OS_MOUNT_EVENTS,
		FSC_OS_VERSIONS | FSC_OS_UNIQUE_MOUNT | FSC_OS_MOUNT_EVENTS};
	fsc_view_status status;

	for (unsigned i = 0; i < sizeof lacking / sizeof *lacking; i++) {
		furnish(FSC_MODE_REQUEST, 2 * SECOND);
		fake_set_features(lacking[i]);
		fsc_identity_changed(fx_view);
		fsc_view_get_status(fx_view, &status);
		CHECK(!status.features_ok);
		fake_calls_clear();
		CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS);
		CHECK_INT(fx_reply.reason, FSC_REASON_KERNEL);
		CHECK_STR(fx_list("/d"), "(pass)");
		CHECK_INT(fake_calls(FAKE_STAT) + fake_calls(FAKE_OPEN_DIR), 0);
		CHECK(fx_end());
	}
}

TEST(without_mount_events_positives_pass_and_absence_is_answered)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fake_set_features(FSC_OS_VERSIONS | FSC_OS_FD_ACCESS | FSC_OS_UNIQUE_MOUNT);
	fsc_identity_changed(fx_view);
	fx_settle();
	CHECK(fx_ask("/d/a", FSC_WANT_FILE) != FSC_NO);
	CHECK_INT(fx_ask("/d/none", FSC_WANT_FILE), FSC_ABSENT);
	CHECK_STR(fx_list("/d"), ". .. a");
	CHECK_INT(fake_calls(FAKE_GENERATION), 1); /* that of before */
	CHECK(fx_end());
}

TEST(a_mount_table_lost_in_mid_life_is_noticed_at_the_next_poll)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	fake_set_features(FSC_OS_VERSIONS | FSC_OS_FD_ACCESS | FSC_OS_UNIQUE_MOUNT);
	fx_request();
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS); /* any name may be a mount point */
	CHECK_INT(fx_ask("/d/none", FSC_WANT_FILE), FSC_ABSENT);
	fx_request();
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS);
	/* And where ids are used again, nothing can be believed. */
	fake_set_features(FSC_OS_VERSIONS | FSC_OS_FD_ACCESS);
	fsc_identity_changed(fx_view);
	fx_request();
	CHECK_INT(fx_ask("/d/none", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_reply.reason, FSC_REASON_KERNEL);
	CHECK(fx_end());
}

/* ---- mounts over directories ---- */

TEST(a_mount_that_agrees_in_all_but_its_identity_is_another)
{
	static const unsigned features[] = {
		FSC_OS_VERSIONS | FSC_OS_FD_ACCESS | FSC_OS_UNIQUE_MOUNT | FSC_OS_MOUNT_EVENTS,
		FSC_OS_VERSIONS | FSC_OS_FD_ACCESS | FSC_OS_MOUNT_EVENTS,
		FSC_OS_VERSIONS | FSC_OS_FD_ACCESS | FSC_OS_UNIQUE_MOUNT};

	for (unsigned i = 0; i < 3; i++) {
		for (int mode = FSC_MODE_STRICT; mode <= FSC_MODE_INTERVAL; mode++) {
			fx_begin((fsc_mode) mode);
			fake_set_features(features[i]);
			fsc_identity_changed(fx_view);
			fake_mount("/m", "ext4", "");
			fake_create("/m/a");
			fx_settle();
			CHECK_STR(fx_list("/m"), ". .. a");
			fx_ask("/m/a", FSC_WANT_FILE);
			fake_mount_twin("/m");
			fx_later(2100);
			CHECK(fx_ask("/m/a", FSC_WANT_FILE) != FSC_YES);
			CHECK_STR(fx_list("/m"), ". ..");
			CHECK(fx_end());
		}
	}
}

/* ---- the working directory ---- */

TEST(relative_paths_hang_from_the_working_directory)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fake_create("/e/b");
	fx_settle();
	fake_chdir("/d");
	fsc_cwd_changed(fx_view);
	CHECK_INT(fx_ask("a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("b", FSC_WANT_FILE), FSC_ABSENT);
	fake_chdir("/e");
	fsc_cwd_changed(fx_view);
	CHECK_INT(fx_ask("b", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("a", FSC_WANT_FILE), FSC_ABSENT);
	fake_chdir("/d");
	fsc_cwd_changed(fx_view);
	fake_calls_clear();
	CHECK_INT(fx_ask("a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fake_system_calls(), 1); /* stat(".") */
	CHECK(fx_end());
}

TEST(a_working_directory_changed_unnoticed_is_found_in_the_next_period)
{
	furnish(FSC_MODE_INTERVAL, 2 * SECOND);
	fake_create("/e/b");
	fx_settle();
	fake_chdir("/d");
	fsc_cwd_changed(fx_view);
	CHECK_INT(fx_ask("a", FSC_WANT_FILE), FSC_YES);
	fake_chdir("/e");
	fake_advance_ms(2100);
	CHECK_INT(fx_ask("a", FSC_WANT_FILE), FSC_ABSENT);
	CHECK(fx_end());
}

TEST(a_working_directory_changed_between_requests_is_found)
{
	for (int mode = FSC_MODE_REQUEST; mode <= FSC_MODE_NEVER; mode++) {
		furnish((fsc_mode) mode, 3600 * SECOND);
		fake_create("/e/b");
		fx_settle();
		fake_chdir("/d");
		fsc_cwd_changed(fx_view);
		CHECK_INT(fx_ask("a", FSC_WANT_FILE), FSC_YES);
		fake_chdir("/e");
		fx_request();
		CHECK_INT(fx_ask("a", FSC_WANT_FILE), FSC_ABSENT);
		CHECK_INT(fx_ask("b", FSC_WANT_FILE), FSC_YES);
		CHECK(fx_end());
	}
}

TEST(another_directory_with_the_inode_of_a_former_working_directory_is_another)
{
	for (int mode = FSC_MODE_REQUEST; mode <= FSC_MODE_NEVER; mode++) {
		fsc_version before, after;

		furnish((fsc_mode) mode, 2 * SECOND);
		fake_create("/w/sub/old");
		fx_settle();
		fake_chdir("/w");
		fsc_cwd_changed(fx_view);
		CHECK_INT(fx_ask("sub/old", FSC_WANT_FILE), FSC_YES);
		fake_chdir("/");
		fsc_cwd_changed(fx_view);
		fake_version("/w", &before);
		/* Others replace it; inode numbers are used again at once. */
		fake_unlink("/w/sub/old");
		fake_rmdir("/w/sub");
		fake_rmdir("/w");
		fake_mkdir("/w2");
		fake_create("/w2/sub/new");
		fake_version("/w2", &after);
		CHECK_INT(before.inode, after.inode);
		fake_chdir("/w2");
		fsc_cwd_changed(fx_view);
		CHECK(fx_ask("sub/old", FSC_WANT_FILE) != FSC_YES);
		CHECK(fx_ask("sub/new", FSC_WANT_FILE) != FSC_ABSENT);
		CHECK(fx_end());
	}
}

/* All in one clock tick: not even the stamps tell the two apart. */
TEST(young_working_directories_are_not_told_apart_by_their_stamps)
{
	fsc_version before, after;

	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fake_create("/w/sub/old");
	fake_create("/w/file");
	fx_settle();
	fake_unlink("/w/file");
	fake_chdir("/w");
	fsc_cwd_changed(fx_view);
	CHECK_INT(fx_ask("sub/old", FSC_WANT_FILE), FSC_YES);
	fake_chdir("/");
	fsc_cwd_changed(fx_view);
	fake_version("/w", &before);
	fake_unlink("/w/sub/old");
	fake_rmdir("/w/sub");
	fake_rmdir("/w");
	fake_mkdir("/w2");
	fake_create("/w2/sub/new");
	fake_version("/w2", &after);
	CHECK_MEM(&before, &after, sizeof before);
	fake_chdir("/w2");
	fsc_cwd_changed(fx_view);
	CHECK(fx_ask("sub/old", FSC_WANT_FILE) != FSC_YES);
	CHECK(fx_ask("sub/new", FSC_WANT_FILE) != FSC_ABSENT);
	CHECK(fx_end());
}

TEST(a_deleted_working_directory_answers_nothing_wrong)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fake_create("/w/a");
	fx_settle();
	fake_chdir("/w");
	fsc_cwd_changed(fx_view);
	CHECK_INT(fx_ask("a", FSC_WANT_FILE), FSC_YES);
	fake_unlink("/w/a");
	fake_rmdir("/w");
	fx_request();
	CHECK(fx_ask("a", FSC_WANT_FILE) != FSC_YES);
	CHECK(fx_ask("../d/a", FSC_WANT_FILE) != FSC_ABSENT ||
		fx_truth("../d/a", FSC_WANT_FILE) == FSC_ABSENT);
	fx_list(".");
	fake_mkdir("/w");
	fake_create("/w/b");
	CHECK(fx_ask("b", FSC_WANT_FILE) != FSC_YES);
	fake_fail_from(FAKE_STAT, 1, FSC_OS_NOENT);
	fx_request();
	CHECK_INT(fx_ask("b", FSC_WANT_FILE), FSC_PASS);
	CHECK_STR(fx_list("."), "(pass)");
	CHECK(fx_end());
}

/* ---- always strict directories ---- */

TEST(strict_directories_are_validated_at_each_answer_by_every_string)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fake_symlink("tmp", "/alias");
	fake_create("/tmp/sub/y");
	fx_settle();
	fsc_strict_directory(fx_view, "/tmp", false);
	CHECK_INT(fx_ask("/tmp/sub/y", FSC_WANT_FILE), FSC_YES);
	fx_ask("/alias/x", FSC_WANT_FILE);
	fx_ask("tmp/x", FSC_WANT_FILE);
	fake_unlink("/tmp/x");
	CHECK(sees("/tmp/x") && sees("/alias/x") && sees("tmp/x"));
	fake_unlink("/tmp/sub/y"); /* not what lies below */
	CHECK(!sees("/tmp/sub/y"));
	CHECK(fx_end());
}

TEST(a_strict_subtree_is_strict_below_by_absolute_and_relative_paths)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fake_create("/tmp/sub/y");
	fake_create("/tmp/sub/z");
	fx_settle();
	CHECK(!sees("/tmp/sub/y") && !sees("tmp/sub/z"));
	fsc_strict_directory(fx_view, "/tmp", false);
	CHECK(!sees("/tmp/sub/y") && !sees("tmp/sub/z"));
	/* The same directory, but now with all that is below. */
	fx_request();
	fsc_strict_directory(fx_view, "/tmp", true);
	fx_ask("/tmp/sub/y", FSC_WANT_FILE);
	fx_ask("tmp/sub/z", FSC_WANT_FILE);
	fake_unlink("/tmp/sub/y");
	fake_unlink("/tmp/sub/z");
	CHECK(sees("/tmp/sub/y"));
	CHECK(sees("tmp/sub/z"));
	CHECK(fx_end());
}

TEST(a_strict_directory_made_later_is_strict)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fsc_strict_directory(fx_view, "/later", false);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	fake_create("/later/x");
	fsc_mark_everything(fx_view);
	fake_advance_ms(1000);
	fx_ask("/later/x", FSC_WANT_FILE);
	fake_unlink("/later/x");
	CHECK(sees("/later/x"));
	CHECK(fx_end());
}

TEST(strict_directories_do_not_empty_the_view_each_request)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	for (int i = 0; i < 4; i++) {
		fx_request();
		fsc_strict_directory(fx_view, "/tmp", false);
		CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
		fsc_strict_directory(fx_view, i % 2 ? "/d" : "/", false); /* ini_set() in mid-request */
		CHECK(fx_ask("/d/a", FSC_WANT_FILE) != FSC_ABSENT);
		if (i == 0) {
			fake_calls_clear();
		}
	}
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	CHECK(fx_end());
}

TEST(a_directory_no_longer_strict_is_not)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fsc_strict_directory(fx_view, "/tmp", false);
	fx_ask("/tmp/x", FSC_WANT_FILE);
	fx_request();
	CHECK_INT(fx_ask("/tmp/x", FSC_WANT_FILE), FSC_YES);
	fake_calls_clear();
	CHECK_INT(fx_ask("/tmp/x", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fake_system_calls(), 0);
	CHECK(fx_end());
}

TEST(too_many_strict_directories_make_all_strict)
{
	char path[32];

	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	for (int i = 0; i < FSC_STRICT_MAX + 3; i++) {
		snprintf(path, sizeof path, "/s%d", i);
		fsc_strict_directory(fx_view, path, false);
	}
	fsc_strict_directory(fx_view, "", false);
	fx_ask("/d/a", FSC_WANT_FILE);
	fake_unlink("/d/a");
	CHECK(sees("/d/a"));
	fx_request();
	fake_create("/d/a");
	fx_later(1000);
	fx_ask("/d/a", FSC_WANT_FILE);
	fake_unlink("/d/a");
	CHECK(!sees("/d/a"));
	fsc_mem_fail_after(0);
	fsc_strict_directory(fx_view, "/d", false);
	fsc_mem_fail_after(-1);
	CHECK(sees("/d/a"));
	CHECK(fx_end());
}

TEST(strict_directories_stay_so_when_the_mode_changes)
{
	furnish(FSC_MODE_STRICT, 2 * SECOND);
	fsc_strict_directory(fx_view, "/tmp", false);
	fx_ask("/tmp/x", FSC_WANT_FILE);
	fx_config.mode = FSC_MODE_REQUEST;
	fx_configure();
	fx_ask("/tmp/x", FSC_WANT_FILE);
	fake_unlink("/tmp/x");
	CHECK(sees("/tmp/x"));
	CHECK(fx_end());
}

/* ---- fastscan.exclude ---- */

TEST(excluded_prefixes_pass)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fake_create("/data/sub/f");
	fake_create("/database/f");
	fx_settle();
	CHECK(fsc_view_exclude(fx_view, "/data//:/nothing::/d/a", ':'));
	CHECK_INT(fx_ask("/data/sub/f", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_reply.reason, FSC_REASON_EXCLUDED);
	CHECK_INT(fx_ask("/data", FSC_WANT_DIR), FSC_PASS);
	CHECK_INT(fx_ask("/database/f", FSC_WANT_FILE), FSC_YES);
	CHECK_STR(fx_list("/data/sub"), "(pass)");
	CHECK_INT(fx_ask("data/sub/f", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_ask("database/f", FSC_WANT_FILE), FSC_YES);
	fake_chdir("/data");
	fsc_cwd_changed(fx_view);
	CHECK_INT(fx_ask("sub/f", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_ask("", FSC_WANT_FILE), FSC_PASS);
	CHECK(fsc_view_exclude(fx_view, NULL, ':'));
	CHECK_INT(fx_ask("/data/sub/f", FSC_WANT_FILE), FSC_YES);
	CHECK(fx_end());
}

TEST(when_prefixes_cannot_be_compared_the_system_answers)
{
	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fsc_mem_fail_after(0);
	CHECK(!fsc_view_exclude(fx_view, "/data:/more", ':'));
	fsc_mem_fail_after(1);
	CHECK(!fsc_view_exclude(fx_view, "/data:/more", ':'));
	fsc_mem_fail_after(-1);
	CHECK(fsc_view_exclude(fx_view, "/data", ':'));
	fake_fail_from(FAKE_CWD, 1, FSC_OS_ERROR);
	CHECK_INT(fx_ask("d/a", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_reply.reason, FSC_REASON_EXCLUDED);
	fake_fail(FAKE_CWD, 1, FSC_OS_OK);
	CHECK(fx_ask("d/a", FSC_WANT_FILE) == FSC_YES);
	CHECK(fx_end());
}

TEST(excluded_prefixes_are_found_behind_dots_and_slashes)
{
	static const char *const paths[] = {"//data/sub/f", "/data//sub/f", "/./data/sub/f",
		"/d/../data/sub/f", "d/../data/sub/f", "./data/sub/f", "/..//data/sub/f"};

	furnish(FSC_MODE_REQUEST, 2 * SECOND);
	fake_create("/data/sub/f");
	fx_settle();
	CHECK(fsc_view_exclude(fx_view, "/data/sub", ':'));
	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
		CHECK_INT(fx_ask(paths[i], FSC_WANT_FILE), FSC_PASS);
		CHECK_INT(fx_reply.reason, FSC_REASON_EXCLUDED);
	}
	CHECK_INT(fx_ask("/data/../d/a", FSC_WANT_FILE), FSC_YES);
	CHECK(fx_end());
}

int main(void)
{
	RUN(strict_is_never_old);
	RUN(a_request_is_as_old_as_its_start_and_revalidate_freq_at_most);
	RUN(a_request_without_revalidate_freq_lasts);
	RUN(once_a_path_leads_elsewhere_everything_is_checked_again);
	RUN(a_real_path_that_leads_elsewhere_has_everything_checked_again);
	RUN(a_folder_that_only_changed_has_nothing_else_checked);
	RUN(an_interval_goes_on_across_requests);
	RUN(an_interval_of_nothing_is_a_request);
	RUN(never_asks_nothing_until_told);
	RUN(a_changed_directive_takes_effect_at_once);
	RUN(any_other_identity_starts_with_nothing);
	RUN(a_private_directory_is_not_seen_through);
	RUN(reading_and_searching_are_two_permissions);
	RUN(different_real_and_effective_ids_pass);
	RUN(kernels_without_versions_pass);
	RUN(without_mount_events_positives_pass_and_absence_is_answered);
	RUN(a_mount_table_lost_in_mid_life_is_noticed_at_the_next_poll);
	RUN(a_mount_that_agrees_in_all_but_its_identity_is_another);
	RUN(relative_paths_hang_from_the_working_directory);
	RUN(a_working_directory_changed_unnoticed_is_found_in_the_next_period);
	RUN(a_working_directory_changed_between_requests_is_found);
	RUN(another_directory_with_the_inode_of_a_former_working_directory_is_another);
	RUN(young_working_directories_are_not_told_apart_by_their_stamps);
	RUN(a_deleted_working_directory_answers_nothing_wrong);
	RUN(strict_directories_are_validated_at_each_answer_by_every_string);
	RUN(a_strict_subtree_is_strict_below_by_absolute_and_relative_paths);
	RUN(a_strict_directory_made_later_is_strict);
	RUN(strict_directories_do_not_empty_the_view_each_request);
	RUN(a_directory_no_longer_strict_is_not);
	RUN(too_many_strict_directories_make_all_strict);
	RUN(strict_directories_stay_so_when_the_mode_changes);
	RUN(excluded_prefixes_pass);
	RUN(when_prefixes_cannot_be_compared_the_system_answers);
	RUN(excluded_prefixes_are_found_behind_dots_and_slashes);
	return unit_end();
}
