/* SPDX-License-Identifier: MIT */
/* core_fixture.c: see core_fixture.h. Single-threaded. */
#include "tests/unit/core_fixture.h"

#include "tests/unit/fake_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fsc_view *fx_view;
fsc_config fx_config;
fsc_reply fx_reply;

static fsc_policy *policy;

/* ---- life ---- */

void fx_begin_trusting(fsc_mode mode, const char *filesystems)
{
	const char *error;
	size_t length;

	if (fx_view) {
		fx_end(); /* a test that gave up */
	}
	fake_reset();
	fake_advance_ms(137); /* a whole second would look like a file system that has no others */
	policy = fake_must(fsc_policy_create(filesystems, &error, &length));
	memset(&fx_config, 0, sizeof fx_config);
	fx_config.mode = mode;
	fx_config.revalidate_ns = INT64_C(2000000000);
	fx_config.cache_bytes = 16 << 20;
	fx_config.max_entries = 65536;
	fx_config.min_uses = 1;
	fx_config.settle_ns = FSC_SETTLE_AUTO;
	fx_config.negative = true;
	fx_config.sync = true;
	fx_view = fake_must(fsc_view_create(&fx_config, policy));
	fsc_request_start(fx_view);
}

void fx_begin(fsc_mode mode)
{
	fx_begin_trusting(mode, NULL);
}

bool fx_end(void)
{
	fsc_view_destroy(fx_view);
	fsc_policy_destroy(policy);
	fx_view = NULL;
	policy = NULL;
	return fake_open_fds() == 0;
}

void fx_configure(void)
{
	fsc_view_configure(fx_view, &fx_config);
}

void fx_request(void)
{
	fsc_request_start(fx_view);
}

void fx_later(int64_t ms)
{
	fake_advance_ms(ms);
	fx_request();
}

void fx_settle(void)
{
	fx_later(2 * 3600 * 1000);
}

/* ---- questions ---- */

fsc_answer fx_ask(const char *path, fsc_want want)
{
	fx_reply = fsc_ask(fx_view, path, strlen(path), want);
	return (fsc_answer) fx_reply.answer;
}

static char text[FX_TEXT];
static size_t text_length;

static void text_begin(void)
{
	text_length = 0;
	text[0] = '\0';
}

static void text_add(const char *name, size_t length)
{
	if (text_length + length + 2 > sizeof text) {
		return;
	}
	if (text_length) {
		text[text_length++] = ' ';
	}
	memcpy(text + text_length, name, length);
	text_length += length;
	text[text_length] = '\0';
}

const char *fx_list(const char *path)
{
	fsc_snapshot *listing = NULL;

	fx_reply = fsc_list(fx_view, path, strlen(path), &listing);
	text_begin();
	if (fx_reply.answer != FSC_YES) {
		return "(pass)";
	}
	for (uint32_t i = 0; i < fsc_snapshot_count(listing); i++) {
		fsc_entry entry = fsc_snapshot_entry(listing, i);

		text_add(entry.name, entry.length);
	}
	fsc_snapshot_release(listing);
	return text;
}

const char *fx_read_all(fsc_dir *dir)
{
	fsc_entry entry;

	text_begin();
	while (fsc_dir_read(dir, &entry)) {
		text_add(entry.name, entry.length);
	}
	return text;
}

fsc_dir *fx_open(const char *path)
{
	fsc_dir *dir = NULL;

	fx_reply = fsc_dir_open(fx_view, path, strlen(path), &dir);
	return dir;
}

fsc_node *fx_node(const char *path)
{
	size_t length = strlen(path);

	return fsc_node_find(&fx_view->absolute, path, length, fsc_path_hash(fx_view, path, length));
}

bool fx_warm(const char *path)
{
	fsc_dir *dir = fx_open(path);
	fsc_node *node;

	if (dir) {
		fx_read_all(dir);
		fsc_dir_close(dir);
	}
	node = fx_node(path);
	return node && node->listing;
}

/* ---- invariants ---- */

static bool is_node(const fsc_node *wanted)
{
	for (const fsc_root *root = &fx_view->absolute; root; root = root->next) {
		for (const fsc_node *node = root->nodes; node; node = node->hh.next) {
			if (node == wanted) {
				return true;
			}
		}
	}
	return wanted == NULL;
}

static bool is_indexed(const fsc_node *wanted)
{
	for (uint32_t i = 0; fx_view->inodes && i <= fx_view->inode_mask; i++) {
		for (const fsc_node *node = fx_view->inodes[i]; node; node = node->inode_next) {
			if (node == wanted) {
				return true;
			}
		}
	}
	return false;
}

static bool node_is_consistent(const fsc_node *node)
{
	bool indexed = node->flags & FSC_NODE_INDEXED;

	return indexed == is_indexed(node) && (!node->listing || (indexed && node->mount)) &&
		(node->stamp != fx_view->stamp || indexed || node->flags & FSC_NODE_GONE) &&
		node->charged <= (node->listing ? fsc_snapshot_bytes(node->listing) : 0) &&
		(!node->listing || node->charged > 0);
}

static bool say(bool good, const char *what)
{
	if (!good) {
		printf("# inconsistent: %s\n", what);
	}
	return good;
}

bool fx_is_consistent(void)
{
	uint64_t nodes = 0, indexed = 0;
	size_t bytes = 0;
	uint32_t roots = 0;
	bool good = true;

	for (const fsc_root *root = &fx_view->absolute; root; root = root->next) {
		roots++;
		for (const fsc_node *node = root->nodes; node; node = node->hh.next) {
			nodes++;
			indexed += (node->flags & FSC_NODE_INDEXED) != 0;
			bytes += fsc_mem_footprint(fsc_node_size(node->path_length)) + node->charged;
			bytes += node->real ? fsc_mem_footprint(sizeof *node->real + node->real->length) : 0;
			good &= say(node_is_consistent(node), node->path);
		}
	}
	good &= say(nodes == fx_view->node_count, "node_count");
	good &= say(indexed == fx_view->indexed, "indexed");
	good &= say(bytes == fx_view->bytes, "bytes");
	good &= say(roots == fx_view->root_count, "root_count");
	good &= say(is_node(fx_view->last) && is_node(fx_view->opened) && is_node(fx_view->hand),
		"last, opened, hand");
	for (unsigned i = 0; i < FSC_RECENT; i++) {
		good &= say(is_node(fx_view->recent[i]), "recent");
	}
	return good;
}

/* ---- the truth ---- */

fsc_answer fx_truth(const char *path, fsc_want want)
{
	bool followed = want != FSC_WANT_LINK && want != FSC_WANT_LABSENCE;
	fake_who who = fake_effective();
	fake_place at;
	fsc_os_result result = fake_walk(path, followed, &who, &at);

	if (result != FSC_OS_OK) {
		return result == FSC_OS_NOENT ? FSC_ABSENT : FSC_PASS;
	}
	switch (want) {
	case FSC_WANT_DIR:
		return at.inode->type == FSC_TYPE_DIR ? FSC_YES : FSC_NO;
	case FSC_WANT_FILE:
		return at.inode->type == FSC_TYPE_FILE ? FSC_YES : FSC_NO;
	case FSC_WANT_LINK:
		return at.inode->type == FSC_TYPE_LINK ? FSC_YES : FSC_NO;
	case FSC_WANT_EXISTS:
		return FSC_YES;
	case FSC_WANT_ABSENCE:
	case FSC_WANT_LABSENCE:
		break;
	}
	return FSC_PASS;
}

const char *fx_true_list(const char *path)
{
	static char copy[FX_TEXT];
	fake_who who = fake_effective();
	fake_place at;

	text_begin();
	if (fake_walk(path, true, &who, &at) != FSC_OS_OK || at.inode->type != FSC_TYPE_DIR ||
		!fake_may(at.inode, &who, 4)) {
		return "(error)";
	}
	if (at.inode->links) {
		text_add(".", 1);
		text_add("..", 2);
	}
	for (const fake_entry *entry = at.inode->entries; entry; entry = entry->hh.next) {
		if (!entry->hidden) {
			text_add(entry->name, entry->length);
		}
	}
	memcpy(copy, text, text_length + 1);
	return copy;
}
