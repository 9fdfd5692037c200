/* SPDX-License-Identifier: MIT */
/* test_view.c: nodes, their indexes, the bound,
 * and what a reset or an evicted node leaves behind. */
#include "tests/unit/core_fixture.h"
#include "tests/unit/unit.h"

static size_t bytes_now(void)
{
	fsc_view_status status;

	fsc_view_get_status(fx_view, &status);
	return status.bytes;
}

static uint64_t evictions(void)
{
	return fsc_view_counters(fx_view)->evictions;
}

/* ---- the bound ---- */

TEST(a_hundred_thousand_directories_stay_within_the_bound)
{
	char path[64];
	size_t most = 0;

	fx_begin(FSC_MODE_REQUEST);
	fx_config.cache_bytes = 1 << 20;
	fx_configure();
	fake_create("/d/a/file");
	fake_symlink("a", "/d/b");
	fx_settle();
	for (int i = 0; i < 100000; i++) {
		snprintf(path, sizeof path, "/d/./././a%d/none/x", i);
		fx_ask(path, FSC_WANT_FILE);
		if (i % 16 == 0) {
			size_t bytes = bytes_now();

			most = bytes > most ? bytes : most;
		}
	}
	CHECK(most <= fx_config.cache_bytes);
	CHECK(evictions() > 50000);
	CHECK_INT(fx_ask("/d/a/file", FSC_WANT_FILE), FSC_YES);
	CHECK(fx_end());
}

TEST(listings_count_and_the_used_ones_stay)
{
	char path[64];

	fx_begin(FSC_MODE_REQUEST);
	fx_config.cache_bytes = 64 << 10;
	fx_configure();
	for (int d = 0; d < 300; d++) {
		for (int f = 0; f < 20; f++) {
			snprintf(path, sizeof path, "/d%d/a_file_with_some_name_%d", d, f);
			fake_create(path);
		}
	}
	fake_create("/hot/file");
	fx_settle();
	REQUIRE(fx_warm("/hot"));
	for (int d = 0; d < 300; d++) {
		fake_calls_clear();
		CHECK_INT(fx_ask("/hot/file", FSC_WANT_FILE), FSC_YES);
		CHECK_INT(fake_system_calls(), 0);
		snprintf(path, sizeof path, "/d%d/a_file_with_some_name_7", d);
		CHECK_INT(fx_ask(path, FSC_WANT_FILE), FSC_YES);
		CHECK(bytes_now() <= fx_config.cache_bytes);
	}
	CHECK(evictions() > 100);
	CHECK(fx_end());
}

TEST(a_listing_larger_than_the_cache_is_served_and_not_kept)
{
	char path[64];
	fsc_dir *dir;
	fsc_entry entry;
	unsigned count = 0;

	fx_begin(FSC_MODE_REQUEST);
	fx_config.cache_bytes = 16 << 10;
	fx_configure();
	for (int f = 0; f < 2000; f++) {
		snprintf(path, sizeof path, "/d/a_file_with_some_name_%d", f);
		fake_create(path);
	}
	fx_settle();
	dir = fx_open("/d");
	REQUIRE(dir);
	while (fsc_dir_read(dir, &entry)) {
		count++;
	}
	CHECK_INT(count, 2002);
	fsc_dir_close(dir);
	CHECK(bytes_now() <= fx_config.cache_bytes);
	fake_calls_clear();
	for (int i = 0; i < 50; i++) {
		CHECK_INT(fx_ask("/d/a_file_with_some_name_7", FSC_WANT_FILE), FSC_PASS);
		CHECK(bytes_now() <= fx_config.cache_bytes);
		fx_later(10);
	}
	CHECK(fake_calls(FAKE_OPEN_DIR) <= 2); /* not read again for each lookup */
	fx_list("/d");
	CHECK(bytes_now() <= fx_config.cache_bytes);
	CHECK(fx_end());
}

TEST(the_sorted_order_counts_as_well)
{
	char path[64];
	fsc_snapshot *listing;

	fx_begin(FSC_MODE_REQUEST);
	for (int d = 0; d < 40; d++) {
		for (int f = 0; f < 100; f++) {
			snprintf(path, sizeof path, "/d%d/name_%d", d, f);
			fake_create(path);
		}
	}
	fx_settle();
	for (int d = 0; d < 40; d++) {
		snprintf(path, sizeof path, "/d%d", d);
		CHECK(fx_warm(path));
	}
	fx_config.cache_bytes = bytes_now() + 4096;
	fx_configure();
	for (int i = 0; i < 400; i++) {
		snprintf(path, sizeof path, "/d%d", i % 40);
		if (fsc_list(fx_view, path, strlen(path), &listing).answer == FSC_YES) {
			CHECK(fsc_snapshot_sorted(listing) != NULL);
			fsc_snapshot_release(listing);
		}
		CHECK(bytes_now() <= fx_config.cache_bytes);
	}
	CHECK(evictions() > 0);
	CHECK(fx_end());
}

TEST(working_directories_count_and_more_than_64_start_over)
{
	char path[200];
	char name[120];

	fx_begin(FSC_MODE_REQUEST);
	fx_config.cache_bytes = 64 << 10;
	fx_configure();
	memset(name, 'n', sizeof name);
	for (int i = 0; i < 150; i++) {
		snprintf(path, sizeof path, "/%.*s%d/sub/file", (int) sizeof name, name, i);
		fake_create(path);
	}
	fx_settle();
	for (int i = 0; i < 150; i++) {
		snprintf(path, sizeof path, "/%.*s%d", (int) sizeof name, name, i);
		fake_chdir(path);
		fsc_cwd_changed(fx_view);
		CHECK_INT(fx_ask("sub/file", FSC_WANT_FILE), FSC_YES);
		CHECK_INT(fx_ask("sub/none", FSC_WANT_FILE), FSC_ABSENT);
		CHECK(bytes_now() <= fx_config.cache_bytes);
	}
	CHECK(fx_view->root_count <= FSC_ROOTS_MAX);
	CHECK(fx_end());
}

TEST(a_cache_too_small_for_anything_still_answers_rightly)
{
	fx_begin(FSC_MODE_REQUEST);
	fx_config.cache_bytes = 0;
	fx_configure();
	fake_create("/d/a");
	fake_create("/e/a");
	fx_settle();
	for (int i = 0; i < 10; i++) {
		CHECK(fx_ask("/d/a", FSC_WANT_FILE) != FSC_NO);
		CHECK(fx_ask("/e/a", FSC_WANT_FILE) != FSC_ABSENT);
		CHECK(fx_ask("/e/b", FSC_WANT_FILE) != FSC_YES);
	}
	CHECK(fx_end());
}

TEST(a_smaller_cache_size_takes_effect_at_once)
{
	char path[64];

	fx_begin(FSC_MODE_REQUEST);
	for (int d = 0; d < 200; d++) {
		snprintf(path, sizeof path, "/d%d/x", d);
		fake_create(path);
	}
	fx_settle();
	for (int d = 0; d < 200; d++) {
		snprintf(path, sizeof path, "/d%d/x", d);
		fx_ask(path, FSC_WANT_FILE);
	}
	fx_config.cache_bytes = 30 << 10;
	fx_configure();
	CHECK(bytes_now() <= fx_config.cache_bytes);
	CHECK_INT(fx_ask("/d5/x", FSC_WANT_FILE), FSC_YES);
	CHECK(fx_end());
}

/* ---- aliases ---- */

TEST(aliases_share_one_listing)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_symlink("d", "/e");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	fake_calls_clear();
	CHECK_INT(fx_ask("/e/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("/d/../d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	CHECK(fx_node("/e")->listing == fx_node("/d")->listing);
	CHECK(fx_end());
}

/* Known by a stat alone, before its mount was:
 * then another string of the same directory is listed. */
TEST(a_listing_given_to_an_alias_brings_its_mount)
{
	fsc_dir *dir;

	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_symlink("d", "/e");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	dir = fx_open("/d");
	REQUIRE(dir);
	fsc_view_reset(fx_view);
	fake_fail(FAKE_OPEN_DIR, 1, FSC_OS_LIMIT);
	fx_read_all(dir); /* validates by path, then cannot open */
	REQUIRE(fx_warm("/e"));
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("/d/b", FSC_WANT_FILE), FSC_ABSENT);
	fsc_dir_close(dir);
	CHECK(fx_end());
}

TEST(a_directory_of_many_strings_is_marked_by_all)
{
	char path[64];

	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	for (int i = 0; i < 55; i++) {
		snprintf(path, sizeof path, "/%.*sd/new", i,
			"/////////////////////////////////////////////////////////");
		CHECK_INT(fx_ask(path, FSC_WANT_FILE), FSC_ABSENT);
	}
	fake_create("/d/new");
	fsc_mark_parent(fx_view, "/d/new", 6);
	for (int i = 0; i < 55; i++) {
		snprintf(path, sizeof path, "/%.*sd/new", i,
			"/////////////////////////////////////////////////////////");
		CHECK(fx_ask(path, FSC_WANT_FILE) != FSC_ABSENT);
	}
	CHECK(fx_end());
}

/* ---- mounts ---- */

TEST(more_mounts_than_are_remembered_start_over)
{
	fx_begin(FSC_MODE_REQUEST);
	/* Without unique ids every change of the table makes all mounts new ones. */
	fake_set_features(FSC_OS_VERSIONS | FSC_OS_MOUNT_EVENTS | FSC_OS_FD_ACCESS);
	fsc_identity_changed(fx_view);
	fake_create("/d/a");
	fx_settle();
	for (int i = 0; i < 1200; i++) {
		fsc_os_after_unshare(); /* moves the table's generation */
		fx_later(0);
		fx_ask("/d/a", FSC_WANT_FILE);
	}
	fx_later(1000);
	fx_ask("/d/a", FSC_WANT_FILE);
	fx_later(1000);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK(fx_view->mount_count <= FSC_MOUNTS_MAX);
	CHECK(fx_end());
}

TEST(directory_strings_hash_under_a_key)
{
	/* Bytes that make a factor zero without a key, whatever stands beside them. */
	char one[41] = "/d\xbd\x78\x64\x1d\x76\xa0" "AAAAAAAA/0123456789abcdefghijkl";
	char two[41] = "/d\xbd\x78\x64\x1d\x76\xa0" "BBBBBBBB/0123456789abcdefghijkl";

	CHECK(fsc_hash(one, 40) == fsc_hash(two, 40));
	fx_begin(FSC_MODE_REQUEST);
	CHECK(fx_view->key != 0);
	CHECK(fsc_path_hash(fx_view, one, 40) != fsc_path_hash(fx_view, two, 40));
	CHECK(fx_end());
}

int main(void)
{
	RUN(a_hundred_thousand_directories_stay_within_the_bound);
	RUN(listings_count_and_the_used_ones_stay);
	RUN(a_listing_larger_than_the_cache_is_served_and_not_kept);
	RUN(the_sorted_order_counts_as_well);
	RUN(working_directories_count_and_more_than_64_start_over);
	RUN(a_cache_too_small_for_anything_still_answers_rightly);
	RUN(a_smaller_cache_size_takes_effect_at_once);
	RUN(aliases_share_one_listing);
	RUN(a_listing_given_to_an_alias_brings_its_mount);
	RUN(a_directory_of_many_strings_is_marked_by_all);
	RUN(more_mounts_than_are_remembered_start_over);
	RUN(directory_strings_hash_under_a_key);
	return unit_end();
}
