/* SPDX-License-Identifier: MIT */
/*
 * dir.c: open directory handles. A handle iterates an immutable snapshot, taken at its first read
 * as PHP's own does, and again after a rewind.
 *
 * A handle with a descriptor (strict mode, a cold cache, pinned) asks the descriptor. One without
 * asks the path, but only as long as that leads to the inode it was opened on; if it no longer
 * does, the listing validated at opendir is served.
 *
 * A directory that no snapshot can hold (too large, odd names, no memory, a failing disk) is
 * streamed from the descriptor one buffer at a time, exactly as PHP would.
 */
#include "src/core/handle.h"
#include "src/core/snapshot_layout.h"

#include <errno.h>

/* ---- life ---- */

static fsc_dir *dir_create(fsc_view *view, fsc_node *node, int fd)
{
	const fsc_root *root = node->root;
	size_t prefix = root->relative && root->path ? root->path_length + 1 : 0;
	fsc_dir *dir = fsc_mem_alloc(sizeof *dir + prefix + node->path_length + 1);

	if (!dir) {
		return NULL;
	}
	/* A scan opens very many: not what is large and filled before it is read. */
	memset(dir, 0, offsetof(fsc_dir, stream) + offsetof(fsc_dir_stream, name));
	if (prefix) {
		memcpy(dir->path, root->path, root->path_length);
		dir->path[prefix - 1] = '/';
	}
	memcpy(dir->path + prefix, node->path, node->path_length + 1);
	dir->path_length = prefix + node->path_length;
	dir->prefix = prefix;
	dir->root = node->root;
	dir->node = node;
	dir->resets = view->resets;
	dir->view = view;
	dir->version = node->version;
	dir->fd = fd;
	dir->link = &view->dirs;
	dir->next = view->dirs;
	if (dir->next) {
		dir->next->link = &dir->next;
	}
	view->dirs = dir;
	return dir;
}

static void stream_destroy(fsc_dir *dir)
{
	fsc_mem_free(dir->stream.names);
	memset(&dir->stream, 0, sizeof dir->stream);
	dir->streaming = false;
}

void fsc_dir_close(fsc_dir *dir)
{
	*dir->link = dir->next;
	if (dir->next) {
		dir->next->link = dir->link;
	}
	stream_destroy(dir);
	fsc_snapshot_release(dir->listing);
	if (dir->fd >= 0) {
		fsc_os_close(dir->fd);
	}
	fsc_mem_free(dir);
}

void fsc_dirs_forget(fsc_view *view, const fsc_node *node)
{
	fsc_dir *dir;

	for (dir = view->dirs; dir; dir = dir->next) {
		if (dir->node == node) {
			dir->node = NULL;
		}
	}
}

static void dir_take(fsc_dir *dir, fsc_snapshot *listing)
{
	fsc_snapshot_release(dir->listing);
	dir->listing = listing;
}

/*
 * The string by which to come back: as it was opened while the working directory is still that
 * one, since others may have renamed or covered what the absolute path leads to; else absolute.
 */
static const char *way_back(fsc_dir *dir)
{
	bool relative = dir->prefix > 0 && fsc_view_cwd(dir->view) == dir->root;

	/* Finding the working directory may have started over: then dir->root is no more. */
	return relative && dir->resets == dir->view->resets ? dir->path + dir->prefix : dir->path;
}

/* Is that the directory which was opened? */
static bool is_ours(const fsc_dir *dir, const fsc_version *version)
{
	return version->device == dir->version.device && version->inode == dir->version.inode;
}

void fsc_dirs_pin(fsc_view *view)
{
	fsc_dir *dir;

	for (dir = view->dirs; dir; dir = dir->next) {
		fsc_attr attr;
		int fd;

		if (dir->fd >= 0 || fsc_os_open_dir(way_back(dir), &fd) != FSC_OS_OK) {
			continue;
		}
		if (fsc_os_stat_fd(fd, 0, &attr) == FSC_OS_OK && is_ours(dir, &attr.version)) {
			dir->fd = fd;
		} else {
			fsc_os_close(fd);
		}
	}
}

void fsc_dirs_shared(fsc_view *view)
{
	fsc_dir *dir;

	for (dir = view->dirs; dir; dir = dir->next) {
		dir->shared = dir->fd >= 0;
	}
}

/* A descriptor that nobody else reads from, if the path still leads there. */
static void unshare(fsc_dir *dir)
{
	fsc_attr attr;
	int fd;

	if (fsc_os_open_dir(way_back(dir), &fd) != FSC_OS_OK) {
		return;
	}
	if (fsc_os_stat_fd(fd, 0, &attr) != FSC_OS_OK || !is_ours(dir, &attr.version)) {
		fsc_os_close(fd);
		return;
	}
	fsc_os_close(dir->fd);
	dir->fd = fd;
	dir->shared = false;
	dir->version = attr.version;
}

/* ---- opendir ---- */

/* The node's listing may be served and nothing need be held open. */
static fsc_reply open_warm(fsc_view *view, fsc_node *node, fsc_how how, fsc_dir **out)
{
	fsc_reply reply = { FSC_YES, (uint8_t) how, FSC_REASON_NONE };

	*out = dir_create(view, node, -1);
	if (!*out) {
		return fsc_pass(view, FSC_REASON_LIMIT);
	}
	(*out)->listing = fsc_snapshot_acquire(node->listing);
	view->counters.syscalls_saved += how == FSC_HOW_HIT ? 5 : 4;
	return reply;
}

/* With a descriptor. The listing is read, or found by its version, at the first read. */
static fsc_reply open_cold(fsc_view *view, fsc_node *node, fsc_dir **out)
{
	fsc_reply reply = { FSC_YES, FSC_HOW_MISS, FSC_REASON_NONE };
	fsc_os_result result;
	fsc_reason reason;
	int fd;

	fsc_view_poll_mounts(view);
	result = fsc_os_open_dir(node->path, &fd);
	if (result != FSC_OS_OK) {
		return fsc_pass(view, fsc_reason_of(result));
	}
	reason = fsc_node_adopt(view, node, fd, true);
	if (reason == FSC_REASON_NONE) {
		*out = dir_create(view, node, fd);
		if (!*out) {
			reason = FSC_REASON_LIMIT;
		}
	}
	if (reason != FSC_REASON_NONE) {
		fsc_os_close(fd);
		return fsc_pass(view, reason);
	}
	reply.how = node->listing ? FSC_HOW_CHECKED : FSC_HOW_MISS;
	return reply;
}

/*
 * Read ahead, kept or not: served, unless something changes before the first read; a rewind reads
 * anew. Takes the listing over.
 */
static fsc_reply open_filled(fsc_view *view, fsc_node *node, fsc_filled *filled, fsc_dir **out)
{
	fsc_reply reply;

	if (filled->kept) {
		fsc_snapshot_release(filled->snapshot);
		return open_warm(view, node, FSC_HOW_CHECKED, out);
	}
	*out = dir_create(view, node, -1);
	if (!*out) {
		fsc_snapshot_release(filled->snapshot);
		return fsc_pass(view, FSC_REASON_LIMIT);
	}
	(*out)->listing = filled->snapshot;
	(*out)->filled = true;
	(*out)->stamp = view->stamp;
	view->counters.bypass[filled->reason]++;
	reply = (fsc_reply) { FSC_YES, FSC_HOW_CHECKED, (uint8_t) filled->reason };
	return reply;
}

/* What another process has read, where opening costs round trips; else with a descriptor. */
static fsc_reply open_unlisted(fsc_view *view, fsc_node *node, fsc_dir **out)
{
	fsc_filled filled;

	fsc_view_poll_mounts(view);
	if (view->ahead && fsc_ahead_fill(view, node, &filled)) {
		return open_filled(view, node, &filled, out);
	}
	fsc_node_fill_unopened(view, node, &filled);
	fsc_snapshot_release(filled.snapshot);
	return filled.kept && node->listing ? open_warm(view, node, FSC_HOW_CHECKED, out)
		: open_cold(view, node, out);
}

static fsc_reply open_node(fsc_view *view, fsc_node *node, fsc_dir **out)
{
	fsc_reason reason;
	fsc_how how;

	/* A relative handle without a descriptor needs an absolute path to come back by. */
	if (view->config.mode == FSC_MODE_STRICT || (node->flags & FSC_NODE_STRICT) ||
		(node->root->relative && !node->root->path)) {
		return open_cold(view, node, out);
	}
	if (!node->listing) {
		return open_unlisted(view, node, out);
	}
	reason = fsc_node_prepare_listing(view, node, &how);
	if (reason == FSC_REASON_NONE) {
		return open_warm(view, node, how, out);
	}
	return reason == FSC_REASON_FEW_USES ? open_cold(view, node, out) : fsc_pass(view, reason);
}

fsc_reply fsc_dir_open(fsc_view *view, const char *path, size_t length, fsc_dir **out)
{
	fsc_reason reason;
	fsc_node *node = fsc_node_for_listing(view, path, length, &reason);
	fsc_reply reply;

	view->absent_node = NULL;
	*out = NULL;
	if (!node) {
		return fsc_pass(view, reason);
	}
	reply = open_node(view, node, out);
	if (fsc_fence_was_left(view, node, reply)) {
		fsc_dir_close(*out);
		*out = NULL;
		return fsc_pass(view, FSC_REASON_OPEN_BASEDIR);
	}
	return reply;
}

/* ---- streaming ---- */

static bool stream_visit(void *context, const char *name, size_t length, fsc_type type)
{
	fsc_dir_stream *stream = context;
	size_t need = stream->used + 3 + length + 1;
	uint16_t short_length = (uint16_t) length;

	if (need > stream->size) {
		size_t size = need > stream->size * 2 ? need + 4096 : stream->size * 2;
		char *grown = fsc_mem_realloc(stream->names, size);

		if (!grown) {
			stream->failed = true;
			return false;
		}
		stream->names = grown;
		stream->size = size;
	}
	memcpy(stream->names + stream->used, &short_length, 2);
	stream->names[stream->used + 2] = (char) type;
	memcpy(stream->names + stream->used + 3, name, length);
	stream->names[need - 1] = '\0';
	stream->used = need;
	return true;
}

typedef struct sought {
	fsc_dir_stream *stream;
	fsc_entry  *out;
	size_t      passed; /* entries before it */
	bool        found;
} sought;

static bool seek_visit(void *context, const char *name, size_t length, fsc_type type)
{
	sought *s = context;

	if (s->passed++ < s->stream->given) {
		return true;
	}
	s->out->length = length > FSC_NAME_MAX ? FSC_NAME_MAX : (uint32_t) length;
	memcpy(s->stream->name, name, s->out->length);
	s->stream->name[s->out->length] = '\0';
	s->out->name = s->stream->name;
	s->out->type = type;
	s->found = true;
	return false;
}

/* Slow, but needs no memory: a listing cut short would be a wrong one. */
static bool stream_seek(fsc_dir *dir, fsc_entry *out)
{
	sought s = { &dir->stream, out, 0, false };
	size_t visited = 1;

	if (fsc_os_rewind_dir(dir->fd) != FSC_OS_OK) {
		return false;
	}
	while (!s.found && visited > 0 &&
		fsc_os_read_dir_chunk(dir->fd, seek_visit, &s, &visited) == FSC_OS_OK) {
	}
	dir->stream.given++;
	return s.found;
}

static bool stream_read(fsc_dir *dir, fsc_entry *out)
{
	fsc_dir_stream *stream = &dir->stream;
	uint16_t length;
	size_t visited = 1;

	if (stream->at == stream->used) {
		fsc_os_result result;

		stream->at = stream->used = 0;
		if (stream->failed) {
			return stream_seek(dir, out);
		}
		result = fsc_os_read_dir_chunk(dir->fd, stream_visit, stream, &visited);
		if (stream->used == 0) {
			return stream->failed && stream_seek(dir, out);
		}
		if (result != FSC_OS_OK && !stream->failed) {
			return false;
		}
	}
	memcpy(&length, stream->names + stream->at, 2);
	out->type = (fsc_type) stream->names[stream->at + 2];
	out->name = stream->names + stream->at + 3;
	out->length = length;
	stream->at += 3 + (size_t) length + 1;
	stream->given++;
	return true;
}

static void stream_begin(fsc_dir *dir)
{
	stream_destroy(dir);
	dir_take(dir, NULL);
	if (fsc_os_rewind_dir(dir->fd) == FSC_OS_OK) {
		dir->streaming = true;
	}
}

/* ---- taking the listing ---- */

/* The node this handle was opened by, if it still exists and still has our inode. */
static fsc_node *dir_node(fsc_dir *dir)
{
	const char *path = dir->path + dir->prefix;
	size_t length = dir->path_length - dir->prefix;

	if (FSC_UNLIKELY(!dir->node) && dir->resets == dir->view->resets) {
		dir->node = fsc_node_find(dir->root, path, length, fsc_path_hash(dir->view, path, length));
	}
	return dir->node && is_ours(dir, &dir->node->version) ? dir->node : NULL;
}

static void dir_serve(fsc_dir *dir, fsc_node *node)
{
	fsc_view *view = dir->view;

	dir_take(dir, fsc_snapshot_acquire(node->listing));
	if (FSC_UNLIKELY(view->config.verify_percent > 0) && fsc_verify_wanted(view)) {
		fsc_verify_listing(view, node, way_back(dir), false, &dir->listing);
	}
}

/* May what this node lists be served as a listing without asking the system? */
static bool node_serves(const fsc_view *view, const fsc_node *node)
{
	return node && node->listing && fsc_node_is_fresh(view, node) &&
		node->level >= fsc_node_level(view, node, FSC_ABOUT_LISTING);
}

/* As it was read in this period, on mounts where reading is a round trip? */
static bool take_held(fsc_dir *dir)
{
	const fsc_node *node = dir->view->ahead ? dir_node(dir) : NULL;
	fsc_snapshot *held = node ? fsc_ahead_held(dir->view, node) : NULL;

	if (held) {
		dir_take(dir, held);
	}
	return held != NULL;
}

/* Is the descriptor's directory still at a version whose listing is known?
 * Then nothing need be read. */
static bool descriptor_is_known(fsc_dir *dir)
{
	fsc_view *view = dir->view;
	fsc_node *node = fsc_view_find_version(view, &dir->version);
	fsc_attr attr;

	if (!node_serves(view, node) && (dir->moved || (node && node->listing))) {
		bool remote = fsc_mount_is_remote(fsc_mount_find(view, dir->version.mount));

		view->counters.validations++;
		if (fsc_os_stat_fd(dir->fd, view->config.sync && remote ? FSC_STAT_SYNC : 0, &attr) !=
			FSC_OS_OK) {
			return false;
		}
		dir->version = attr.version;
		node = fsc_view_find_version(view, &dir->version);
	}
	if (!node || !node->listing) {
		return false;
	}
	dir_serve(dir, node);
	return true;
}

static void refresh_by_descriptor(fsc_dir *dir)
{
	fsc_node *node;
	fsc_filled filled;

	stream_destroy(dir);
	if (dir->shared) {
		unshare(dir);
	}
	if (take_held(dir) || descriptor_is_known(dir)) {
		return;
	}
	if (dir->shared) {
		stream_begin(dir);
		return;
	}
	if (dir->moved && fsc_os_rewind_dir(dir->fd) != FSC_OS_OK) {
		dir_take(dir, NULL);
		return;
	}
	dir->moved = true;
	node = dir_node(dir);
	if (node && !fsc_version_equal(&node->version, &dir->version)) {
		node = NULL;
	}
	if (node && fsc_node_is_hopeless(node)) {
		stream_begin(dir);
		return;
	}
	fsc_fill(dir->view, node, dir->fd, &dir->version, &filled);
	if (filled.snapshot) {
		dir_take(dir, filled.snapshot);
		return;
	}
	dir->view->counters.bypass[filled.reason]++;
	stream_begin(dir);
}

/* Read what the path leads to, if that is still our directory.
 * node may be NULL: no memory for one. */
static void refresh_by_opening(fsc_dir *dir, fsc_node *node)
{
	fsc_view *view = dir->view;
	fsc_filled filled;
	fsc_attr attr;
	int fd;

	if (fsc_os_open_dir(way_back(dir), &fd) != FSC_OS_OK) {
		return;
	}
	if (node && fsc_node_adopt(view, node, fd, true) == FSC_REASON_NONE &&
		is_ours(dir, &node->version)) {
		dir->version = node->version;
		fsc_fill(view, node, fd, &dir->version, &filled);
		if (filled.snapshot) {
			dir_take(dir, filled.snapshot);
			fsc_os_close(fd);
			return;
		}
	} else if (fsc_os_stat_fd(fd, 0, &attr) != FSC_OS_OK || !is_ours(dir, &attr.version)) {
		fsc_os_close(fd);
		return;
	}
	dir->fd = fd;
	stream_begin(dir);
}

/* Where the path no longer leads to our inode, what we hold is all there is. */
static void refresh_by_path(fsc_dir *dir)
{
	fsc_view *view = dir->view;
	fsc_node *node = dir_node(dir);
	const char *path;
	fsc_reason reason;
	fsc_how how;

	if (node_serves(view, node)) {
		dir_serve(dir, node);
		return;
	}
	if (take_held(dir)) {
		return;
	}
	path = way_back(dir);
	node = fsc_node_for_listing(view, path, strlen(path), &reason);
	if (node) {
		reason = fsc_node_prepare_listing(view, node, &how);
	}
	if (reason != FSC_REASON_NONE) {
		refresh_by_opening(dir, node);
	} else if (is_ours(dir, &node->version)) {
		dir_serve(dir, node);
	}
}

/* Is what was read for opendir as good as what the first read would find? */
static bool is_still_filled(fsc_dir *dir)
{
	const fsc_node *node = dir->filled ? dir_node(dir) : NULL;

	dir->filled = false;
	return node && dir->stamp == dir->view->stamp && fsc_node_is_fresh(dir->view, node);
}

static void dir_refresh(fsc_dir *dir)
{
	fsc_view_advance(dir->view);
	dir->at = 0;
	dir->fresh = true;
	if (is_still_filled(dir)) {
		return;
	}
	if (dir->fd >= 0) {
		refresh_by_descriptor(dir);
	} else {
		refresh_by_path(dir);
	}
}

/* errno is put back: PHP shows it in messages of functions that do not set it. */
static bool read_slowly(fsc_dir *dir, fsc_entry *out)
{
	int saved = errno;
	bool found = false;

	if (!dir->fresh) {
		dir_refresh(dir);
	}
	if (dir->streaming) {
		found = stream_read(dir, out);
	}
	errno = saved;
	return found;
}

bool fsc_dir_read(fsc_dir *dir, fsc_entry *out)
{
	if (FSC_UNLIKELY(!dir->fresh || dir->streaming)) {
		bool found = read_slowly(dir, out);

		if (dir->streaming) {
			return found;
		}
	}
	if (!dir->listing || dir->at >= dir->listing->packed.count) {
		return false;
	}
	dir->record = dir->at++ ? fsc_record_next(dir->record)
		: fsc_packed_record(&dir->listing->packed, 0);
	*out = fsc_record_entry(dir->record);
	return true;
}

void fsc_dir_rewind(fsc_dir *dir)
{
	dir->fresh = dir->filled = false;
	dir->moved = true;
}

bool fsc_dir_holds_descriptor(const fsc_dir *dir)
{
	return dir->fd >= 0;
}
