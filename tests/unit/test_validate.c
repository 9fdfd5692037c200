/* SPDX-License-Identifier: MIT */
/*
 * test_validate.c: which listings are kept, on what kind of file system, and what is asked of the
 * system to be sure of them.
 */
#include "tests/unit/core_fixture.h"
#include "tests/unit/unit.h"

#define SECOND INT64_C(1000000000)

static fsc_reason unkept(const char *directory)
{
	fsc_node *node = fx_node(directory);

	return node ? (fsc_reason) node->unkept : FSC_REASON_NONE;
}

/* ---- settled and racy ---- */

TEST(a_directory_is_kept_when_older_than_a_few_ticks)
{
	for (int ms = 0; ms <= 40; ms += 4) {
		fx_begin(FSC_MODE_REQUEST);
		fake_create("/d/a");
		fake_advance_ms(ms);
		CHECK_INT(fx_warm("/d"), ms > 16);
		if (ms <= 16) {
			CHECK_INT(unkept("/d"), FSC_REASON_RACY);
		}
		CHECK(fx_end());
	}
}

/* Changes in one clock tick, right after the scan: the version does not show them. */
TEST(changes_in_the_tick_of_a_scan_are_never_missed)
{
	char path[64];

	for (int fs = 0; fs < 3; fs++) {
		fx_begin(FSC_MODE_STRICT);
		fx_config.mode = FSC_MODE_REQUEST;
		fx_configure();
		fake_fs_granularity_ns(0, fs == 2 ? SECOND : 1);
		fake_fs_multigrain(0, fs == 1);
		for (int i = 0; i < 3000; i++) {
			snprintf(path, sizeof path, "/d/%d", i);
			fake_create(path);
			fx_request();
			fx_list("/d");
			snprintf(path, sizeof path, "/d/x%d", i);
			fake_create(path); /* others, at once */
			fx_request();
			CHECK(fx_ask(path, FSC_WANT_FILE) != FSC_ABSENT);
			REQUIRE(strcmp(fx_list("/d"), fx_true_list("/d")) == 0);
			fake_unlink(path);
			snprintf(path, sizeof path, "/d/%d", i);
			fake_unlink(path);
			fx_request();
			CHECK(fx_ask(path, FSC_WANT_FILE) != FSC_YES);
			fake_advance_ns(i % 7 * 1300000);
		}
		CHECK(fx_end());
	}
}

TEST(whole_seconds_take_three_seconds)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_fs_granularity_ns(0, SECOND);
	fake_create("/d/a");
	fake_advance_ms(2000);
	CHECK(!fx_warm("/d"));
	fake_advance_ms(1900);
	CHECK(fx_warm("/d"));
	CHECK(fx_end());
}

TEST(stamps_of_the_future_are_never_trusted)
{
	fsc_version v;

	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_version("/d", &v);
	fake_forge("/d", v.ctime_ns, v.mtime_ns + 3600 * SECOND);
	fx_later(10000);
	CHECK(!fx_warm("/d"));
	CHECK_INT(unkept("/d"), FSC_REASON_FUTURE);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_reply.reason, FSC_REASON_FUTURE);
	CHECK(fx_end());
}

TEST(a_clock_set_back_trusts_nothing_until_it_has_caught_up)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	fake_create("/d/b");
	fake_step_realtime_ns(-3600 * SECOND);
	CHECK(!fx_warm("/d"));
	fx_later(3601 * 1000);
	CHECK(fx_warm("/d"));
	CHECK(fx_end());
}

TEST(the_window_may_be_configured)
{
	fx_begin(FSC_MODE_REQUEST);
	fx_config.settle_ns = 500 * 1000000;
	fx_configure();
	fake_create("/d/a");
	fake_advance_ms(400);
	CHECK(!fx_warm("/d"));
	fake_advance_ms(200);
	CHECK(fx_warm("/d"));
	CHECK(fx_end());
}

/* ---- while it is read ---- */

static void add_one(void *context)
{
	fake_create(context);
}

TEST(a_directory_that_changes_while_read_is_served_once)
{
	for (unsigned nth = 1; nth <= 2; nth++) {
		for (int after = 0; after < 2; after++) {
			fx_begin(FSC_MODE_REQUEST);
			fake_create("/d/a");
			fx_settle();
			(after ? fake_after : fake_before)(FAKE_READ_DIR, nth, add_one, "/d/new");
			fx_list("/d");
			CHECK_INT(fx_reply.answer, FSC_YES);
			CHECK_INT(unkept("/d"), FSC_REASON_CHANGED);
			CHECK(!fx_node("/d")->listing);
			CHECK(fx_ask("/d/new", FSC_WANT_FILE) != FSC_ABSENT);
			CHECK(fx_end());
		}
	}
}

static void vanish(void *context)
{
	fake_unlink(context);
}

TEST(types_that_the_system_left_out_are_asked_for_there_and_then)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_mkdir("/d/sub");
	fake_symlink("a", "/d/link");
	fake_fs_untyped(0, true);
	fx_settle();
	REQUIRE(fx_warm("/d"));
	CHECK_INT(fake_calls(FAKE_STAT_ENTRY), 3);
	fake_calls_clear();
	CHECK_INT(fx_ask("/d/sub", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_DIR), FSC_NO);
	CHECK_INT(fx_ask("/d/link", FSC_WANT_LINK), FSC_YES);
	CHECK_INT(fake_system_calls(), 0);
	CHECK(fx_end());
	/* A name that vanishes meanwhile. */
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_create("/d/b");
	fake_fs_untyped(0, true);
	fx_settle();
	fake_before(FAKE_STAT_ENTRY, 2, vanish, "/d/b");
	CHECK_STR(fx_list("/d"), ". .. a b");
	CHECK_INT(unkept("/d"), FSC_REASON_CHANGED);
	CHECK(fx_end());
}

/* ---- links that flip between two calls ---- */

static void flip(void *context)
{
	fake_unlink("/flip");
	fake_symlink(context, "/flip");
}

TEST(version_and_permission_come_from_one_directory)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/private/secret");
	fake_create("/public/harmless");
	fake_chmod("/private", 0700);
	fake_symlink("public", "/flip");
	fx_settle();
	REQUIRE(fx_warm("/private")); /* its listing is known to the view, as if from the shared tier */
	fake_set_ids(1000, 1000, 1000, 1000);
	fsc_os_creds(&fx_view->creds);
	fx_node("/private")->asked = fx_node("/private")->granted = 0;
	CHECK_INT(fx_ask("/flip/harmless", FSC_WANT_FILE), FSC_YES);
	for (int i = 0; i < 2; i++) {
		/* The validation sees the private one, the question for permission the public one. */
		fx_request();
		fake_before(FAKE_STAT, 1, flip, "private");
		fake_before(FAKE_OPEN_PATH, 1, flip, "public");
		if (i == 0) {
			CHECK_INT(fx_ask("/flip/secret", FSC_WANT_FILE), FSC_PASS);
		} else {
			CHECK(fx_open("/flip") == NULL);
		}
		CHECK_INT(fake_calls(FAKE_OPEN_PATH), i + 1);
		CHECK(fx_node("/flip")->listing == fx_node("/private")->listing);
	}
	fx_request();
	CHECK_INT(fx_ask("/private/secret", FSC_WANT_FILE), FSC_PASS);
	CHECK_STR(fx_list("/private"), "(pass)");
	CHECK(fx_end());
}

TEST(a_link_that_flips_between_open_and_stat_lists_what_was_opened)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/one/a");
	fake_create("/two/b");
	fake_symlink("one", "/flip");
	fx_settle();
	fake_after(FAKE_OPEN_DIR, 1, flip, "/two");
	CHECK_STR(fx_list("/flip"), ". .. a");
	fx_request();
	CHECK_STR(fx_list("/flip"), ". .. b");
	CHECK_INT(fx_ask("/one/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("/flip/a", FSC_WANT_FILE), FSC_ABSENT);
	CHECK(fx_end());
}

/* ---- inode numbers that are used again ---- */

TEST(a_directory_with_a_reused_inode_is_another)
{
	fsc_version before, after;

	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	fake_version("/d", &before);
	fake_unlink("/d/a");
	fake_rmdir("/d");
	fake_mkdir("/d");
	fake_version("/d", &after);
	CHECK_INT(before.inode, after.inode);
	fx_request();
	CHECK(fx_ask("/d/a", FSC_WANT_FILE) != FSC_YES);
	CHECK_STR(fx_list("/d"), ". ..");
	CHECK(fx_end());
}

TEST(an_old_mtime_put_back_does_not_hide_a_change)
{
	fsc_version before;

	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	fake_version("/d", &before);
	fake_create("/d/b");
	fake_touch("/d", before.mtime_ns);
	fx_request();
	CHECK(fx_ask("/d/b", FSC_WANT_FILE) != FSC_ABSENT);
	CHECK(fx_end());
}

/* ---- file systems on which only a listing tells ---- */

/* Chunks of listings read in the third of three periods, in which nothing has changed. */
static int reads_again(const char *type, bool sync)
{
	fx_begin_trusting(FSC_MODE_REQUEST, "+fuse.glusterfs,+fuse.sshfs");
	fx_config.sync = sync;
	fx_configure();
	fake_mount("/m", type, "");
	fake_create("/m/d/a");
	fx_settle();
	for (int i = 0; i < 3; i++) {
		fx_later(100000);
		fake_calls_clear();
		CHECK_STR(fx_list("/m/d"), ". .. a");
	}
	return fake_calls(FAKE_READ_DIR);
}

TEST(a_listing_of_glusterfs_serves_one_period)
{
	CHECK(reads_again("fuse.glusterfs", true) > 0);
	CHECK(fx_end());
	CHECK_INT(reads_again("fuse.glusterfs", false), 0);
	CHECK(fx_end());
	CHECK_INT(reads_again("fuse.sshfs", true), 0);
	CHECK(fx_end());
}

TEST(what_the_client_of_glusterfs_vouched_for_is_forgotten_with_sync)
{
	fx_begin_trusting(FSC_MODE_REQUEST, "+fuse.glusterfs");
	fx_config.sync = false;
	fx_configure();
	fake_mount("/m", "fuse.glusterfs", "");
	fake_create("/m/d/a");
	fx_settle();
	fx_warm("/m/d");
	fx_later(100000);
	CHECK(fx_warm("/m/d"));
	fx_config.sync = true;
	fx_configure();
	fx_request();
	CHECK(!fx_node("/m/d") || !fx_node("/m/d")->listing);
	CHECK(!fx_warm("/m/d"));
	CHECK(fx_end());
}

/* ---- file systems that are not trusted ---- */

TEST(untrusted_file_systems_pass_after_one_look)
{
	static const char *const types[] = {"proc", "fuse.sshfs", "fuse.s3fs", "fuse.glusterfs",
		"unheard"};

	for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
		fx_begin(FSC_MODE_REQUEST);
		fake_mount("/m", types[i], "");
		fake_create("/m/d/a");
		fx_settle();
		CHECK_INT(fx_ask("/m/d/a", FSC_WANT_FILE), FSC_PASS);
		CHECK_STR(fx_list("/m/d"), "(pass)");
		CHECK(fx_open("/m/d") == NULL);
		fake_calls_clear();
		for (int k = 0; k < 10; k++) {
			CHECK_INT(fx_ask("/m/d/a", FSC_WANT_FILE), FSC_PASS);
			CHECK_INT(fx_reply.reason, FSC_REASON_FILESYSTEM);
		}
		CHECK_INT(fake_system_calls(), 0);
		CHECK(fx_end());
	}
}

TEST(a_path_that_leaves_an_untrusted_file_system_is_cached_again)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/m/d/a");
	fake_mount("/m/d", "proc", "");
	fx_settle();
	CHECK_INT(fx_ask("/m/d/a", FSC_WANT_FILE), FSC_PASS);
	fake_umount("/m/d");
	fx_later(70000);
	fx_ask("/m/d/a", FSC_WANT_FILE);
	fx_later(1);
	CHECK_INT(fx_ask("/m/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_STR(fx_list("/m/d"), ". .. a");
	CHECK(fx_end());
}

/* ---- network mounts ---- */

static int mount_skewed(const char *type, int64_t skew_ns)
{
	int fs;

	fx_begin_trusting(FSC_MODE_REQUEST, "+fuse.latfs");
	fs = fake_mount("/n", type, "rw");
	fake_fs_skew_ns(fs, skew_ns);
	fake_touch("/n", 0); /* with the server's own clock */
	fake_create("/n/d/Name");
	return fs;
}

static int mount_remote(const char *type)
{
	return mount_skewed(type, 0);
}

TEST(a_remote_directory_needs_a_second_look)
{
	static const char *const types[] = {"nfs4", "nfs", "ceph", "cifs", "fuse.latfs", "vboxsf"};

	for (unsigned i = 0; i < sizeof types / sizeof *types; i++) {
		mount_remote(types[i]);
		fx_later(1000);
		CHECK(!fx_warm("/n/d"));
		CHECK_INT(unkept("/n/d"), FSC_REASON_UNPROVEN);
		fx_later(2500);
		CHECK(!fx_warm("/n/d"));
		fx_later(1000);
		CHECK(fx_warm("/n/d"));
		CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_FILE), FSC_YES);
		CHECK(fx_end());
	}
}

TEST(lookups_wait_for_the_second_look_without_reading_each_time)
{
	mount_remote("nfs4");
	fake_advance_ms(1000);
	for (int i = 0; i < 50; i++) {
		fake_advance_ms(20);
		CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_FILE), FSC_PASS);
	}
	CHECK(fake_calls(FAKE_READ_DIR) <= 4);
	fake_advance_ms(3100);
	CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_FILE), FSC_YES);
	CHECK(fx_end());
}

/* The server's clock is wrong; a change within one second of its stamps must not be missed. */
TEST(a_skewed_server_never_hides_a_change)
{
	/* A day is what FSC_SKEW_MAXIMUM_NS believes possible. */
	static const int64_t skews[] = {-86400, -7200, -3600, -120, -61, -59, -5, 0, 5, 59, 61, 3600,
		90000};
	char path[64];

	for (unsigned s = 0; s < sizeof skews / sizeof *skews; s++) {
		int fs = mount_skewed(s % 2 ? "nfs4" : "fuse.latfs", skews[s] * SECOND);

		fake_fs_granularity_ns(fs, SECOND);
		for (int i = 0; i < 400; i++) {
			snprintf(path, sizeof path, "/n/d/x%d", i);
			fx_later(i % 11 * 350);
			fx_list("/n/d");
			fake_create(path);
			fx_request();
			REQUIRE(fx_ask(path, FSC_WANT_FILE) != FSC_ABSENT);
			REQUIRE(strcmp(fx_list("/n/d"), fx_true_list("/n/d")) == 0);
			if (i % 3 == 0) {
				fx_list("/n/d");
				fake_unlink(path);
				fx_request();
				CHECK(fx_ask(path, FSC_WANT_FILE) != FSC_YES);
			}
		}
		CHECK(fx_end());
	}
}

static void warm_remote(const char *type, int64_t cache_ms)
{
	int fs = mount_remote(type);

	fake_mkdir("/n/d/Sub");
	fake_symlink("Name", "/n/d/Link");
	fake_fs_attribute_cache_ms(fs, cache_ms);
	fx_settle();
	fx_warm("/n/d");
	fx_later(5000);
	CHECK(fx_warm("/n/d"));
	CHECK(fx_ask("/n/d/none", FSC_WANT_EXISTS) == FSC_ABSENT);
	fx_later(5000);
}

TEST(fuse_absence_asks_the_server_and_a_directory_does_not)
{
	warm_remote("fuse.latfs", 30000);
	fake_calls_clear();
	CHECK_INT(fx_ask("/n/d/Sub", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(fake_sync_calls(), 0);
	fake_create("/n/d/new");
	CHECK(fx_ask("/n/d/new", FSC_WANT_EXISTS) != FSC_ABSENT);
	CHECK_INT(fake_sync_calls() > 0, 1);
	CHECK(fx_end());
}

/*
 * NFS clients hold a file's attributes for 3 seconds and a directory's for 30: stat(2) finds a file
 * gone that another client deleted long before the directory's times move here.
 */
TEST(a_remote_name_that_is_no_directory_is_asked_of_the_server)
{
	static const fsc_want wants[] = {FSC_WANT_FILE, FSC_WANT_EXISTS, FSC_WANT_DIR, FSC_WANT_LINK};
	static const char *const types[] = {"nfs4", "fuse.latfs", "cifs"};

	for (unsigned i = 0; i < 12; i++) {
		fsc_answer known;

		warm_remote(types[i / 4], 30000);
		fake_calls_clear();
		known = fx_ask("/n/d/Name", wants[i % 4]);
		CHECK_INT(known, i % 4 < 2 ? FSC_YES : FSC_NO);
		CHECK_INT(fake_sync_calls(), 1);
		CHECK_INT(fake_calls(FAKE_STAT), 1);
		CHECK_INT(fx_ask("/n/d/Name", wants[i % 4]), known);
		CHECK_INT(fake_calls(FAKE_STAT), 1);
		fx_later(1);
		CHECK_INT(fx_ask("/n/d/Sub", FSC_WANT_DIR), FSC_YES);
		fake_unlink("/n/d/Name");
		fake_mkdir("/n/d/Name");
		CHECK(fx_ask("/n/d/Name", wants[i % 4]) != known);
		CHECK(fx_end());
	}
}

/* Each question would ask the server, where the client itself may still know. */
TEST(in_strict_a_remote_name_that_is_no_directory_is_left_to_the_client)
{
	warm_remote("nfs4", 30000);
	fx_config.mode = FSC_MODE_STRICT;
	fx_configure();
	CHECK_INT(fx_ask("/n/d/Sub", FSC_WANT_DIR), FSC_YES);
	fake_calls_clear();
	CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fake_system_calls(), 0);
	fx_config.sync = false;
	fx_configure();
	CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_FILE), FSC_YES);
	CHECK(fx_end());
}

TEST(a_remote_link_is_asked_of_the_server)
{
	warm_remote("nfs4", 30000);
	CHECK_INT(fx_ask("/n/d/Link", FSC_WANT_LINK), FSC_YES);
	fx_later(1);
	CHECK_INT(fx_ask("/n/d/Sub", FSC_WANT_DIR), FSC_YES);
	fake_unlink("/n/d/Link");
	CHECK(fx_ask("/n/d/Link", FSC_WANT_LINK) != FSC_YES);
	CHECK(fx_end());
}

TEST(network_absence_is_as_the_client_caches_it)
{
	warm_remote("nfs4", 30000);
	fake_calls_clear();
	CHECK_INT(fx_ask("/n/d/none", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_INT(fake_sync_calls(), 0);
	CHECK_INT(fake_calls(FAKE_STAT), 1);
	CHECK(fx_end());
}

TEST(without_sync_nothing_asks_the_server)
{
	warm_remote("fuse.latfs", 1000);
	fx_config.sync = false;
	fx_configure();
	fake_calls_clear();
	CHECK_INT(fx_ask("/n/d/none", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_STR(fx_list("/n/d"), ". .. Name Sub Link");
	CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_FILE), FSC_YES);
	fx_later(2000);
	fake_create("/n/d/new");
	CHECK_STR(fx_list("/n/d"), ". .. Name Sub Link new");
	CHECK_INT(fake_sync_calls(), 0);
	CHECK(fx_end());
}

TEST(a_remote_mount_is_synced_from_its_first_listing)
{
	static const char *const types[] = { "nfs4", "cifs" };

	/* on NFS to open it is to ask */
	for (int asks = 0; asks < 2; asks++) {
		int fs = mount_remote(types[asks]);

		fake_fs_attribute_cache_ms(fs, 30000);
		fx_settle();
		fake_calls_clear();
		fx_warm("/n/d");
		CHECK_INT(fake_sync_calls(), asks); /* not to be kept yet: before reading */
		fake_advance_ms(86400000);
		fx_request();
		fake_calls_clear();
		fx_warm("/n/d");
		CHECK_INT(fake_sync_calls(), asks + 1); /* before and after */
		CHECK(fx_end());
	}
}

TEST(permission_on_network_mounts_is_asked_again_after_a_minute)
{
	for (int interval = 0; interval < 2; interval++) {
		warm_remote("nfs4", 0);
		fx_config.mode = interval ? FSC_MODE_INTERVAL : FSC_MODE_REQUEST;
		fx_config.revalidate_ns = interval ? 3600 * SECOND : 0;
		fx_configure();
		CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_FILE), FSC_YES);
		fx_node("/n/d")->access_s = (uint32_t) (fsc_os_monotonic_ns() / 1000000000);
		fake_calls_clear();
		fake_advance_ms(59000);
		CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_FILE), FSC_YES);
		CHECK_INT(fake_calls(FAKE_ACCESS), 0);
		fake_advance_ms(2000);
		CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_FILE), FSC_YES);
		CHECK_INT(fake_calls(FAKE_ACCESS), 1);
		CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_FILE), FSC_YES);
		CHECK_INT(fake_calls(FAKE_ACCESS), 1);
		CHECK(fx_end());
	}
	/* Each request of its own: the warm re-check is a stat and nothing else within the minute. */
	warm_remote("nfs4", 0);
	CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_FILE), FSC_YES);
	fx_node("/n/d")->access_s = (uint32_t) (fsc_os_monotonic_ns() / 1000000000);
	fake_calls_clear();
	fx_later(30000);
	CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fake_calls(FAKE_ACCESS), 0);
	fx_later(31000);
	CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fake_calls(FAKE_ACCESS), 1);
	CHECK(fx_end());
}

/* ---- permissions ---- */

TEST(a_local_permission_is_asked_once_for_a_version)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	for (int i = 0; i < 5; i++) {
		fx_later(100000);
		CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	}
	CHECK_INT(fake_calls(FAKE_ACCESS), 1);
	fake_deny("/d", 0); /* an ACL: the ctime moves */
	fx_later(1000);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fake_calls(FAKE_ACCESS), 2);
	CHECK(fx_end());
}

TEST(access_lists_count)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_deny("/d", 1000);
	fake_set_ids(1000, 1000, 1000, 1000);
	fx_settle();
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS);
	CHECK_STR(fx_list("/d"), "(pass)");
	CHECK(fx_end());
}

TEST(when_access_cannot_be_asked_searching_is_not_allowed)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	fake_fail_from(FAKE_ACCESS, 1, FSC_OS_ERROR);
	CHECK_STR(fx_list("/d"), ". .. a");
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS);
	fake_fail(FAKE_ACCESS, 1, FSC_OS_OK);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK(fx_end());
}

/* ---- paths that are no directories ---- */

TEST(errors_on_the_way_pass_with_their_reason)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/file");
	fake_mkdir("/e");
	fake_symlink("loop", "/loop");
	fake_create("/closed/in/a");
	fake_chmod("/closed", 0600);
	fake_set_ids(1000, 1000, 1000, 1000);
	fx_settle();
	CHECK_INT(fx_ask("/loop/x", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_ask("/closed/in/a", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_reply.reason, FSC_REASON_PERMISSION);
	CHECK_INT(fx_ask("/d/file/x", FSC_WANT_FILE), FSC_PASS);
	CHECK(fx_open("/d/file") == NULL);
	CHECK(fx_open("/d/none") == NULL);
	CHECK_STR(fx_list("/loop"), "(pass)");
	fake_fail_from(FAKE_STAT_FD, 1, FSC_OS_ERROR);
	CHECK_STR(fx_list("/e"), "(pass)");
	CHECK_INT(fx_reply.reason, FSC_REASON_IO_ERROR);
	CHECK(fx_end());
}

TEST(a_directory_that_went_and_came_back_is_found)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	REQUIRE(fx_warm("/d") && fx_warm("/"));
	fake_rename("/d", "/away");
	fx_request();
	CHECK(fx_ask("/d/a", FSC_WANT_FILE) != FSC_YES);
	fake_rename("/away", "/d");
	fx_later(3000);
	fx_ask("/d/a", FSC_WANT_FILE);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	fake_unlink("/d/a");
	fake_rmdir("/d");
	fake_create("/d");
	fx_request();
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS);
	CHECK(fx_end());
}

int main(void)
{
	RUN(a_directory_is_kept_when_older_than_a_few_ticks);
	RUN(changes_in_the_tick_of_a_scan_are_never_missed);
	RUN(whole_seconds_take_three_seconds);
	RUN(stamps_of_the_future_are_never_trusted);
	RUN(a_clock_set_back_trusts_nothing_until_it_has_caught_up);
	RUN(the_window_may_be_configured);
	RUN(a_directory_that_changes_while_read_is_served_once);
	RUN(types_that_the_system_left_out_are_asked_for_there_and_then);
	RUN(version_and_permission_come_from_one_directory);
	RUN(a_link_that_flips_between_open_and_stat_lists_what_was_opened);
	RUN(a_directory_with_a_reused_inode_is_another);
	RUN(an_old_mtime_put_back_does_not_hide_a_change);
	RUN(a_listing_of_glusterfs_serves_one_period);
	RUN(what_the_client_of_glusterfs_vouched_for_is_forgotten_with_sync);
	RUN(untrusted_file_systems_pass_after_one_look);
	RUN(a_path_that_leaves_an_untrusted_file_system_is_cached_again);
	RUN(a_remote_directory_needs_a_second_look);
	RUN(lookups_wait_for_the_second_look_without_reading_each_time);
	RUN(a_skewed_server_never_hides_a_change);
	RUN(fuse_absence_asks_the_server_and_a_directory_does_not);
	RUN(a_remote_name_that_is_no_directory_is_asked_of_the_server);
	RUN(in_strict_a_remote_name_that_is_no_directory_is_left_to_the_client);
	RUN(a_remote_link_is_asked_of_the_server);
	RUN(network_absence_is_as_the_client_caches_it);
	RUN(without_sync_nothing_asks_the_server);
	RUN(a_remote_mount_is_synced_from_its_first_listing);
	RUN(permission_on_network_mounts_is_asked_again_after_a_minute);
	RUN(a_local_permission_is_asked_once_for_a_version);
	RUN(access_lists_count);
	RUN(when_access_cannot_be_asked_searching_is_not_allowed);
	RUN(errors_on_the_way_pass_with_their_reason);
	RUN(a_directory_that_went_and_came_back_is_found);
	return unit_end();
}
