/* SPDX-License-Identifier: MIT */
/*
 * real.c: realpath(). The last name is a question like any other; the directory before it is
 * resolved by walk.c.
 *
 * In strict mode, where nothing is remembered from one call to the next, PHP's own walk is as good.
 */
#include "src/core/walk.h"

/* ---- fastscan.verify ---- */

typedef enum truth {
	TRUTH_NO = 0,
	TRUTH_YES,
	TRUTH_UNKNOWN /* the system failed, which proves nothing */
} truth;

static truth truth_of(fsc_os_result result)
{
	return result == FSC_OS_OK ? TRUTH_YES
		: result == FSC_OS_LIMIT || result == FSC_OS_ERROR ? TRUTH_UNKNOWN : TRUTH_NO;
}

/* None of the components of the real path is a link; *out is the last one's. */
static truth without_links(const fsc_walk *w, fsc_attr *out)
{
	char text[FSC_REAL_MAX + 1];
	size_t at = 0;

	memcpy(text, w->buffer, w->length + 1);
	do {
		const char *slash = memchr(text + at + 1, '/', w->length - at - 1);
		fsc_os_result result;
		char kept;

		at = slash ? (size_t) (slash - text) : w->length;
		kept = text[at];
		text[at] = '\0';
		result = fsc_os_stat(text, FSC_STAT_NOFOLLOW, out);
		if (result != FSC_OS_OK) {
			return truth_of(result);
		}
		if (out->type == FSC_TYPE_LINK) {
			return TRUTH_NO;
		}
		text[at] = kept;
	} while (at < w->length);
	return TRUTH_YES;
}

/*
 * Does the system agree that the text leads, without a link, to where the path leads? It may refuse
 * what PHP does not ask: "a/.." without search permission on a.
 */
static truth is_true(const fsc_walk *w, const char *path)
{
	fsc_attr followed, attr;
	fsc_os_result result = fsc_os_stat(path, 0, &followed);
	truth found = result == FSC_OS_DENIED ? TRUTH_YES : truth_of(result);

	if (found == TRUTH_YES) {
		found = without_links(w, &attr);
	}
	if (found != TRUTH_YES || result == FSC_OS_DENIED) {
		return found;
	}
	return attr.version.inode == followed.version.inode &&
		attr.version.device == followed.version.device &&
		attr.version.mount == followed.version.mount ? TRUTH_YES : TRUTH_NO;
}

static bool walk_anything(fsc_walk *w, fsc_root *root, const char *path, size_t length)
{
	fsc_split split;

	return fsc_walk_to(w, root, path, length) || (fsc_path_split(path, length, &split) &&
		fsc_walk_to(w, root, split.directory, split.directory_length) &&
		fsc_walk_append(w, split.name, split.name_length));
}

/* The same answer from nothing remembered is wrong; another one is what the mode allows. */
static void judge(fsc_walk *w, const char *path, size_t length)
{
	fsc_view *view = w->view;
	char buffer[FSC_REAL_MAX + 1];
	fsc_walk again = {view, buffer, 0, 0, 0, 0, false, false, FSC_REASON_NONE};
	fsc_root *root;

	view->stamp++;
	root = path[0] == '/' ? &view->absolute : fsc_view_cwd(view);
	if (root && walk_anything(&again, root, path, length) && again.length == w->length &&
		memcmp(buffer, w->buffer, w->length) == 0) {
		view->counters.verify_mismatch++;
	} else {
		view->counters.verify_allowed++;
	}
}

/* ---- the question ---- */

/*
 * Is the real path inside? What was remembered of its beginning may be older than what was asked of
 * its end: others may have switched a link in between, and the end lie outside.
 */
static bool is_inside(fsc_walk *w)
{
	bool inside = fsc_fence_contains(w->view, w->buffer, w->length);

	if (inside && w->whole) {
		w->asked = true;
		inside = fsc_fence_proves(w->view, w->buffer);
	}
	return inside || fsc_walk_fail(w, FSC_REASON_OPEN_BASEDIR);
}

static fsc_reply finish(fsc_walk *w, bool good, fsc_how how, const char *path, size_t length,
	size_t *out_length)
{
	fsc_reply reply = {FSC_YES, (uint8_t) how, FSC_REASON_NONE};
	fsc_view *view = w->view;

	if (good && !fsc_walk_is_short(w, path[0] == '/' ? NULL : view->cwd, length)) {
		good = fsc_walk_fail(w, FSC_REASON_ARGUMENT);
	}
	if (good && fsc_view_is_fenced(view)) {
		good = is_inside(w);
	}
	if (!good) {
		return fsc_pass(view, w->reason);
	}
	if (w->asked && how == FSC_HOW_HIT) {
		reply.how = FSC_HOW_CHECKED;
	}
	if (FSC_UNLIKELY(view->config.verify_percent > 0) && fsc_verify_wanted(view)) {
		truth found = is_true(w, path);

		view->counters.verify_checked++;
		if (found == TRUTH_NO) {
			judge(w, path, length);
		}
		if (found != TRUTH_YES) {
			return fsc_pass(view, FSC_REASON_VERIFY);
		}
		if (fsc_view_is_fenced(view) && !fsc_fence_verify(view, w->buffer)) {
			return fsc_pass(view, FSC_REASON_VERIFY);
		}
	}
	*out_length = w->length;
	return reply;
}

/* "/", or a path that ends in "." or "..": no name to look up, the whole is a directory. */
static fsc_reply realpath_of_directory(fsc_walk *w, const char *path, size_t length,
	size_t *out_length)
{
	fsc_view *view = w->view;
	fsc_root *root;

	fsc_view_advance(view);
	if (view->passing) {
		return fsc_pass(view, (fsc_reason) view->passing_reason);
	}
	if (view->exclude_count && fsc_view_is_excluded(view, path, length)) {
		return fsc_pass(view, FSC_REASON_EXCLUDED);
	}
	fsc_view_poll_mounts(view);
	root = path[0] == '/' ? &view->absolute : fsc_view_cwd(view);
	if (!root) {
		return fsc_pass(view, FSC_REASON_GONE);
	}
	if (fsc_view_is_fenced(view) && !fsc_fence_prepare(view)) {
		return fsc_pass(view, FSC_REASON_OPEN_BASEDIR);
	}
	w->whole = true;
	return finish(w, fsc_walk_to(w, root, path, length), FSC_HOW_HIT, path, length,
		out_length);
}

/* The node that fsc_ask() just used; found again only if it is no longer the last one. */
static fsc_node *node_of_split(fsc_view *view, fsc_root *root, const fsc_split *split)
{
	fsc_node *node = view->last;

	if (node && node->root == root && node->path_length == split->directory_length &&
		memcmp(node->path, split->directory, split->directory_length) == 0) {
		return node;
	}
	return fsc_node_find(root, split->directory, split->directory_length,
		fsc_path_hash(view, split->directory, split->directory_length));
}

/* The entry is a link: the whole path is a directory's string, if it leads to one. */
static bool walk_final_link(fsc_walk *w, fsc_root *root, const fsc_node *directory,
	const char *path, size_t length)
{
	fsc_node *node = fsc_node_find(root, path, length, fsc_path_hash(w->view, path, length));

	/* The memo is as old as the period; the listing that says "link" may be younger. */
	if (node && fsc_walk_remembers(w, node) &&
		!(directory && fsc_version_equal(&node->real->parent, &directory->version))) {
		node->real->stamp = 0;
	}
	return fsc_walk_to(w, root, path, length);
}

static bool walk_entry(fsc_walk *w, const fsc_split *split, bool link, const char *path,
	size_t length)
{
	fsc_view *view = w->view;
	fsc_root *root = split->relative ? fsc_view_cwd(view) : &view->absolute;
	fsc_node *node;

	if (!root) {
		return fsc_walk_fail(w, FSC_REASON_GONE);
	}
	node = node_of_split(view, root, split);
	if (FSC_LIKELY(!link && node && fsc_walk_remembers(w, node))) {
		return fsc_walk_recall(w, node) && fsc_walk_append(w, split->name, split->name_length);
	}
	fsc_view_poll_mounts(view);
	if (link) {
		return walk_final_link(w, root, node, path, length);
	}
	return fsc_walk_to(w, root, split->directory, split->directory_length) &&
		fsc_walk_append(w, split->name, split->name_length);
}

/* Is it only that the directory's listing is not to be had, now or at all? */
static bool is_unlisted(const fsc_view *view, fsc_reply reply)
{
	if (reply.answer != FSC_PASS || fsc_view_is_fenced(view)) {
		return false;
	}
	switch ((fsc_reason) reply.reason) {
	case FSC_REASON_STRICT:
	case FSC_REASON_MOUNT_POINT:
	case FSC_REASON_ABSENCE:
	case FSC_REASON_RACY:
	case FSC_REASON_UNPROVEN:
	case FSC_REASON_FUTURE:
	case FSC_REASON_CHANGED:
	case FSC_REASON_FEW_USES:
	case FSC_REASON_CLIENT:
	case FSC_REASON_TOO_LARGE:
	case FSC_REASON_ODD_NAMES:
		return true;
	default:
		return false;
	}
}

/* One lstat tells what the last component is; those before it are walked as ever. */
static bool walk_unlisted(fsc_walk *w, const fsc_split *split, const char *path, size_t length,
	fsc_reason reason)
{
	fsc_view *view = w->view;
	const fsc_node *node;
	fsc_root *root;
	fsc_attr attr;

	w->asked = true;
	if (split->slash || fsc_os_stat(path, FSC_STAT_NOFOLLOW, &attr) != FSC_OS_OK) {
		return fsc_walk_fail(w, FSC_REASON_GONE);
	}
	if (!walk_entry(w, split, attr.type == FSC_TYPE_LINK, path, length)) {
		return false;
	}
	if (view->ahead && reason != FSC_REASON_CLIENT) { /* which has left it already */
		root = split->relative ? fsc_view_cwd(view) : &view->absolute;
		node = root ? node_of_split(view, root, split) : NULL;
		if (node) {
			fsc_ahead_left(view, node, split->name, split->name_length);
		}
	}
	return true;
}

/*
 * Under a fence a listing tells of its names only if it is inside. PHP looks at the real path
 * alone, so a link may be anywhere.
 */
static fsc_reply ask_entry(fsc_view *view, const char *path, size_t length)
{
	fsc_reply reply;

	if (FSC_LIKELY(!fsc_view_is_fenced(view))) {
		return fsc_ask(view, path, length, FSC_WANT_LINK);
	}
	reply = fsc_ask_unfenced(view, path, length, FSC_WANT_LINK);
	return reply.answer == FSC_YES ? reply
		: fsc_fence_reply(view, length, FSC_WANT_LABSENCE, reply);
}

fsc_reply fsc_realpath(fsc_view *view, const char *path, size_t length, char *buffer, size_t size,
	size_t *out_length)
{
	fsc_walk w = {view, buffer, 0, 0, 0, 0, false, false, FSC_REASON_NONE};
	fsc_split split;
	fsc_reply reply;
	bool good;

	if (view->config.mode == FSC_MODE_STRICT || view->strict_overflow) {
		return fsc_pass(view, FSC_REASON_FOLLOW);
	}
	if (length == 0 || length > FSC_REAL_MAX || size <= FSC_REAL_MAX ||
		memchr(path, '\0', length)) {
		return fsc_pass(view, FSC_REASON_ARGUMENT);
	}
	if (!fsc_path_split(path, length, &split)) {
		return realpath_of_directory(&w, path, length, out_length);
	}
	reply = ask_entry(view, path, length);
	if (reply.answer == FSC_PASS && reply.reason == FSC_REASON_OPEN_BASEDIR) {
		/* The directory it is in is outside. It may be an entry of the rule, or a link inside. */
		view->counters.bypass[FSC_REASON_OPEN_BASEDIR]--;
		return realpath_of_directory(&w, path, length, out_length);
	}
	if (is_unlisted(view, reply)) {
		good = walk_unlisted(&w, &split, path, length, (fsc_reason) reply.reason);
		return finish(&w, good, FSC_HOW_CHECKED, path, length, out_length);
	}
	if (reply.answer == FSC_PASS || reply.answer == FSC_ABSENT) {
		return reply;
	}
	w.whole = reply.answer == FSC_YES;
	good = walk_entry(&w, &split, w.whole, path, length);
	return finish(&w, good, (fsc_how) reply.how, path, length, out_length);
}
