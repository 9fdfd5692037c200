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

/*
 * By the hash of the directory: a table of guesses before the real one. Not inlined: most questions
 * are about the directory of the one before, and their way shall fit into the registers.
 */
static FSC_NOINLINE fsc_node *find_by_hash(fsc_view *view, fsc_root *root, const char *path,
	size_t length)
{
	uint64_t hash = fsc_path_hash(view, path, length);
	fsc_node **guess = &view->recent[hash % FSC_RECENT];
	fsc_node *node = *guess;

	if (FSC_UNLIKELY(!is_directory(node, root, path, length))) {
		node = fsc_node_find(root, path, length, hash);
		if (!node) {
			return NULL;
		}
		*guess = node;
	}
	node->flags |= FSC_NODE_REFERENCED;
	view->last = node;
	return node;
}

/*
 * Most questions are about the directory of the one before. Where the name begins is then known
 * from the node, so that the search for slashes need not be waited for: it has to find one before
 * the name, and none in it. A NUL in it is looked for by the way. 0: another directory, or a name
 * that is unusual.
 */
static FSC_ALWAYS_INLINE size_t name_in_last(const fsc_node *node, const fsc_root *root,
	const char *path, size_t length)
{
#if defined(__GNUC__) && defined(__SSE2__)
	size_t at = node ? (size_t) node->path_length + 1 : 0;
	size_t before = length - at;

	if (FSC_LIKELY(length >= 16 && before - 1 < 31 && node && node->root == root &&
		path[at] != '.' &&
		fsc_bytes_slash_or_nul_at_end(path, length) >> (31 - before) == 1 &&
		fsc_same_bytes(node->path, path, at - 1))) {
		return at;
	}
#else
	(void) node;
	(void) root;
	(void) path;
	(void) length;
#endif
	return 0;
}

/* Is there no such name in any directory, or may it be there unlisted? */
static inline bool is_odd(const char *path, size_t length, size_t at)
{
	if (path[at] == '.') {
		return true;
	}
#if defined(__GNUC__) && defined(__SSE2__)
	if (FSC_LIKELY(length >= 16 && length - at <= 32)) {
		return fsc_bytes_equal_at_end(path, length, '\0') >> (32 - (length - at)) != 0;
	}
#endif
	return memchr(path + at, '\0', length - at) != NULL;
}

/* May what is known of the node answer now, without asking anybody? */
static FSC_ALWAYS_INLINE bool is_ready(const fsc_view *view, const fsc_node *node)
{
	return fsc_node_is_fresh(view, node) && node->listing && node->mount &&
		(node->granted & FSC_ACCESS_SEARCH) && !(node->flags & FSC_NODE_LIGHT) &&
		!(view->ages && fsc_mount_is_remote(node->mount));
}

/*
 * The path's last name, which begins at `at`, in its directory's node, which is ready.
 * `usual`: name_in_last() found it.
 */
static FSC_ALWAYS_INLINE fsc_answer ask_node(fsc_view *view, fsc_node *node, const char *path,
	size_t length, size_t at, fsc_want want, bool usual)
{
	const fsc_packed *packed = &node->listing->packed;
	uint64_t hash = fsc_hash(path + at, length - at);
	uint32_t offset = fsc_packed_find(packed, path + at, length - at, hash);
	fsc_answer found;

	if (offset == 0) {
		if (FSC_UNLIKELY(!(node->flags & FSC_NODE_ABSENT) || (!usual && is_odd(path, length, at)) ||
			(view->absent_node == node && view->absent_hash == hash))) {
			return FSC_PASS;
		}
		view->absent_node = node;
		view->absent_hash = hash;
		view->counters.syscalls_saved++;
		return FSC_ABSENT;
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

/* In the root or in the working directory itself, or spelled with more slashes. */
static FSC_NOINLINE fsc_answer ask_unusual(fsc_view *view, fsc_root *root, const char *path,
	size_t length, fsc_want want)
{
	fsc_split split;
	fsc_node *node;

	if (!fsc_path_split(path, length, &split) || split.slash) {
		return FSC_PASS;
	}
	node = find_by_hash(view, root, split.directory, split.directory_length);
	if (!node || !is_ready(view, node)) {
		return FSC_PASS;
	}
	return ask_node(view, node, path, length, length - split.name_length, want, false);
}

fsc_answer fsc_ask_hit(fsc_view *view, const char *path, size_t length, fsc_want want)
{
	fsc_root *root = &view->absolute;
	fsc_node *node;
	size_t at;

	if (FSC_UNLIKELY(!view->quick || length - 1 >= FSC_PATH_MAX - 1) ||
		FSC_UNLIKELY(fsc_word_peek(view->epoch) != view->epoch_seen) ||
		(view->period_ns > 0 && FSC_UNLIKELY(fsc_os_monotonic_ns() >= view->deadline_ns))) {
		return FSC_PASS;
	}
	if (path[0] != '/') {
		root = view->cwd;
		if (FSC_UNLIKELY(!fsc_view_cwd_known(view))) {
			return FSC_PASS;
		}
	}
	node = view->last;
	at = name_in_last(node, root, path, length);
	if (FSC_LIKELY(at != 0)) {
		return FSC_LIKELY(is_ready(view, node))
			? ask_node(view, node, path, length, at, want, true) : FSC_PASS;
	}
	at = fsc_path_name_at(path, length);
	if (FSC_UNLIKELY(at <= 1 || path[at - 2] == '/' || length - at - 1 >= FSC_NAME_MAX ||
		fsc_path_is_dots(path + at, length - at))) {
		return ask_unusual(view, root, path, length, want);
	}
	node = find_by_hash(view, root, path, at - 1);
	if (FSC_UNLIKELY(!node || !is_ready(view, node))) {
		return FSC_PASS;
	}
	return ask_node(view, node, path, length, at, want, false);
}
