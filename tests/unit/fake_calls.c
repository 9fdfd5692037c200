/* SPDX-License-Identifier: MIT */
/*
 * fake_calls.c: counting of the fake's calls, and the faults and hooks that wait for one.
 * Single-threaded.
 */
#include "tests/unit/fake_tree.h"

#include <errno.h>
#include <string.h>

/* What waits for a kind of call. A countdown of 0: nothing. */
struct plan {
	unsigned      calls;
	unsigned      fail_in;
	bool          fail_on;
	fsc_os_result failure;
	unsigned      before_in, after_in;
	fake_hook     before, after;
	void         *before_context, *after_context;
	bool          after_now;
	char          path[FAKE_PATH_LIMIT];
};

static struct plan plans[FAKE_CALLS];

unsigned fake_synced;
bool fake_breaks_listing;
unsigned fake_break_after;

static bool due(unsigned *countdown)
{
	return *countdown && --*countdown == 0;
}

bool fake_enter(fake_call kind, const char *path, fsc_os_result *failure)
{
	struct plan *plan = &plans[kind];

	plan->calls++;
	if (kind != FAKE_CLOCK) {
		errno = EXDEV; /* as any call may */
	}
	if (path) {
		strncpy(plan->path, path, sizeof plan->path - 1);
	}
	plan->after_now = due(&plan->after_in);
	if (due(&plan->before_in)) {
		plan->before(plan->before_context);
	}
	if (!due(&plan->fail_in)) {
		return true;
	}
	if (plan->fail_on) {
		plan->fail_in = 1;
	}
	*failure = plan->failure;
	return false;
}

void fake_leave(fake_call kind)
{
	struct plan *plan = &plans[kind];

	if (plan->after_now) {
		plan->after_now = false;
		plan->after(plan->after_context);
	}
}

fsc_os_result fake_left(fake_call kind, fsc_os_result result)
{
	fake_leave(kind);
	return result;
}

unsigned fake_calls(fake_call kind)
{
	return plans[kind].calls;
}

unsigned fake_system_calls(void)
{
	unsigned sum = 0;

	for (int kind = 0; kind < FAKE_CALLS; kind++) {
		sum += kind == FAKE_CLOCK ? 0 : plans[kind].calls;
	}
	return sum;
}

unsigned fake_sync_calls(void)
{
	return fake_synced;
}

void fake_calls_clear(void)
{
	for (int kind = 0; kind < FAKE_CALLS; kind++) {
		plans[kind].calls = 0;
		plans[kind].path[0] = '\0';
	}
	fake_synced = 0;
}

const char *fake_last_path(fake_call kind)
{
	return plans[kind].path;
}

void fake_fail(fake_call kind, unsigned nth, fsc_os_result result)
{
	plans[kind].fail_in = result == FSC_OS_OK ? 0 : nth;
	plans[kind].fail_on = false;
	plans[kind].failure = result;
}

void fake_fail_from(fake_call kind, unsigned nth, fsc_os_result result)
{
	fake_fail(kind, nth, result);
	plans[kind].fail_on = true;
}

void fake_break_listing_after(unsigned entries)
{
	fake_breaks_listing = true;
	fake_break_after = entries;
}

void fake_before(fake_call kind, unsigned nth, fake_hook hook, void *context)
{
	plans[kind].before_in = nth;
	plans[kind].before = hook;
	plans[kind].before_context = context;
}

void fake_after(fake_call kind, unsigned nth, fake_hook hook, void *context)
{
	plans[kind].after_in = nth;
	plans[kind].after = hook;
	plans[kind].after_context = context;
}

void fake_calls_reset(void)
{
	memset(plans, 0, sizeof plans);
	fake_synced = 0;
	fake_breaks_listing = false;
}
