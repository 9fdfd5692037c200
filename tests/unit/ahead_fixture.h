/* SPDX-License-Identifier: MIT */
/*
 * ahead_fixture.h: a view with (fake) helper threads, which work when a test says so.
 *
 *	ahead_begin(FSC_MODE_REQUEST);
 *	ahead_tree("/d", 8);
 *	ahead_next(); ahead_ask("/d", 8);      this request's list
 *	ahead_next(); ahead_ask("/d", 1);      the next one's first question hands it out
 *	CHECK(ahead_work() > 0);               and now the helpers have asked
 */
#ifndef FASTSCAN_TESTS_AHEAD_FIXTURE_H
#define FASTSCAN_TESTS_AHEAD_FIXTURE_H

#include "src/core/ahead.h"
#include "tests/unit/core_fixture.h"

#define AHEAD_SCRIPT "/d/index.php"

/* As fx_begin(), on local file systems too. */
void ahead_begin(fsc_mode mode);
/* fake_set_threads() wants this. */
bool ahead_step(void *pool);

/* `path`/a, b, c ... (at most 26), each with a file "f". */
void ahead_tree(const char *path, unsigned count);
/* The next request, of AHEAD_SCRIPT; a second later. */
void ahead_next(void);
void ahead_next_of(const char *script);
/* Is `path`/a/f a file, `path`/b/f, and so on? False: not all were FSC_YES. */
bool ahead_ask(const char *path, unsigned count);
/* List `path`, and then the first `count` directories in it. False: one differs from the truth. */
bool ahead_scan(const char *path, unsigned count);
/* Does what fx_list() says agree with the truth, unless it passes? */
bool ahead_list_is_true(const char *path);

/* The helpers do all there is to do. How many errands. */
unsigned ahead_work(void);

fsc_cache_counters *ahead_counters(void);
/* Every errand begun was used, was for nothing, or is still held: at a request's end, none is. */
bool ahead_adds_up(void);

#endif
