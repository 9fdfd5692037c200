/* SPDX-License-Identifier: MIT */
/* Views of several "processes" over one store: who is spared a reading, and who must not be. */
#include "tests/unit/core_fixture.h"
#include "tests/unit/store_fixture.h"
#include "tests/unit/unit.h"

#define ALONE 99
#define TWO_DAYS (INT64_C(48) * 3600 * 1000) /* old, whatever a server's clock says */

static fsc_store *store;
static fsc_view *first; /* fx_view of fx_begin() */
static fsc_policy *policy;
static fsc_config config;
static const char *types;

static fsc_view *join(void)
{
	const char *bad;
	size_t length;
	fsc_view *view;

	if (!policy) {
		policy = fsc_policy_create(types, &bad, &length);
	}
	view = fsc_view_create(&config, policy);
	fsc_view_share(view, store, ALONE, FSC_STORE_NOBODY);
	fsc_request_start(view);
	return view;
}

static void begin_trusting(fsc_mode mode, const char *trusted)
{
	types = trusted;
	fx_begin_trusting(mode, trusted);
	config = fx_config;
	store = fx_store_of(FX_SEGMENT);
	first = fx_view;
	fsc_view_share(first, store, ALONE, FSC_STORE_NOBODY);
}

static void begin(fsc_mode mode)
{
	begin_trusting(mode, NULL);
}

/* fx_*() ask for this view from now on. */
static void be(fsc_view *view)
{
	fx_view = view;
}

static void leave(fsc_view *view)
{
	fsc_view_destroy(view);
	fx_view = first;
}

static void end(void)
{
	fx_view = first;
	CHECK(fx_end());
	fx_store_free(store);
	fsc_policy_destroy(policy);
	policy = NULL;
}

static uint64_t hits(void)
{
	return fsc_view_counters(fx_view)->shared_hits;
}

TEST(a_second_process_reads_nothing)
{
	fsc_view *second;

	begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_mkdir("/d/b");
	fx_settle();
	CHECK_STR(fx_list("/d"), ". .. a b");
	CHECK_INT(hits(), 0);
	second = join();
	be(second);
	fake_calls_clear();
	CHECK_STR(fx_list("/d"), ". .. a b");
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	CHECK_INT(hits(), 1);
	CHECK_INT(fx_reply.how, FSC_HOW_CHECKED);
	CHECK_INT(fsc_view_counters(second)->fills, 0);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("/d/b", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(fx_ask("/d/c", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_INT(fx_reply.how, FSC_HOW_HIT);
	CHECK(fx_is_consistent());
	leave(second);
	end();
}

TEST(a_change_is_another_version)
{
	fsc_view *second;

	begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	fx_list("/d");
	fake_create("/d/b");
	fake_advance_ms(5000);
	second = join();
	be(second);
	CHECK_STR(fx_list("/d"), ". .. a b");
	CHECK_INT(hits(), 0);
	leave(second);
	end();
}

TEST(what_is_not_settled_is_not_shared)
{
	fsc_view *second;

	begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_request();
	CHECK_STR(fx_list("/d"), ". .. a");
	second = join();
	be(second);
	CHECK_STR(fx_list("/d"), ". .. a");
	CHECK_INT(hits(), 0);
	leave(second);
	end();
}

TEST(reading_is_this_processs_own_right)
{
	fsc_view *second;

	begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_chmod("/d", 0711);
	fx_settle();
	fx_list("/d");
	fake_set_ids(33, 33, 33, 33);
	second = join();
	be(second);
	CHECK_STR(fx_list("/d"), "(pass)");
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_ask("/d/x", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(hits(), 0);
	leave(second);
	end();
}

TEST(searching_is_asked_for_as_well)
{
	fsc_view *second;

	begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_chmod("/d", 0744);
	fx_settle();
	fx_list("/d");
	fake_set_ids(33, 33, 33, 33);
	second = join();
	be(second);
	CHECK_STR(fx_list("/d"), ". .. a");
	CHECK_INT(hits(), 1);
	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_PASS);
	leave(second);
	end();
}

TEST(a_reset_by_one_is_seen_by_all_at_their_next_question)
{
	static const fsc_mode modes[] = { FSC_MODE_REQUEST, FSC_MODE_INTERVAL, FSC_MODE_NEVER };

	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
		fsc_view *second;

		begin(modes[i]);
		fake_create("/d/a");
		fx_settle();
		CHECK(fx_warm("/d"));
		second = join();
		be(second);
		CHECK(fx_warm("/d"));
		CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
		CHECK_INT(fx_reply.how, FSC_HOW_HIT);
		fsc_store_reset(store);
		fake_calls_clear();
		fx_ask("/d/a", FSC_WANT_FILE);
		CHECK(fx_reply.how != FSC_HOW_HIT);
		CHECK(fake_system_calls() > 0);
		CHECK_STR(fx_list("/d"), ". .. a");
		CHECK_INT(hits(), 1); /* that before the reset */
		CHECK_INT(fsc_view_counters(second)->fills, 1);
		leave(second);
		end();
	}
}

TEST(the_process_that_made_it_is_alone)
{
	fsc_view *second;

	begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	CHECK(fx_warm("/d"));
	fake_set_process(ALONE);
	second = join();
	be(second);
	CHECK(fx_warm("/d"));
	CHECK_INT(hits(), 0);
	leave(second);
	end();
}

TEST(a_file_is_its_owners_only)
{
	fsc_view *second;

	begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	CHECK(fx_warm("/d"));
	second = join();
	fsc_view_share(second, NULL, 0, FSC_STORE_NOBODY);
	fsc_view_share(second, store, 0, 0);
	be(second);
	CHECK(fx_warm("/d"));
	CHECK_INT(hits(), 1);
	fake_set_ids(33, 33, 33, 33); /* in mid-process */
	fx_settle();
	CHECK(fx_warm("/d"));
	CHECK_INT(hits(), 1);
	leave(second);
	end();
}

TEST(directives_that_decide_what_is_kept_are_in_the_key)
{
	fsc_view *second;

	begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	CHECK(fx_warm("/d"));
	config.settle_ns = 5000000000;
	second = join();
	be(second);
	CHECK(fx_warm("/d"));
	CHECK_INT(hits(), 0);
	leave(second);
	config.settle_ns = FSC_SETTLE_AUTO;
	config.max_entries = 2;
	second = join();
	be(second);
	CHECK_STR(fx_list("/d"), "(pass)");
	CHECK_INT(hits(), 0);
	leave(second);
	end();
}

TEST(a_mount_of_sessions_is_not_shared_between_users)
{
	static const struct {
		const char *type, *options;
		int shared;
	} cases[] = {
		{ "cifs", "rw,multiuser", 0 },
		{ "cifs", "rw", 1 },
		{ "9p", "rw,access=user", 0 },
		{ "9p", "rw,access=any", 1 },
		{ "fuse.sshfs", "rw", 0 },
		{ "nfs4", "rw", 1 },
		{ "ext4", "rw", 1 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		fsc_view *second;

		begin_trusting(FSC_MODE_REQUEST, "+fuse.sshfs");
		fake_mount("/m", cases[i].type, cases[i].options);
		fake_create("/m/d/a");
		fake_chmod("/m/d", 0755);
		fx_later(TWO_DAYS);
		CHECK(fx_warm("/m/d"));
		fake_set_ids(33, 33, 33, 33);
		second = join();
		be(second);
		CHECK_STR(fx_list("/m/d"), ". .. a");
		CHECK_INT(hits(), cases[i].shared);
		leave(second);
		end();
	}
}

static void warm_remote(void)
{
	fake_mount("/m", "fuse.vmhgfs-fuse", "rw");
	fake_create("/m/a/f");
	fake_create("/m/b/f");
	fx_later(TWO_DAYS);
	CHECK(fx_warm("/m/a"));
	CHECK(fx_warm("/m/b"));
}

TEST(on_remote_mounts_a_known_directory_is_not_even_opened)
{
	fsc_view *second;

	begin(FSC_MODE_REQUEST);
	warm_remote();
	second = join();
	be(second);
	CHECK(fx_warm("/m/a")); /* the mount is not known yet */
	fake_calls_clear();
	CHECK(fx_warm("/m/b"));
	CHECK_INT(fake_calls(FAKE_OPEN_DIR), 0);
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	CHECK_INT(fake_sync_calls(), 1);
	CHECK_INT(hits(), 2);
	leave(second);
	end();
}

TEST(not_even_opened_is_not_even_read_by_who_may_not)
{
	fsc_view *second;

	begin(FSC_MODE_REQUEST);
	warm_remote();
	fake_chmod("/m/b", 0711);
	fx_later(TWO_DAYS);
	CHECK(fx_warm("/m/b"));
	fake_set_ids(33, 33, 33, 33);
	second = join();
	be(second);
	CHECK(fx_warm("/m/a"));
	CHECK_STR(fx_list("/m/b"), "(pass)");
	CHECK(!fx_open("/m/b"));
	CHECK_INT(hits(), 1);
	leave(second);
	end();
}

static void create_in_d(void *context)
{
	(void) context;
	fake_create("/d/new");
}

/* Strict: what changed between opendir() and the first read is in what is read. */
TEST(a_handle_reads_what_is_there_at_its_first_read)
{
	fsc_view *second;
	fsc_dir *dir;

	begin(FSC_MODE_STRICT);
	fake_create("/d/a");
	fx_settle();
	CHECK(fx_warm("/d"));
	second = join();
	be(second);
	dir = fx_open("/d");
	REQUIRE(dir);
	create_in_d(NULL);
	CHECK_STR(fx_read_all(dir), ". .. a new");
	fsc_dir_close(dir);
	leave(second);
	end();
}

TEST(a_handle_finds_what_another_process_read)
{
	fsc_view *second;
	fsc_dir *dir;

	begin(FSC_MODE_STRICT);
	fake_create("/d/a");
	fx_settle();
	CHECK(fx_warm("/d"));
	second = join();
	be(second);
	dir = fx_open("/d");
	REQUIRE(dir);
	fake_calls_clear();
	CHECK_STR(fx_read_all(dir), ". .. a");
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	CHECK_INT(hits(), 1);
	fsc_dir_close(dir);
	leave(second);
	end();
}

TEST(case_folding_is_known_with_the_listing)
{
	fsc_view *second;

	begin(FSC_MODE_REQUEST);
	fake_mkdir("/d");
	fake_casefold("/d");
	fake_create("/d/a");
	fx_settle();
	CHECK(fx_warm("/d"));
	second = join();
	be(second);
	CHECK(fx_warm("/d"));
	CHECK_INT(hits(), 1);
	CHECK_INT(fx_ask("/d/A", FSC_WANT_EXISTS), FSC_PASS);
	leave(second);
	end();
}

TEST(damage_costs_a_reading)
{
	fsc_view *second;

	begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	CHECK(fx_warm("/d"));
	store->parts[0].log[FSC_RECORD_WORDS] ^= 4;
	second = join();
	be(second);
	CHECK_STR(fx_list("/d"), ". .. a");
	CHECK_INT(hits(), 0);
	leave(second);
	end();
}

/* ---- kernels that use mount ids again ---- */

static void begin_old(void)
{
	begin(FSC_MODE_REQUEST);
	fake_set_features(FSC_OS_VERSIONS | FSC_OS_FD_ACCESS | FSC_OS_MOUNT_EVENTS);
	fake_mount("/m", "ext4", "rw");
	fake_create("/m/a");
	be(join()); /* features are read when a view is made */
	fx_settle();
	CHECK(fx_warm("/m"));
	CHECK_STR(fx_list("/m"), ". .. a");
}

TEST(with_reused_mount_ids_a_new_process_is_spared_too)
{
	fsc_view *old, *second;

	begin_old();
	old = fx_view;
	for (int i = 0; i < 3; i++) {
		fake_set_process(200 + (uint32_t) i);
		second = join();
		be(second);
		CHECK_STR(fx_list("/m"), ". .. a");
		CHECK_INT(hits(), 1);
		leave(second);
	}
	leave(old);
	end();
}

TEST(a_twin_of_the_mount_is_another_one_for_processes_old_and_new)
{
	for (int newcomer = 0; newcomer < 2; newcomer++) {
		fsc_view *old, *second = NULL;

		begin_old();
		old = fx_view;
		if (!newcomer) {
			fake_set_process(200);
			second = join();
			be(second);
			CHECK_STR(fx_list("/m"), ". .. a");
		}
		fake_mount_twin("/m"); /* the same id, device, inode and times, but empty */
		fake_set_process(201);
		if (newcomer) {
			second = join();
		}
		be(second);
		fx_request();
		CHECK_STR(fx_list("/m"), ". ..");
		leave(second);
		be(old);
		fx_request();
		CHECK_STR(fx_list("/m"), ". ..");
		leave(old);
		end();
	}
}

/* Who asked for the table died before it could tell the others. */
TEST(a_death_between_question_and_answer_loses_no_change)
{
	fsc_view *old, *second;

	begin_old();
	old = fx_view;
	fake_mount_twin("/m");
	store->header->asking = 1;
	CHECK_INT(fsc_os_common_table(), FSC_OS_TABLE_MOVED);
	fake_set_process(200);
	second = join();
	be(second);
	CHECK_STR(fx_list("/m"), ". ..");
	CHECK_INT(hits(), 0);
	leave(second);
	leave(old);
	end();
}

TEST(without_a_common_table_or_events_nothing_is_shared)
{
	for (int i = 0; i < 2; i++) {
		fsc_view *old, *second;

		begin_old();
		old = fx_view;
		if (i == 0) {
			fake_lose_common_table();
		} else {
			fake_set_features(FSC_OS_VERSIONS | FSC_OS_FD_ACCESS);
		}
		second = join();
		be(second);
		fx_list("/m");
		CHECK_INT(hits(), 0);
		leave(second);
		leave(old);
		end();
	}
}

TEST(a_file_is_not_used_where_mount_ids_are_used_again)
{
	fsc_view *old, *second;

	begin_old();
	old = fx_view;
	second = join();
	fsc_view_share(second, NULL, 0, FSC_STORE_NOBODY);
	fsc_view_share(second, store, 0, 0);
	be(second);
	CHECK_STR(fx_list("/m"), ". .. a");
	CHECK_INT(hits(), 0);
	leave(second);
	leave(old);
	end();
}

TEST(totals_are_summed_over_processes)
{
	uint64_t totals[FSC_TOTAL_COUNT] = { 0 };
	fsc_store_status status;
	fsc_view *second;

	begin(FSC_MODE_REQUEST);
	fx_ask("/d/a", FSC_WANT_FILE); /* a request that asks */
	totals[FSC_TOTAL_CALLS] = 3;
	fsc_view_count(first, totals);
	totals[FSC_TOTAL_CALLS] = 5;
	fsc_view_count(first, totals);
	fake_set_process(101);
	second = join();
	be(second);
	fx_ask("/d/a", FSC_WANT_FILE);
	fsc_view_count(second, totals);
	totals[FSC_TOTAL_CALLS] = 2; /* set back */
	fsc_view_count(second, totals);
	fsc_store_get_status(store, &status);
	CHECK_INT(status.totals[FSC_TOTAL_CALLS], 5 + 5 + 2);
	CHECK_INT(status.workers, 2);
	leave(second);
	fsc_store_get_status(store, &status);
	CHECK_INT(status.workers, 1);
	CHECK_INT(status.totals[FSC_TOTAL_CALLS], 12);
	end();
}

int main(void)
{
	RUN(a_second_process_reads_nothing);
	RUN(a_change_is_another_version);
	RUN(what_is_not_settled_is_not_shared);
	RUN(reading_is_this_processs_own_right);
	RUN(searching_is_asked_for_as_well);
	RUN(a_reset_by_one_is_seen_by_all_at_their_next_question);
	RUN(the_process_that_made_it_is_alone);
	RUN(a_file_is_its_owners_only);
	RUN(directives_that_decide_what_is_kept_are_in_the_key);
	RUN(a_mount_of_sessions_is_not_shared_between_users);
	RUN(on_remote_mounts_a_known_directory_is_not_even_opened);
	RUN(not_even_opened_is_not_even_read_by_who_may_not);
	RUN(a_handle_reads_what_is_there_at_its_first_read);
	RUN(a_handle_finds_what_another_process_read);
	RUN(case_folding_is_known_with_the_listing);
	RUN(damage_costs_a_reading);
	RUN(with_reused_mount_ids_a_new_process_is_spared_too);
	RUN(a_twin_of_the_mount_is_another_one_for_processes_old_and_new);
	RUN(a_death_between_question_and_answer_loses_no_change);
	RUN(without_a_common_table_or_events_nothing_is_shared);
	RUN(a_file_is_not_used_where_mount_ids_are_used_again);
	RUN(totals_are_summed_over_processes);
	return unit_end();
}
