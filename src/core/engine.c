/* SPDX-License-Identifier: MIT */
/*
 * engine.c: the life of a question. Split the path, find the directory's node, make sure that it is
 * fresh, listed and permitted, look the name up, and say only what the listing proves.
 *
 * What may be said: DESIGN section 2. A name that is listed as a link is never followed here; a
 * name that is not listed is absent only where lookup and listing agree; a mount point is the
 * system's.
 */
#include "src/core/view.h"
#include "src/core/snapshot_layout.h"

#include <errno.h>

#define ABOVE_MAX 16 /* missing directories looked through upwards for one answer */

typedef struct question {
	fsc_split split;
	fsc_root *root;
	fsc_node *node;
	uint64_t  hash;     /* of the name */
	fsc_want  want;
	fsc_how   how;
	uint32_t  depth;    /* of ask_above() */
	bool      rechecked;
	bool      asked;    /* the system, for this question or one below it */
	const fsc_node *whole_node; /* of the path as it was asked: only compared, it may be gone */
	uint64_t  whole_hash;
} question;

static fsc_reply ask_node(fsc_view *view, question *q);
static fsc_reply ask_prepared(fsc_view *view, question *q);
static fsc_node *find_node_anew(fsc_view *view, fsc_root *root, const char *path, size_t length);

fsc_reply fsc_pass(fsc_view *view, fsc_reason reason)
{
	fsc_reply reply = { FSC_PASS, FSC_HOW_MISS, (uint8_t) reason };

	view->counters.bypass[reason]++;
	view->absent_node = NULL;
	return reply;
}

/* Like fsc_pass(), but for inner questions: only the outermost is counted. */
static fsc_reply pass_quietly(fsc_reason reason)
{
	fsc_reply reply = { FSC_PASS, FSC_HOW_MISS, (uint8_t) reason };

	return reply;
}

static fsc_reply answer(fsc_view *view, const question *q, fsc_answer answer)
{
	fsc_how how = q->how == FSC_HOW_HIT && q->asked ? FSC_HOW_CHECKED : q->how;
	fsc_reply reply = { (uint8_t) answer, (uint8_t) how, FSC_REASON_NONE };

	if (how == FSC_HOW_HIT) {
		view->counters.syscalls_saved++;
	}
	return reply;
}

/* ---- bringing a node into a state that can answer ---- */

/* List the node for the sake of a lookup. */
static fsc_reason node_list(fsc_view *view, question *q)
{
	fsc_node *node = q->node;
	fsc_filled filled;

	if ((node->flags & FSC_NODE_GONE) && fsc_node_is_fresh(view, node)) {
		return FSC_REASON_GONE;
	}
	if (node->uses < view->config.min_uses && ++node->uses < view->config.min_uses) {
		return FSC_REASON_FEW_USES;
	}
	if (fsc_node_is_young(view, node)) {
		return (fsc_reason) node->unkept;
	}
	q->asked = true;
	fsc_node_fill(view, node, &filled);
	fsc_snapshot_release(filled.snapshot);
	if (filled.reason != FSC_REASON_NONE) {
		return filled.reason;
	}
	q->how = filled.shared ? FSC_HOW_CHECKED : FSC_HOW_MISS;
	return node->listing ? FSC_REASON_NONE : FSC_REASON_LIMIT;
}

/*
 * The level that the answer will need, if the listing held turns out to be current: one validation
 * then does for both.
 */
static fsc_level level_expected(const fsc_view *view, const question *q, fsc_about *about)
{
	const fsc_node *node = q->node;
	fsc_type type;

	*about = FSC_ABOUT_DIRECTORY;
	if (!node->listing || !fsc_mount_is_remote(node->mount)) {
		return FSC_LEVEL_PLAIN;
	}
	if (!fsc_snapshot_lookup(node->listing, q->split.name, q->split.name_length, q->hash, &type)) {
		*about = FSC_ABOUT_ABSENCE;
	} else if (type != FSC_TYPE_DIR && q->want < FSC_WANT_ABSENCE) {
		*about = FSC_ABOUT_OTHERS;
	}
	return fsc_node_level(view, node, *about);
}

/*
 * Where each answer must be validated, a stat of the directory saves nothing over the system's own
 * lookup, unless the directory's attributes are cached by a network client and the name's are not.
 * FSC_REASON_NONE: it may save something.
 */
static fsc_reason validation_pays(fsc_view *view, const question *q)
{
	fsc_node *node = q->node;
	fsc_reason reason;
	fsc_about about;

	if (view->config.mode != FSC_MODE_STRICT && !(node->flags & FSC_NODE_STRICT)) {
		return FSC_REASON_NONE;
	}
	if (q->want == FSC_WANT_ABSENCE || q->want == FSC_WANT_LABSENCE) {
		return FSC_REASON_STRICT;
	}
	if (!node->mount && node->uses + 1u >= view->config.min_uses &&
		node->retry_ns <= fsc_os_monotonic_ns()) {
		reason = fsc_node_check(view, node, FSC_LEVEL_PLAIN);
		if (reason != FSC_REASON_NONE) {
			node->retry_ns = fsc_os_monotonic_ns() + FSC_ABSENCE_NS;
			node->unkept = (uint8_t) reason;
			return reason;
		}
	}
	if (node->mount && node->mount->verdict.kind == FSC_FS_LOCAL) {
		return FSC_REASON_STRICT;
	}
	return level_expected(view, q, &about) == FSC_LEVEL_SYNC && about == FSC_ABOUT_OTHERS
		? FSC_REASON_STRICT : FSC_REASON_NONE;
}

/*
 * A network client that knows a file's attributes need not ask for them, but FSC_LEVEL_SYNC has to.
 * So the first few lookups of files in a directory are the client's in each period. Where this many
 * come in one, the server is asked, and so at once in some periods after that.
 */
#define CLIENT_LOOKUPS 8

static bool client_may_answer(const fsc_view *view, const fsc_node *node)
{
	return node->mount->verdict.kind == FSC_FS_NETWORK && !fsc_node_is_busy(node) &&
		view->config.min_uses > 1;
}

static bool client_answers(fsc_view *view, question *q)
{
	fsc_node *node = q->node;

	fsc_node_begin_left(view, node);
	if (!client_may_answer(view, node)) {
		return false;
	}
	node->left++;
	if (node->left >= CLIENT_LOOKUPS) {
		node->left = UINT8_MAX;
		return false;
	}
	if (view->ahead) {
		fsc_ahead_left(view, node, q->split.name, q->split.name_length);
	}
	return true;
}

/* Fresh at this level, listed and searchable. */
static fsc_reason node_prepare(fsc_view *view, question *q, fsc_level level)
{
	fsc_node *node = q->node;
	fsc_reason reason;

	if (fsc_node_is_distrusted(node)) {
		return FSC_REASON_FILESYSTEM;
	}
	q->how = FSC_HOW_CHECKED;
	if (node->listing && (!fsc_node_is_fresh(view, node) || node->level < level)) {
		q->asked = true;
		reason = fsc_node_check(view, node, level);
		if (reason != FSC_REASON_NONE) {
			return reason;
		}
	}
	if (!node->listing) {
		q->how = FSC_HOW_MISS;
		reason = node_list(view, q);
		if (reason != FSC_REASON_NONE) {
			return reason;
		}
	}
	return fsc_node_permit(view, node, FSC_ACCESS_SEARCH);
}

/* ---- absence ---- */

/* Must an absence be validated once more although the node is fresh? (DESIGN section 3.) */
static bool absence_is_stale(fsc_view *view, const question *q)
{
	if (q->how != FSC_HOW_HIT || view->config.mode == FSC_MODE_NEVER) {
		return false;
	}
	if (view->absent_node == q->whole_node && view->absent_hash == q->whole_hash) {
		return true;
	}
	return view->period_ns == 0 &&
		fsc_os_monotonic_ns() - q->node->checked_ns > FSC_ABSENCE_NS;
}

/* What the server said in this period still stands if a lighter look finds the same version. */
static void keep_level(fsc_node *node, const fsc_version *version, uint64_t stamp)
{
	if (node->stamp == stamp && node->listing && fsc_version_equal(&node->version, version)) {
		node->level = FSC_LEVEL_SYNC;
		node->flags &= (uint8_t) ~FSC_NODE_LIGHT;
	}
}

static fsc_reply ask_again(fsc_view *view, question *q, fsc_level level)
{
	const bool synced = q->node->level == FSC_LEVEL_SYNC && fsc_node_is_fresh(view, q->node);
	const fsc_version version = q->node->version;
	const uint64_t stamp = q->node->stamp;
	fsc_reason reason;

	q->rechecked = true;
	fsc_node_outdate(view, q->node);
	reason = node_prepare(view, q, level);
	if (reason == FSC_REASON_NONE && synced) {
		keep_level(q->node, &version, stamp);
	}
	return reason == FSC_REASON_NONE ? ask_prepared(view, q) : pass_quietly(reason);
}

static fsc_reply answer_absent(fsc_view *view, question *q)
{
	fsc_level level = fsc_node_level(view, q->node, FSC_ABOUT_ABSENCE);
	fsc_reason reason = fsc_absence_allowed(view, q->node, q->split.name, q->split.name_length,
		&q->asked);

	if (reason != FSC_REASON_NONE) {
		return pass_quietly(reason);
	}
	if (!q->rechecked && (q->node->level < level || absence_is_stale(view, q))) {
		return ask_again(view, q, level);
	}
	/* Where age must be looked at as well, each absence comes by here. */
	if (!q->node->mount->fold_test &&
		(view->period_ns > 0 || view->config.mode == FSC_MODE_NEVER)) {
		q->node->flags |= FSC_NODE_ABSENT;
	}
	view->absent_node = q->whole_node;
	view->absent_hash = q->whole_hash;
	return answer(view, q, FSC_ABSENT);
}

static void forget_gone(fsc_view *view, fsc_root *root, const char *path, size_t length)
{
	fsc_node *node = fsc_node_find(root, path, length, fsc_path_hash(view, path, length));

	if (node && (node->flags & FSC_NODE_GONE)) {
		fsc_node_outdate(view, node);
	}
}

/* The directory itself cannot answer: is it, or one above it, missing from a listing? */
static fsc_reply ask_above(fsc_view *view, const question *q, fsc_reason reason)
{
	question above;
	fsc_reply reply;

	/* From here on q->node may be evicted for the one above:
	 * only the caller's own string is used. */
	if (view->config.mode == FSC_MODE_STRICT || q->depth >= ABOVE_MAX ||
		(reason != FSC_REASON_GONE && reason != FSC_REASON_FEW_USES)) {
		return pass_quietly(reason);
	}
	memset(&above, 0, sizeof above);
	if (!fsc_path_split(q->split.directory, q->split.directory_length, &above.split)) {
		return pass_quietly(reason);
	}
	above.root = q->root;
	above.node = find_node_anew(view, q->root, above.split.directory, above.split.directory_length);
	if (!above.node) {
		return pass_quietly(reason);
	}
	above.want = FSC_WANT_ABSENCE;
	above.depth = q->depth + 1;
	above.asked = q->asked;
	above.whole_node = q->whole_node;
	above.whole_hash = q->whole_hash;
	reply = ask_node(view, &above);
	if (reply.answer == FSC_ABSENT) {
		return reply;
	}
	if (reason == FSC_REASON_GONE) {
		/* Not missing any more, it seems: to be tried again when retry_ns allows, in every mode. */
		forget_gone(view, q->root, q->split.directory, q->split.directory_length);
	}
	return pass_quietly(reason);
}

/* ---- looking the name up ---- */

/* Validated too lightly for what the listing says? Then again, once. */
static bool found_is_doubtful(const fsc_view *view, const question *q, fsc_type type)
{
	return type != FSC_TYPE_DIR && !q->rechecked && q->want < FSC_WANT_ABSENCE &&
		q->node->level < fsc_node_level(view, q->node, FSC_ABOUT_OTHERS);
}

static fsc_reply answer_found(fsc_view *view, question *q, fsc_type type)
{
	fsc_want want = q->want;

	view->absent_node = NULL;
	if (FSC_UNLIKELY(found_is_doubtful(view, q, type))) {
		if (client_answers(view, q)) {
			return pass_quietly(FSC_REASON_CLIENT);
		}
		return ask_again(view, q, fsc_node_level(view, q->node, FSC_ABOUT_OTHERS));
	}
	if (FSC_UNLIKELY(fsc_mount_covers(view, q->node->mount, q->hash))) {
		return pass_quietly(FSC_REASON_MOUNT_POINT);
	}
	switch (type) {
	case FSC_TYPE_DIR:
		if (want == FSC_WANT_ABSENCE || want == FSC_WANT_LABSENCE) {
			break;
		}
		return answer(view, q, want == FSC_WANT_DIR || want == FSC_WANT_EXISTS ? FSC_YES : FSC_NO);
	case FSC_TYPE_FILE:
	case FSC_TYPE_OTHER:
		if (q->split.slash || want == FSC_WANT_ABSENCE || want == FSC_WANT_LABSENCE) {
			break;
		}
		return answer(view, q, want == FSC_WANT_EXISTS ||
			(want == FSC_WANT_FILE && type == FSC_TYPE_FILE) ? FSC_YES : FSC_NO);
	case FSC_TYPE_LINK:
		if (want == FSC_WANT_LINK && !q->split.slash) {
			return answer(view, q, FSC_YES);
		}
		break;
	case FSC_TYPE_UNKNOWN:
		break;
	}
	return pass_quietly(FSC_REASON_FOLLOW);
}

/* The node of a directory string, made if new. NULL: a NUL in it, or out of memory. */
static fsc_node *find_node_anew(fsc_view *view, fsc_root *root, const char *path, size_t length)
{
	uint64_t hash = fsc_path_hash(view, path, length);
	fsc_node *node = fsc_node_find(root, path, length, hash);

	if (FSC_UNLIKELY(!node)) {
		if (memchr(path, '\0', length)) {
			return NULL;
		}
		node = fsc_node_create(view, root, path, length, hash);
	} else {
		/* not the first time: a scan must not evict what is used */
		node->flags |= FSC_NODE_REFERENCED;
	}
	if (FSC_LIKELY(node)) {
		view->last = node;
	}
	return node;
}

fsc_node *fsc_node_get(fsc_view *view, fsc_root *root, const char *path, size_t length)
{
	fsc_node *node = view->last;

	/* Most questions are about the directory of the one before. */
	if (FSC_LIKELY(node && node->path_length == length && node->root == root &&
		fsc_same_bytes(node->path, path, length))) {
		return node;
	}
	return find_node_anew(view, root, path, length);
}

/* The question's node is prepared, or can be. */
static fsc_reply ask_prepared(fsc_view *view, question *q)
{
	fsc_type type;

	if (FSC_LIKELY(fsc_snapshot_lookup(q->node->listing, q->split.name, q->split.name_length,
		q->hash, &type))) {
		return answer_found(view, q, type);
	}
	return answer_absent(view, q);
}

/*
 * Is it among the names that were read in this period and must not be kept? That it is not there is
 * left to the system.
 */
static bool is_held(fsc_view *view, const question *q, fsc_type *type)
{
	fsc_snapshot *held = view->ahead && !q->node->listing &&
		fsc_node_is_permitted(view, q->node, FSC_ACCESS_SEARCH)
		? fsc_ahead_held(view, q->node) : NULL;
	bool found = held && held->packed.slots > 0 && fsc_snapshot_lookup(held, q->split.name,
		q->split.name_length, q->hash, type);

	fsc_snapshot_release(held);
	return found;
}

static fsc_reply ask_node(fsc_view *view, question *q)
{
	fsc_node *node = q->node;
	fsc_reason reason;
	fsc_level level;
	fsc_about about;
	fsc_type type;

	q->hash = fsc_hash(q->split.name, q->split.name_length);
	if (FSC_LIKELY(fsc_node_is_fresh(view, node) && node->listing &&
		fsc_node_is_permitted(view, node, FSC_ACCESS_SEARCH))) {
		q->how = FSC_HOW_HIT;
		return ask_prepared(view, q);
	}
	if (is_held(view, q, &type)) {
		q->how = FSC_HOW_HIT;
		return answer_found(view, q, type);
	}
	reason = validation_pays(view, q);
	if (reason != FSC_REASON_NONE) {
		return pass_quietly(reason);
	}
	level = level_expected(view, q, &about);
	if (level == FSC_LEVEL_SYNC && about == FSC_ABOUT_OTHERS && client_answers(view, q)) {
		return pass_quietly(FSC_REASON_CLIENT); /* whatever the directory has become */
	}
	reason = node_prepare(view, q, level);
	if (reason == FSC_REASON_NONE) {
		return ask_prepared(view, q);
	}
	return ask_above(view, q, reason);
}

/* errno is put back: what the core asked of the system is none of PHP's business. */
static fsc_reply ask_slowly(fsc_view *view, fsc_node *node, fsc_root *root, const fsc_split *split,
	fsc_want want, bool asked)
{
	uint64_t hash = fsc_hash(split->name, split->name_length);
	question q = { *split, root, node, hash, want, FSC_HOW_MISS, 0, false, asked, node, hash };
	int saved = errno;
	fsc_reply reply = ask_node(view, &q);

	if (FSC_UNLIKELY(reply.answer == FSC_PASS)) {
		reply = fsc_pass(view, (fsc_reason) reply.reason);
	}
	errno = saved;
	return reply;
}

/* Something about every question is special now. FSC_REASON_NONE: go on. */
static fsc_reason ask_specially(fsc_view *view, const char *path, size_t length)
{
	if (view->passing) {
		return (fsc_reason) view->passing_reason;
	}
	return view->exclude_count && fsc_view_is_excluded(view, path, length) ? FSC_REASON_EXCLUDED
		: FSC_REASON_NONE;
}

/*
 * The node that answered is the last one used: that of the question may be gone. Under a fence the
 * system is asked only after the rule's own judgement, as PHP would.
 */
static fsc_reply ask_verified(fsc_view *view, const char *path, fsc_want want, fsc_reply reply,
	bool fenced)
{
	int saved = errno;

	if (reply.answer != FSC_PASS && view->config.verify_percent > 0 && fsc_verify_wanted(view)) {
		reply = fenced && !fsc_fence_verify(view, path) ? fsc_pass(view, FSC_REASON_VERIFY)
			: fsc_verify_lookup(view, view->last, path, want, reply);
	}
	errno = saved;
	return reply;
}

/* What fsc_ask_hit() could not answer; fsc_ask_unfenced() but for the verification. */
static fsc_reply ask_fully(fsc_view *view, const char *path, size_t length, fsc_want want)
{
	fsc_split split;
	fsc_root *root = &view->absolute;
	fsc_node *node;
	bool asked = false;

	fsc_view_advance(view);
	if (FSC_UNLIKELY(!view->plain)) {
		fsc_reason reason = ask_specially(view, path, length);

		if (reason != FSC_REASON_NONE) {
			return fsc_pass(view, reason);
		}
	}
	if (FSC_UNLIKELY(!fsc_path_split(path, length, &split))) {
		return fsc_pass(view, FSC_REASON_FOLLOW);
	}
	if (split.relative) {
		asked = !fsc_view_cwd_known(view);
		root = fsc_view_cwd(view);
		if (FSC_UNLIKELY(!root)) {
			return fsc_pass(view, FSC_REASON_GONE);
		}
	}
	node = fsc_node_get(view, root, split.directory, split.directory_length);
	if (FSC_UNLIKELY(!node)) {
		return fsc_pass(view, FSC_REASON_LIMIT);
	}
	if (FSC_UNLIKELY(fsc_view_is_fenced(view))) {
		if (!fsc_fence_lookup(view, node)) {
			return fsc_pass(view, FSC_REASON_OPEN_BASEDIR);
		}
		node = fsc_node_get(view, root, split.directory, split.directory_length);
		if (!node) {
			return fsc_pass(view, FSC_REASON_LIMIT);
		}
	}
	return ask_slowly(view, node, root, &split, want, asked);
}

fsc_reply fsc_ask_unfenced(fsc_view *view, const char *path, size_t length, fsc_want want)
{
	fsc_reply reply = ask_fully(view, path, length, want);

	return view->plain ? reply : ask_verified(view, path, want, reply, false);
}

fsc_reply fsc_ask(fsc_view *view, const char *path, size_t length, fsc_want want)
{
	fsc_reply reply = { (uint8_t) (FSC_UNLIKELY(view->fence_quick)
		? fsc_fence_hit(view, path, length, want) : fsc_ask_hit(view, path, length, want)),
		FSC_HOW_HIT, FSC_REASON_NONE };

	if (reply.answer == FSC_NO && want >= FSC_WANT_ABSENCE) {
		return fsc_pass(view, FSC_REASON_FOLLOW);
	}
	if (reply.answer != FSC_PASS) {
		return reply;
	}
	reply = ask_fully(view, path, length, want);
	if (FSC_UNLIKELY(fsc_view_is_fenced(view))) {
		reply = fsc_fence_reply(view, length, want, reply);
	}
	return view->plain ? reply
		: ask_verified(view, path, want, reply, fsc_view_is_fenced(view));
}
