/* SPDX-License-Identifier: MIT */
/*
 * hit.c: the hit, on one straight path. Everything here is read: a fresh, listed, searchable node
 * and a name about which nothing is special. Whatever else it is, FSC_PASS sends the question the
 * long way (engine.c), which comes to the same answer or knows why not. No system call is made.
 */
#include "src/core/handle.h"
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

/* A table of guesses before the real one. */
static inline fsc_node *find_by_hash(fsc_view *view, fsc_root *root, const char *path,
	size_t length)
{
	fsc_node **guess = fsc_view_guess(view, path, length);
	fsc_node *node = *guess;

	if (FSC_UNLIKELY(!is_directory(node, root, path, length))) {
		node = fsc_node_find(root, path, length, fsc_path_hash(view, path, length));
		if (!node) {
			return NULL;
		}
		*guess = node;
	}
	node->flags |= FSC_NODE_REFERENCED;
	view->last = node;
	return node;
}

/* Is there no such name in any directory, or may it be there unlisted? */
static inline bool is_odd(const char *path, size_t length, size_t at)
{
	return path[at] == '.' || memchr(path + at, '\0', length - at);
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
 * `usual`: it neither begins with a dot nor holds a NUL.
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

/* In the root or in the working directory itself, spelled with more slashes, or short. */
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

/* In another directory than the last one. */
static FSC_NOINLINE fsc_answer ask_elsewhere(fsc_view *view, fsc_root *root, const char *path,
	size_t length, size_t at, fsc_want want)
{
	fsc_node *node = find_by_hash(view, root, path, at - 1);

	return node && FSC_LIKELY(is_ready(view, node))
		? ask_node(view, node, path, length, at, want, true) : FSC_PASS;
}

#if defined(__GNUC__) && defined(__SSE2__)
/*
 * Most questions are about the directory of the one before. Where the name begins is then known
 * from the node, so that the search for slashes need not be waited for: there has to be one before
 * the name, and none in it. NULs are looked for by the way.
 */
static FSC_ALWAYS_INLINE fsc_answer ask_path(fsc_view *view, fsc_root *root, const char *path,
	size_t length, fsc_want want)
{
	fsc_node *node = view->last;
	size_t at = node ? (size_t) node->path_length + 1 : 0;
	size_t name_length = length - at;
	uint32_t mask;

	if (FSC_UNLIKELY(length < 16)) {
		return ask_unusual(view, root, path, length, want);
	}
	mask = fsc_bytes_slash_or_nul_at_end(path, length);
	if (FSC_LIKELY(name_length - 1 < 31 && node && node->root == root && path[at] != '.' &&
		mask >> (31 - name_length) == 1 && fsc_same_bytes(node->path, path, at - 1))) {
		return FSC_LIKELY(is_ready(view, node))
			? ask_node(view, node, path, length, at, want, true) : FSC_PASS;
	}
	at = mask ? length - (size_t) __builtin_clz(mask) : 0;
	if (FSC_UNLIKELY(at <= 1 || at == length || path[at - 1] != '/' || path[at - 2] == '/' ||
		path[at] == '.')) {
		return ask_unusual(view, root, path, length, want);
	}
	return ask_elsewhere(view, root, path, length, at, want);
}
#else
static FSC_ALWAYS_INLINE fsc_answer ask_path(fsc_view *view, fsc_root *root, const char *path,
	size_t length, fsc_want want)
{
	fsc_node *node = view->last;
	size_t at = fsc_path_name_at(path, length);

	if (FSC_UNLIKELY(at <= 1 || at == length || path[at - 2] == '/' || path[at] == '.' ||
		length - at > FSC_NAME_MAX || memchr(path + at, '\0', length - at))) {
		return ask_unusual(view, root, path, length, want);
	}
	if (FSC_LIKELY(is_directory(node, root, path, at - 1))) {
		return FSC_LIKELY(is_ready(view, node))
			? ask_node(view, node, path, length, at, want, true) : FSC_PASS;
	}
	return ask_elsewhere(view, root, path, length, at, want);
}
#endif

fsc_answer fsc_ask_hit(fsc_view *view, const char *path, size_t length, fsc_want want)
{
	fsc_root *root = &view->absolute;

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
	return ask_path(view, root, path, length, want);
}

/* Nothing about any question is special now, the period goes on, and the node answers as it is. */
static inline bool is_quick(const fsc_view *view, const fsc_node *node)
{
	return view->quick && fsc_word_peek(view->epoch) == view->epoch_seen &&
		(view->period_ns == 0 || fsc_os_monotonic_ns() < view->deadline_ns) &&
		fsc_node_is_fresh(view, node) && node->listing && node->mount &&
		(node->granted & FSC_ACCESS_SEARCH) && !(node->flags & FSC_NODE_LIGHT) &&
		!(view->ages && fsc_mount_is_remote(node->mount));
}

/* Do paths hang from the root now, as they did when the node was made? */
static inline bool is_rooted(const fsc_view *view, const fsc_root *root)
{
	return root == &view->absolute || (root == view->cwd && fsc_view_cwd_known(view));
}

static inline bool is_entry(const fsc_dir *dir, size_t directory, fsc_entry entry,
	const char *name, size_t length)
{
	return dir->node->path_length == directory && length == entry.length &&
		fsc_same_name(name, entry.name, length) && !fsc_path_is_dots(name, length) &&
		is_rooted(dir->view, dir->node->root);
}

fsc_answer fsc_dir_ask_hit(const fsc_dir *dir, size_t directory, const char *name, size_t length,
	fsc_want want)
{
	fsc_view *view = dir->view;
	fsc_node *node = dir->node;
	fsc_entry entry;
	fsc_answer found;

	if (FSC_UNLIKELY(!dir->fresh || dir->streaming || dir->at == 0 || !node || !dir->listing ||
		node->listing != dir->listing || !is_quick(view, node))) {
		return FSC_PASS;
	}
	entry = fsc_record_entry(dir->record);
	found = (fsc_answer) answers[want][entry.type];
	if (FSC_UNLIKELY(found == FSC_PASS || want >= FSC_WANT_ABSENCE ||
		!is_entry(dir, directory, entry, name, length) ||
		fsc_mount_may_cover(node->mount, fsc_hash(name, length)))) {
		return FSC_PASS;
	}
	node->flags |= FSC_NODE_REFERENCED;
	view->last = node;
	view->absent_node = NULL;
	view->counters.syscalls_saved++;
	return found;
}
