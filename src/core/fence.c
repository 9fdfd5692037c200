/* SPDX-License-Identifier: MIT */
/*
 * fence.c: answers only about what lies inside of certain directories: PHP's open_basedir. The rule
 * itself is PHP's; here is when an answer of the cache needs no judgement of PHP's, since PHP's
 * would be "allowed". Whatever else it is, the question passes, and PHP judges, warns and refuses.
 *
 * A directory is inside if its real path is, by its text. The real path is not taken from what is
 * remembered: it is a guess, proved by one step of the system in which no link is followed and the
 * very directory that node->version names is found. So a link that others switch can make a verdict
 * too old, but never give it to another directory. The verdict belongs to a version and a period,
 * as the listing does, and is dropped with either.
 *
 * Of a directory inside, each name is inside, present or absent, if it is not a link. A directory
 * above the fence holds at most one name that is: that one is left to PHP, as are links.
 *
 * PHP's own walk gives up near MAXPATHLEN and after 32 links; paths that come near either pass.
 */
#include "src/core/view.h"

/* ---- the rule ---- */

static void fence_clear(fsc_fence *fence)
{
	fsc_mem_free(fence->text);
	fsc_mem_free(fence->entries);
	memset(fence, 0, sizeof *fence);
}

void fsc_view_unfence(fsc_view *view)
{
	if (fsc_view_is_fenced(view)) {
		fence_clear(&view->fence);
		fsc_request_reopen(view);
	}
}

bool fsc_view_fence(fsc_view *view, const char *text, const fsc_fence_calls *calls)
{
	fsc_fence *fence = &view->fence;
	size_t size;

	if (FSC_LIKELY(fence->text && strcmp(fence->text, text) == 0)) {
		return true;
	}
	fence_clear(fence);
	size = strlen(text) + 1;
	fence->text = fsc_mem_alloc(size);
	/* Verdicts of another rule: a stamp that none of them has. */
	view->stamp++;
	fsc_request_reopen(view);
	if (!fence->text) {
		return false;
	}
	memcpy(fence->text, text, size);
	fence->relative = calls->is_relative(text);
	fence->calls = calls;
	return true;
}

bool fsc_fence_add(fsc_view *view, const char *directory, size_t length)
{
	fsc_fence *fence = &view->fence;
	size_t need = fence->used + length + 1;

	if (need > fence->size) {
		char *grown = fsc_mem_realloc(fence->entries, need);

		if (!grown) {
			return false;
		}
		fence->entries = grown;
		fence->size = need;
	}
	memcpy(fence->entries + fence->used, directory, length);
	fence->entries[need - 1] = '\0';
	fence->used = need;
	return true;
}

bool fsc_fence_prepare(fsc_view *view)
{
	fsc_fence *fence = &view->fence;

	/* Now, so that the rest of the question is of one period. */
	fsc_view_poll_mounts(view);
	if (FSC_LIKELY(fence->stamp == view->stamp)) {
		return fence->used > 0;
	}
	if (view->config.mode == FSC_MODE_STRICT) {
		return false;
	}
	fence->stamp = 0;
	fence->used = 0;
	if (!fence->calls->resolve(view, fence->text)) {
		fence->used = 0;
	}
	fence->stamp = view->stamp;
	return fence->used > 0;
}

void fsc_fence_cwd_changed(fsc_view *view)
{
	if (view->fence.relative) {
		view->stamp++;
	}
}

/* PHP: it begins with an entry, or is one but for the slash. */
bool fsc_fence_contains(const fsc_view *view, const char *text, size_t length)
{
	const char *entry = view->fence.entries;
	const char *end = entry + view->fence.used;

	if (view->fence.stamp != view->stamp) {
		return false;
	}
	while (entry < end) {
		size_t own = strlen(entry);

		if (own <= length + 1 && memcmp(entry, text, own <= length ? own : length) == 0) {
			return true;
		}
		entry += own + 1;
	}
	return false;
}

/* ---- the verdict ---- */

/* Is the text the real path of the directory that has this version? */
static bool is_real_path(fsc_view *view, const char *text, const fsc_version *version)
{
	fsc_attr attr;

	view->counters.validations++;
	return fsc_os_stat_real(text, &attr) == FSC_OS_OK && attr.type == FSC_TYPE_DIR &&
		attr.version.inode == version->inode && attr.version.device == version->device &&
		attr.version.mount == version->mount;
}

bool fsc_fence_proves(fsc_view *view, const char *text)
{
	fsc_attr attr;

	view->counters.validations++;
	return fsc_os_stat_real(text, &attr) == FSC_OS_OK && attr.type == FSC_TYPE_DIR;
}

static bool is_proved(fsc_view *view, const char *text, size_t length, const fsc_version *version)
{
	return length > 0 && length <= FSC_FENCE_PATH && fsc_fence_contains(view, text, length) &&
		is_real_path(view, text, version);
}

/* Without links and without "..", the path's own text is its real path. */
static bool is_proved_by_text(fsc_view *view, const fsc_node *node)
{
	char text[FSC_JOINED_MAX];
	size_t length;

	if (fsc_path_has_dotdot(node->path, node->path_length)) {
		return false;
	}
	length = fsc_path_from_root(node->root, node->path, node->path_length, text);
	return is_proved(view, text, length, &node->version);
}

/* The node, if it still is there and still is what was judged. */
static fsc_node *find_again(fsc_view *view, fsc_root *root, const char *path, size_t length,
	const fsc_version *version)
{
	fsc_node *node = fsc_node_find(root, path, length, fsc_path_hash(view, path, length));

	return node && fsc_version_equal(&node->version, version) ? node : NULL;
}

static bool judge_by_walk(fsc_view *view, fsc_node *node)
{
	char path[FSC_FENCE_PATH + 1], text[FSC_PATH_MAX];
	size_t length = node->path_length, text_length;
	const fsc_version version = node->version;
	const uint64_t stamp = view->stamp;
	fsc_root *root = node->root;
	bool inside;

	if (length > FSC_FENCE_PATH) {
		return false;
	}
	memcpy(path, node->path, length + 1);
	inside = fsc_walk_directory(view, root, path, length, text, &text_length) &&
		is_proved(view, text, text_length, &version);
	node = find_again(view, root, path, length, &version);
	if (!node || view->stamp != stamp) {
		return false;
	}
	node->judged = FSC_JUDGED(view, inside);
	return inside;
}

bool fsc_fence_admits(fsc_view *view, fsc_node *node, bool *asked)
{
	if (node->judged >> 1 == view->stamp) {
		return fsc_node_is_inside(view, node);
	}
	if (view->fence.stamp != view->stamp || (node->flags & FSC_NODE_STRICT) ||
		!(node->flags & FSC_NODE_INDEXED)) {
		return false;
	}
	*asked = true;
	if (is_proved_by_text(view, node)) {
		node->judged = FSC_JUDGED(view, 1);
		return true;
	}
	return judge_by_walk(view, node);
}

/* ---- questions ---- */

/* A difference of a directory that has changed since is one that the mode allows. */
bool fsc_fence_verify(fsc_view *view, const char *path)
{
	fsc_node *node = view->last;
	fsc_attr attr;
	bool asked, same;

	if (view->fence.calls->allows(path)) {
		return true;
	}
	same = node && fsc_os_stat(node->path, FSC_STAT_SYNC, &attr) == FSC_OS_OK &&
		fsc_version_equal(&attr.version, &node->version);
	if (node) {
		node->judged = 0;
	}
	if (same && fsc_fence_admits(view, node, &asked)) {
		view->counters.verify_mismatch++;
	} else {
		view->counters.verify_allowed++;
	}
	return false;
}

/*
 * The hit is that of a view without a fence; the node that answered is the last one. So the code
 * that all others run has no trace of this.
 */
fsc_answer fsc_fence_hit(fsc_view *view, const char *path, size_t length, fsc_want want)
{
	fsc_answer answer;

	if (FSC_UNLIKELY(length > FSC_FENCE_PATH)) {
		return FSC_PASS;
	}
	view->quick = true;
	answer = fsc_ask_hit(view, path, length, want);
	view->quick = false;
	if (FSC_LIKELY(answer == FSC_PASS || (view->last && fsc_node_is_inside(view, view->last) &&
		!(want == FSC_WANT_LINK && answer == FSC_YES)))) {
		return answer;
	}
	view->absent_node = NULL;
	view->counters.syscalls_saved -= !(want >= FSC_WANT_ABSENCE && answer == FSC_NO);
	return FSC_PASS;
}

/* A listing may be read for the lookup's sake: not of what is outside. */
bool fsc_fence_lookup(fsc_view *view, fsc_node *node)
{
	bool asked;

	if (!fsc_fence_prepare(view) || fsc_node_is_outside(view, node) ||
		(node->flags & FSC_NODE_STRICT)) {
		return false;
	}
	if (node->listing || node->uses + 1u < view->config.min_uses ||
		fsc_node_is_inside(view, node)) {
		return true;
	}
	if (node->stamp != view->stamp &&
		fsc_node_check(view, node, FSC_LEVEL_PLAIN) != FSC_REASON_NONE) {
		return true; /* a directory above may know that it is not there */
	}
	return (node->flags & FSC_NODE_GONE) || fsc_fence_admits(view, node, &asked);
}

fsc_reply fsc_fence_reply(fsc_view *view, size_t length, fsc_want want, fsc_reply reply)
{
	fsc_node *node = view->last;
	bool asked = false;

	if (reply.answer == FSC_PASS) {
		return reply;
	}
	if (length > FSC_FENCE_PATH || !node || (want == FSC_WANT_LINK && reply.answer == FSC_YES) ||
		!fsc_fence_admits(view, node, &asked)) {
		view->counters.syscalls_saved -= reply.how == FSC_HOW_HIT;
		return fsc_pass(view, FSC_REASON_OPEN_BASEDIR);
	}
	if (asked && reply.how == FSC_HOW_HIT) {
		reply.how = FSC_HOW_CHECKED;
	}
	return reply;
}

fsc_reason fsc_fence_listing(fsc_view *view, fsc_node *node, const char *path, size_t length)
{
	fsc_reason reason;
	bool asked;

	if (length > FSC_FENCE_PATH || !fsc_fence_prepare(view) || fsc_node_is_outside(view, node)) {
		return FSC_REASON_OPEN_BASEDIR;
	}
	if (!fsc_node_is_inside(view, node) || !fsc_node_is_fresh(view, node)) {
		reason = fsc_node_check(view, node, fsc_node_level(view, node, FSC_ABOUT_LISTING));
		if (reason != FSC_REASON_NONE) {
			return reason;
		}
		if (!fsc_fence_admits(view, node, &asked)) {
			return FSC_REASON_OPEN_BASEDIR;
		}
	}
	if (view->config.verify_percent > 0 && fsc_verify_wanted(view) &&
		!fsc_fence_verify(view, path)) {
		return FSC_REASON_VERIFY;
	}
	return FSC_REASON_NONE;
}
