/* SPDX-License-Identifier: MIT */
/*
 * walk.c: realpath(). The last name is a question like any other; the directory before it is
 * resolved one component at a time, each remembered at its node as long as the validation period
 * lasts. What a component is comes from the listing of the directory it is in, if that is fresh,
 * else from one lstat.
 *
 * Invariants:
 *  - A memo (fsc_real) is used only while its stamp is the view's: everything that can redirect a
 *    path (own renames and links, children, mounts, the end of the period) moves the view's stamp.
 *  - A link is read only on a trusted mount: those of proc lead elsewhere with every open().
 *  - Nodes are found again by their string after anything that may evict them.
 *
 * In strict mode, where nothing is remembered from one call to the next, PHP's own walk is as good.
 */
#include "src/core/view.h"
#include "src/core/snapshot_layout.h"

/* PHP refuses paths and steps on the way that come near MAXPATHLEN: let it. */
#define REAL_MAX   4000
#define LINKS_MAX  8
#define DEPTH_MAX  200

typedef struct walk {
	fsc_view  *view;
	char      *buffer; /* the real path so far, NUL-terminated, REAL_MAX + 1 bytes at least */
	size_t     length;
	uint32_t   links;
	uint32_t   spelled; /* bytes of the texts of these links */
	uint32_t   depth;
	bool       asked;  /* the system */
	bool       whole;  /* all of it was walked: no listing that was judged tells of its last name */
	fsc_reason reason; /* after failure */
} walk;

/* One component: path[0..end) is its string, the name begins at `at`. */
typedef struct step {
	fsc_root   *root;
	const char *path;
	size_t      at, end;
	uint64_t    hash;   /* of the string */
	uint32_t    links, spelled; /* of the walk, before this string */
	fsc_version parent; /* of the fresh listing that told its type, or zeros */
} step;

static bool walk_directory(walk *w, fsc_root *root, const char *path, size_t length);

static bool fail(walk *w, fsc_reason reason)
{
	w->reason = reason;
	return false;
}

/* ---- the real path so far ---- */

static bool set_text(walk *w, const char *text, size_t length)
{
	if (length > REAL_MAX) {
		return fail(w, FSC_REASON_ARGUMENT);
	}
	memcpy(w->buffer, text, length);
	w->buffer[length] = '\0';
	w->length = length;
	return true;
}

static bool append(walk *w, const char *name, size_t length)
{
	if (w->length + 1 + length > REAL_MAX) {
		return fail(w, FSC_REASON_ARGUMENT);
	}
	if (w->length > 1) {
		w->buffer[w->length++] = '/';
	}
	memcpy(w->buffer + w->length, name, length);
	w->length += length;
	w->buffer[w->length] = '\0';
	return true;
}

static void go_up(walk *w)
{
	w->length = fsc_path_trim(w->buffer, fsc_path_name_at(w->buffer, w->length));
	w->buffer[w->length] = '\0';
}

/* ---- what is remembered ---- */

void fsc_node_drop_real(fsc_view *view, fsc_node *node)
{
	if (node->real) {
		view->bytes -= fsc_mem_footprint(sizeof *node->real + node->real->length);
		fsc_mem_free(node->real);
		node->real = NULL;
	}
	node->judged = 0;
}

static bool is_remembered(const walk *w, const fsc_node *node)
{
	return node->real && node->real->stamp == w->view->stamp;
}

/* PHP counts the links of the whole path, and gives up where unresolved texts get too long. */
static bool count_links(walk *w, uint32_t links, size_t bytes)
{
	w->links += links;
	w->spelled += (uint32_t) bytes;
	return (w->links <= LINKS_MAX && w->spelled <= REAL_MAX) || fail(w, FSC_REASON_FOLLOW);
}

static bool recall(walk *w, const fsc_node *node)
{
	return count_links(w, node->real->links, node->real->spelled) &&
		set_text(w, node->real->text, node->real->length);
}

static fsc_node *find(const step *s)
{
	return fsc_node_find(s->root, s->path, s->end, s->hash);
}

static fsc_node *find_or_create(walk *w, const step *s)
{
	fsc_node *node = find(s);

	if (!node) {
		node = fsc_node_create(w->view, s->root, s->path, s->end, s->hash);
	}
	if (node) {
		node->flags |= FSC_NODE_REFERENCED;
	}
	return node;
}

/* Without memory there is no memo, and no harm. */
static void remember(walk *w, const step *s)
{
	fsc_node *node = find_or_create(w, s);
	fsc_real *real;

	if (!node) {
		return;
	}
	real = node->real;
	if (!real || real->length != w->length || memcmp(real->text, w->buffer, w->length) != 0) {
		if (real) {
			fsc_view_redirected(w->view);
		}
		fsc_node_drop_real(w->view, node);
		real = fsc_mem_alloc(sizeof *real + w->length);
		if (!real) {
			return;
		}
		real->length = (uint32_t) w->length;
		memcpy(real->text, w->buffer, w->length);
		node->real = real;
		w->view->bytes += fsc_mem_footprint(sizeof *real + w->length);
	}
	real->links = (uint16_t) (w->links - s->links);
	real->spelled = (uint16_t) (w->spelled - s->spelled);
	real->stamp = w->view->stamp;
	real->parent = s->parent;
	fsc_view_shrink(w->view, node);
}

/* ---- where relative paths begin ---- */

/* PHP goes by the absolute path of the working directory: it must lead there for us as well. */
static bool locate_root(walk *w, fsc_root *root)
{
	char buffer[FSC_PATH_MAX];
	size_t length;
	fsc_attr attr;
	char *copy;

	w->asked = true;
	if (fsc_os_cwd(buffer, sizeof buffer, &length) != FSC_OS_OK || buffer[0] != '/' ||
		fsc_os_stat(buffer, 0, &attr) != FSC_OS_OK || attr.version.inode != root->inode ||
		attr.version.device != root->device || attr.version.mount != root->mount) {
		return fail(w, FSC_REASON_GONE);
	}
	if (!root->path || strcmp(root->path, buffer) != 0) {
		copy = fsc_mem_alloc(length + 1);
		if (!copy) {
			return fail(w, FSC_REASON_LIMIT);
		}
		memcpy(copy, buffer, length + 1);
		fsc_mem_free(root->path);
		root->path = copy;
		root->path_length = length;
	}
	root->path_stamp = w->view->stamp;
	return true;
}

static bool walk_root(walk *w, fsc_root *root)
{
	if (!root->relative) {
		return set_text(w, "/", 1);
	}
	if (root->anonymous) {
		return fail(w, FSC_REASON_GONE);
	}
	if (root->path_stamp != w->view->stamp && !locate_root(w, root)) {
		return false;
	}
	return set_text(w, root->path, root->path_length);
}

/* ---- one component ---- */

/* Its type by the listing it is in. FSC_TYPE_UNKNOWN: the system must be asked. */
static fsc_type listed_type(walk *w, step *s)
{
	const char *directory = s->at ? s->path : ".";
	size_t length = s->at ? fsc_path_trim(s->path, s->at) : 1;
	fsc_node *node = fsc_node_find(s->root, directory, length,
		fsc_path_hash(w->view, directory, length));
	const char *name = s->path + s->at;
	uint64_t hash = fsc_hash(name, s->end - s->at);
	fsc_type type;

	if (!node || !node->listing || !fsc_node_is_fresh(w->view, node) ||
		!fsc_snapshot_lookup(node->listing, name, s->end - s->at, hash, &type) ||
		fsc_mount_covers(w->view, node->mount, hash) ||
		fsc_node_permit(w->view, node, FSC_ACCESS_SEARCH) != FSC_REASON_NONE) {
		return FSC_TYPE_UNKNOWN;
	}
	s->parent = node->version;
	return type;
}

/* Of the directory whose real path was just found. */
static fsc_mount *mount_of_text(walk *w, uint64_t id)
{
	fsc_mount *mount = NULL;
	fsc_attr attr;
	int fd;

	if (fsc_os_open_path(w->buffer, &fd) != FSC_OS_OK) {
		return NULL;
	}
	if (fsc_os_stat_fd(fd, 0, &attr) == FSC_OS_OK && attr.version.mount == id) {
		mount = fsc_mount_get(w->view, id, fd);
	}
	fsc_os_close(fd);
	return mount;
}

/* A link on a mount that listed_type() knows nothing of. */
static bool link_is_trusted(walk *w, const fsc_attr *attr)
{
	fsc_mount *mount = fsc_mount_find(w->view, attr->version.mount);

	if (!mount) {
		mount = mount_of_text(w, attr->version.mount);
	}
	return mount && mount->verdict.kind != FSC_FS_UNTRUSTED;
}

/* Its type by the system; a directory's node is then validated as well. */
static fsc_type asked_type(walk *w, const step *s)
{
	fsc_node *node = find_or_create(w, s);
	fsc_attr attr;

	w->reason = FSC_REASON_LIMIT;
	if (!node) {
		return FSC_TYPE_UNKNOWN;
	}
	w->asked = true;
	w->reason = FSC_REASON_GONE;
	w->view->counters.validations++;
	if (fsc_os_stat(node->path, FSC_STAT_NOFOLLOW, &attr) != FSC_OS_OK) {
		return FSC_TYPE_UNKNOWN;
	}
	if (attr.type == FSC_TYPE_DIR && node->stamp != w->view->stamp) {
		fsc_node_seen(w->view, node, &attr.version, FSC_LEVEL_PLAIN);
	}
	if (attr.type == FSC_TYPE_LINK && !link_is_trusted(w, &attr)) {
		w->reason = FSC_REASON_FILESYSTEM;
		return FSC_TYPE_UNKNOWN;
	}
	return attr.type;
}

/* Put the link's text behind the directory it is in, unless it is absolute; resolve the whole. */
static bool follow_text(walk *w, const step *s, char *target)
{
	fsc_node *node = find_or_create(w, s);
	size_t base = w->length, length;

	if (!node) {
		return fail(w, FSC_REASON_LIMIT);
	}
	memcpy(target, w->buffer, base);
	target[base] = '/';
	w->asked = true;
	if (fsc_os_read_link(node->path, target + base + 1, FSC_PATH_MAX, &length) != FSC_OS_OK ||
		base + 1 + length > REAL_MAX) {
		return fail(w, FSC_REASON_FOLLOW);
	}
	if (!count_links(w, 1, length)) {
		return false;
	}
	if (target[base + 1] == '/') {
		return walk_directory(w, &w->view->absolute, target + base + 1, length);
	}
	return walk_directory(w, &w->view->absolute, target, base + 1 + length);
}

static bool follow(walk *w, const step *s)
{
	char *target;
	bool good;

	if (w->links >= LINKS_MAX) {
		return fail(w, FSC_REASON_FOLLOW);
	}
	target = fsc_mem_alloc(FSC_PATH_MAX * 2 + 2);
	if (!target) {
		return fail(w, FSC_REASON_LIMIT);
	}
	good = follow_text(w, s, target);
	fsc_mem_free(target);
	return good;
}

/* The buffer holds the real path of what the component is in. */
static bool walk_component(walk *w, step *s)
{
	fsc_type type = listed_type(w, s);
	bool good;

	if (type == FSC_TYPE_UNKNOWN) {
		type = asked_type(w, s);
		if (type == FSC_TYPE_UNKNOWN) {
			return false;
		}
	}
	if (type == FSC_TYPE_DIR) {
		good = append(w, s->path + s->at, s->end - s->at);
	} else if (type == FSC_TYPE_LINK) {
		good = follow(w, s);
	} else {
		good = fail(w, FSC_REASON_GONE);
	}
	if (good) {
		remember(w, s);
	}
	return good;
}

/* Resolve a directory's string into the buffer: it exists and is one, or false. */
static bool walk_directory(walk *w, fsc_root *root, const char *path, size_t length)
{
	step s = {root, path, 0, fsc_path_trim(path, length), 0, w->links, w->spelled, {0, 0, 0, 0, 0}};
	fsc_node *node;
	bool good;

	if (s.end == 1 && (path[0] == '/' || path[0] == '.')) {
		return walk_root(w, root);
	}
	s.hash = fsc_path_hash(w->view, path, s.end);
	node = find(&s);
	if (node && is_remembered(w, node)) {
		return recall(w, node);
	}
	if (w->depth >= DEPTH_MAX) {
		return fail(w, FSC_REASON_ARGUMENT);
	}
	w->depth++;
	s.at = fsc_path_name_at(path, s.end);
	good = s.at == 0 ? walk_root(w, root) : walk_directory(w, root, path, s.at);
	w->depth--;
	if (!good) {
		return false;
	}
	if (fsc_path_is_dots(path + s.at, s.end - s.at)) {
		if (s.end - s.at == 2) {
			go_up(w);
		}
		return true;
	}
	return walk_component(w, &s);
}

/* ---- fastscan.verify ---- */

/*
 * Does the system agree that the text leads, without a link, to where the path leads? It may refuse
 * what PHP does not ask: "a/.." without search permission on a.
 */
static bool is_true(const walk *w, const char *path)
{
	char text[REAL_MAX + 1];
	fsc_attr followed, attr;
	fsc_os_result result = fsc_os_stat(path, 0, &followed);
	size_t at = 0;

	if (result != FSC_OS_OK && result != FSC_OS_DENIED) {
		return false;
	}
	memcpy(text, w->buffer, w->length + 1);
	do {
		const char *slash = memchr(text + at + 1, '/', w->length - at - 1);
		char kept;

		at = slash ? (size_t) (slash - text) : w->length;
		kept = text[at];
		text[at] = '\0';
		if (fsc_os_stat(text, FSC_STAT_NOFOLLOW, &attr) != FSC_OS_OK ||
			attr.type == FSC_TYPE_LINK) {
			return false;
		}
		text[at] = kept;
	} while (at < w->length);
	return result == FSC_OS_DENIED || (attr.version.inode == followed.version.inode &&
		attr.version.device == followed.version.device &&
		attr.version.mount == followed.version.mount);
}

static bool walk_anything(walk *w, fsc_root *root, const char *path, size_t length)
{
	fsc_split split;

	return walk_directory(w, root, path, length) || (fsc_path_split(path, length, &split) &&
		walk_directory(w, root, split.directory, split.directory_length) &&
		append(w, split.name, split.name_length));
}

/* The same answer from nothing remembered is wrong; another one is what the mode allows. */
static void judge(walk *w, const char *path, size_t length)
{
	fsc_view *view = w->view;
	char buffer[REAL_MAX + 1];
	walk again = {view, buffer, 0, 0, 0, 0, false, false, FSC_REASON_NONE};
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

/* PHP puts the working directory and the path together before it looks at either. */
static bool is_short(const walk *w, const fsc_root *root, size_t length)
{
	return length + w->spelled + (root && root->path ? root->path_length + 1 : 0) <= REAL_MAX;
}

bool fsc_walk_directory(fsc_view *view, fsc_root *root, const char *path, size_t length,
	char *buffer, size_t *out_length)
{
	walk w = {view, buffer, 0, 0, 0, 0, false, false, FSC_REASON_NONE};

	fsc_view_poll_mounts(view);
	if (!walk_directory(&w, root, path, length) || !is_short(&w, root, length)) {
		return false;
	}
	*out_length = w.length;
	return true;
}

/*
 * Is the real path inside? What was remembered of its beginning may be older than what was asked of
 * its end: others may have switched a link in between, and the end lie outside.
 */
static bool is_inside(walk *w)
{
	bool inside = fsc_fence_contains(w->view, w->buffer, w->length);

	if (inside && w->whole) {
		w->asked = true;
		inside = fsc_fence_proves(w->view, w->buffer);
	}
	return inside || fail(w, FSC_REASON_OPEN_BASEDIR);
}

static fsc_reply finish(walk *w, bool good, fsc_how how, const char *path, size_t length,
	size_t *out_length)
{
	fsc_reply reply = {FSC_YES, (uint8_t) how, FSC_REASON_NONE};
	fsc_view *view = w->view;

	if (good && !is_short(w, path[0] == '/' ? NULL : view->cwd, length)) {
		good = fail(w, FSC_REASON_ARGUMENT);
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
		view->counters.verify_checked++;
		if (!is_true(w, path)) {
			judge(w, path, length);
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
static fsc_reply realpath_of_directory(walk *w, const char *path, size_t length, size_t *out_length)
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
	return finish(w, walk_directory(w, root, path, length), FSC_HOW_HIT, path, length,
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
static bool walk_final_link(walk *w, fsc_root *root, const fsc_node *directory,
	const char *path, size_t length)
{
	fsc_node *node = fsc_node_find(root, path, length, fsc_path_hash(w->view, path, length));

	/* The memo is as old as the period; the listing that says "link" may be younger. */
	if (node && is_remembered(w, node) &&
		!(directory && fsc_version_equal(&node->real->parent, &directory->version))) {
		node->real->stamp = 0;
	}
	return walk_directory(w, root, path, length);
}

static bool walk_entry(walk *w, const fsc_split *split, bool link, const char *path, size_t length)
{
	fsc_view *view = w->view;
	fsc_root *root = split->relative ? fsc_view_cwd(view) : &view->absolute;
	fsc_node *node;

	if (!root) {
		return fail(w, FSC_REASON_GONE);
	}
	node = node_of_split(view, root, split);
	if (FSC_LIKELY(!link && node && is_remembered(w, node))) {
		return recall(w, node) && append(w, split->name, split->name_length);
	}
	fsc_view_poll_mounts(view);
	if (link) {
		return walk_final_link(w, root, node, path, length);
	}
	return walk_directory(w, root, split->directory, split->directory_length) &&
		append(w, split->name, split->name_length);
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
	walk w = {view, buffer, 0, 0, 0, 0, false, false, FSC_REASON_NONE};
	fsc_split split;
	fsc_reply reply;
	bool good;

	if (view->config.mode == FSC_MODE_STRICT || view->strict_overflow) {
		return fsc_pass(view, FSC_REASON_FOLLOW);
	}
	if (length == 0 || length > REAL_MAX || size <= REAL_MAX || memchr(path, '\0', length)) {
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
	if (reply.answer == FSC_PASS || reply.answer == FSC_ABSENT) {
		return reply;
	}
	w.whole = reply.answer == FSC_YES;
	good = walk_entry(&w, &split, w.whole, path, length);
	return finish(&w, good, (fsc_how) reply.how, path, length, out_length);
}
