/* SPDX-License-Identifier: MIT */
/* test_engine.c: what a listing may be made to say, when, and for how many system calls. */
#include "tests/unit/core_fixture.h"
#include "tests/unit/unit.h"

#include <errno.h>

static const fsc_want wants[] = {FSC_WANT_DIR, FSC_WANT_FILE, FSC_WANT_LINK, FSC_WANT_EXISTS,
	FSC_WANT_ABSENCE, FSC_WANT_LABSENCE};

#define WANTS (sizeof wants / sizeof *wants)

/* ---- what a name says ---- */

TEST(every_kind_of_name_agrees_with_the_system_or_passes)
{
	static const char *const paths[] = {"/d/file", "/d/dir", "/d/link", "/d/dangling", "/d/fifo",
		"/d/none", "/d/file/", "/d/dir/", "/d/link/", "/d/dangling/", "/d/fifo/", "/d/none/",
		"/d/dir//", "/d/loop", "/d/file/x", "/d/none/x", "/d/dangling/x", "/d/link/x", "/d//file",
		"/d/./file", "/d/dir/../file", "/d/dir/.", "/d/dir/..", "/d", "/", "//", "/..", "/.", ".",
		"..", "d", "d/file", "./d/dir", "../d/none"};
	unsigned answered = 0;

	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/file");
	fake_mkdir("/d/dir");
	fake_symlink("dir", "/d/link");
	fake_symlink("nowhere", "/d/dangling");
	fake_symlink("loop", "/d/loop");
	fake_fifo("/d/fifo");
	fx_settle();
	for (unsigned round = 0; round < 3; round++) {
		for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
			for (unsigned w = 0; w < WANTS; w++) {
				fsc_answer got = fx_ask(paths[i], wants[w]);

				answered += got != FSC_PASS;
				if (got != FSC_PASS && got != fx_truth(paths[i], wants[w])) {
					printf("# %s want %u\n", paths[i], w);
					CHECK_INT(got, fx_truth(paths[i], wants[w]));
				}
			}
		}
	}
	CHECK(answered > 200);
	CHECK_INT(fx_ask("/d/dir/", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(fx_ask("/d/dir/", FSC_WANT_LINK), FSC_NO);
	CHECK_INT(fx_ask("/d/fifo", FSC_WANT_FILE), FSC_NO);
	CHECK_INT(fx_ask("/d/fifo", FSC_WANT_EXISTS), FSC_YES);
	CHECK_INT(fx_ask("/d/link", FSC_WANT_LINK), FSC_YES);
	CHECK_INT(fx_ask("/d/link", FSC_WANT_DIR), FSC_PASS);
	CHECK_INT(fx_ask("/d/none/", FSC_WANT_DIR), FSC_ABSENT);
	CHECK_INT(fx_ask("/d/none/x", FSC_WANT_DIR), FSC_ABSENT);
	CHECK(fx_end());
}

TEST(arguments_that_are_no_names_pass)
{
	char path[FSC_PATH_MAX + 64];

	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	CHECK_INT(fsc_ask(fx_view, "", 0, FSC_WANT_DIR).answer, FSC_PASS);
	CHECK_INT(fsc_ask(fx_view, "/d/a\0b", 6, FSC_WANT_DIR).answer, FSC_PASS);
	CHECK_INT(fsc_ask(fx_view, "/d/x\0b", 6, FSC_WANT_DIR).answer, FSC_PASS);
	CHECK_INT(fsc_ask(fx_view, "/d/x\0b", 6, FSC_WANT_DIR).reason, FSC_REASON_ARGUMENT);
	/* Wherever it is in the name, and on the fast way too. */
	CHECK_INT(fx_ask("/d/none", FSC_WANT_DIR), FSC_ABSENT);
	for (int size = 1; size < 40; size++) {
		for (int at = 0; at < size; at++) {
			memset(path, 'n', sizeof path);
			memcpy(path, "/d/", 3);
			path[3 + size] = '\0';
			CHECK_INT(fx_ask(path, FSC_WANT_DIR), FSC_ABSENT);
			path[3 + at] = '\0';
			CHECK_INT(fsc_ask(fx_view, path, (size_t) (3 + size), FSC_WANT_DIR).answer, FSC_PASS);
		}
	}
	CHECK_INT(fsc_ask(fx_view, "/d\0/a", 5, FSC_WANT_DIR).answer, FSC_PASS);
	memset(path, 'x', sizeof path);
	memcpy(path, "/d/", 3);
	path[3 + 256] = '\0';
	CHECK_INT(fx_ask(path, FSC_WANT_EXISTS), FSC_PASS);
	path[3 + 256] = 'x';
	CHECK_INT(fsc_ask(fx_view, path, FSC_PATH_MAX, FSC_WANT_EXISTS).answer, FSC_PASS);
	path[3 + 255] = '\0';
	CHECK_INT(fx_ask(path, FSC_WANT_EXISTS), FSC_ABSENT);
	/* The kernel refuses these, though each part is short enough. */
	for (int i = 0; i < 4000; i += 2) {
		memcpy(path + i, "/.", 2);
	}
	strcpy(path + 4000, "/d/a");
	CHECK_INT(fx_ask(path, FSC_WANT_EXISTS), FSC_YES);
	strcpy(path + 4000, "/d/another_name_of_some_length_which_makes_the_whole_of_it_too_long_for_"
		"the_kernel_and_so_nothing_may_be_said");
	CHECK(strlen(path) >= FSC_PATH_MAX);
	CHECK_INT(fx_ask(path, FSC_WANT_EXISTS), FSC_PASS);
	CHECK(fx_end());
}

/* ---- system calls ---- */

TEST(a_warm_hit_makes_no_system_call)
{
	static const char *const paths[] = {"/d/a", "/d/sub", "/d/none"};

	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_mkdir("/d/sub");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	fake_calls_clear();
	for (unsigned i = 0; i < 300; i++) {
		CHECK_INT(fx_ask(paths[i % 3], FSC_WANT_EXISTS), fx_truth(paths[i % 3], FSC_WANT_EXISTS));
		CHECK_INT(fx_reply.how, FSC_HOW_HIT);
	}
	CHECK_INT(fake_system_calls(), 0);
	CHECK(fx_end());
}

TEST(a_new_request_costs_one_stat_a_directory)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_create("/e/a");
	fx_settle();
	REQUIRE(fx_warm("/d") && fx_warm("/e"));
	fx_request();
	fake_calls_clear();
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_reply.how, FSC_HOW_CHECKED);
	CHECK_INT(fx_ask("/d/x", FSC_WANT_FILE), FSC_ABSENT);
	CHECK_INT(fx_ask("/e/x", FSC_WANT_FILE), FSC_ABSENT);
	CHECK_INT(fx_reply.how, FSC_HOW_CHECKED);
	CHECK_STR(fx_list("/e"), ". .. a");
	CHECK_INT(fx_reply.how, FSC_HOW_HIT);
	CHECK_INT(fake_calls(FAKE_STAT), 2);
	CHECK_INT(fake_calls(FAKE_GENERATION), 1);
	CHECK_INT(fake_calls(FAKE_CREDS), 1);
	CHECK_INT(fake_system_calls(), 4);
	CHECK(fx_end());
}

TEST(a_strict_answer_on_a_network_mount_is_one_stat_and_at_most_one_poll)
{
	fx_begin(FSC_MODE_STRICT);
	fake_mount("/n", "nfs4", "rw");
	fake_mkdir("/n/d/Name");
	fx_settle();
	fx_warm("/n/d");
	fx_settle();
	REQUIRE(fx_warm("/n/d"));
	CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_DIR), FSC_YES);
	fake_calls_clear();
	CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(fx_reply.how, FSC_HOW_CHECKED);
	CHECK_INT(fake_calls(FAKE_STAT), 1);
	CHECK_STR(fake_last_path(FAKE_STAT), "/n/d");
	CHECK(fake_calls(FAKE_GENERATION) <= 1);
	CHECK_INT(fake_system_calls(), 1 + fake_calls(FAKE_GENERATION));
	CHECK_INT(fx_ask("n/d/x", FSC_WANT_FILE), FSC_ABSENT); /* another string, and the case test */
	fake_calls_clear();
	CHECK_INT(fx_ask("n/d/x", FSC_WANT_FILE), FSC_ABSENT);
	CHECK_STR(fake_last_path(FAKE_STAT), "n/d");
	CHECK(fake_system_calls() <= 2);
	CHECK_INT(fx_ask("/n/d/x", FSC_WANT_ABSENCE), FSC_PASS);
	CHECK_INT(fx_reply.reason, FSC_REASON_STRICT);
	CHECK(fx_end());
}

TEST(a_strict_lookup_on_a_local_file_system_is_the_systems_own)
{
	fx_begin(FSC_MODE_STRICT);
	fake_create("/d/a");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	fake_calls_clear();
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_reply.reason, FSC_REASON_STRICT);
	CHECK_INT(fx_ask("/d/x", FSC_WANT_DIR), FSC_PASS);
	CHECK_INT(fake_system_calls(), 0);
	/* Not listed, and nothing known of its mount: one stat tells. */
	CHECK_INT(fx_ask("/d/../d/a", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fake_calls(FAKE_OPEN_DIR), 0);
	CHECK(fake_calls(FAKE_STAT) <= 1);
	CHECK_STR(fx_list("/d"), ". .. a");
	CHECK(fx_end());
}

TEST(a_cold_directory_is_opened_read_and_asked_for_once)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_create("/e/a");
	fx_settle();
	REQUIRE(fx_warm("/e")); /* the mount is known */
	fake_calls_clear();
	REQUIRE(fx_warm("/d"));
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("/d/b", FSC_WANT_FILE), FSC_ABSENT);
	CHECK_INT(fake_calls(FAKE_OPEN_DIR), 1);
	CHECK_INT(fake_calls(FAKE_STAT_FD), 2);
	CHECK_INT(fake_calls(FAKE_READ_DIR), 2);
	CHECK_INT(fake_calls(FAKE_ACCESS), 1);
	CHECK_INT(fake_calls(FAKE_CASEFOLD), 1);
	CHECK_INT(fake_calls(FAKE_CLOSE), 1);
	CHECK_INT(fake_system_calls(), 8);
	CHECK(fx_end());
}

TEST(a_hit_is_only_what_made_no_system_call)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	REQUIRE(fx_warm("/d") && fx_warm("/"));
	/* The directory above answers, but the directory itself had to be tried. */
	CHECK_INT(fx_ask("/d/gone/x", FSC_WANT_FILE), FSC_ABSENT);
	CHECK(fx_reply.how != FSC_HOW_HIT);
	fake_calls_clear();
	CHECK_INT(fx_ask("/d/gone/y", FSC_WANT_FILE), FSC_ABSENT);
	CHECK_INT(fx_reply.how, FSC_HOW_HIT);
	CHECK_INT(fake_system_calls(), 0);
	/* The working directory had to be asked for. */
	CHECK_STR(fx_list("d"), ". .. a");
	CHECK_INT(fx_ask("d/a", FSC_WANT_FILE), FSC_YES);
	fsc_cwd_changed(fx_view);
	CHECK_INT(fx_ask("d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_reply.how, FSC_HOW_CHECKED);
	CHECK_INT(fx_ask("d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_reply.how, FSC_HOW_HIT);
	CHECK(fx_end());
}

TEST(errno_is_left_alone)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	fx_ask("d/none", FSC_WANT_FILE);
	CHECK_INT(errno, EXDEV); /* the request began */
	errno = ERANGE;
	fx_ask("/d/b", FSC_WANT_FILE);
	CHECK_INT(errno, ERANGE);
	fx_ask("/d/none/b", FSC_WANT_FILE);
	CHECK_INT(errno, ERANGE);
	CHECK(fx_end());
}

/* ---- when a directory is listed for lookups ---- */

TEST(lookups_list_a_directory_at_the_min_uses_th)
{
	fx_begin(FSC_MODE_REQUEST);
	fx_config.min_uses = 3;
	fx_configure();
	fake_create("/d/a");
	fx_settle();
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_reply.reason, FSC_REASON_FEW_USES);
	CHECK_INT(fx_ask("/d/b", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fake_calls(FAKE_OPEN_DIR), 0);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_reply.how, FSC_HOW_MISS);
	CHECK_INT(fake_calls(FAKE_OPEN_DIR), 1);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_reply.how, FSC_HOW_HIT);
	CHECK(fx_end());
}

TEST(a_directory_too_large_passes_and_is_not_read_again_and_again)
{
	char name[32];

	fx_begin(FSC_MODE_REQUEST);
	fx_config.max_entries = 100;
	fx_configure();
	for (int i = 0; i < 200; i++) {
		snprintf(name, sizeof name, "/d/f%d", i);
		fake_create(name);
	}
	fx_settle();
	CHECK_INT(fx_ask("/d/f1", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_reply.reason, FSC_REASON_TOO_LARGE);
	fake_calls_clear();
	for (int i = 0; i < 100; i++) {
		fx_later(20);
		CHECK_INT(fx_ask("/d/f1", FSC_WANT_FILE), FSC_PASS);
	}
	CHECK(fake_calls(FAKE_READ_DIR) <= 2);
	CHECK(fx_end());
}

TEST(a_young_directory_is_not_read_for_lookups)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	fake_create("/d/b");
	fx_later(0);
	fake_calls_clear();
	CHECK_INT(fx_ask("/d/b", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_reply.reason, FSC_REASON_RACY);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	fx_later(50);
	CHECK_INT(fx_ask("/d/b", FSC_WANT_FILE), FSC_YES);
	CHECK(fx_end());
}

/* ---- absence ---- */

TEST(absence_is_not_said_of_dot_names_nor_when_switched_off)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_create("/d/.snapshot/b");
	fake_hide("/d/.snapshot");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	CHECK_INT(fx_ask("/d/.git", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_reply.reason, FSC_REASON_ABSENCE);
	CHECK_INT(fx_ask("/d/.snapshot", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/d/.none/x", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/d/x", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_INT(fx_ask("/d/.git", FSC_WANT_EXISTS), FSC_PASS); /* the fast way knows too */
	fx_config.negative = false;
	fx_configure();
	CHECK_INT(fx_ask("/d/x", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/d/x", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_EXISTS), FSC_YES);
	CHECK(fx_end());
}

/* A second look, W later, since a network mount's clock is not ours. */
static void see_twice(const char *path)
{
	fx_warm(path);
	fx_later(5000);
	fx_warm(path);
}

TEST(remote_absence_needs_a_proof_that_case_counts)
{
	int fs;

	fx_begin(FSC_MODE_REQUEST);
	fs = fake_mount("/n", "nfs4", "rw,vers=4.2");
	fake_create("/n/d/Name");
	fake_create("/n/digits/123");
	fake_mkdir("/n/empty");
	fake_create("/n/both/a");
	fake_create("/n/both/A");
	fx_settle();
	see_twice("/n/d");
	CHECK_INT(fx_ask("/n/d/other", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_INT(fx_ask("/n/d/\xc3\xa4", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/n/d/LONGNA~1", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/n/d/Name:stream", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/n/d/@GMT-2026.01.31-12.00.00", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/n/d/Name.", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/n/d/Name ", FSC_WANT_EXISTS), FSC_PASS);
	see_twice("/n/digits");
	CHECK_INT(fx_ask("/n/digits/other", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/n/digits/123", FSC_WANT_EXISTS), FSC_YES);
	see_twice("/n/empty");
	CHECK_INT(fx_ask("/n/empty/other", FSC_WANT_EXISTS), FSC_PASS);
	see_twice("/n/both");
	CHECK_INT(fx_ask("/n/both/other", FSC_WANT_EXISTS), FSC_PASS);
	fsc_view_reset(fx_view);
	fake_fs_ignores_case(fs, true);
	fx_settle();
	see_twice("/n/d");
	CHECK_INT(fx_ask("/n/d/NAME", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/n/d/other", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/n/d/Name", FSC_WANT_EXISTS), FSC_YES);
	CHECK(fx_end());
}

static void put_another_directory(void *context)
{
	(void) context;
	fake_rename("/n/d", "/n/old");
	fake_create("/n/d/unrelated");
}

TEST(the_case_test_is_made_in_the_directory_that_was_listed)
{
	int fs;

	fx_begin(FSC_MODE_REQUEST);
	fs = fake_mount("/n", "nfs4", "rw,vers=4.2");
	fake_create("/n/d/Name");
	fake_fs_ignores_case(fs, true);
	fx_settle();
	see_twice("/n/d");
	/* The link to it flips right before the test; what is found there proves nothing. */
	fake_before(FAKE_OPEN_PATH, 1, put_another_directory, NULL);
	fake_before(FAKE_STAT, 1, put_another_directory, NULL);
	fx_ask("/n/d/nothing", FSC_WANT_EXISTS);
	fake_before(FAKE_OPEN_PATH, 0, NULL, NULL);
	fake_before(FAKE_STAT, 0, NULL, NULL);
	fake_rename("/n/d", "/n/new");
	fake_rename("/n/old", "/n/d");
	fx_later(0);
	CHECK_INT(fx_ask("/n/d/NAME", FSC_WANT_EXISTS), FSC_PASS);
	CHECK(fx_end());
}

TEST(what_was_learned_of_case_is_of_one_version)
{
	int fs;

	fx_begin(FSC_MODE_REQUEST);
	fake_mount("/n", "nfs4", "rw");
	fs = fake_mount("/c", "cifs", "rw");
	fake_create("/n/d/name");
	fake_create("/c/d/name");
	fake_fs_ignores_case(fs, true);
	fake_symlink("n/d", "/flip");
	fx_settle();
	see_twice("/flip");
	CHECK_INT(fx_ask("/flip/NAME", FSC_WANT_EXISTS), FSC_ABSENT);
	fake_unlink("/flip");
	fake_symlink("c/d", "/flip");
	fx_settle();
	see_twice("/flip");
	CHECK_INT(fx_ask("/flip/NAME", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/flip/other", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_ask("/flip/name", FSC_WANT_EXISTS), FSC_YES);
	CHECK(fx_end());
}

TEST(a_casefolded_directory_says_so_by_whatever_path)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_mkdir("/fold");
	fake_casefold("/fold");
	fake_create("/fold/name");
	fake_symlink("fold", "/alias");
	fake_mkdir("/e");
	fx_warm("/e");
	/* Both strings are known before either is kept. */
	CHECK_STR(fx_list("/fold"), ". .. name");
	CHECK_STR(fx_list("/alias"), ". .. name");
	fake_advance_ms(1000);
	REQUIRE(fx_warm("/fold"));
	CHECK_INT(fx_ask("/fold/NAME", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_ask("/alias/NAME", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_ask("/alias/name", FSC_WANT_FILE), FSC_YES);
	fx_later(1000);
	CHECK_INT(fx_ask("/alias/NAME", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_ask("/fold/NAME", FSC_WANT_FILE), FSC_PASS);
	CHECK(fx_end());
}

TEST(absence_is_answered_locally_without_letters_and_in_any_bytes)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/123");
	fake_mkdir("/empty");
	fx_settle();
	fx_warm("/d");
	fx_warm("/empty");
	CHECK_INT(fx_ask("/d/\xc3\xa4", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_INT(fx_ask("/empty/x", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK(fx_end());
}

TEST(the_same_absent_path_twice_in_a_row_is_checked_again)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	CHECK_INT(fx_ask("/d/x", FSC_WANT_EXISTS), FSC_ABSENT);
	fake_create("/d/x"); /* others */
	CHECK_INT(fx_ask("/d/y", FSC_WANT_EXISTS), FSC_ABSENT);
	fake_calls_clear();
	CHECK_INT(fx_ask("/d/x", FSC_WANT_EXISTS), FSC_ABSENT); /* not in a row: the request's truth */
	CHECK_INT(fake_system_calls(), 0);
	CHECK(fx_ask("/d/x", FSC_WANT_EXISTS) != FSC_ABSENT);
	CHECK_INT(fake_calls(FAKE_STAT), 1);
	CHECK(fx_end());
}

TEST(the_same_absent_path_in_one_call_of_phps_is_not_checked_again)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	CHECK_INT(fx_ask("/d/x", FSC_WANT_LABSENCE), FSC_ABSENT);
	fake_calls_clear();
	fsc_same_call(fx_view);
	CHECK_INT(fx_ask("/d/x", FSC_WANT_LABSENCE), FSC_ABSENT);
	CHECK_INT(fake_system_calls(), 0);
	fake_create("/d/x"); /* others */
	CHECK(fx_ask("/d/x", FSC_WANT_LABSENCE) != FSC_ABSENT);
	CHECK(fx_end());
}

TEST(a_missing_directorys_names_are_checked_again_only_if_the_same)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	CHECK_INT(fx_ask("/d/no/a", FSC_WANT_EXISTS), FSC_ABSENT);
	fake_calls_clear();
	CHECK_INT(fx_ask("/d/no/b", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_INT(fx_ask("/d/no/c", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_INT(fake_system_calls(), 0);
	fake_create("/d/no/c");
	CHECK(fx_ask("/d/no/c", FSC_WANT_EXISTS) != FSC_ABSENT);
	CHECK(fx_end());
}

TEST(never_mode_does_not_check_absence_again)
{
	fx_begin(FSC_MODE_NEVER);
	fake_create("/d/a");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	fake_create("/d/x");
	fake_calls_clear();
	for (int i = 0; i < 5; i++) {
		CHECK_INT(fx_ask("/d/x", FSC_WANT_EXISTS), FSC_ABSENT);
		fake_advance_ms(60000);
	}
	CHECK_INT(fake_system_calls(), 0);
	CHECK(fx_end());
}

static void poll_alternately(void)
{
	unsigned seen = 0;

	fake_create("/d/a");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	CHECK_INT(fx_ask("/d/x", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_INT(fx_ask("/d/y", FSC_WANT_EXISTS), FSC_ABSENT);
	fake_create("/d/x"); /* others */
	for (int i = 0; i < 45; i++) {
		fake_advance_ms(50);
		seen |= fx_ask("/d/x", FSC_WANT_EXISTS) != FSC_ABSENT;
		fx_ask("/d/y", FSC_WANT_EXISTS);
	}
	CHECK(seen);
}

TEST(polling_two_names_is_bounded_by_two_seconds_in_a_request_without_end)
{
	fx_begin(FSC_MODE_REQUEST);
	fx_config.revalidate_ns = 0;
	fx_configure();
	poll_alternately();
	CHECK(fx_end());
	fx_begin(FSC_MODE_INTERVAL);
	fx_config.revalidate_ns = 0;
	fx_configure();
	poll_alternately();
	CHECK(fx_end());
}

TEST(polling_two_names_is_bounded_by_revalidate_freq)
{
	fx_begin(FSC_MODE_REQUEST);
	poll_alternately();
	CHECK(fx_end());
	fx_begin(FSC_MODE_INTERVAL);
	poll_alternately();
	CHECK(fx_end());
}

/* ---- mount points ---- */

TEST(a_name_that_is_a_mount_point_is_the_systems)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_mkdir("/d/point");
	fake_mkdir("/d/other");
	fake_mkdir("/e/point");
	fx_settle();
	REQUIRE(fx_warm("/d") && fx_warm("/e"));
	CHECK_INT(fx_ask("/d/point", FSC_WANT_DIR), FSC_YES);
	fake_mount("/d/point", "tmpfs", "");
	fx_request();
	CHECK_INT(fx_ask("/d/point", FSC_WANT_DIR), FSC_PASS);
	CHECK_INT(fx_reply.reason, FSC_REASON_MOUNT_POINT);
	CHECK_INT(fx_ask("/d/other", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(fx_ask("/d/point", FSC_WANT_DIR), FSC_PASS); /* on the fast way too */
	CHECK_INT(fx_reply.reason, FSC_REASON_MOUNT_POINT);
	fake_umount("/d/point");
	fx_request();
	CHECK_INT(fx_ask("/d/point", FSC_WANT_DIR), FSC_YES);
	fake_fail_from(FAKE_MOUNTS, 1, FSC_OS_ERROR);
	fake_mount("/q", "tmpfs", "");
	fx_request();
	CHECK_INT(fx_ask("/d/other", FSC_WANT_DIR), FSC_PASS);
	fake_fail(FAKE_MOUNTS, 1, FSC_OS_OK);
	CHECK_INT(fx_ask("/d/other", FSC_WANT_DIR), FSC_YES);
	CHECK(fx_end());
}

TEST(strict_mode_sees_a_mount_at_once)
{
	fx_begin(FSC_MODE_STRICT);
	fake_mount("/n", "nfs4", "rw");
	fake_mkdir("/n/point/below");
	fx_settle();
	fx_warm("/n");
	fx_warm("/n/point");
	fx_settle();
	REQUIRE(fx_warm("/n") && fx_warm("/n/point"));
	CHECK_INT(fx_ask("/n/point", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(fx_ask("/n/point/below", FSC_WANT_DIR), FSC_YES);
	fake_mount("/n/point", "tmpfs", "");
	CHECK_INT(fx_ask("/n/point", FSC_WANT_DIR), FSC_PASS);
	CHECK(fx_ask("/n/point/below", FSC_WANT_DIR) != FSC_YES);
	CHECK(fx_end());
}

/* ---- eviction in the middle of a question ---- */

TEST(the_directory_above_may_evict_the_one_asked_about)
{
	char path[64];

	for (unsigned bytes = 1000; bytes < 16000; bytes += 250) {
		fx_begin(FSC_MODE_REQUEST);
		fx_config.cache_bytes = bytes;
		fx_config.min_uses = 2;
		fx_config.verify_percent = bytes % 500 ? 100 : 0;
		fx_configure();
		fake_create("/d/a/b/c/d");
		fake_create("/d/x");
		fx_settle();
		for (int i = 0; i < 40; i++) {
			fsc_answer got;

			snprintf(path, sizeof path, "/d/a/no%d/%d/x%d", i % 7, i % 3, i);
			got = fx_ask(path, FSC_WANT_FILE);
			CHECK(got == FSC_PASS || got == FSC_ABSENT);
			got = fx_ask("/d/a/b/c/d", FSC_WANT_FILE);
			CHECK(got == FSC_PASS || got == FSC_YES);
		}
		CHECK(fx_end());
	}
}

TEST(a_directory_that_came_to_be_is_cached_in_every_mode)
{
	for (int mode = FSC_MODE_REQUEST; mode <= FSC_MODE_NEVER; mode++) {
		fx_begin((fsc_mode) mode);
		fake_create("/d/a");
		fx_settle();
		REQUIRE(fx_warm("/d"));
		CHECK_INT(fx_ask("/d/new/x", FSC_WANT_FILE), FSC_ABSENT);
		fake_mkdir("/d/new");
		fsc_mark_parent(fx_view, "/d/new", 6);
		fake_create("/d/new/x");
		fsc_mark_parent(fx_view, "/d/new/x", 8);
		for (int i = 0; i < 5; i++) {
			CHECK(fx_ask("/d/new/x", FSC_WANT_FILE) != FSC_ABSENT);
			fake_advance_ms(1000);
		}
		CHECK_INT(fx_ask("/d/new/x", FSC_WANT_FILE), FSC_YES);
		/* What is no directory is not tried again and again. */
		fake_calls_clear();
		for (int i = 0; i < 100; i++) {
			CHECK_INT(fx_ask("/d/a/x", FSC_WANT_FILE), FSC_PASS);
			fake_advance_ms(10);
		}
		CHECK(fake_calls(FAKE_OPEN_DIR) <= 1);
		CHECK(fx_end());
	}
}

TEST(a_name_listed_is_no_absence)
{
	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_symlink("none", "/d/dangling");
	fx_settle();
	REQUIRE(fx_warm("/d"));
	for (int i = 0; i < 2; i++) {
		CHECK_INT(fx_ask("/d/a", FSC_WANT_ABSENCE), FSC_PASS);
		CHECK_INT(fx_reply.reason, FSC_REASON_FOLLOW);
		CHECK_INT(fx_ask("/d/dangling", FSC_WANT_LABSENCE), FSC_PASS);
		CHECK_INT(fx_ask("/d/dangling", FSC_WANT_ABSENCE), FSC_PASS);
		CHECK_INT(fx_ask("/d/none", FSC_WANT_LABSENCE), FSC_ABSENT);
	}
	CHECK_INT(fsc_ask(fx_view, "", 0, FSC_WANT_FILE).answer, FSC_PASS);
	CHECK_STR(fx_list(""), "(pass)");
	CHECK_INT(fx_reply.reason, FSC_REASON_ARGUMENT);
	CHECK(fx_end());
}

TEST(names_that_only_share_a_bit_with_a_mount_point_are_answered)
{
	char path[64];
	unsigned answered = 0;

	fx_begin(FSC_MODE_REQUEST);
	for (int i = 0; i < 40; i++) {
		snprintf(path, sizeof path, "/mnt/point%d", i);
		fake_mount(path, "tmpfs", "");
	}
	for (int i = 0; i < 1000; i++) {
		snprintf(path, sizeof path, "/d/dir%d", i);
		fake_mkdir(path);
	}
	fx_settle();
	REQUIRE(fx_warm("/d"));
	for (int i = 0; i < 1000; i++) {
		snprintf(path, sizeof path, "/d/dir%d", i);
		answered += fx_ask(path, FSC_WANT_DIR) == FSC_YES;
	}
	CHECK_INT(answered, 1000);
	CHECK(fx_end());
}

TEST(min_uses_of_nothing_is_one)
{
	fx_begin(FSC_MODE_REQUEST);
	fx_config.min_uses = 0;
	fx_configure();
	fake_create("/d/a");
	fx_settle();
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK(fx_end());
}

int main(void)
{
	RUN(every_kind_of_name_agrees_with_the_system_or_passes);
	RUN(arguments_that_are_no_names_pass);
	RUN(a_warm_hit_makes_no_system_call);
	RUN(a_new_request_costs_one_stat_a_directory);
	RUN(a_strict_answer_on_a_network_mount_is_one_stat_and_at_most_one_poll);
	RUN(a_strict_lookup_on_a_local_file_system_is_the_systems_own);
	RUN(a_cold_directory_is_opened_read_and_asked_for_once);
	RUN(a_hit_is_only_what_made_no_system_call);
	RUN(errno_is_left_alone);
	RUN(lookups_list_a_directory_at_the_min_uses_th);
	RUN(a_directory_too_large_passes_and_is_not_read_again_and_again);
	RUN(a_young_directory_is_not_read_for_lookups);
	RUN(absence_is_not_said_of_dot_names_nor_when_switched_off);
	RUN(remote_absence_needs_a_proof_that_case_counts);
	RUN(the_case_test_is_made_in_the_directory_that_was_listed);
	RUN(what_was_learned_of_case_is_of_one_version);
	RUN(a_casefolded_directory_says_so_by_whatever_path);
	RUN(absence_is_answered_locally_without_letters_and_in_any_bytes);
	RUN(the_same_absent_path_twice_in_a_row_is_checked_again);
	RUN(the_same_absent_path_in_one_call_of_phps_is_not_checked_again);
	RUN(a_missing_directorys_names_are_checked_again_only_if_the_same);
	RUN(never_mode_does_not_check_absence_again);
	RUN(polling_two_names_is_bounded_by_two_seconds_in_a_request_without_end);
	RUN(polling_two_names_is_bounded_by_revalidate_freq);
	RUN(a_name_that_is_a_mount_point_is_the_systems);
	RUN(strict_mode_sees_a_mount_at_once);
	RUN(the_directory_above_may_evict_the_one_asked_about);
	RUN(a_directory_that_came_to_be_is_cached_in_every_mode);
	RUN(a_name_listed_is_no_absence);
	RUN(names_that_only_share_a_bit_with_a_mount_point_are_answered);
	RUN(min_uses_of_nothing_is_one);
	return unit_end();
}
