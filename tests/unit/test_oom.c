/* SPDX-License-Identifier: MIT */
/*
 * test_oom.c: one script of questions and changes, run again and again with another allocation or
 * another call of the system failing each time. An answer may become PASS, it may not become wrong,
 * and nothing may leak or crash; afterwards the cache works as before.
 */
#include "tests/unit/core_fixture.h"
#include "tests/unit/unit.h"

static bool good;
static bool lists_may_end_early; /* the system itself fails in the middle of a listing */

static void check(const char *path, fsc_want want)
{
	fsc_answer got = fx_ask(path, want);

	if (got != FSC_PASS && got != fx_truth(path, want)) {
		printf("# %s want %d: got %d, truth %d\n", path, want, got, fx_truth(path, want));
		good = false;
	}
}

static void check_text(const char *path, const char *got)
{
	const char *want = fx_true_list(path);

	if (strcmp(got, want) != 0 && !lists_may_end_early) {
		printf("# %s lists \"%s\", in truth \"%s\"\n", path, got, want);
		good = false;
	}
}

static void check_list(const char *path)
{
	char got[4096];

	snprintf(got, sizeof got, "%s", fx_list(path));
	if (fx_reply.answer == FSC_YES) {
		check_text(path, got);
	}
}

/* changed: something of ours changes between opendir and the first read. */
static void check_handle(const char *path, const char *changed)
{
	char got[4096];
	fsc_dir *dir = fx_open(path);

	if (!dir) {
		return;
	}
	if (changed) {
		fsc_dirs_pin(fx_view);
		fake_create(changed);
		fsc_mark_parent(fx_view, changed, strlen(changed));
	}
	snprintf(got, sizeof got, "%s", fx_read_all(dir));
	check_text(path, got);
	fsc_dir_rewind(dir);
	snprintf(got, sizeof got, "%s", fx_read_all(dir));
	check_text(path, got);
	fsc_dir_close(dir);
}

static void check_questions(void)
{
	static const char *const paths[] = {"/d/a", "/d/sub", "/d/none", "/d/none/x", "/alias/a",
		"/d/sub/b", "d/a", "d/none", "/n/e/Name", "/n/e/none", "/d/link", "/d/grown", "/fold/NAME"};

	for (unsigned round = 0; round < 2; round++) {
		for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
			check(paths[i], FSC_WANT_EXISTS);
			check(paths[i], FSC_WANT_DIR);
		}
	}
}

static void act(fsc_mode mode)
{
	char real[FSC_PATH_MAX + 1];
	size_t length;

	(void) mode;
	check_questions();
	check_list("/d");
	check_list("/d/sub");
	check_list("/n/e");
	check_handle("/d", NULL);
	check_handle("d", "/d/grown");
	check_handle("/large", NULL);
	check_handle("/large", "/large/more");
	check_questions();
	if (fsc_realpath(fx_view, "/alias/a", 8, real, sizeof real, &length).answer == FSC_YES) {
		good &= strcmp(real, "/d/a") == 0;
	}
	fake_rename("/d/sub", "/d/moved");
	fsc_mark_everything(fx_view);
	check_questions();
	check_list("/alias");
	fx_later(4000);
	check_questions();
	check_list("/n/e");
	check_handle("/n/e", "/n/e/more");
}

static void furnish(fsc_mode mode)
{
	char name[96];

	fx_begin(mode);
	fx_config.max_entries = 30;
	fx_config.verify_percent = 50;
	fx_configure();
	fake_set_chunk(7);
	fake_create("/d/a");
	fake_create("/d/sub/b");
	fake_symlink("a", "/d/link");
	fake_symlink("d", "/alias");
	fake_mkdir("/fold");
	fake_casefold("/fold");
	fake_create("/fold/name");
	for (int i = 0; i < 40; i++) {
		snprintf(name, sizeof name, "/large/%d", i);
		fake_create(name);
		snprintf(name, sizeof name, "/d/sub/a_name_of_a_length_that_fills_the_first_buffer_%d",
			i % 25);
		fake_create(name);
	}
	fake_mount("/n", "nfs4", "rw");
	fake_create("/n/e/Name");
	fx_settle();
}

static void finish(void)
{
	/* Whatever failed, the view is as good as new. */
	good &= fx_is_consistent();
	fx_later(70000);
	check_list("/d");
	good &= fx_reply.answer == FSC_YES;
	check("/d/a", FSC_WANT_FILE);
	good &= fx_reply.answer == FSC_YES || fx_config.mode == FSC_MODE_STRICT;
	good &= fsc_view_counters(fx_view)->verify_mismatch == 0;
	good &= fx_end();
}

static void fail_each_allocation(fsc_mode mode, bool once)
{
	long left = 0;

	for (long n = 0; left <= 0; n++) {
		good = true;
		furnish(mode);
		if (once) {
			fsc_mem_fail_once(n);
		} else {
			fsc_mem_fail_after(n);
		}
		act(mode);
		left = fsc_mem_fail_left();
		fsc_mem_fail_after(-1);
		finish();
		if (!CHECK(good)) {
			printf("# allocation %ld, mode %d\n", n, mode);
			return;
		}
	}
}

TEST(each_allocation_may_fail_for_good)
{
	fail_each_allocation(FSC_MODE_REQUEST, false);
	fail_each_allocation(FSC_MODE_STRICT, false);
}

TEST(each_allocation_may_fail_once)
{
	fail_each_allocation(FSC_MODE_REQUEST, true);
	fail_each_allocation(FSC_MODE_NEVER, true);
}

static void fail_each_call(fsc_mode mode, fsc_os_result result, bool once)
{
	for (int kind = 0; kind < FAKE_CLOCK; kind++) {
		if (kind == FAKE_CASEFOLD) {
			continue; /* it says no if it cannot tell */
		}
		lists_may_end_early = kind == FAKE_READ_DIR || kind == FAKE_REWIND ||
			kind == FAKE_OPEN_DIR || kind == FAKE_STAT_FD;
		for (unsigned nth = 1; nth < 40; nth++) {
			good = true;
			furnish(mode);
			if (once) {
				fake_fail((fake_call) kind, nth, result);
			} else {
				fake_fail_from((fake_call) kind, nth, result);
			}
			act(mode);
			fake_fail((fake_call) kind, nth, FSC_OS_OK);
			finish();
			if (!CHECK(good)) {
				printf("# call %d, the %uth, mode %d, result %d\n", kind, nth, mode, result);
				break;
			}
		}
	}
	lists_may_end_early = false;
}

TEST(each_call_of_the_system_may_fail)
{
	fail_each_call(FSC_MODE_REQUEST, FSC_OS_LIMIT, true);
	fail_each_call(FSC_MODE_REQUEST, FSC_OS_ERROR, true);
	fail_each_call(FSC_MODE_STRICT, FSC_OS_ERROR, true);
}

TEST(each_call_of_the_system_may_fail_from_then_on)
{
	fail_each_call(FSC_MODE_REQUEST, FSC_OS_LIMIT, false);
}

TEST(creating_a_view_may_fail)
{
	const char *error;
	size_t length;
	fsc_policy *policy = fsc_policy_create(NULL, &error, &length);

	memset(&fx_config, 0, sizeof fx_config);
	fsc_mem_fail_after(0);
	CHECK(fsc_view_create(&fx_config, policy) == NULL);
	fsc_mem_fail_after(-1);
	fsc_view_destroy(NULL);
	fsc_policy_destroy(policy);
}

int main(void)
{
	RUN(each_allocation_may_fail_for_good);
	RUN(each_allocation_may_fail_once);
	RUN(each_call_of_the_system_may_fail);
	RUN(each_call_of_the_system_may_fail_from_then_on);
	RUN(creating_a_view_may_fail);
	return unit_end();
}
