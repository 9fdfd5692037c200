/* SPDX-License-Identifier: MIT */
/*
 * walk.c: where a directory's string really leads. It is resolved one component at a time, each
 * remembered at its node as long as the validation period lasts. What a component is comes from the
 * listing of the directory it is in, if that is fresh, else from one lstat.
 *
 * Invariants:
 *  - A memo (fsc_real) is used only while its stamp is the view's: everything that can redirect a
 *    path (own renames and links, children, mounts, the end of the period) moves the view's stamp.
 *  - A link is read only on a trusted mount: those of proc lead elsewhere with every open().
 *  - Nodes are found again by their string after anything that may evict them.
 */
#include "src/core/walk.h"
#include "src/core/snapshot_layout.h"

#define DEPTH_MAX  200
#define BELOW_MIN  3u /* names walked in a directory are worth its listing, as are min_uses */

/* One component: path[0..end) is its string, the name begins at `at`. */
typedef struct step {
	fsc_root   *root;
	const char *path;
	size_t      at, end;
	uint64_t    hash;   /* of the string */
	uint32_t    links, spelled; /* of the walk, before this string */
	fsc_version parent; /* of the fresh listing that told its type, or zeros */
} step;

bool fsc_walk_fail(fsc_walk *w, fsc_reason reason)
{
	w->reason = reason;
	return false;
}

/* ---- the real path so far ---- */

static bool set_text(fsc_walk *w, const char *text, size_t length)
{
	if (length > FSC_REAL_MAX) {
		return fsc_walk_fail(w, FSC_REASON_ARGUMENT);
	}
	memcpy(w->buffer, text, length);
	w->buffer[length] = '\0';
	w->length = length;
	return true;
}

bool fsc_walk_append(fsc_walk *w, const char *name, size_t length)
{
	if (w->length + 1 + length > FSC_REAL_MAX) {
		return fsc_walk_fail(w, FSC_REASON_ARGUMENT);
	}
	if (w->length > 1) {
		w->buffer[w->length++] = '/';
	}
	memcpy(w->buffer + w->length, name, length);
	w->length += length;
	w->buffer[w->length] = '\0';
	return true;
}

static void go_up(fsc_walk *w)
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

bool fsc_walk_remembers(const fsc_walk *w, const fsc_node *node)
{
	return node->real && node->real->stamp == w->view->stamp;
}

/* PHP counts the links of the whole path, and gives up where unresolved texts get too long. */
static bool count_links(fsc_walk *w, uint32_t links, size_t bytes)
{
	w->links += links;
	w->spelled += (uint32_t) bytes;
	return (w->links <= FSC_LINKS_MAX && w->spelled <= FSC_REAL_MAX) ||
		fsc_walk_fail(w, FSC_REASON_FOLLOW);
}

bool fsc_walk_recall(fsc_walk *w, const fsc_node *node)
{
	return count_links(w, node->real->links, node->real->spelled) &&
		set_text(w, node->real->text, node->real->length);
}

static fsc_node *find(const step *s)
{
	return fsc_node_find(s->root, s->path, s->end, s->hash);
}

static fsc_node *find_or_create(fsc_walk *w, const step *s)
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
static void remember(fsc_walk *w, const step *s)
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
	real->below = 0;
	real->parent = s->parent;
	fsc_view_shrink(w->view, node);
}

/* ---- where relative paths begin ---- */

/* PHP goes by the absolute path of the working directory: it must lead there for us as well. */
static bool locate_root(fsc_walk *w, fsc_root *root)
{
	char buffer[FSC_PATH_MAX];
	size_t length;
	fsc_attr attr;
	char *copy;

	w->asked = true;
	if (fsc_os_cwd(buffer, sizeof buffer, &length) != FSC_OS_OK || buffer[0] != '/' ||
		fsc_os_stat(buffer, 0, &attr) != FSC_OS_OK || attr.version.inode != root->inode ||
		attr.version.device != root->device || attr.version.mount != root->mount) {
		return fsc_walk_fail(w, FSC_REASON_GONE);
	}
	if (!root->path || strcmp(root->path, buffer) != 0) {
		copy = fsc_mem_alloc(length + 1);
		if (!copy) {
			return fsc_walk_fail(w, FSC_REASON_LIMIT);
		}
		memcpy(copy, buffer, length + 1);
		fsc_mem_free(root->path);
		root->path = copy;
		root->path_length = length;
	}
	root->path_stamp = w->view->stamp;
	return true;
}

static bool walk_root(fsc_walk *w, fsc_root *root)
{
	if (!root->relative) {
		return set_text(w, "/", 1);
	}
	if (root->anonymous) {
		return fsc_walk_fail(w, FSC_REASON_GONE);
	}
	if (root->path_stamp != w->view->stamp && !locate_root(w, root)) {
		return false;
	}
	return set_text(w, root->path, root->path_length);
}

/* ---- one component ---- */

/*
 * Where several names of one directory are walked in a period, its listing tells of the others, and
 * in later periods of all but the first. A fence reads nothing that may be outside.
 */
static void prepare_listing(fsc_walk *w, fsc_node *node)
{
	fsc_view *view = w->view;
	fsc_filled filled;

	if (fsc_view_is_fenced(view) || !fsc_walk_remembers(w, node)) {
		return;
	}
	node->real->below += node->real->below < UINT16_MAX;
	if (node->listing) {
		if (!fsc_node_is_fresh(view, node) && node->real->below > 1) {
			w->asked = true;
			fsc_node_check(view, node, FSC_LEVEL_PLAIN);
		}
		return;
	}
	if (node->real->below < BELOW_MIN || node->real->below < view->config.min_uses ||
		fsc_node_is_distrusted(node) || fsc_node_is_hopeless(node) ||
		fsc_node_is_young(view, node)) {
		return;
	}
	w->asked = true;
	fsc_node_fill(view, node, &filled);
	fsc_snapshot_release(filled.snapshot);
}

/* Its type by the listing it is in. FSC_TYPE_UNKNOWN: the system must be asked. */
static fsc_type listed_type(fsc_walk *w, step *s)
{
	const char *directory = s->at ? s->path : ".";
	size_t length = s->at ? fsc_path_trim(s->path, s->at) : 1;
	fsc_node *node = fsc_node_find(s->root, directory, length,
		fsc_path_hash(w->view, directory, length));
	const char *name = s->path + s->at;
	uint64_t hash = fsc_hash(name, s->end - s->at);
	fsc_type type;

	if (node) {
		prepare_listing(w, node);
	}
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
static fsc_mount *mount_of_text(fsc_walk *w, uint64_t id)
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
static bool link_is_trusted(fsc_walk *w, const fsc_attr *attr)
{
	fsc_mount *mount = fsc_mount_find(w->view, attr->version.mount);

	if (!mount) {
		mount = mount_of_text(w, attr->version.mount);
	}
	return mount && mount->verdict.kind != FSC_FS_UNTRUSTED;
}

/* Its type by the system; a directory's node is then validated as well. */
static fsc_type asked_type(fsc_walk *w, const step *s)
{
	fsc_node *node = find_or_create(w, s);
	fsc_attr attr;

	w->reason = FSC_REASON_LIMIT;
	if (!node) {
		return FSC_TYPE_UNKNOWN;
	}
	w->reason = FSC_REASON_GONE;
	if (fsc_node_is_fresh(w->view, node) && node->flags & FSC_NODE_NO_LINK) {
		return FSC_TYPE_DIR;
	}
	w->asked = true;
	w->view->counters.validations++;
	if (node->stamp != w->view->stamp) {
		fsc_node_check_ahead(w->view, node, FSC_LEVEL_PLAIN);
	}
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
static bool follow_text(fsc_walk *w, const step *s, char *target)
{
	fsc_node *node = find_or_create(w, s);
	size_t base = w->length, length;

	if (!node) {
		return fsc_walk_fail(w, FSC_REASON_LIMIT);
	}
	memcpy(target, w->buffer, base);
	target[base] = '/';
	w->asked = true;
	if (fsc_os_read_link(node->path, target + base + 1, FSC_PATH_MAX, &length) != FSC_OS_OK ||
		base + 1 + length > FSC_REAL_MAX) {
		return fsc_walk_fail(w, FSC_REASON_FOLLOW);
	}
	if (!count_links(w, 1, length)) {
		return false;
	}
	if (target[base + 1] == '/') {
		return fsc_walk_to(w, &w->view->absolute, target + base + 1, length);
	}
	return fsc_walk_to(w, &w->view->absolute, target, base + 1 + length);
}

static bool follow(fsc_walk *w, const step *s)
{
	char *target;
	bool good;

	if (w->links >= FSC_LINKS_MAX) {
		return fsc_walk_fail(w, FSC_REASON_FOLLOW);
	}
	target = fsc_mem_alloc(FSC_PATH_MAX * 2 + 2);
	if (!target) {
		return fsc_walk_fail(w, FSC_REASON_LIMIT);
	}
	good = follow_text(w, s, target);
	fsc_mem_free(target);
	return good;
}

/* The buffer holds the real path of what the component is in. */
static bool walk_component(fsc_walk *w, step *s)
{
	uint64_t stamp = w->view->stamp;
	fsc_type type = listed_type(w, s);
	bool good;

	if (type == FSC_TYPE_UNKNOWN) {
		type = asked_type(w, s);
		if (type == FSC_TYPE_UNKNOWN) {
			return false;
		}
	}
	if (w->view->stamp != stamp) {
		/* a path was found to lead elsewhere: what the buffer holds may be of before */
		return fsc_walk_fail(w, FSC_REASON_CHANGED);
	}
	if (type == FSC_TYPE_DIR) {
		good = fsc_walk_append(w, s->path + s->at, s->end - s->at);
	} else if (type == FSC_TYPE_LINK) {
		good = follow(w, s);
	} else {
		good = fsc_walk_fail(w, FSC_REASON_GONE);
	}
	if (good) {
		remember(w, s);
	}
	return good;
}

/* Resolve a directory's string into the buffer: it exists and is one, or false. */
bool fsc_walk_to(fsc_walk *w, fsc_root *root, const char *path, size_t length)
{
	step s = {root, path, 0, fsc_path_trim(path, length), 0, w->links, w->spelled, {0, 0, 0, 0, 0}};
	fsc_node *node;
	bool good;

	if (s.end == 1 && (path[0] == '/' || path[0] == '.')) {
		return walk_root(w, root);
	}
	s.hash = fsc_path_hash(w->view, path, s.end);
	node = find(&s);
	if (node && fsc_walk_remembers(w, node)) {
		return fsc_walk_recall(w, node);
	}
	if (w->depth >= DEPTH_MAX) {
		return fsc_walk_fail(w, FSC_REASON_ARGUMENT);
	}
	w->depth++;
	s.at = fsc_path_name_at(path, s.end);
	good = s.at == 0 ? walk_root(w, root) : fsc_walk_to(w, root, path, s.at);
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

/* PHP puts the working directory and the path together before it looks at either. */
bool fsc_walk_is_short(const fsc_walk *w, const fsc_root *root, size_t length)
{
	return length + w->spelled + (root && root->path ? root->path_length + 1 : 0) <= FSC_REAL_MAX;
}

bool fsc_walk_directory(fsc_view *view, fsc_root *root, const char *path, size_t length,
	char *buffer, size_t *out_length)
{
	fsc_walk w = {view, buffer, 0, 0, 0, 0, false, false, FSC_REASON_NONE};

	fsc_view_poll_mounts(view);
	if (!fsc_walk_to(&w, root, path, length) || !fsc_walk_is_short(&w, root, length)) {
		return false;
	}
	*out_length = w.length;
	return true;
}
