/* SPDX-License-Identifier: MIT */
/*
 * The fence: what is answered lies inside, whatever others do to links meanwhile. The rule of these
 * tests: directories separated by ":", taken as they stand.
 */
#include "tests/unit/core_fixture.h"
#include "tests/unit/unit.h"

#include <stdarg.h>

static unsigned resolved;
static bool allowing;

static bool is_relative(const char *text)
{
	return text[0] == '.';
}

/* ".": the working directory. */
static bool resolve(fsc_view *view, const char *text)
{
	char entry[FSC_PATH_MAX];
	size_t length;

	resolved++;
	while (*text) {
		size_t own = strcspn(text, ":");

		if (own == 0) {
			text++;
			continue;
		}
		memcpy(entry, text, own);
		length = own;
		if (own == 1 && text[0] == '.' &&
			fsc_os_cwd(entry, sizeof entry - 1, &length) != FSC_OS_OK) {
			return false;
		}
		if (entry[length - 1] != '/') {
			entry[length++] = '/';
		}
		if (!fsc_fence_add(view, entry, length)) {
			return false;
		}
		text += own + (text[own] == ':');
	}
	return true;
}

static bool allows(const char *path)
{
	(void) path;
	return allowing;
}

static const fsc_fence_calls calls = {is_relative, resolve, allows};

static void fence(const char *text)
{
	CHECK(fsc_view_fence(fx_view, text, &calls));
}

static void make_tree(void)
{
	fake_create("/in/d/file");
	fake_create("/in/d/sub/x");
	fake_create("/in/e/own");
	fake_create("/in2/file");
	fake_create("/out/d/file");
	fake_create("/out/d/secret");
	fake_mkdir("/out/d/vault");
	fake_symlink("vault", "/out/d/key");
	fake_symlink("d", "/in/here");
	fake_symlink("/out/d", "/in/away");
	fake_symlink("/in/d", "/out/back");
	fake_symlink("file", "/in/d/link");
}

static void begin(fsc_mode mode, const char *text)
{
	fx_begin(mode);
	make_tree();
	fx_settle();
	allowing = true;
	resolved = 0;
	fence(text);
}

/* Twice: the first question may read the listing, the second may find it. */
static fsc_answer ask(const char *path, fsc_want want)
{
	fx_ask(path, want);
	return fx_ask(path, want);
}

static bool passed_by_fence(void)
{
	return fx_reply.answer == FSC_PASS && fx_reply.reason == FSC_REASON_OPEN_BASEDIR;
}

static const char *real(const char *path)
{
	static char text[FSC_PATH_MAX];
	size_t length;

	fx_reply = fsc_realpath(fx_view, path, strlen(path), text, sizeof text, &length);
	return fx_reply.answer == FSC_YES ? text : fx_reply.answer == FSC_ABSENT ? "absent" : "pass";
}

TEST(inside_is_answered)
{
	begin(FSC_MODE_REQUEST, "/in");
	CHECK_INT(ask("/in/d/file", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(fx_reply.how, FSC_HOW_HIT);
	CHECK_INT(ask("/in/d/sub", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(ask("/in/d", FSC_WANT_EXISTS), FSC_YES);
	CHECK_INT(ask("/in/d/no", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_INT(ask("/in/no/no/no", FSC_WANT_ABSENCE), FSC_ABSENT);
	CHECK_STR(fx_list("/in/d"), fx_true_list("/in/d"));
	CHECK_STR(fx_list("/in"), fx_true_list("/in"));
	CHECK_STR(real("/in/here/sub/x"), "/in/d/sub/x");
	CHECK_STR(real("/in/d/no"), "absent");
	CHECK(fx_end());
}

TEST(outside_passes_and_is_not_read)
{
	begin(FSC_MODE_REQUEST, "/in");
	fake_calls_clear();
	for (int i = 0; i < 4; i++) {
		CHECK_INT(ask("/out/d/secret", FSC_WANT_EXISTS), FSC_PASS);
		CHECK_INT(ask("/out/d/no", FSC_WANT_ABSENCE), FSC_PASS);
		CHECK_INT(ask("/in2/file", FSC_WANT_FILE), FSC_PASS);
		CHECK(passed_by_fence());
		CHECK_STR(fx_list("/out/d"), "(pass)");
		CHECK_STR(fx_list("/"), "(pass)");
		CHECK(fx_open("/out/d") == NULL);
		CHECK_STR(real("/out/d/secret"), "pass");
		CHECK_STR(real("/out/d/no"), "pass");
	}
	CHECK_INT(fake_calls(FAKE_READ_DIR), 0);
	CHECK_INT(fake_calls(FAKE_OPEN_DIR), 0);
	CHECK(fx_end());
}

TEST(the_entry_itself)
{
	begin(FSC_MODE_REQUEST, "/in/d");
	CHECK_STR(fx_list("/in/d"), fx_true_list("/in/d"));
	CHECK_STR(fx_list("/in/d/"), fx_true_list("/in/d"));
	CHECK_STR(real("/in/d"), "/in/d");
	CHECK_STR(real("/in/d/"), "/in/d");
	CHECK_STR(real("/in/d/sub/.."), "/in/d");
	CHECK_STR(real("/in/d/sub/../../e"), "pass");
	/* A name in a directory that is outside: PHP's to judge. */
	CHECK_INT(ask("/in/d", FSC_WANT_DIR), FSC_PASS);
	CHECK_INT(ask("/in/d/.", FSC_WANT_DIR), FSC_PASS);
	CHECK_STR(fx_list("/in"), "(pass)");
	CHECK(fx_end());
	begin(FSC_MODE_REQUEST, "/");
	CHECK_INT(ask("/out/d/secret", FSC_WANT_EXISTS), FSC_YES);
	CHECK_INT(ask("/no", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK(fx_end());
}

TEST(links_lead_in_and_out)
{
	begin(FSC_MODE_REQUEST, "/in");
	CHECK_INT(ask("/in/here/file", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ask("/in/here/no", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_INT(ask("/out/back/file", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ask("/in/away/secret", FSC_WANT_EXISTS), FSC_PASS);
	CHECK(passed_by_fence());
	CHECK_INT(ask("/in/away/no", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_STR(fx_list("/in/away"), "(pass)");
	CHECK_STR(fx_list("/out/back"), fx_true_list("/in/d"));
	CHECK_STR(real("/in/away/secret"), "pass");
	CHECK_STR(real("/in/away"), "pass");
	CHECK_STR(real("/out/back"), "/in/d");
	/* of the link itself PHP judges the target */
	CHECK_INT(ask("/in/away", FSC_WANT_LINK), FSC_PASS);
	CHECK_INT(ask("/in/d/link", FSC_WANT_LINK), FSC_PASS);
	CHECK_INT(ask("/in/d/file", FSC_WANT_LINK), FSC_NO);
	CHECK(fx_end());
}

TEST(dots_are_resolved)
{
	begin(FSC_MODE_REQUEST, "/in");
	CHECK_INT(ask("/in/d/../e/own", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ask("/out/../in/e/own", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ask("/out/back/../e/own", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ask("/in/./d//file", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ask("/in/../out/d/secret", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(ask("/in/away/../d/secret", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_STR(fx_list("/in/d/sub/.."), fx_true_list("/in/d"));
	CHECK_STR(fx_list("/in/d/../.."), "(pass)");
	CHECK(fx_end());
}

TEST(a_verdict_holds_for_a_period)
{
	begin(FSC_MODE_REQUEST, "/in");
	ask("/in/d/file", FSC_WANT_FILE);
	fake_calls_clear();
	CHECK_INT(ask("/in/d/no", FSC_WANT_EXISTS), FSC_ABSENT);
	CHECK_INT(ask("/in/d/sub", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(fake_calls(FAKE_STAT_REAL), 0);
	CHECK_INT(resolved, 1);
	fx_request();
	ask("/in/d/sub", FSC_WANT_DIR);
	CHECK_INT(fake_calls(FAKE_STAT_REAL), 1);
	CHECK_INT(resolved, 2);
	fsc_mark_everything(fx_view);
	ask("/in/d/sub", FSC_WANT_DIR);
	CHECK_INT(fake_calls(FAKE_STAT_REAL), 2);
	CHECK_INT(resolved, 3);
	CHECK(fx_end());
}

TEST(a_switched_link_is_judged_anew)
{
	begin(FSC_MODE_REQUEST, "/in");
	fake_symlink("/in/d", "/in/now");
	fx_settle();
	CHECK_INT(ask("/in/now/file", FSC_WANT_FILE), FSC_YES);
	fake_unlink("/in/now");
	fake_symlink("/out/d", "/in/now");
	/* as old as the mode allows, and about what was inside */
	CHECK_INT(fx_ask("/in/now/secret", FSC_WANT_EXISTS), FSC_ABSENT);
	fx_settle();
	CHECK_INT(ask("/in/now/secret", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(ask("/in/now/file", FSC_WANT_EXISTS), FSC_PASS);
	fake_unlink("/in/now");
	fake_symlink("/in/d", "/in/now");
	fx_settle();
	CHECK_INT(ask("/in/now/file", FSC_WANT_FILE), FSC_YES);
	CHECK(fx_end());
}

/* ---- somebody else, at any moment ---- */

static void flip(void *context)
{
	const char *target = context;

	fake_unlink("/in/now");
	fake_symlink(target, "/in/now");
}

/* Only ever about /in/d, which has no "secret" but a "sub". */
static void ask_about_now(int what)
{
	fsc_dir *dir;

	switch (what) {
	case 0:
		CHECK(fx_ask("/in/now/secret", FSC_WANT_EXISTS) != FSC_YES);
		break;
	case 1:
		CHECK(fx_ask("/in/now/sub", FSC_WANT_DIR) != FSC_ABSENT);
		break;
	case 2:
		CHECK(strstr(fx_list("/in/now"), "secret") == NULL);
		break;
	case 3:
		dir = fx_open("/in/now");
		if (dir) {
			CHECK(strstr(fx_read_all(dir), "secret") == NULL);
			fsc_dir_close(dir);
		}
		break;
	case 4:
		CHECK(strncmp(real("/in/now/sub"), "/out", 4) != 0);
		break;
	default:
		CHECK(strstr(real("/in/now/secret"), "secret") == NULL);
		CHECK(strstr(real("/in/now/vault/."), "vault") == NULL);
		CHECK(strstr(real("/in/now/key"), "vault") == NULL);
	}
}

/* False: the call in question was not made. */
static bool flip_at(fake_call kind, unsigned nth, int way, int first)
{
	bool after = way & 1, known = way & 2, from_inside = way & 4;
	unsigned made;

	begin(FSC_MODE_REQUEST, "/");
	fake_symlink(from_inside ? "/in/d" : "/out/d", "/in/now");
	fx_settle();
	if (known) {
		fx_list("/in/now");
		ask("/in/now/sub", FSC_WANT_DIR);
	}
	fence("/in");
	fx_request();
	fake_calls_clear();
	(after ? fake_after : fake_before)(kind, nth, flip, from_inside ? "/out/d" : "/in/d");
	for (int i = 0; i < 12; i++) {
		ask_about_now((first + i) % 6);
	}
	made = fake_calls(kind);
	fake_before(kind, 0, NULL, NULL);
	fake_after(kind, 0, NULL, NULL);
	CHECK(fx_end());
	return made >= nth;
}

TEST(links_switched_at_any_moment)
{
	unsigned tried = 0;

	for (int kind = 0; kind < FAKE_CLOCK; kind++) {
		for (int way = 0; way < 8 * 6; way++) {
			for (unsigned nth = 1; flip_at(kind, nth, way % 8, way / 8); nth++) {
				tried++;
			}
		}
	}
	printf("# %u moments\n", tried);
	CHECK(tried > 300);
}

/* ---- the rule ---- */

TEST(another_rule)
{
	begin(FSC_MODE_NEVER, "/in:/out");
	CHECK_INT(ask("/out/d/secret", FSC_WANT_EXISTS), FSC_YES);
	CHECK_INT(ask("/in/d/file", FSC_WANT_EXISTS), FSC_YES);
	fence("/in");
	CHECK_INT(ask("/out/d/secret", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(ask("/in/d/file", FSC_WANT_EXISTS), FSC_YES);
	fence("/in");
	CHECK_INT(resolved, 2);
	fence("/in/d/");
	CHECK_INT(ask("/in/e/own", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(ask("/in/d/file", FSC_WANT_EXISTS), FSC_YES);
	fence(":");
	CHECK_INT(ask("/in/d/file", FSC_WANT_EXISTS), FSC_PASS);
	fsc_view_unfence(fx_view);
	CHECK_INT(ask("/out/d/secret", FSC_WANT_EXISTS), FSC_YES);
	CHECK(fx_end());
}

TEST(the_working_directory_as_an_entry)
{
	begin(FSC_MODE_NEVER, ".");
	fake_chdir("/in");
	fsc_cwd_changed(fx_view);
	CHECK_INT(ask("d/file", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ask("/in/d/file", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ask("/out/d/secret", FSC_WANT_EXISTS), FSC_PASS);
	fake_chdir("/out");
	fsc_cwd_changed(fx_view);
	CHECK_INT(ask("/in/d/file", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(ask("d/secret", FSC_WANT_EXISTS), FSC_YES);
	CHECK_INT(ask("../in/d/file", FSC_WANT_EXISTS), FSC_PASS);
	/* the next request begins where the server puts it */
	fake_chdir("/in");
	fx_request();
	CHECK_INT(ask("/out/d/secret", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(ask("/in/d/file", FSC_WANT_FILE), FSC_YES);
	CHECK(fx_end());
}

/* ---- what passes ---- */

TEST(strict_mode_and_strict_directories)
{
	begin(FSC_MODE_STRICT, "/in");
	CHECK_INT(ask("/in/d/file", FSC_WANT_FILE), FSC_PASS);
	CHECK_STR(fx_list("/in/d"), "(pass)");
	CHECK_STR(real("/in/d/file"), "pass");
	CHECK_INT(resolved, 0);
	CHECK(fx_end());
	begin(FSC_MODE_REQUEST, "/in");
	fsc_strict_directory(fx_view, "/in/d", false);
	CHECK_INT(ask("/in/d/file", FSC_WANT_FILE), FSC_PASS);
	CHECK_STR(fx_list("/in/d"), "(pass)");
	CHECK_INT(ask("/in/e/own", FSC_WANT_FILE), FSC_YES);
	CHECK(fx_end());
}

TEST(kernels_without_the_proof)
{
	begin(FSC_MODE_REQUEST, "/in");
	fake_fail_from(FAKE_STAT_REAL, 1, FSC_OS_ERROR);
	CHECK_INT(ask("/in/d/file", FSC_WANT_FILE), FSC_PASS);
	CHECK_STR(fx_list("/in/d"), "(pass)");
	CHECK(fx_end());
}

TEST(paths_near_a_limit_of_php)
{
	char path[FSC_PATH_MAX], link[16];
	size_t i, length;

	begin(FSC_MODE_REQUEST, "/in");
	length = (size_t) sprintf(path, "/in/d");
	for (i = 0; i < 1000; i++) {
		length += (size_t) sprintf(path + length, "/.");
	}
	sprintf(path + length, "/file");
	CHECK_INT(ask(path, FSC_WANT_FILE), FSC_PASS);
	CHECK_STR(fx_list(path), "(pass)");
	/* more links than are counted on, though what they lead to is plain */
	length = (size_t) sprintf(path, "/in");
	for (i = 0; i < 12; i++) {
		length += (size_t) sprintf(path + length, "/here/..");
	}
	sprintf(path + length, "/d/file");
	CHECK_INT(ask(path, FSC_WANT_FILE), FSC_PASS);
	/* or however they come to be known */
	for (i = 0; i < 12; i++) {
		sprintf(path, "/in/l%d", (int) i);
		sprintf(link, i ? "l%d" : "d", (int) i - 1);
		fake_symlink(link, path);
	}
	fx_settle();
	for (i = 0; i < 12; i++) {
		sprintf(path, "/in/l%d/file", (int) i);
		CHECK_INT(ask(path, FSC_WANT_FILE), i < 8 ? FSC_YES : FSC_PASS);
		CHECK_STR(real(path), i < 8 ? "/in/d/file" : "pass");
	}
	CHECK(fx_end());
}

TEST(memory_failures_pass)
{
	for (long n = 0; n < 40; n++) {
		fsc_answer answer;

		fx_begin(FSC_MODE_REQUEST);
		make_tree();
		fx_settle();
		fsc_mem_fail_after(n);
		if (fsc_view_fence(fx_view, "/in", &calls)) {
			answer = ask("/in/here/file", FSC_WANT_FILE);
			CHECK(answer == FSC_YES || answer == FSC_PASS);
			CHECK_INT(ask("/in/away/secret", FSC_WANT_EXISTS), FSC_PASS);
			fx_list("/in/d");
			real("/in/here/file");
		}
		fsc_mem_fail_after(-1);
		CHECK(fx_is_consistent());
		CHECK(fx_end());
	}
}

/* ---- fastscan.verify ---- */

TEST(the_rule_is_asked_as_well)
{
	begin(FSC_MODE_REQUEST, "/in");
	fx_config.verify_percent = 100;
	fx_configure();
	CHECK_INT(ask("/in/d/file", FSC_WANT_FILE), FSC_YES);
	CHECK_STR(fx_list("/in/d"), fx_true_list("/in/d"));
	CHECK_STR(real("/in/here/file"), "/in/d/file");
	CHECK_INT(fx_view->counters.verify_mismatch, 0);
	allowing = false;
	CHECK_INT(fx_ask("/in/d/file", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_view->counters.verify_mismatch, 1);
	CHECK_STR(fx_list("/in/d"), "(pass)");
	CHECK_STR(real("/in/here/file"), "pass");
	CHECK_INT(fx_view->counters.verify_mismatch, 3);
	CHECK(fx_end());
}

TEST(what_changed_meanwhile_is_no_mismatch)
{
	begin(FSC_MODE_REQUEST, "/in");
	fx_config.verify_percent = 100;
	fx_configure();
	CHECK_INT(ask("/in/d/file", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ask("/in/d/new/name", FSC_WANT_EXISTS), FSC_ABSENT);
	fake_create("/in/d/new"); /* by another process: PHP refuses what is "below" a file */
	allowing = false;
	CHECK_INT(fx_ask("/in/d/new/other", FSC_WANT_EXISTS), FSC_PASS);
	CHECK_INT(fx_view->counters.verify_mismatch, 0);
	CHECK_INT(fx_view->counters.verify_allowed, 1);
	CHECK(fx_end());
}

int main(void)
{
	RUN(inside_is_answered);
	RUN(outside_passes_and_is_not_read);
	RUN(the_entry_itself);
	RUN(links_lead_in_and_out);
	RUN(dots_are_resolved);
	RUN(a_verdict_holds_for_a_period);
	RUN(a_switched_link_is_judged_anew);
	RUN(links_switched_at_any_moment);
	RUN(another_rule);
	RUN(the_working_directory_as_an_entry);
	RUN(strict_mode_and_strict_directories);
	RUN(kernels_without_the_proof);
	RUN(paths_near_a_limit_of_php);
	RUN(memory_failures_pass);
	RUN(the_rule_is_asked_as_well);
	RUN(what_changed_meanwhile_is_no_mismatch);
	return unit_end();
}
