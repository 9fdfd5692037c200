/* SPDX-License-Identifier: MIT */
/* ahead_fixture.c: see ahead_fixture.h. Single-threaded. */
#include "tests/unit/ahead_fixture.h"

#include <stdio.h>
#include <string.h>

bool ahead_step(void *pool)
{
	return fsc_pool_step(pool);
}

void ahead_begin(fsc_mode mode)
{
	fx_begin_trusting(mode, "+fuse.latfs");
	fake_set_threads(ahead_step);
	fx_config.prefetch_threads = 4;
	fx_config.prefetch_local = true;
	fx_config.warm_includes = true;
	fx_configure();
}

void ahead_tree(const char *path, unsigned count)
{
	char text[256];

	for (unsigned i = 0; i < count; i++) {
		snprintf(text, sizeof text, "%s/%c/f", path, (char) ('a' + i));
		fake_create(text);
	}
}

void ahead_next_of(const char *script)
{
	fx_later(1000);
	fsc_request_script(fx_view, script, strlen(script), 0, 0);
}

void ahead_next(void)
{
	ahead_next_of(AHEAD_SCRIPT);
}

bool ahead_ask(const char *path, unsigned count)
{
	char text[256];
	bool good = true;

	for (unsigned i = 0; i < count; i++) {
		snprintf(text, sizeof text, "%s/%c/f", path, (char) ('a' + i));
		good &= fx_ask(text, FSC_WANT_FILE) == FSC_YES;
	}
	return good;
}

bool ahead_list_is_true(const char *path)
{
	char got[FX_TEXT];

	snprintf(got, sizeof got, "%s", fx_list(path));
	if (fx_reply.answer == FSC_YES && strcmp(got, fx_true_list(path)) != 0) {
		printf("# %s lists \"%s\", in truth \"%s\"\n", path, got, fx_true_list(path));
		return false;
	}
	return true;
}

bool ahead_scan(const char *path, unsigned count)
{
	char text[256];
	bool good = ahead_list_is_true(path);

	for (unsigned i = 0; i < count; i++) {
		snprintf(text, sizeof text, "%s/%c", path, (char) ('a' + i));
		good &= ahead_list_is_true(text);
	}
	return good;
}

unsigned ahead_work(void)
{
	return fake_threads_run(100000);
}

fsc_cache_counters *ahead_counters(void)
{
	return fsc_view_counters(fx_view);
}

bool ahead_adds_up(void)
{
	const fsc_cache_counters *c = ahead_counters();

	fsc_request_end(fx_view);
	if (c->prefetch_issued != c->prefetch_used + c->prefetch_wasted) {
		printf("# %llu issued, %llu used, %llu wasted\n", (unsigned long long) c->prefetch_issued,
			(unsigned long long) c->prefetch_used, (unsigned long long) c->prefetch_wasted);
		return false;
	}
	return true;
}
