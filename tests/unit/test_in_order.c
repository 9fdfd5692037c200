/* SPDX-License-Identifier: MIT */
/* test_in_order.c: directories opened in the order they once were, and those checked early. */
#include "tests/unit/core_fixture.h"
#include "tests/unit/unit.h"

#define COUNT 100

static const char *path_of(int i)
{
	static char path[32];

	snprintf(path, sizeof path, "/d/folder%03d", i);
	return path;
}

/* So many folders with a file each, listed one after the other, and a new request. */
static void furnish(fsc_mode mode, int count)
{
	int i;

	fx_begin(mode);
	for (i = 0; i < count; i++) {
		char file[64];

		snprintf(file, sizeof file, "%s/file", path_of(i));
		fake_create(file);
	}
	fx_settle();
	for (i = 0; i < count; i++) {
		CHECK(fx_warm(path_of(i)));
	}
	fx_request();
	fake_calls_clear();
}

/* Open and read the folders from..to; how many lists were right. */
static int walk(int from, int to)
{
	int i, right = 0;

	for (i = from; i < to; i++) {
		right += strcmp(fx_list(path_of(i)), fx_true_list(path_of(i))) == 0;
	}
	return right;
}

/* Of so many folders that are opened in order no more than as many again are looked at. */
TEST(each_directory_is_checked_once_and_no_more_than_were_opened_for_nothing)
{
	int opened;

	furnish(FSC_MODE_REQUEST, COUNT);
	CHECK_INT(walk(0, COUNT), COUNT);
	CHECK_INT(fake_calls(FAKE_STAT), COUNT);
	CHECK_INT(fake_system_calls() - fake_calls(FAKE_STAT) - fake_calls(FAKE_CREDS) -
		fake_calls(FAKE_GENERATION), 0);
	for (opened = 1; opened < COUNT; opened += 7) {
		fx_request();
		fake_calls_clear();
		CHECK_INT(walk(0, opened), opened);
		CHECK(fake_calls(FAKE_STAT) >= (unsigned) opened);
		CHECK(fake_calls(FAKE_STAT) <= (unsigned) opened * 2);
	}
	CHECK(fx_is_consistent());
	CHECK(fx_end());
}

TEST(what_was_checked_early_counts_as_checked_once)
{
	fsc_dir *dir;
	int i;

	furnish(FSC_MODE_REQUEST, COUNT);
	for (i = 0; i < COUNT; i++) {
		CHECK_INT(fsc_dir_open(fx_view, path_of(i), strlen(path_of(i)), &dir).how,
			FSC_HOW_CHECKED);
		fsc_dir_close(dir);
	}
	for (i = 0; i < COUNT; i++) {
		CHECK_INT(fsc_dir_open(fx_view, path_of(i), strlen(path_of(i)), &dir).how, FSC_HOW_HIT);
		fsc_dir_close(dir);
	}
	CHECK(fx_end());
}

TEST(changes_since_the_last_request_are_seen_wherever_they_are)
{
	int i;

	for (i = 0; i < COUNT; i += 11) {
		furnish(FSC_MODE_REQUEST, COUNT);
		fake_create("/elsewhere/file");
		CHECK_INT(walk(0, 9), 9);
		fx_settle();
		fake_unlink("/elsewhere/file");
		switch (i % 3) {
		case 0:
			fake_create("/d/folder050/new");
			break;
		case 1:
			fake_rename("/d/folder050", "/d/away");
			fake_create("/d/folder050/other");
			break;
		case 2:
			fake_rename("/d/folder050", "/d/away");
			fake_symlink("away", "/d/folder050");
			break;
		}
		fx_request();
		CHECK_INT(walk(i, COUNT) + walk(0, i), COUNT);
		CHECK(fx_is_consistent());
		CHECK(fx_end());
	}
}

TEST(a_directory_that_is_gone_is_no_longer_answered_and_hinders_nobody)
{
	furnish(FSC_MODE_REQUEST, COUNT);
	fake_unlink("/d/folder040/file");
	fake_rmdir("/d/folder040");
	CHECK_INT(walk(0, 40), 40);
	CHECK_STR(fx_list("/d/folder040"), "(pass)");
	CHECK_INT(walk(41, COUNT), COUNT - 41);
	CHECK(fx_is_consistent());
	CHECK(fx_end());
}

TEST(own_changes_of_what_was_checked_early_are_seen)
{
	furnish(FSC_MODE_REQUEST, COUNT);
	CHECK_INT(walk(0, 12), 12);
	CHECK_INT(fx_node("/d/folder013")->stamp == fx_view->stamp, true);
	fake_create("/d/folder013/new");
	fsc_mark_parent(fx_view, "/d/folder013/new", strlen("/d/folder013/new"));
	CHECK_INT(walk(12, 20), 8);
	fake_create("/d/folder025/new");
	fsc_mark_everything(fx_view);
	CHECK_INT(walk(20, COUNT), COUNT - 20);
	CHECK(fx_end());
}

/* What became of the directory is found out when it is asked for. */
static void move_away(void *context)
{
	(void) context;
	fake_rename("/d/folder020", "/d/away");
}

static void move_back(void *context)
{
	(void) context;
	fake_rename("/d/away", "/d/folder020");
}

TEST(a_check_early_that_fails_changes_nothing)
{
	uint64_t stamp, redirects;

	furnish(FSC_MODE_REQUEST, COUNT);
	CHECK_INT(walk(0, 9), 9);
	stamp = fx_view->stamp;
	redirects = fsc_view_redirects(fx_view);
	move_away(NULL);
	CHECK_INT(walk(9, 20), 11);
	CHECK(fx_view->stamp == stamp && fsc_view_redirects(fx_view) == redirects);
	CHECK(fx_node("/d/folder020")->listing != NULL);
	move_back(NULL);
	CHECK_INT(walk(20, COUNT), COUNT - 20);
	CHECK(fx_end());
}

TEST(where_each_answer_is_checked_nothing_is_checked_early)
{
	furnish(FSC_MODE_REQUEST, COUNT);
	fx_request();
	fsc_strict_directory(fx_view, "/d", true);
	fake_calls_clear();
	CHECK_INT(walk(0, COUNT), COUNT);
	CHECK(fx_node(path_of(50))->stamp != fx_view->stamp ||
		(fx_node(path_of(50))->flags & FSC_NODE_EARLY) == 0);
	CHECK(fx_end());

	furnish(FSC_MODE_STRICT, COUNT);
	CHECK_INT(walk(0, COUNT), COUNT);
	CHECK((fx_node(path_of(50))->flags & FSC_NODE_EARLY) == 0);
	CHECK(fx_end());
}

/* A round trip each: that is the helper threads' business. */
TEST(on_network_mounts_nothing_is_checked_early)
{
	int i;

	fx_begin(FSC_MODE_REQUEST);
	CHECK(fake_mount("/d", "nfs4", "") > 0);
	for (i = 0; i < COUNT; i++) {
		CHECK(fake_mkdir(path_of(i)));
	}
	fx_settle();
	for (i = 0; i < 2 * COUNT; i++) {
		if (i == COUNT) {
			fx_settle();
		}
		fx_warm(path_of(i % COUNT));
	}
	fx_request();
	fake_calls_clear();
	CHECK_INT(walk(0, 50), 50);
	CHECK_INT(fake_calls(FAKE_STAT), 50);
	CHECK(fx_end());
}

TEST(any_other_order_is_as_right)
{
	int i;

	furnish(FSC_MODE_REQUEST, COUNT);
	for (i = COUNT; i-- > 0;) {
		CHECK_INT(walk(i, i + 1), 1);
	}
	CHECK_INT(fake_calls(FAKE_STAT), COUNT);
	fx_request();
	for (i = 0; i < COUNT; i++) {
		CHECK_INT(walk(i * 37 % COUNT, i * 37 % COUNT + 1), 1);
	}
	fx_request();
	CHECK_INT(fsc_view_invalidate(fx_view, "/d/folder001", strlen("/d/folder001"), false), 1);
	CHECK_INT(walk(0, COUNT), COUNT);
	CHECK(fx_is_consistent());
	fsc_view_reset(fx_view);
	CHECK(fx_view->opened == NULL);
	CHECK_INT(walk(0, COUNT), COUNT);
	CHECK(fx_end());
}

TEST(what_is_evicted_is_not_guessed)
{
	furnish(FSC_MODE_REQUEST, COUNT);
	CHECK_INT(walk(0, 10), 10);
	fx_config.cache_bytes = fsc_view_overhead(fx_view) + 10 * 512;
	fx_configure();
	CHECK_INT(walk(10, COUNT) + walk(0, COUNT), 2 * COUNT - 10);
	CHECK(fx_is_consistent());
	CHECK(fx_end());
}

int main(void)
{
	RUN(each_directory_is_checked_once_and_no_more_than_were_opened_for_nothing);
	RUN(what_was_checked_early_counts_as_checked_once);
	RUN(changes_since_the_last_request_are_seen_wherever_they_are);
	RUN(a_directory_that_is_gone_is_no_longer_answered_and_hinders_nobody);
	RUN(own_changes_of_what_was_checked_early_are_seen);
	RUN(a_check_early_that_fails_changes_nothing);
	RUN(where_each_answer_is_checked_nothing_is_checked_early);
	RUN(on_network_mounts_nothing_is_checked_early);
	RUN(any_other_order_is_as_right);
	RUN(what_is_evicted_is_not_guessed);
	return unit_end();
}
