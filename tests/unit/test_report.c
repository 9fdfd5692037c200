/* SPDX-License-Identifier: MIT */
/* test_report.c: status, directories, explanations,
 * invalidation and reset tell and do what they say. */
#include "tests/unit/core_fixture.h"
#include "tests/unit/unit.h"

static fsc_explanation explain(const char *path)
{
	fsc_explanation out;

	memset(&out, 0x55, sizeof out);
	fsc_explain(fx_view, path, strlen(path), &out);
	return out;
}

TEST(status_counts_what_is_held)
{
	fsc_view_status status;

	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_create("/d/b");
	fake_mount("/n", "tmpfs", "");
	fake_create("/n/c");
	fx_settle();
	fsc_view_get_status(fx_view, &status);
	CHECK_INT(status.directories, 0);
	CHECK(status.features_ok);
	fx_warm("/d");
	fx_warm("/n");
	fx_ask("/d/none/x", FSC_WANT_FILE);
	fsc_view_get_status(fx_view, &status);
	CHECK_INT(status.directories, 3);
	CHECK_INT(status.listings, 2);
	CHECK_INT(status.names, 4 + 3);
	CHECK_INT(status.mounts, 2);
	CHECK(status.bytes > 0 && status.bytes < status.limit);
	CHECK_INT(status.limit, fx_config.cache_bytes);
	fsc_view_reset(fx_view);
	fsc_view_get_status(fx_view, &status);
	CHECK_INT(status.directories + status.listings + status.names + status.mounts, 0);
	CHECK(fx_end());
}

typedef struct seen {
	unsigned count, listed, relative, limit;
	size_t   bytes;
	int64_t  age_ns;
} seen;

static bool count_one(void *context, const fsc_directory_info *info)
{
	seen *s = context;

	s->count++;
	s->listed += info->listed;
	s->relative += info->relative;
	s->bytes += info->bytes;
	s->age_ns = info->age_ns;
	CHECK(info->path[0] == (info->relative ? 'd' : '/'));
	CHECK(!info->listed || info->entries == 3);
	CHECK_STR(info->type, info->listed ? "ext4" : "");
	return s->count < s->limit;
}

TEST(each_directory_is_visited_until_told_to_stop)
{
	seen all = {0, 0, 0, 100, 0, 0}, one = {0, 0, 0, 1, 0, 0};

	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fx_settle();
	fx_warm("/d");
	fx_list("d");
	fx_ask("/none/x", FSC_WANT_FILE);
	fake_advance_ms(1000);
	fsc_view_each(fx_view, count_one, &all);
	CHECK(all.count >= 3);
	CHECK_INT(all.relative, 1);
	CHECK(all.bytes > 0);
	fsc_view_each(fx_view, count_one, &one);
	CHECK_INT(one.count, 1);
	CHECK(fx_end());
}

TEST(an_explanation_is_the_answer_and_the_node_behind_it)
{
	fsc_explanation e;

	fx_begin(FSC_MODE_REQUEST);
	fake_create("/d/a");
	fake_create("/young/a");
	fake_mount("/p", "proc", "");
	fake_create("/p/self");
	e = explain("/d/a");
	CHECK(e.known && !e.listed);
	CHECK_INT(e.reply.answer, FSC_PASS);
	CHECK_INT(e.unkept, FSC_REASON_RACY);
	CHECK_STR(e.type, "ext4");
	CHECK_INT(e.kind, FSC_FS_LOCAL);
	fx_settle();
	e = explain("/d/a");
	CHECK(e.known && e.listed);
	CHECK_INT(e.reply.answer, FSC_YES);
	CHECK_INT(e.entries, 3);
	CHECK_INT(e.age_ns, 0);
	CHECK_INT(e.granted, FSC_ACCESS_READ | FSC_ACCESS_SEARCH);
	CHECK_STR(e.directory, "/d");
	CHECK_STR(e.distrust, "");
	CHECK_INT(e.creds.process, 100);
	fake_advance_ms(500);
	e = explain("/d/b");
	CHECK_INT(e.age_ns / 1000000, 500);
	e = explain("d/a");
	CHECK_STR(e.directory, "d");
	CHECK(e.known);
	e = explain("/p/self");
	CHECK_INT(e.reply.answer, FSC_PASS);
	CHECK_INT(e.reply.reason, FSC_REASON_FILESYSTEM);
	CHECK_STR(e.type, "proc");
	CHECK_INT(e.kind, FSC_FS_UNTRUSTED);
	CHECK(e.distrust[0] != '\0');
	e = explain("/");
	CHECK(!e.known);
	CHECK_INT(e.age_ns, -1);
	CHECK_STR(e.distrust, "");
	e = explain("");
	CHECK(!e.known);
	e = explain("/none/x/y");
	CHECK(e.known && !e.listed);
	CHECK(fx_end());
}

static uint32_t invalidate(const char *path, bool recursive)
{
	return fsc_view_invalidate(fx_view, path, strlen(path), recursive);
}

static void ask_all(void)
{
	static const char *const paths[] = {"/d/a", "/d/sub/b", "/d/sub/deep/c", "/dd/x", "d/a",
		"d/sub/b"};

	for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
		CHECK_INT(fx_ask(paths[i], FSC_WANT_FILE), FSC_YES);
	}
}

static void furnish(void)
{
	fx_begin(FSC_MODE_NEVER);
	fake_create("/d/a");
	fake_create("/d/sub/b");
	fake_create("/d/sub/deep/c");
	fake_create("/dd/x");
	fake_symlink("d", "/link");
	fx_settle();
	ask_all();
}

TEST(invalidation_drops_the_node_or_all_below)
{
	furnish();
	CHECK_INT(invalidate("/d", false), 2); /* as /d and as d */
	ask_all();
	CHECK_INT(invalidate("/d/", true), 5);
	ask_all();
	CHECK_INT(invalidate("/none", true), 0);
	CHECK_INT(invalidate("", true), 0);
	CHECK_INT(invalidate("d/sub", false), 2);
	ask_all();
	CHECK(invalidate("/", true) >= 6);
	CHECK_INT(fx_view->node_count, 0);
	ask_all();
	CHECK(fx_end());
}

/* A deploy script names the absolute path; the application asked by relative ones and links. */
TEST(after_an_invalidation_nothing_older_is_said_by_any_string)
{
	furnish();
	CHECK_INT(fx_ask("/link/sub/b", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_ask("/dd/../d/sub/b", FSC_WANT_FILE), FSC_YES);
	fake_unlink("/d/sub/b");
	fake_unlink("/d/a");
	invalidate("/d", true);
	CHECK(fx_ask("d/sub/b", FSC_WANT_FILE) != FSC_YES);
	CHECK(fx_ask("d/a", FSC_WANT_FILE) != FSC_YES);
	CHECK(fx_ask("/link/sub/b", FSC_WANT_FILE) != FSC_YES);
	CHECK(fx_ask("/dd/../d/sub/b", FSC_WANT_FILE) != FSC_YES);
	CHECK(fx_end());
}

TEST(reset_drops_everything_but_live_listings)
{
	fsc_snapshot *listing = NULL;

	furnish();
	CHECK_INT(fsc_list(fx_view, "/d", 2, &listing).answer, FSC_YES);
	fake_unlink("/d/a");
	fsc_view_reset(fx_view);
	CHECK_INT(fx_view->node_count, 0);
	CHECK_INT(fsc_snapshot_count(listing), 4);
	fsc_snapshot_release(listing);
	CHECK(fx_ask("/d/a", FSC_WANT_FILE) != FSC_YES);
	CHECK(fx_end());
}

TEST(the_counters_may_be_zeroed)
{
	fsc_cache_counters *counters;

	furnish();
	counters = fsc_view_counters(fx_view);
	CHECK(counters->fills > 0 && counters->validations > 0);
	memset(counters, 0, sizeof *counters);
	ask_all();
	CHECK_INT(counters->fills, 0);
	CHECK_INT(counters->syscalls_saved, 6);
	CHECK(fx_end());
}

int main(void)
{
	RUN(status_counts_what_is_held);
	RUN(each_directory_is_visited_until_told_to_stop);
	RUN(an_explanation_is_the_answer_and_the_node_behind_it);
	RUN(invalidation_drops_the_node_or_all_below);
	RUN(after_an_invalidation_nothing_older_is_said_by_any_string);
	RUN(reset_drops_everything_but_live_listings);
	RUN(the_counters_may_be_zeroed);
	return unit_end();
}
