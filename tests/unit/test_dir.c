/* SPDX-License-Identifier: MIT */
/* test_dir.c: directory handles: what they list, from when, and what they cost. */
#include "tests/unit/core_fixture.h"
#include "tests/unit/unit.h"

static void close_all(fsc_dir *dir)
{
	if (dir) {
		fsc_dir_close(dir);
	}
}

/* /d with a and b, warm; the next request. */
static void furnish(fsc_mode mode)
{
	fx_begin(mode);
	fake_create("/d/a");
	fake_create("/d/b");
	fx_settle();
	CHECK(fx_warm("/d"));
	fx_request();
}

static void read_names(fsc_dir *dir, const char *want)
{
	CHECK_STR(fx_read_all(dir), want);
}

/* ---- when the listing is taken ---- */

TEST(a_warm_handle_costs_one_stat_and_no_descriptor)
{
	fsc_dir *dir;

	furnish(FSC_MODE_REQUEST);
	fake_calls_clear();
	dir = fx_open("/d");
	REQUIRE(dir);
	CHECK_INT(fx_reply.how, FSC_HOW_CHECKED);
	CHECK(!fsc_dir_holds_descriptor(dir));
	read_names(dir, ". .. a b");
	fsc_dir_rewind(dir);
	read_names(dir, ". .. a b");
	CHECK_INT(fake_calls(FAKE_STAT), 1);
	CHECK_INT(fake_system_calls(), 1 + fake_calls(FAKE_CREDS) + fake_calls(FAKE_GENERATION));
	CHECK_INT(fake_open_fds(), 0);
	close_all(dir);
	CHECK(fx_end());
}

TEST(a_later_period_costs_one_stat_at_the_rewind)
{
	fsc_dir *dir;

	furnish(FSC_MODE_REQUEST);
	dir = fx_open("/d");
	REQUIRE(dir);
	read_names(dir, ". .. a b");
	fx_later(3000);
	fake_calls_clear();
	fsc_dir_rewind(dir);
	read_names(dir, ". .. a b");
	CHECK_INT(fake_calls(FAKE_STAT), 1);
	CHECK_INT(fake_calls(FAKE_OPEN_DIR), 0);
	fake_create("/d/c");
	fx_later(3000);
	fsc_dir_rewind(dir);
	read_names(dir, ". .. a b c");
	close_all(dir);
	CHECK(fx_end());
}

TEST(own_changes_before_the_first_read_are_listed)
{
	fsc_dir *dir;

	furnish(FSC_MODE_REQUEST);
	dir = fx_open("/d");
	REQUIRE(dir);
	fake_create("/d/c");
	fsc_mark_parent(fx_view, "/d/c", 4);
	read_names(dir, ". .. a b c");
	fake_create("/d/e");
	fsc_mark_parent(fx_view, "/d/e", 4);
	read_names(dir, "");
	fsc_dir_rewind(dir);
	read_names(dir, ". .. a b c e");
	close_all(dir);
	CHECK(fx_end());
}

TEST(own_changes_before_the_first_read_of_a_cold_handle_are_listed)
{
	fsc_dir *dir;

	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	dir = fx_open("/d");
	REQUIRE(dir);
	CHECK_INT(fx_reply.how, FSC_HOW_MISS);
	CHECK(fsc_dir_holds_descriptor(dir));
	fake_create("/d/c");
	fsc_mark_parent(fx_view, "/d/c", 4);
	read_names(dir, ". .. a c");
	fake_advance_ms(1000);
	fsc_dir_rewind(dir);
	read_names(dir, ". .. a c");
	fake_unlink("/d/a");
	fsc_mark_parent(fx_view, "/d/a", 4);
	fsc_dir_rewind(dir);
	read_names(dir, ". .. c");
	close_all(dir);
	CHECK(fx_end());
}

TEST(deleting_while_reading_skips_nothing)
{
	fsc_dir *dir;
	fsc_entry entry;
	char path[64];
	unsigned count = 0;

	for (int warm = 0; warm < 2; warm++) {
		fx_begin(FSC_MODE_REQUEST);
		fake_set_chunk(4);
		for (int i = 0; i < 50; i++) {
			snprintf(path, sizeof path, "/d/%d", i);
			fake_create(path);
		}
		fx_settle();
		if (warm) {
			fx_warm("/d");
		}
		dir = fx_open("/d");
		REQUIRE(dir);
		for (count = 0; fsc_dir_read(dir, &entry); count++) {
			snprintf(path, sizeof path, "/d/%s", entry.name);
			fake_unlink(path);
			fsc_mark_parent(fx_view, path, strlen(path));
		}
		CHECK_INT(count, 52);
		fsc_dir_rewind(dir);
		read_names(dir, ". ..");
		close_all(dir);
		CHECK(fx_end());
	}
}

TEST(strict_handles_list_what_is_there_at_the_first_read)
{
	fsc_dir *dir;

	furnish(FSC_MODE_STRICT);
	dir = fx_open("/d");
	REQUIRE(dir);
	CHECK(fsc_dir_holds_descriptor(dir));
	fake_create("/d/others");
	read_names(dir, ". .. a b others");
	fake_unlink("/d/a");
	fsc_dir_rewind(dir);
	read_names(dir, ". .. b others");
	fake_rename("/d", "/moved");
	fake_create("/d/wrong");
	fsc_dir_rewind(dir);
	read_names(dir, ". .. b others");
	close_all(dir);
	CHECK(fx_end());
}

TEST(a_strict_warm_handle_reads_nothing)
{
	fsc_dir *dir;

	furnish(FSC_MODE_STRICT);
	fake_calls_clear();
	dir = fx_open("/d");
	REQUIRE(dir);
	read_names(dir, ". .. a b");
	close_all(dir);
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	CHECK_INT(fake_calls(FAKE_OPEN_DIR), 1);
	CHECK_INT(fake_calls(FAKE_STAT_FD), 2);
	CHECK(fx_end());
}

/* ---- renamed, replaced, removed ---- */

TEST(after_anothers_rename_the_handle_keeps_what_it_opened)
{
	fsc_dir *dir;

	furnish(FSC_MODE_REQUEST);
	dir = fx_open("/d");
	REQUIRE(dir);
	fake_rename("/d", "/moved");
	fake_create("/d/wrong");
	fx_request();
	read_names(dir, ". .. a b");
	fsc_dir_rewind(dir);
	read_names(dir, ". .. a b");
	CHECK_STR(fx_list("/d"), ". .. wrong");
	close_all(dir);
	CHECK(fx_end());
}

TEST(after_an_own_rename_the_handle_follows_its_directory)
{
	fsc_dir *dir;

	furnish(FSC_MODE_REQUEST);
	dir = fx_open("/d");
	REQUIRE(dir);
	fsc_dirs_pin(fx_view);
	CHECK(fsc_dir_holds_descriptor(dir));
	fake_rename("/d", "/moved");
	fsc_mark_everything(fx_view);
	fake_create("/d/wrong");
	fsc_mark_parent(fx_view, "/d/wrong", 8);
	fake_create("/moved/c");
	fsc_mark_parent(fx_view, "/moved/c", 8);
	read_names(dir, ". .. a b c");
	fake_unlink("/moved/a");
	fsc_mark_parent(fx_view, "/moved/a", 8);
	fsc_dir_rewind(dir);
	read_names(dir, ". .. b c");
	close_all(dir);
	CHECK(fx_end());
}

TEST(an_own_rmdir_leaves_nothing_to_list)
{
	fsc_dir *dir;

	furnish(FSC_MODE_REQUEST);
	dir = fx_open("/d");
	REQUIRE(dir);
	fake_unlink("/d/a");
	fake_unlink("/d/b");
	fsc_mark_parent(fx_view, "/d/a", 4);
	fsc_dirs_pin(fx_view);
	fake_rmdir("/d");
	fsc_mark_everything(fx_view);
	read_names(dir, "");
	close_all(dir);
	CHECK(fx_end());
}

TEST(pinning_takes_only_the_very_directory)
{
	fsc_dir *dir;

	furnish(FSC_MODE_REQUEST);
	dir = fx_open("/d");
	REQUIRE(dir);
	fake_rename("/d", "/moved");
	fake_create("/d/wrong");
	fsc_dirs_pin(fx_view);
	CHECK(!fsc_dir_holds_descriptor(dir));
	CHECK_INT(fake_open_fds(), 0);
	read_names(dir, ". .. a b");
	fake_fail(FAKE_OPEN_DIR, 1, FSC_OS_LIMIT);
	fsc_dirs_pin(fx_view);
	fake_fail(FAKE_STAT_FD, 1, FSC_OS_ERROR);
	fsc_dirs_pin(fx_view);
	CHECK_INT(fake_open_fds(), 0);
	close_all(dir);
	CHECK(fx_end());
}

TEST(handles_outlive_eviction_and_reset)
{
	fsc_dir *warm, *half;
	fsc_entry entry;

	furnish(FSC_MODE_REQUEST);
	warm = fx_open("/d");
	half = fx_open("/d");
	REQUIRE(warm && half);
	CHECK(fsc_dir_read(half, &entry));
	fsc_view_reset(fx_view);
	fake_create("/d/c");
	read_names(half, ".. a b");
	read_names(warm, ". .. a b c");
	fsc_dir_rewind(half);
	read_names(half, ". .. a b c");
	fsc_view_reset(fx_view);
	fsc_dir_rewind(half);
	fsc_dirs_pin(fx_view);
	read_names(half, ". .. a b c");
	close_all(warm);
	close_all(half);
	CHECK(fx_end());
}

/* ---- relative handles ---- */

TEST(a_relative_handle_stays_where_it_was_opened)
{
	fsc_dir *dir;

	furnish(FSC_MODE_REQUEST);
	fake_create("/other/d/x");
	fx_settle();
	CHECK_STR(fx_list("d"), ". .. a b");
	dir = fx_open("d");
	REQUIRE(dir);
	CHECK(!fsc_dir_holds_descriptor(dir));
	fake_chdir("/other");
	fsc_cwd_changed(fx_view);
	fake_create("/d/c");
	fsc_mark_parent(fx_view, "/d/c", 4);
	read_names(dir, ". .. a b c");
	fx_settle();
	fake_unlink("/d/a");
	fsc_dir_rewind(dir);
	read_names(dir, ". .. b c");
	close_all(dir);
	CHECK(fx_end());
}

/* Renamed or covered by others before it was opened: the absolute path leads elsewhere. */
TEST(a_relative_handle_of_a_moved_working_directory_lists_it)
{
	for (int covered = 0; covered < 2; covered++) {
		fsc_dir *dir;

		furnish(FSC_MODE_REQUEST);
		fake_chdir("/d");
		fsc_cwd_changed(fx_view);
		CHECK_STR(fx_list("."), ". .. a b");
		if (covered) {
			fake_mount("/d", "tmpfs", "");
		} else {
			fake_rename("/d", "/moved");
			fake_create("/d/wrong");
		}
		fx_later(3000);
		CHECK_STR(fx_list("."), ". .. a b");
		dir = fx_open(".");
		REQUIRE(dir && !fsc_dir_holds_descriptor(dir));
		fake_create("c");
		fsc_mark_parent(fx_view, "c", 1);
		read_names(dir, ". .. a b c");
		fsc_dirs_pin(fx_view);
		CHECK(fsc_dir_holds_descriptor(dir));
		fake_chdir("/");
		fsc_cwd_changed(fx_view);
		fsc_dir_rewind(dir);
		read_names(dir, ". .. a b c");
		close_all(dir);
		CHECK(fx_end());
	}
}

TEST(verify_looks_where_the_handle_was_opened)
{
	fsc_dir *dir;

	furnish(FSC_MODE_REQUEST);
	fake_create("/other/d/x");
	fx_settle();
	CHECK_STR(fx_list("d"), ". .. a b");
	fx_config.verify_percent = 100;
	fx_configure();
	dir = fx_open("d");
	REQUIRE(dir);
	fake_chdir("/other");
	fsc_cwd_changed(fx_view);
	read_names(dir, ". .. a b");
	CHECK_INT(fsc_view_counters(fx_view)->verify_mismatch, 0);
	CHECK_INT(fsc_view_counters(fx_view)->verify_allowed, 0);
	close_all(dir);
	CHECK(fx_end());
}

TEST(without_a_path_of_the_working_directory_handles_hold_descriptors)
{
	fsc_dir *dir;

	furnish(FSC_MODE_REQUEST);
	fake_fail_from(FAKE_CWD, 1, FSC_OS_NOENT);
	CHECK_STR(fx_list("d"), ". .. a b");
	dir = fx_open("d");
	REQUIRE(dir);
	CHECK(fsc_dir_holds_descriptor(dir));
	fake_chdir("/");
	read_names(dir, ". .. a b");
	close_all(dir);
	CHECK(fx_end());
}

/* ---- after a fork ---- */

#define FIRST_DESCRIPTOR 3 /* of the fake */

static bool ignore(void *context, const char *name, size_t length, fsc_type type)
{
	(void) context, (void) name, (void) length, (void) type;
	return true;
}

/* The other process reads on: from the descriptor that was open when it was made. */
static void read_by_other(void *context)
{
	(void) context;
	fsc_os_read_dir(FIRST_DESCRIPTOR, ignore, NULL);
}

TEST(a_handle_shared_with_another_process_keeps_nothing_short)
{
	for (int child = 0; child < 2; child++) {
		for (int moved = 0; moved < 2; moved++) {
			fsc_dir *dir;

			fx_begin(FSC_MODE_REQUEST);
			fake_create("/e/x");
			fake_create("/d/a");
			fake_create("/d/b");
			fx_settle();
			dir = fx_open("/d");
			REQUIRE(dir && fsc_dir_holds_descriptor(dir));
			if (child) {
				fake_set_process(4711);
				fsc_identity_changed(fx_view);
				fx_warm("/e"); /* the mount is known again */
			} else {
				fsc_dirs_shared(fx_view);
			}
			read_by_other(NULL);
			if (moved) {
				fake_rename("/d", "/moved");
				fake_advance_ms(1000);
			}
			read_names(dir, ". .. a b");
			CHECK_INT(fx_ask(moved ? "/moved/a" : "/d/a", FSC_WANT_FILE), FSC_YES);
			read_by_other(NULL);
			fsc_dir_rewind(dir);
			read_names(dir, ". .. a b");
			close_all(dir);
			CHECK(fx_end());
		}
	}
}

/* ---- directories that no listing can hold ---- */

static void fill_with(const char *directory, int count)
{
	char path[64];

	for (int i = 0; i < count; i++) {
		snprintf(path, sizeof path, "%s/%d", directory, i);
		fake_create(path);
	}
}

static unsigned count_names(fsc_dir *dir)
{
	fsc_entry entry;
	unsigned count = 0;

	while (fsc_dir_read(dir, &entry)) {
		count++;
	}
	return count;
}

TEST(a_large_directory_is_streamed)
{
	fsc_dir *dir;

	fx_begin(FSC_MODE_REQUEST);
	fx_config.max_entries = 100;
	fx_configure();
	fake_set_chunk(7);
	fill_with("/d", 300);
	fx_settle();
	dir = fx_open("/d");
	REQUIRE(dir);
	CHECK_INT(count_names(dir), 302);
	fsc_dir_rewind(dir);
	CHECK_INT(count_names(dir), 302);
	close_all(dir);
	/* The next handle knows that it is too large. */
	fake_calls_clear();
	dir = fx_open("/d");
	REQUIRE(dir);
	CHECK_INT(count_names(dir), 302);
	CHECK_INT(fake_calls(FAKE_READ_DIR), 302 / 7 + 2);
	close_all(dir);
	CHECK_STR(fx_list("/d"), "(pass)");
	CHECK_INT(fx_reply.reason, FSC_REASON_TOO_LARGE);
	CHECK(fx_end());
}

TEST(a_directory_that_grew_too_large_under_a_warm_handle_is_streamed_and_never_kept)
{
	fsc_dir *dir;

	fx_begin(FSC_MODE_REQUEST);
	fx_config.max_entries = 50;
	fx_configure();
	fake_set_chunk(7);
	fill_with("/d", 10);
	fx_settle();
	REQUIRE(fx_warm("/d"));
	dir = fx_open("/d");
	REQUIRE(dir);
	fill_with("/d", 100);
	fsc_mark_parent(fx_view, "/d/x", 4);
	fake_advance_ms(1000);
	CHECK_INT(count_names(dir), 102);
	CHECK(fsc_dir_holds_descriptor(dir));
	/* In the middle of the stream, and at its end. */
	for (int i = 0; i < 3; i++) {
		fsc_entry entry;

		fsc_dir_rewind(dir);
		for (int k = 0; k < i * 55; k++) {
			fsc_dir_read(dir, &entry);
		}
		fsc_dir_rewind(dir);
		CHECK_INT(count_names(dir), 102);
	}
	for (int i = 0; i < 60; i++) {
		char path[64];

		snprintf(path, sizeof path, "/d/%d", i);
		fake_unlink(path);
	}
	fsc_mark_parent(fx_view, "/d/x", 4);
	fake_advance_ms(61000);
	fsc_dir_rewind(dir);
	CHECK_INT(count_names(dir), 42);
	CHECK_INT(fx_ask("/d/99", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("/d/1", FSC_WANT_FILE), FSC_ABSENT);
	close_all(dir);
	CHECK(fx_end());
}

static void make_again(void *context)
{
	(void) context;
	fake_unlink("/d/0");
	fake_create("/d/0");
}

TEST(a_name_met_twice_is_listed_twice_and_never_kept)
{
	for (int frozen = 0; frozen < 2; frozen++) {
		fsc_dir *dir;

		fx_begin(FSC_MODE_REQUEST);
		fake_set_chunk(5);
		fill_with("/d", 10);
		fx_settle();
		fake_fs_frozen(0, frozen);
		fake_before(FAKE_READ_DIR, 2, make_again, NULL);
		dir = fx_open("/d");
		REQUIRE(dir);
		CHECK(count_names(dir) >= 12);
		CHECK(!fx_node("/d")->listing);
		close_all(dir);
		CHECK(fx_end());
	}
}

TEST(a_disk_that_fails_half_way_gives_what_the_system_gives)
{
	fsc_dir *dir;

	fx_begin(FSC_MODE_REQUEST);
	fake_set_chunk(5);
	fill_with("/d", 20);
	fx_settle();
	fake_break_listing_after(10);
	dir = fx_open("/d");
	REQUIRE(dir);
	CHECK(count_names(dir) >= 10);
	CHECK(!fx_node("/d")->listing);
	CHECK_INT(fsc_view_counters(fx_view)->bypass[FSC_REASON_IO_ERROR], 1);
	fsc_dir_rewind(dir);
	CHECK_INT(count_names(dir), 22);
	close_all(dir);
	/* For good. */
	fake_fail_from(FAKE_READ_DIR, 1, FSC_OS_ERROR);
	fsc_view_reset(fx_view);
	dir = fx_open("/d");
	REQUIRE(dir);
	CHECK_INT(count_names(dir), 0);
	close_all(dir);
	CHECK_STR(fx_list("/d"), "(pass)");
	CHECK(fx_end());
}

TEST(after_a_failure_the_whole_is_read_again)
{
	fsc_dir *dir;

	fx_begin(FSC_MODE_REQUEST);
	fake_set_chunk(5);
	fill_with("/d", 20);
	fx_settle();
	REQUIRE(fx_warm("/d"));
	dir = fx_open("/d");
	REQUIRE(dir);
	fake_create("/d/more");
	fsc_mark_parent(fx_view, "/d/more", 7);
	fake_advance_ms(1000);
	fake_break_listing_after(10);
	CHECK_INT(count_names(dir), 23);
	fsc_dir_rewind(dir);
	CHECK_INT(count_names(dir), 23);
	CHECK_INT(fx_ask("/d/more", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("/d/1", FSC_WANT_FILE), FSC_YES);
	close_all(dir);
	CHECK(fx_end());
}

/* ---- network mounts: a listing always asks the server ---- */

static int furnish_remote(const char *type)
{
	int fs;

	fx_begin_trusting(FSC_MODE_REQUEST, "+fuse.latfs");
	fs = fake_mount("/n", type, "rw");
	fake_create("/n/d/a");
	fake_mkdir("/n/d/s");
	fake_fs_attribute_cache_ms(fs, 30000);
	fx_settle();
	fx_warm("/n/d");
	fx_later(5000);
	CHECK(fx_warm("/n/d"));
	return fs;
}

TEST(a_remote_listing_is_validated_by_the_server)
{
	static const char *const types[] = {"nfs4", "fuse.latfs"};

	for (int i = 0; i < 2; i++) {
		fsc_dir *dir;

		furnish_remote(types[i]);
		fx_later(1);
		/* A plain stat first: good enough for is_dir, not for a listing. */
		CHECK_INT(fx_ask("/n/d/s", FSC_WANT_DIR), FSC_YES);
		fake_create("/n/d/b");
		CHECK_STR(fx_list("/n/d"), ". .. a s b");
		fx_later(5000);
		CHECK_STR(fx_list("/n/d"), ". .. a s b");
		fx_later(1);
		CHECK_INT(fx_ask("/n/d/s", FSC_WANT_DIR), FSC_YES);
		dir = fx_open("/n/d");
		REQUIRE(dir);
		read_names(dir, ". .. a s b");
		close_all(dir);
		CHECK(fx_end());
	}
}

TEST(a_remote_handle_asks_the_server_at_its_first_read_and_rewind)
{
	for (int pin = 0; pin < 2; pin++) {
		fsc_dir *dir;

		furnish_remote("nfs4");
		dir = fx_open("/n/d");
		REQUIRE(dir);
		if (pin) {
			fsc_dirs_pin(fx_view);
		}
		fx_later(1);
		CHECK_INT(fx_ask("/n/d/s", FSC_WANT_DIR), FSC_YES); /* plain: from the attribute cache */
		fake_create("/n/d/b");
		read_names(dir, ". .. a s b");
		fx_later(1);
		CHECK_INT(fx_ask("/n/d/zz", FSC_WANT_LABSENCE) == FSC_YES, 0);
		fake_create("/n/d/c");
		fsc_dir_rewind(dir);
		read_names(dir, ". .. a s b c");
		close_all(dir);
		CHECK(fx_end());
	}
}

/* ---- a scan of a tree, as file_scan_directory() makes it ---- */

static void scan(const char *directory, unsigned *directories, unsigned *files)
{
	char path[256];
	fsc_entry entry;
	fsc_answer answer;
	fsc_dir *dir = fx_open(directory);

	++*directories;
	if (!CHECK(dir != NULL)) {
		return;
	}
	while (fsc_dir_read(dir, &entry)) {
		if (entry.name[0] == '.') {
			continue;
		}
		snprintf(path, sizeof path, "%s/%s", directory, entry.name);
		answer = fx_ask(path, FSC_WANT_DIR);
		if ((answer == FSC_PASS ? fx_truth(path, FSC_WANT_DIR) : answer) == FSC_YES) {
			scan(path, directories, files);
		} else {
			++*files;
		}
	}
	close_all(dir);
}

static void make_tree(const char *top)
{
	char path[128];

	for (int module = 0; module < 20; module++) {
		for (int file = 0; file < 5; file++) {
			snprintf(path, sizeof path, "%s/module%d/tests/file%d.test", top, module, file);
			fake_create(path);
			snprintf(path, sizeof path, "%s/module%d/file%d.inc", top, module, file);
			fake_create(path);
		}
	}
}

TEST(a_warm_scan_costs_one_stat_a_directory)
{
	static const char *const types[] = {"ext4", "nfs4", "fuse.latfs"};

	for (unsigned i = 0; i < 3; i++) {
		for (int relative = 0; relative < 2; relative++) {
			const char *top = relative ? "m/top" : "/m/top";
			unsigned directories = 0, files = 0;

			fx_begin_trusting(FSC_MODE_REQUEST, "+fuse.latfs");
			fake_mount("/m", types[i], "rw");
			make_tree("/m/top");
			fx_settle();
			for (int request = 0; request < 3; request++) {
				fx_later(5000);
				directories = files = 0;
				fake_calls_clear();
				scan(top, &directories, &files);
				CHECK_INT(directories, 41);
				CHECK_INT(files, 200);
			}
			CHECK_INT(fake_calls(FAKE_STAT), 41 + relative);
			CHECK_INT(fake_sync_calls(), i == 0 ? 0 : 41);
			CHECK_INT(fake_system_calls(), 41 + relative + 2); /* credentials, mount table */
			CHECK(fx_end());
		}
	}
}

TEST(a_cold_scan_asks_nothing_for_the_entries)
{
	unsigned directories = 0, files = 0;

	fx_begin(FSC_MODE_REQUEST);
	make_tree("/m/top");
	fx_settle();
	scan("/m/top", &directories, &files);
	CHECK_INT(directories, 41);
	CHECK_INT(fake_calls(FAKE_STAT), 0);
	CHECK_INT(fake_calls(FAKE_OPEN_DIR), 41);
	CHECK_INT(fake_calls(FAKE_STAT_FD), 82);
	CHECK_INT(fake_calls(FAKE_READ_DIR), 82);
	CHECK_INT(fake_calls(FAKE_ACCESS), 41);
	CHECK(fake_system_calls() <= 41 * 8 + 5);
	CHECK(fx_end());
}

/* ---- failures of the system ---- */

TEST(every_failing_call_passes_or_lists_rightly)
{
	for (int kind = 0; kind < FAKE_CALLS; kind++) {
		for (unsigned nth = 1; nth < 6; nth++) {
			fsc_dir *dir;

			fx_begin(FSC_MODE_REQUEST);
			fake_create("/d/a");
			fake_create("/d/b");
			fx_settle();
			fake_fail((fake_call) kind, nth, FSC_OS_LIMIT);
			for (int i = 0; i < 4; i++) {
				dir = fx_open(i % 2 ? "d" : "/d");
				if (dir && kind != FAKE_READ_DIR) {
					read_names(dir, ". .. a b");
					fsc_dir_rewind(dir);
					if (kind != FAKE_REWIND) {
						read_names(dir, ". .. a b");
					}
				}
				close_all(dir);
				fx_later(i * 1000);
			}
			fake_fail((fake_call) kind, nth, FSC_OS_OK);
			fx_later(4000);
			CHECK_STR(fx_list("/d"), ". .. a b");
			CHECK(fx_end());
		}
	}
}

int main(void)
{
	RUN(a_warm_handle_costs_one_stat_and_no_descriptor);
	RUN(a_later_period_costs_one_stat_at_the_rewind);
	RUN(own_changes_before_the_first_read_are_listed);
	RUN(own_changes_before_the_first_read_of_a_cold_handle_are_listed);
	RUN(deleting_while_reading_skips_nothing);
	RUN(strict_handles_list_what_is_there_at_the_first_read);
	RUN(a_strict_warm_handle_reads_nothing);
	RUN(after_anothers_rename_the_handle_keeps_what_it_opened);
	RUN(after_an_own_rename_the_handle_follows_its_directory);
	RUN(an_own_rmdir_leaves_nothing_to_list);
	RUN(pinning_takes_only_the_very_directory);
	RUN(handles_outlive_eviction_and_reset);
	RUN(a_relative_handle_stays_where_it_was_opened);
	RUN(a_relative_handle_of_a_moved_working_directory_lists_it);
	RUN(verify_looks_where_the_handle_was_opened);
	RUN(without_a_path_of_the_working_directory_handles_hold_descriptors);
	RUN(a_handle_shared_with_another_process_keeps_nothing_short);
	RUN(a_large_directory_is_streamed);
	RUN(a_directory_that_grew_too_large_under_a_warm_handle_is_streamed_and_never_kept);
	RUN(a_name_met_twice_is_listed_twice_and_never_kept);
	RUN(a_disk_that_fails_half_way_gives_what_the_system_gives);
	RUN(after_a_failure_the_whole_is_read_again);
	RUN(a_remote_listing_is_validated_by_the_server);
	RUN(a_remote_handle_asks_the_server_at_its_first_read_and_rewind);
	RUN(a_warm_scan_costs_one_stat_a_directory);
	RUN(a_cold_scan_asks_nothing_for_the_entries);
	RUN(every_failing_call_passes_or_lists_rightly);
	return unit_end();
}
