/* SPDX-License-Identifier: MIT */
/*
 * hit.c: the hit, on one straight path. Everything here is read: a fresh, listed, searchable node
 * and a name about which nothing is special. Whatever else it is, FSC_PASS sends the question the
 * long way (engine.c), which comes to the same answer or knows why not. No system call is made.
 */
#include "src/core/view.h"
#include "src/core/snapshot_layout.h"

/* What a listed type says to each question; FSC_PASS: the long way knows more. */
static const uint8_t answers[FSC_WANT_LABSENCE + 1][FSC_TYPE_OTHER + 1] = {
	[FSC_WANT_DIR] = { [FSC_TYPE_FILE] = FSC_NO, [FSC_TYPE_DIR] = FSC_YES,
		[FSC_TYPE_OTHER] = FSC_NO },
	[FSC_WANT_FILE] = { [FSC_TYPE_FILE] = FSC_YES, [FSC_TYPE_DIR] = FSC_NO,
		[FSC_TYPE_OTHER] = FSC_NO },
	[FSC_WANT_LINK] = { [FSC_TYPE_FILE] = FSC_NO, [FSC_TYPE_DIR] = FSC_NO,
		[FSC_TYPE_LINK] = FSC_YES, [FSC_TYPE_OTHER] = FSC_NO },
	[FSC_WANT_EXISTS] = { [FSC_TYPE_FILE] = FSC_YES, [FSC_TYPE_DIR] = FSC_YES,
		[FSC_TYPE_OTHER] = FSC_YES },
	[FSC_WANT_ABSENCE] = { [FSC_TYPE_FILE] = FSC_NO, [FSC_TYPE_DIR] = FSC_NO,
		[FSC_TYPE_LINK] = FSC_NO, [FSC_TYPE_OTHER] = FSC_NO },
	[FSC_WANT_LABSENCE] = { [FSC_TYPE_FILE] = FSC_NO, [FSC_TYPE_DIR] = FSC_NO,
		[FSC_TYPE_LINK] = FSC_NO, [FSC_TYPE_OTHER] = FSC_NO },
};

static inline bool is_directory(const fsc_node *node, const fsc_root *root, const char *path,
	size_t length)
{
	return node && node->path_length == length && node->root == root &&
		fsc_same_bytes(node->path, path, length);
}

/* By the hash of the directory: a table of guesses before the real one. */
static inline fsc_node *find_by_hash(fsc_view *view, fsc_root *root, const char *path,
	size_t length)
{
	uint64_t hash = fsc_path_hash(view, path, length);
	fsc_node **guess = &view->recent[hash % FSC_RECENT];

	if (FSC_UNLIKELY(!is_directory(*guess, root, path, length))) {
		fsc_node *node = fsc_node_find(root, path, length, hash);

		if (!node) {
			return NULL;
		}
		*guess = node;
	}
	return *guess;
}

/* Most questions are about the directory of the one before. */
static inline fsc_node *find_directory(fsc_view *view, fsc_root *root, const char *path,
	size_t length)
{
	fsc_node *node = view->last;

	if (is_directory(node, root, path, length)) {
		return node;
	}
	node = find_by_hash(view, root, path, length);
	if (FSC_LIKELY(node)) {
		node->flags |= FSC_NODE_REFERENCED;
		view->last = node;
	}
	return node;
}

/* The node that can answer, and the name in *split; NULL: none. */
static inline fsc_node *find(fsc_view *view, const char *path, size_t length, fsc_split *split)
{
	fsc_root *root = &view->absolute;
	size_t at = fsc_path_name_at(path, length);

	if (path[0] != '/') {
		if (FSC_UNLIKELY(!fsc_view_cwd_known(view))) {
			return NULL;
		}
		root = view->cwd;
	}
	split->name = path + at;
	split->name_length = length - at;
	if (FSC_LIKELY(at > 1 && path[at - 2] != '/' && at != length &&
		split->name_length <= FSC_NAME_MAX && !fsc_path_is_dots(split->name, split->name_length))) {
		return find_directory(view, root, path, at - 1);
	}
	/* In the root, in the working directory itself, or spelled with more slashes. */
	if (!fsc_path_split(path, length, split) || split->slash) {
		return NULL;
	}
	return find_directory(view, root, split->directory, split->directory_length);
}

static inline bool has_nul(const fsc_split *split, const char *path, size_t length)
{
#if defined(__GNUC__) && defined(__SSE2__)
	if (FSC_LIKELY(length >= 16 && split->name_length <= 32)) {
		return fsc_bytes_equal_at_end(path, length, '\0') >> (32 - split->name_length) != 0;
	}
#endif
	(void) path;
	(void) length;
	return memchr(split->name, '\0', split->name_length) != NULL;
}

static inline fsc_answer say_absent(fsc_view *view, fsc_node *node, const fsc_split *split,
	uint64_t hash, const char *path, size_t length)
{
	if (FSC_UNLIKELY(!(node->flags & FSC_NODE_ABSENT) || split->name[0] == '.' ||
		(view->absent_node == node && view->absent_hash == hash) ||
		has_nul(split, path, length))) {
		return FSC_PASS;
	}
	view->absent_node = node;
	view->absent_hash = hash;
	view->counters.syscalls_saved++;
	return FSC_ABSENT;
}

fsc_answer fsc_ask_hit(fsc_view *view, const char *path, size_t length, fsc_want want)
{
	const fsc_packed *packed;
	fsc_split split;
	fsc_node *node;
	fsc_answer found;
	uint64_t hash;
	uint32_t offset;

	if (FSC_UNLIKELY(!view->quick || length - 1 >= FSC_PATH_MAX - 1) ||
		FSC_UNLIKELY(fsc_word_peek(view->epoch) != view->epoch_seen) ||
		(view->period_ns > 0 && FSC_UNLIKELY(fsc_os_monotonic_ns() >= view->deadline_ns))) {
		return FSC_PASS;
	}
	node = find(view, path, length, &split);
	if (FSC_UNLIKELY(!node || !fsc_node_is_fresh(view, node) || !node->listing || !node->mount ||
		!(node->granted & FSC_ACCESS_SEARCH) || (node->flags & FSC_NODE_LIGHT) ||
		(view->ages && fsc_mount_is_remote(node->mount)))) {
		return FSC_PASS;
	}
	packed = &node->listing->packed;
	hash = fsc_hash(split.name, split.name_length);
	offset = fsc_packed_find(packed, split.name, split.name_length, hash);
	if (offset == 0) {
		return say_absent(view, node, &split, hash, path, length);
	}
	found = (fsc_answer) answers[want][((const unsigned char *) packed)[offset]];
	if (want >= FSC_WANT_ABSENCE) {
		view->absent_node = NULL;
		return found;
	}
	if (FSC_UNLIKELY(found == FSC_PASS || fsc_mount_may_cover(node->mount, hash))) {
		return FSC_PASS;
	}
	view->absent_node = NULL;
	view->counters.syscalls_saved++;
	return found;
}
