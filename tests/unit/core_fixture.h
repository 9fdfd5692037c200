/* SPDX-License-Identifier: MIT */
/*
 * core_fixture.h: one view on the fake operating system, and the truth to compare its answers with.
 *
 *	fx_begin(FSC_MODE_REQUEST);
 *	fake_create("/d/a");
 *	fx_settle();
 *	CHECK_INT(fx_ask("/d/a", FSC_WANT_FILE), FSC_YES);
 *	CHECK(fx_end());
 *
 * Everything of a test hangs from /; after fx_begin() the configuration is the product's default
 * but for min_uses, which is 1, and can be changed in fx_config before fx_configure().
 */
#ifndef FASTSCAN_TESTS_CORE_FIXTURE_H
#define FASTSCAN_TESTS_CORE_FIXTURE_H

#include "src/core/view.h"
#include "tests/unit/fake_platform.h"

#define FX_TEXT (64 * 1024) /* of a listing's names, joined */

extern fsc_view  *fx_view;
extern fsc_config fx_config;
extern fsc_reply  fx_reply; /* of the last question */

/* A fresh system and view; a request has begun. filesystems: as the directive. */
void fx_begin(fsc_mode mode);
void fx_begin_trusting(fsc_mode mode, const char *filesystems);
/* Destroy the view. False: descriptors are left open. */
bool fx_end(void);

void fx_configure(void);        /* put fx_config into force */
void fx_request(void);          /* the next request begins */
void fx_settle(void);           /* two hours pass: everything is old; the next request begins */
void fx_later(int64_t ms);      /* that much later, the next request begins */

fsc_answer fx_ask(const char *path, fsc_want want);
/* The names of a listing, "." and ".." first, joined by blanks; "(pass)". In a static buffer. */
const char *fx_list(const char *path);
const char *fx_read_all(fsc_dir *dir);
fsc_dir *fx_open(const char *path); /* NULL: passed */
/* opendir, read, close: keeps the listing if it may be kept. True: the node holds one. */
bool fx_warm(const char *path);
fsc_node *fx_node(const char *path); /* of an absolute directory string; NULL if there is none */

/* Do the view's counts, indexes and guesses agree with its nodes? Prints what does not. */
bool fx_is_consistent(void);

/* What the system would say to the effective credentials now; FSC_PASS: an error but ENOENT. */
fsc_answer fx_truth(const char *path, fsc_want want);
/* The names of a directory now, as fx_list(). */
const char *fx_true_list(const char *path);

#endif
