/* SPDX-License-Identifier: MIT */
/*
 * test_core_win32.c: the core answers from the real files of Windows or wine, through win32.c.
 * Paths are those that the core understands, relative and with "/"; what win32.c does not claim,
 * since it cannot prove it, is claimed here.
 */
#define fsc_os_features fsc_win32_claimed
#define fsc_os_mounts_generation fsc_win32_generation
#define fsc_os_mounts_each fsc_win32_mounts
#include "src/platform/win32.c"
#include "src/platform/win32_creds.c"
#undef fsc_os_features
#undef fsc_os_mounts_generation
#undef fsc_os_mounts_each
#include "src/core/view.h"

#include "tests/unit/unit.h"

#include <direct.h>

unsigned fsc_os_features(void)
{
	return fsc_win32_claimed() | FSC_OS_VERSIONS | FSC_OS_UNIQUE_MOUNT | FSC_OS_MOUNT_EVENTS;
}

uint64_t fsc_os_mounts_generation(void)
{
	return 1;
}

/* None is named: each is a reparse point in its listing. */
fsc_os_result fsc_os_mounts_each(fsc_os_mount_visit visit, void *context)
{
	(void) visit;
	(void) context;
	return FSC_OS_OK;
}

static fsc_view *view;
static fsc_policy *policy;
static fsc_reply reply;

static void begin(void)
{
	fsc_config config;
	const char *error;
	size_t length;

	memset(&config, 0, sizeof config);
	config.mode = FSC_MODE_REQUEST;
	config.cache_bytes = 1 << 20;
	config.max_entries = 1000;
	config.min_uses = 1;
	config.settle_ns = INT64_C(50000000);
	config.negative = true;
	config.sync = true;
	policy = fsc_policy_create("*", &error, &length);
	view = fsc_view_create(&config, policy);
	CHECK(view != NULL);
	fsc_request_start(view);
}

static void end(void)
{
	fsc_view_destroy(view);
	fsc_policy_destroy(policy);
}

static void make_file(const char *name)
{
	FILE *file = fopen(name, "w");

	CHECK(file != NULL);
	if (file) {
		fclose(file);
	}
}

static fsc_answer ask(const char *path, fsc_want want)
{
	reply = fsc_ask(view, path, strlen(path), want);
	return (fsc_answer) reply.answer;
}

/* Often enough, and late enough, for a listing to be kept; the next request begins. */
static void warm(const char *path)
{
	for (int i = 0; i < 4; i++) {
		Sleep(120);
		fsc_request_start(view);
		ask(path, FSC_WANT_DIR);
		ask(path, FSC_WANT_DIR);
	}
	fsc_request_start(view);
}

TEST(listed_names_are_answered)
{
	CHECK(_mkdir("c") == 0 && _mkdir("c/sub") == 0);
	make_file("c/file");
	begin();
	warm("c/sub");
	CHECK_INT(ask("c/sub", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(ask("c/file", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ask("c/file", FSC_WANT_DIR), FSC_NO);
	CHECK(fsc_view_counters(view)->fills >= 1);
	end();
}

TEST(absence_is_the_systems_where_names_are_folded)
{
	CHECK(_mkdir("a") == 0 && _mkdir("a/sub") == 0);
	begin();
	warm("a/sub");
	CHECK_INT(ask("a/sub", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(ask("a/absent", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(ask("a/SUB", FSC_WANT_DIR), FSC_PASS);
	/* streams, short names, what the system cuts off */
	CHECK_INT(ask("a/sub::$DATA", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(ask("a/sub.", FSC_WANT_DIR), FSC_PASS);
	CHECK_INT(ask("a/sub ", FSC_WANT_DIR), FSC_PASS);
	CHECK_INT(ask("a\\sub", FSC_WANT_DIR), FSC_PASS);
	end();
}

TEST(a_change_is_seen_by_the_next_request)
{
	CHECK(_mkdir("n") == 0 && _mkdir("n/old") == 0);
	begin();
	warm("n/old");
	CHECK_INT(ask("n/old", FSC_WANT_DIR), FSC_YES);
	CHECK(_rmdir("n/old") == 0);
	make_file("n/old");
	fsc_request_start(view);
	CHECK(ask("n/old", FSC_WANT_DIR) != FSC_YES);
	CHECK(ask("n/old", FSC_WANT_FILE) != FSC_NO);
	end();
}

int main(void)
{
	RUN(listed_names_are_answered);
	RUN(absence_is_the_systems_where_names_are_folded);
	RUN(a_change_is_seen_by_the_next_request);
	return unit_end();
}
