/* SPDX-License-Identifier: MIT */
/* realpath(): what PHP would say, each component asked for once in a period. */
#include "src/core/view.h"
#include "tests/unit/fake_platform.h"
#include "tests/unit/unit.h"

#define SECOND INT64_C(1000000000)

static fsc_view *view;
static fsc_policy *policy;
static char text[FSC_PATH_MAX];

static void start(fsc_mode mode)
{
	fsc_config config = {mode, 2 * SECOND, 16 << 20, 65536, 1, FSC_SETTLE_AUTO, 0, true, true,
		0, false, false};
	const char *at;
	size_t length;

	policy = fsc_policy_create("", &at, &length);
	view = fsc_view_create(&config, policy);
	fsc_request_start(view);
}

static void stop(void)
{
	fsc_view_destroy(view);
	fsc_policy_destroy(policy);
	CHECK_INT(fake_open_fds(), 0);
}

static void set_verify(uint32_t percent)
{
	fsc_config config = view->config;

	config.verify_percent = percent;
	fsc_view_configure(view, &config);
	fsc_request_start(view);
}

/* But for what a walk lists, the system is asked about each file. */
static void set_min_uses(uint32_t uses)
{
	fsc_config config = view->config;

	config.min_uses = uses;
	fsc_view_configure(view, &config);
	fsc_request_start(view);
}

static void next_request(void)
{
	fsc_request_start(view);
}

/* The text, or "absent", or "pass". */
static const char *real(const char *path)
{
	size_t length = 0;
	fsc_reply reply = fsc_realpath(view, path, strlen(path), text, sizeof text, &length);

	if (reply.answer != FSC_YES) {
		return reply.answer == FSC_ABSENT ? "absent" : "pass";
	}
	CHECK_INT(strlen(text), length);
	return text;
}

/* A site whose current release is a link. */
static void make_site(void)
{
	fake_reset();
	fake_create("/var/www/releases/1/web/index.php");
	fake_create("/var/www/releases/1/web/core/lib.php");
	fake_create("/var/www/releases/2/web/index.php");
	fake_create("/var/www/releases/2/web/core/lib.php");
	fake_symlink("releases/1", "/var/www/current");
	fake_symlink("/var/www/current/web", "/site");
	fake_symlink("index.php", "/var/www/releases/1/web/start.php");
	fake_advance_ms(10123);
}

TEST(plain_paths_are_themselves)
{
	make_site();
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/var/www/releases/1/web/index.php"), "/var/www/releases/1/web/index.php");
	CHECK_STR(real("/var/www/releases/1/web/core"), "/var/www/releases/1/web/core");
	CHECK_STR(real("/var/www/releases/1/web/core/"), "/var/www/releases/1/web/core");
	CHECK_STR(real("//var//www/./releases/1/web/index.php"), "/var/www/releases/1/web/index.php");
	CHECK_STR(real("/var"), "/var");
	CHECK_STR(real("/"), "/");
	CHECK_STR(real("/."), "/");
	CHECK_STR(real("/.."), "/");
	stop();
}

TEST(absent_paths_are_absent)
{
	make_site();
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/var/www/releases/1/web/none.php"), "absent");
	CHECK_STR(real("/var/www/current/web/none.php"), "absent");
	CHECK_STR(real("/var/www/none/../releases"), "pass");
	CHECK_STR(real("/var/www/none/.."), "pass");
	CHECK_STR(real("/var/www/releases/1/web/index.php/"), "pass");
	CHECK_STR(real("/var/www/releases/1/web/index.php/.."), "pass");
	CHECK_STR(real("/var/www/releases/1/web/index.php/x"), "pass");
	CHECK_STR(real(""), "pass");
	stop();
}

TEST(links_are_followed)
{
	make_site();
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/var/www/current/web/index.php"), "/var/www/releases/1/web/index.php");
	CHECK_STR(real("/var/www/current"), "/var/www/releases/1");
	CHECK_STR(real("/site/core/lib.php"), "/var/www/releases/1/web/core/lib.php");
	CHECK_STR(real("/site"), "/var/www/releases/1/web");
	CHECK_STR(real("/site/.."), "/var/www/releases/1");
	CHECK_STR(real("/site/../../2/web/index.php"), "/var/www/releases/2/web/index.php");
	CHECK_STR(real("/site/core/.."), "/var/www/releases/1/web");
	/* A link to a file is PHP's. */
	CHECK_STR(real("/site/start.php"), "pass");
	stop();
}

TEST(links_that_lead_nowhere)
{
	make_site();
	fake_symlink("loop2", "/loop1");
	fake_symlink("loop1", "/loop2");
	fake_symlink("/nowhere", "/dangling");
	fake_symlink("/var/www/releases/1/web/index.php/x", "/notdir");
	fake_symlink("l2", "/l1");
	for (int i = 2; i < 12; i++) {
		char from[16], to[16];

		sprintf(from, "/l%d", i);
		sprintf(to, "l%d", i + 1);
		fake_symlink(i == 11 ? "/var" : to, from);
	}
	fake_advance_ms(10123);
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/loop1"), "pass");
	CHECK_STR(real("/loop1/.."), "pass");
	CHECK_STR(real("/dangling"), "pass");
	CHECK_STR(real("/dangling/.."), "pass");
	CHECK_STR(real("/notdir"), "pass");
	CHECK_STR(real("/l1"), "pass");
	CHECK_STR(real("/l5"), "/var");
	stop();
}

TEST(relative_paths_begin_at_the_working_directory)
{
	make_site();
	fake_chdir("/site");
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("index.php"), "/var/www/releases/1/web/index.php");
	CHECK_STR(real("./core/lib.php"), "/var/www/releases/1/web/core/lib.php");
	CHECK_STR(real("../web/core"), "/var/www/releases/1/web/core");
	CHECK_STR(real("."), "/var/www/releases/1/web");
	CHECK_STR(real(".."), "/var/www/releases/1");
	CHECK_STR(real("core/../index.php"), "/var/www/releases/1/web/index.php");
	CHECK_STR(real("../../../../../../../../.."), "/");
	fake_chdir("/var/www/releases/2/web");
	fsc_cwd_changed(view);
	CHECK_STR(real("index.php"), "/var/www/releases/2/web/index.php");
	CHECK_STR(real("."), "/var/www/releases/2/web");
	stop();
}

TEST(working_directory_that_is_renamed)
{
	make_site();
	fake_chdir("/var/www/releases/1/web");
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("index.php"), "/var/www/releases/1/web/index.php");
	fake_rename("/var/www/releases/1", "/var/www/releases/old");
	fsc_mark_everything(view);
	CHECK_STR(real("index.php"), "/var/www/releases/old/web/index.php");
	stop();
}

/*
 * PHP resolves the absolute path of the working directory, also where the process may not walk it.
 */
TEST(working_directory_that_cannot_be_reached)
{
	make_site();
	fake_chdir("/var/www/releases/1/web");
	fake_chmod("/var/www", 0700);
	fake_set_ids(1000, 1000, 1000, 1000);
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("index.php"), "pass");
	CHECK_STR(real("core/.."), "pass");
	stop();
}

TEST(warm_answers_ask_nothing)
{
	static const char *const paths[] = {
		"/var/www/releases/1/web/index.php", "/var/www/releases/1/web/core", "/site/core/lib.php",
		"/var/www/current", "/site/../../2/web/index.php", "/site/core/..", "/",
	};

	make_site();
	start(FSC_MODE_REQUEST);
	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
			real(paths[i]);
		}
	}
	fake_calls_clear();
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		size_t length;
		fsc_reply reply =
			fsc_realpath(view, paths[i], strlen(paths[i]), text, sizeof text, &length);

		CHECK_INT(reply.answer, FSC_YES);
		CHECK_INT(reply.how, FSC_HOW_HIT);
	}
	CHECK_INT(fake_system_calls(), 0);
	stop();
}

TEST(a_period_asks_once_for_each_component)
{
	make_site();
	start(FSC_MODE_REQUEST);
	real("/var/www/releases/1/web/index.php");
	real("/var/www/releases/1/web/core/lib.php");
	next_request();
	fake_calls_clear();
	CHECK_STR(real("/var/www/releases/1/web/index.php"), "/var/www/releases/1/web/index.php");
	/* /var, www, releases, 1, web: what tells that web is no link validates it for the question */
	CHECK_INT(fake_calls(FAKE_STAT), 5);
	fake_calls_clear();
	CHECK_STR(real("/var/www/releases/1/web/core/lib.php"), "/var/www/releases/1/web/core/lib.php");
	CHECK(fake_calls(FAKE_STAT) <= 1);
	fake_calls_clear();
	CHECK_STR(real("/var/www/releases/1/web/core/lib.php"), "/var/www/releases/1/web/core/lib.php");
	CHECK_INT(fake_calls(FAKE_STAT), 0);
	stop();
}

/* So many directories beside each other; how many calls it takes to resolve a file in each. */
static unsigned walk_all(unsigned count)
{
	unsigned before = fake_system_calls();

	for (unsigned i = 0; i < count; i++) {
		char path[64];

		snprintf(path, sizeof path, "/var/www/blocks/b%u/block.json", i);
		CHECK_STR(real(path), path);
	}
	return fake_system_calls() - before;
}

TEST(many_names_of_one_directory_are_told_by_its_listing)
{
	unsigned few, many;

	make_site();
	for (int i = 0; i < 40; i++) {
		char path[64];

		snprintf(path, sizeof path, "/var/www/blocks/b%d/block.json", i);
		fake_mkdir("/var/www/blocks");
		*strrchr(path, '/') = '\0';
		fake_mkdir(path);
		strcat(path, "/block.json");
		fake_create(path);
	}
	fake_advance_ms(10123);
	start(FSC_MODE_REQUEST);
	set_min_uses(100);
	walk_all(40);
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	set_min_uses(30);
	walk_all(40);
	CHECK(fake_calls(FAKE_READ_DIR) > 0);
	next_request();
	few = walk_all(20);
	next_request();
	many = walk_all(40);
	CHECK_INT(many - few, 20); /* the files, each by one lstat */
	/* others make one of them a link: the next request sees it */
	fake_rename("/var/www/blocks/b7", "/var/www/blocks/was");
	fake_symlink("was", "/var/www/blocks/b7");
	next_request();
	CHECK_STR(real("/var/www/blocks/b1/block.json"), "/var/www/blocks/b1/block.json");
	CHECK_STR(real("/var/www/blocks/b7/block.json"), "/var/www/blocks/was/block.json");
	stop();
}

/* What the text so far was remembered from is not where the directory is that is listed now. */
TEST(a_switch_found_in_the_middle_of_a_walk_is_left_to_php)
{
	make_site();
	for (int i = 0; i < 8; i++) {
		char path[64];

		snprintf(path, sizeof path, "/var/www/releases/1/web/core/b%d/f", i);
		fake_create(path);
		snprintf(path, sizeof path, "/var/www/releases/2/web/core/b%d/f", i + 4);
		fake_create(path);
	}
	fake_advance_ms(10123);
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/var/www/current/web/core/b0/f"), "/var/www/releases/1/web/core/b0/f");
	CHECK_STR(real("/var/www/current/web/core/b1/f"), "/var/www/releases/1/web/core/b1/f");
	fake_unlink("/var/www/current");
	fake_symlink("releases/2", "/var/www/current");
	for (int i = 11; i > 3; i--) {
		char path[64], text_now[64];

		snprintf(path, sizeof path, "/var/www/current/web/core/b%d/f", i);
		snprintf(text_now, sizeof text_now, "/var/www/releases/2/web/core/b%d/f", i);
		CHECK(strcmp(real(path), "pass") == 0 || strcmp(text, text_now) == 0);
	}
	stop();
}

TEST(own_switch_of_a_link_is_seen_at_once)
{
	make_site();
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/var/www/current/web/index.php"), "/var/www/releases/1/web/index.php");
	CHECK_STR(real("/var/www/current"), "/var/www/releases/1");
	fake_symlink("releases/2", "/var/www/next");
	fake_rename("/var/www/next", "/var/www/current");
	fsc_mark_everything(view);
	fake_advance_ms(100);
	CHECK_STR(real("/var/www/current/web/index.php"), "/var/www/releases/2/web/index.php");
	CHECK_STR(real("/var/www/current"), "/var/www/releases/2");
	stop();
}

TEST(foreign_switch_is_seen_by_the_next_request)
{
	make_site();
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/var/www/current/web/index.php"), "/var/www/releases/1/web/index.php");
	fake_symlink("releases/2", "/var/www/next");
	fake_rename("/var/www/next", "/var/www/current");
	fake_advance_ms(100);
	next_request();
	CHECK_STR(real("/var/www/current/web/index.php"), "/var/www/releases/2/web/index.php");
	fake_symlink("releases/1", "/var/www/next");
	fake_rename("/var/www/next", "/var/www/current");
	fake_advance_ms(2100);
	CHECK_STR(real("/var/www/current/web/index.php"), "/var/www/releases/1/web/index.php");
	stop();
}

TEST(younger_listing_beats_an_older_memo)
{
	make_site();
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/var/www/current"), "/var/www/releases/1");
	CHECK_STR(real("/var/www/current"), "/var/www/releases/1");
	fake_symlink("releases/2", "/var/www/next");
	fake_rename("/var/www/next", "/var/www/current");
	fake_advance_ms(100);
	/* Something of our own in the same directory: its listing is read again. */
	fsc_mark_directory(view, "/var/www", 8);
	CHECK_STR(real("/var/www/current"), "/var/www/releases/2");
	stop();
}

TEST(directory_replaced_by_a_link)
{
	make_site();
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/var/www/releases/2/web/core/.."), "/var/www/releases/2/web");
	CHECK_STR(real("/var/www/releases/2"), "/var/www/releases/2");
	fake_rename("/var/www/releases/2", "/var/www/releases/3");
	fake_symlink("3", "/var/www/releases/2");
	fake_advance_ms(100);
	fsc_mark_path(view, "/var/www/releases/2", 19);
	CHECK_STR(real("/var/www/releases/2"), "/var/www/releases/3");
	stop();
}

static fsc_answer ask(const char *path)
{
	return (fsc_answer) fsc_ask(view, path, strlen(path), FSC_WANT_FILE).answer;
}

TEST(a_directory_validated_for_a_question_is_walked_without_another_call)
{
	make_site();
	start(FSC_MODE_REQUEST);
	for (int i = 0; i < 2; i++) {
		real("/var/www/releases/1/web/index.php");
		real("/var/www/current/web/index.php");
		next_request();
	}
	fake_calls_clear();
	CHECK_INT(ask("/var/www/releases/1/web/index.php"), FSC_YES);
	CHECK_INT(fake_calls(FAKE_STAT), 1);
	CHECK_STR(real("/var/www/releases/1/web/index.php"), "/var/www/releases/1/web/index.php");
	CHECK_INT(fake_calls(FAKE_STAT), 5); /* /var, www, releases, 1 */
	fake_calls_clear();
	/* reached through a link: whether it is one is asked by the walk */
	CHECK_INT(ask("/var/www/current/web/index.php"), FSC_YES);
	CHECK_INT(fake_calls(FAKE_STAT), 1);
	CHECK_STR(real("/var/www/current/web/index.php"), "/var/www/releases/1/web/index.php");
	CHECK(fake_calls(FAKE_STAT) > 1);
	stop();
}

/* The second time the listing is old enough to be kept. */
static fsc_answer settled_ask(void)
{
	if (ask("/var/www/releases/1/web/index.php") == FSC_PASS) {
		fake_advance_ms(10123);
		next_request();
	}
	return ask("/var/www/releases/1/web/index.php");
}

TEST(a_directory_that_became_a_link_is_seen_by_the_next_request)
{
	make_site();
	start(FSC_MODE_REQUEST);
	for (int i = 0; i < 2; i++) {
		real("/var/www/releases/1/web/index.php");
		next_request();
	}
	CHECK_INT(settled_ask(), FSC_YES);
	fake_rename("/var/www/releases/1/web", "/var/www/releases/1/old");
	fake_symlink("old", "/var/www/releases/1/web");
	fake_advance_ms(10123);
	next_request();
	CHECK_INT(settled_ask(), FSC_YES);
	CHECK_STR(real("/var/www/releases/1/web/index.php"), "/var/www/releases/1/old/index.php");
	/* and back; and away */
	fake_unlink("/var/www/releases/1/web");
	fake_rename("/var/www/releases/1/old", "/var/www/releases/1/web");
	fake_advance_ms(10123);
	next_request();
	CHECK_INT(settled_ask(), FSC_YES);
	CHECK_STR(real("/var/www/releases/1/web/index.php"), "/var/www/releases/1/web/index.php");
	fake_rename("/var/www/releases/1/web", "/var/www/releases/1/old");
	fake_advance_ms(10123);
	next_request();
	CHECK(ask("/var/www/releases/1/web/index.php") != FSC_YES);
	CHECK(strcmp(real("/var/www/releases/1/web/index.php"), "/var/www/releases/1/web/index.php"));
	fake_symlink("nowhere", "/var/www/releases/1/web");
	fake_advance_ms(10123);
	next_request();
	CHECK(ask("/var/www/releases/1/web/index.php") != FSC_YES);
	fake_unlink("/var/www/releases/1/web");
	fake_rename("/var/www/releases/1/old", "/var/www/releases/1/web");
	/* marked by the process itself, in the middle of a request */
	fake_advance_ms(10123);
	next_request();
	CHECK_INT(settled_ask(), FSC_YES);
	fake_rename("/var/www/releases/1/web", "/var/www/releases/1/old");
	fake_symlink("old", "/var/www/releases/1/web");
	fsc_mark_path(view, "/var/www/releases/1/web", 23);
	CHECK_STR(real("/var/www/releases/1/web/index.php"), "/var/www/releases/1/old/index.php");
	stop();
}

TEST(clearstatcache_of_a_directory_forgets_where_it_leads)
{
	make_site();
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/var/www/current/web"), "/var/www/releases/1/web");
	fake_symlink("releases/2", "/var/www/next");
	fake_rename("/var/www/next", "/var/www/current");
	fake_advance_ms(100);
	fsc_mark_path(view, "/var/www/current", 16);
	CHECK_STR(real("/var/www/current/web"), "/var/www/releases/2/web");
	stop();
}

TEST(links_on_untrusted_mounts_are_not_read)
{
	make_site();
	fake_mount("/proc", "proc", "rw");
	fake_mkdir("/proc/self/fd");
	fake_symlink("/var/www/releases/1", "/proc/self/fd/5");
	fake_symlink("self", "/proc/thread-self");
	fake_advance_ms(100000);
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/proc/self/fd/5"), "pass");
	CHECK_STR(real("/proc/self/fd/5/.."), "pass");
	CHECK_STR(real("/proc/self/fd/5/web/index.php"), "pass");
	CHECK_STR(real("/proc/thread-self/.."), "pass");
	stop();
}

TEST(mount_points_on_the_way)
{
	make_site();
	fake_mount("/data", "xfs", "rw");
	fake_create("/data/files/a.txt");
	fake_advance_ms(10123);
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/data/files/a.txt"), "/data/files/a.txt");
	CHECK_STR(real("/data/files/../../var/www"), "/var/www");
	CHECK_STR(real("/data"), "/data");
	/* A mount in the middle of a period is noticed in the next one. */
	fake_mount("/var/www/current", "ext4", "rw");
	next_request();
	fake_create("/var/www/releases/1/new/x");
	fake_advance_ms(10123);
	next_request();
	CHECK_STR(real("/data/files"), "/data/files");
	stop();
}

TEST(directories_that_may_not_be_searched)
{
	make_site();
	fake_mkdir("/secret/in/deep");
	fake_chmod("/secret", 0744);
	fake_advance_ms(10123);
	fake_set_ids(1000, 1000, 1000, 1000);
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/secret/in"), "pass");
	CHECK_STR(real("/secret/in/.."), "pass");
	CHECK_STR(real("/secret/in/deep"), "pass");
	CHECK_STR(real("/secret"), "/secret");
	CHECK_STR(real("/secret/."), "/secret");
	/* PHP looks at what is before the dots, and no further. */
	CHECK_STR(real("/secret/.."), "/");
	set_verify(100);
	CHECK_STR(real("/secret/.."), "/");
	CHECK_INT(fsc_view_counters(view)->verify_mismatch, 0);
	CHECK_INT(fsc_view_counters(view)->verify_allowed, 0);
	stop();
}

TEST(strict_mode_leaves_it_to_php)
{
	make_site();
	start(FSC_MODE_STRICT);
	CHECK_STR(real("/var/www/current/web/index.php"), "pass");
	CHECK_STR(real("/"), "pass");
	CHECK_INT(fake_system_calls(), fake_calls(FAKE_CREDS));
	stop();
}

TEST(what_passes_everywhere_passes_here)
{
	make_site();
	start(FSC_MODE_REQUEST);
	fsc_view_exclude(view, "/var/www/releases", ':');
	next_request();
	CHECK_STR(real("/var/www/releases/1/web/.."), "pass");
	CHECK_STR(real("/var/www/releases/1/web"), "pass");
	CHECK_STR(real("/var/www/.."), "/var");
	stop();
	make_site();
	fake_set_features(0);
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/var/www/.."), "pass");
	CHECK_STR(real("/var/www"), "pass");
	stop();
}

TEST(long_paths_are_phps)
{
	static char path[FSC_PATH_MAX + 10];
	size_t length;

	make_site();
	start(FSC_MODE_REQUEST);
	for (size_t i = 0; i + 2 < sizeof path; i += 2) {
		memcpy(path + i, i == 0 ? "/v" : "/.", 3);
	}
	for (length = 0; length < sizeof path - 1; length++) {
		path[length] = "/."[length % 2];
	}
	CHECK_INT(fsc_realpath(view, path, 4001, text, sizeof text, &length).answer, FSC_PASS);
	CHECK_INT(fsc_realpath(view, path, 3999, text, sizeof text, &length).answer, FSC_PASS);
	CHECK_INT(fsc_realpath(view, path, 100, text, sizeof text, &length).answer, FSC_YES);
	CHECK_INT(fsc_realpath(view, "/var\0/x", 7, text, sizeof text, &length).answer, FSC_PASS);
	CHECK_INT(fsc_realpath(view, "/var", 4, text, 100, &length).answer, FSC_PASS);
	fake_chdir("/var/www");
	fsc_cwd_changed(view);
	for (length = 0; length < 3998; length += 4) {
		memcpy(path + length, length % 8 ? "../." : "www/", 4);
	}
	memset(path, '/', sizeof path);
	memcpy(path, "current", 7);
	path[3994] = '\0';
	CHECK_STR(real(path), "pass");
	path[3900] = '\0';
	CHECK_STR(real(path), "pass"); /* a link with a slash */
	memcpy(path, "releases", 8);
	CHECK_STR(real(path), "/var/www/releases");
	stop();
}

TEST(verify_agrees)
{
	static const char *const paths[] = {
		"/var/www/releases/1/web/index.php", "/site/core/lib.php", "/var/www/current", "/site/..",
		"/", "/site/core/../index.php", "index.php", ".", "..",
	};

	make_site();
	fake_chdir("/site");
	start(FSC_MODE_REQUEST);
	set_verify(100);
	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
			CHECK(strcmp(real(paths[i]), "pass") != 0);
		}
	}
	CHECK_INT(fsc_view_counters(view)->verify_mismatch, 0);
	CHECK_INT(fsc_view_counters(view)->verify_allowed, 0);
	CHECK(fsc_view_counters(view)->verify_checked >= 27);
	stop();
}

TEST(verify_finds_what_the_mode_allows)
{
	make_site();
	start(FSC_MODE_REQUEST);
	CHECK_STR(real("/site/core/.."), "/var/www/releases/1/web");
	set_verify(100);
	CHECK_STR(real("/site/core/.."), "/var/www/releases/1/web");
	fake_symlink("releases/2", "/var/www/next");
	fake_rename("/var/www/next", "/var/www/current");
	CHECK_STR(real("/site/core/.."), "pass");
	CHECK_INT(fsc_view_counters(view)->verify_allowed, 1);
	CHECK_INT(fsc_view_counters(view)->verify_mismatch, 0);
	real("/site/core/.."); /* finds the directories changed on its way */
	CHECK_STR(real("/site/core/.."), "/var/www/releases/2/web");
	stop();
}

TEST(faults_pass)
{
	static const fake_call calls[] = {
		FAKE_STAT, FAKE_READ_LINK, FAKE_CWD, FAKE_STAT_FD, FAKE_OPEN_PATH, FAKE_FS_INFO,
		FAKE_ACCESS};

	for (size_t c = 0; c < sizeof calls / sizeof *calls; c++) {
		for (unsigned nth = 1; nth < 12; nth++) {
			const char *answer;

			make_site();
			fake_chdir("/site");
			start(FSC_MODE_REQUEST);
			fake_fail(calls[c], nth, FSC_OS_ERROR);
			answer = real("../../current/web/core/../index.php");
			CHECK(!strcmp(answer, "pass") || !strcmp(answer, "/var/www/releases/1/web/index.php"));
			fake_fail(calls[c], nth, FSC_OS_OK);
			fake_advance_ms(5000);
			next_request();
			CHECK_STR(real("/var/www/current/web/index.php"), "/var/www/releases/1/web/index.php");
			stop();
		}
	}
}

TEST(memory_failures_pass)
{
	for (long after = 0; after < 60; after++) {
		const char *answer;

		make_site();
		fake_chdir("/site");
		start(FSC_MODE_REQUEST);
		fsc_mem_fail_after(after);
		answer = real("../../current/web/core/../index.php");
		CHECK(!strcmp(answer, "pass") || !strcmp(answer, "/var/www/releases/1/web/index.php"));
		answer = real("/var/www/current");
		CHECK(!strcmp(answer, "pass") || !strcmp(answer, "/var/www/releases/1"));
		fsc_mem_fail_after(-1);
		fake_advance_ms(5000); /* a directory that could not be listed is left alone for a while */
		next_request();
		CHECK_STR(real("/var/www/current"), "/var/www/releases/1");
		stop();
	}
}

TEST(bytes_are_accounted)
{
	fsc_view_status status;

	make_site();
	start(FSC_MODE_REQUEST);
	real("/site/core/lib.php");
	real("/var/www/current");
	next_request();
	real("/site/core/lib.php");
	CHECK(view->bytes > 0);
	fsc_view_reset(view);
	CHECK_INT(view->bytes, 0);
	fsc_view_get_status(view, &status);
	CHECK_INT(status.directories, 0);
	stop();
}

/* ---- against a plain resolver ---- */

static uint32_t dice_state = 12345;

static uint32_t dice(uint32_t sides)
{
	dice_state = dice_state * 1664525u + 1013904223u;
	return (dice_state >> 8) % sides;
}

static bool is_directory(const char *path)
{
	fsc_attr attr;

	return fsc_os_stat(*path ? path : "/", FSC_STAT_NOFOLLOW, &attr) == FSC_OS_OK &&
		attr.type == FSC_TYPE_DIR;
}

/* What PHP says: components from the left, links in place. False: it says false. "" is the root. */
static bool resolve(char *out, const char *path, int *links)
{
	while (*path) {
		size_t length = strcspn(path, "/"), before = strlen(out), got;
		char target[FSC_PATH_MAX];
		fsc_attr attr;

		if (path[length] == '/' && length == 0) {
			path++;
			if (*path == '\0' && !is_directory(out)) {
				return false;
			}
			continue;
		}
		if (!is_directory(out)) {
			return false;
		}
		if (length == 2 && path[0] == '.' && path[1] == '.') {
			char *slash = strrchr(out, '/');

			out[slash ? slash - out : 0] = '\0';
		} else if (length != 1 || path[0] != '.') {
			sprintf(out + before, "/%.*s", (int) length, path);
			if (fsc_os_stat(out, FSC_STAT_NOFOLLOW, &attr) != FSC_OS_OK) {
				return false;
			}
			if (attr.type == FSC_TYPE_LINK) {
				if (++*links > 20 || fsc_os_read_link(out, target, sizeof target, &got)) {
					return false;
				}
				out[target[0] == '/' ? 0 : before] = '\0';
				if (!resolve(out, target, links)) {
					return false;
				}
			}
		}
		path += length;
	}
	return true;
}

static const char *const random_names[] = {"a", "b", "c", "la", "lb", "f"};

static void random_path(char *path, bool relative)
{
	int components = 1 + (int) dice(6);

	path[0] = '\0';
	for (int i = 0; i < components; i++) {
		uint32_t kind = dice(10);

		if (i > 0 || !relative) {
			strcat(path, dice(12) ? "/" : "//");
		}
		strcat(path, kind < 2 ? ".." : kind == 2 ? "." : random_names[dice(6)]);
	}
	if (dice(15) == 0) {
		strcat(path, "/");
	}
}

static void random_change(void)
{
	char path[256], other[256];

	random_path(path, false);
	random_path(other, false);
	switch (dice(6)) {
	case 0:
		fake_mkdir(path);
		break;
	case 1:
		fake_create(path);
		break;
	case 2:
		fake_symlink(other, path);
		break;
	case 3:
		fake_symlink(other + 1, path);
		break;
	case 4:
		fake_rename(path, other);
		break;
	default:
		fake_unlink(path);
	}
	fsc_mark_everything(view);
	if (dice(2)) {
		fake_advance_ms(50);
	}
}

static void compare_random(bool relative, uint32_t *answered, uint32_t *wrong)
{
	char path[256], want[FSC_PATH_MAX] = "", cwd[FSC_PATH_MAX];
	int links = 0;
	bool exists;
	size_t length;
	const char *got;

	random_path(path, relative);
	got = real(path);
	if (strcmp(got, "pass") == 0) {
		return;
	}
	(*answered)++;
	if (relative && fsc_os_cwd(cwd, sizeof cwd, &length) == FSC_OS_OK && cwd[1]) {
		strcpy(want, cwd);
	}
	exists = resolve(want, path, &links);
	if (strcmp(got, exists ? (want[0] ? want : "/") : "absent") != 0) {
		(*wrong)++;
		printf("# %s is %s, not %s\n", path, exists ? want : "absent", got);
	}
}

TEST(random_trees_resolve_as_a_plain_resolver_does)
{
	uint32_t answered = 0, wrong = 0;

	for (int tree = 0; tree < 40; tree++) {
		fake_reset();
		fake_mkdir("/a/b/c");
		fake_mkdir("/b/a");
		start(tree % 4 == 3 ? FSC_MODE_NEVER : FSC_MODE_REQUEST);
		set_verify(tree % 2 ? 0 : 100);
		for (int i = 0; i < 40; i++) {
			random_change();
		}
		for (int i = 0; i < 1500 && wrong < 10; i++) {
			if (dice(20) == 0) {
				random_change();
			}
			if (dice(50) == 0) {
				fake_advance_ms(1000);
			}
			if (dice(100) == 0) {
				char path[256];

				random_path(path, false);
				fake_chdir(path);
				fsc_cwd_changed(view);
			}
			compare_random(dice(2) == 0, &answered, &wrong);
		}
		CHECK_INT(fsc_view_counters(view)->verify_mismatch, 0);
		CHECK_INT(fsc_view_counters(view)->verify_allowed, 0);
		stop();
	}
	printf("# %u answers\n", answered);
	CHECK_INT(wrong, 0);
	CHECK(answered > 5000);
}

int main(void)
{
	RUN(plain_paths_are_themselves);
	RUN(absent_paths_are_absent);
	RUN(links_are_followed);
	RUN(links_that_lead_nowhere);
	RUN(relative_paths_begin_at_the_working_directory);
	RUN(working_directory_that_is_renamed);
	RUN(working_directory_that_cannot_be_reached);
	RUN(warm_answers_ask_nothing);
	RUN(a_period_asks_once_for_each_component);
	RUN(many_names_of_one_directory_are_told_by_its_listing);
	RUN(a_switch_found_in_the_middle_of_a_walk_is_left_to_php);
	RUN(own_switch_of_a_link_is_seen_at_once);
	RUN(foreign_switch_is_seen_by_the_next_request);
	RUN(younger_listing_beats_an_older_memo);
	RUN(directory_replaced_by_a_link);
	RUN(a_directory_validated_for_a_question_is_walked_without_another_call);
	RUN(a_directory_that_became_a_link_is_seen_by_the_next_request);
	RUN(clearstatcache_of_a_directory_forgets_where_it_leads);
	RUN(links_on_untrusted_mounts_are_not_read);
	RUN(mount_points_on_the_way);
	RUN(directories_that_may_not_be_searched);
	RUN(strict_mode_leaves_it_to_php);
	RUN(what_passes_everywhere_passes_here);
	RUN(long_paths_are_phps);
	RUN(verify_agrees);
	RUN(verify_finds_what_the_mode_allows);
	RUN(faults_pass);
	RUN(memory_failures_pass);
	RUN(bytes_are_accounted);
	RUN(random_trees_resolve_as_a_plain_resolver_does);
	return unit_end();
}
