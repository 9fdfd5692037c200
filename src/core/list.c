/* SPDX-License-Identifier: MIT */
/*
 * list.c: questions for the whole listing of a directory: scandir(), and what opendir() (dir.c)
 * has in common with it. The life of a question is told in engine.c.
 */
#include "src/core/view.h"
#include "src/core/snapshot_layout.h" /* fsc_same_bytes() */

#define EARLY_MIN 8  /* opened in order before any is checked early */
#define EARLY_MAX 32 /* checked early, with one that is asked for */

/*
 * Most directories are opened in the order in which they first were, that of the table: so the next
 * one is known without a search.
 */
static fsc_node *node_to_open(fsc_view *view, fsc_root *root, const char *path, size_t length)
{
	fsc_node *node = view->opened ? view->opened->hh.next : NULL;

	if (node && node->path_length == length && node->root == root &&
		fsc_same_bytes(node->path, path, length)) {
		node->flags |= FSC_NODE_REFERENCED;
		view->last = node;
		view->in_order++;
	} else {
		node = fsc_node_get(view, root, path, length);
		view->in_order = 0;
	}
	view->opened = node;
	return node;
}

fsc_node *fsc_node_for_listing(fsc_view *view, const char *path, size_t length, fsc_reason *reason)
{
	fsc_root *root;
	fsc_node *node;

	fsc_view_advance(view);
	*reason = FSC_REASON_NONE;
	if (view->passing) {
		*reason = (fsc_reason) view->passing_reason;
	} else if (view->exclude_count && fsc_view_is_excluded(view, path, length)) {
		*reason = FSC_REASON_EXCLUDED;
	} else if (length == 0 || length >= FSC_PATH_MAX) {
		*reason = FSC_REASON_ARGUMENT;
	}
	if (*reason != FSC_REASON_NONE) {
		return NULL;
	}
	root = path[0] == '/' ? &view->absolute : fsc_view_cwd(view);
	if (!root) {
		*reason = FSC_REASON_GONE;
		return NULL;
	}
	node = node_to_open(view, root, path, fsc_path_trim(path, length));
	if (!node) {
		*reason = FSC_REASON_LIMIT;
	} else if (fsc_node_is_distrusted(node)) {
		*reason = FSC_REASON_FILESYSTEM;
	} else if (FSC_UNLIKELY(fsc_view_is_fenced(view))) {
		*reason = fsc_fence_listing(view, node, path, length);
		node = fsc_node_get(view, root, path, fsc_path_trim(path, length));
		if (*reason == FSC_REASON_NONE && !(node && fsc_node_is_inside(view, node))) {
			*reason = FSC_REASON_OPEN_BASEDIR;
		}
	}
	if (*reason != FSC_REASON_NONE) {
		return NULL;
	}
	if (view->ahead) {
		fsc_ahead_opening(view, node);
	}
	return node;
}

/*
 * One call of the system right after the other costs less than the same calls spread over the walk
 * that needs them. So while directories are opened in order, some of those to come are checked
 * before this one: as many as were opened so, EARLY_MAX at most, so that no more are checked for
 * nothing than for something. Where a check is a round trip it is the helpers' business.
 */
static void check_early(fsc_view *view, fsc_node *node)
{
	uint32_t left = view->in_order < EARLY_MAX ? view->in_order : EARLY_MAX;

	if (left < EARLY_MIN || view->config.mode == FSC_MODE_STRICT || fsc_view_is_fenced(view)) {
		return;
	}
	for (node = node->hh.next; node && left-- > 0; node = node->hh.next) {
		if (!fsc_node_check_early(view, node)) {
			return;
		}
	}
}

fsc_reason fsc_node_prepare_listing(fsc_view *view, fsc_node *node, fsc_how *how)
{
	fsc_level level = fsc_node_level(view, node, FSC_ABOUT_LISTING);
	fsc_reason reason;

	*how = node->flags & FSC_NODE_EARLY ? FSC_HOW_CHECKED : FSC_HOW_HIT;
	node->flags &= (uint8_t) ~FSC_NODE_EARLY;
	if (!fsc_node_is_fresh(view, node) || node->level < level) {
		*how = FSC_HOW_CHECKED;
		check_early(view, node);
		reason = fsc_node_check(view, node, level);
		if (reason != FSC_REASON_NONE) {
			return reason;
		}
	}
	if (!node->listing) {
		return FSC_REASON_FEW_USES;
	}
	fsc_node_recharge(view, node);
	return fsc_node_permit(view, node, FSC_ACCESS_READ);
}

/* Answer a listing question from a node that holds no listing: read it now, kept or not. */
static fsc_reply list_by_filling(fsc_view *view, fsc_node *node, fsc_snapshot **out)
{
	fsc_reply reply = { FSC_YES, FSC_HOW_MISS, FSC_REASON_NONE };
	fsc_filled filled;

	if (fsc_node_is_hopeless(node)) {
		return fsc_pass(view, (fsc_reason) node->unkept);
	}
	fsc_node_fill(view, node, &filled);
	if (!filled.snapshot) {
		return fsc_pass(view, filled.reason);
	}
	if (!filled.kept) {
		view->counters.bypass[filled.reason]++;
	}
	if (filled.shared) {
		reply.how = FSC_HOW_CHECKED;
	}
	reply.reason = (uint8_t) filled.reason;
	*out = filled.snapshot;
	return reply;
}

static fsc_reply list_node(fsc_view *view, fsc_node *node, fsc_snapshot **out)
{
	fsc_reply reply = { FSC_YES, FSC_HOW_HIT, FSC_REASON_NONE };
	fsc_reason reason;
	fsc_how how;

	if (!node->listing) {
		return list_by_filling(view, node, out);
	}
	reason = fsc_node_prepare_listing(view, node, &how);
	if (reason == FSC_REASON_FEW_USES) {
		return list_by_filling(view, node, out);
	}
	if (reason != FSC_REASON_NONE) {
		return fsc_pass(view, reason);
	}
	reply.how = (uint8_t) how;
	*out = fsc_snapshot_acquire(node->listing);
	view->counters.syscalls_saved += how == FSC_HOW_HIT ? 5 : 4;
	if (FSC_UNLIKELY(view->config.verify_percent > 0) && fsc_verify_wanted(view)) {
		fsc_verify_listing(view, node, node->path, !fsc_view_is_fenced(view), out);
	}
	return reply;
}

fsc_reply fsc_list(fsc_view *view, const char *path, size_t length, fsc_snapshot **out)
{
	fsc_reason reason;
	fsc_node *node = fsc_node_for_listing(view, path, length, &reason);
	fsc_reply reply;

	view->absent_node = NULL;
	if (!node) {
		return fsc_pass(view, reason);
	}
	reply = list_node(view, node, out);
	if (fsc_fence_was_left(view, node, reply)) {
		fsc_snapshot_release(*out);
		return fsc_pass(view, FSC_REASON_OPEN_BASEDIR);
	}
	return reply;
}
