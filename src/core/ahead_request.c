/* SPDX-License-Identifier: MIT */
/*
 * ahead_request.c: a request's beginning and end: whose trail it follows, which files its script
 * included, and what the next one is to be told.
 */
#include "src/core/ahead.h"

static void add_touches(fsc_pool *pool, fsc_hashes *seen, const fsc_paths *files)
{
	fsc_path_entry file;
	size_t at = 0;

	while (fsc_paths_next(files, &at, &file)) {
		fsc_errand errand = { .kind = FSC_ERRAND_TOUCH, .base = -1, .path = file.path };

		if (!seen->seen || fsc_hashes_add(seen, fsc_hash(file.path, file.length))) {
			fsc_pool_add(pool, FSC_LANE_TOUCH, &errand, file.length);
		}
	}
}

/* Will the script's files be looked at in this request? */
static bool files_are_due(fsc_trail *trail, int64_t request_s, int64_t files_s)
{
	if (trail->files.count == 0 || files_s < 0 ||
		(files_s > 0 && trail->files_s > 0 && request_s >= trail->files_s &&
		request_s - trail->files_s <= files_s)) {
		return false;
	}
	trail->files_s = request_s;
	return true;
}

void fsc_request_script(fsc_view *view, const char *script, size_t length, int64_t request_s,
	int64_t files_s)
{
	fsc_ahead *ahead = view->ahead;
	fsc_hashes seen;
	fsc_pool *pool;
	bool due;

	if (!ahead) {
		return;
	}
	if (!ahead->script || ahead->script_length != length ||
		memcmp(ahead->script, script, length) != 0) {
		fsc_mem_free(ahead->script);
		ahead->script = fsc_mem_alloc(length + 1);
		if (!ahead->script) {
			return;
		}
		memcpy(ahead->script, script, length);
		ahead->script[length] = '\0';
		ahead->script_length = length;
	}
	ahead->named = true;
	ahead->trail = fsc_trails_find(&ahead->trails, script, length);
	if (!ahead->trail || !view->config.warm_includes) {
		return;
	}
	due = files_are_due(ahead->trail, request_s, files_s);
	if (!due && ahead->trail->left.count == 0) {
		return;
	}
	pool = fsc_ahead_pool(view);
	if (pool) {
		fsc_hashes_create(&seen, ahead->trail->left.count + ahead->trail->files.count);
		/* Few of these are opened: the client has no delegation of them, but may of the others. */
		add_touches(pool, &seen, &ahead->trail->left);
		if (due) {
			add_touches(pool, &seen, &ahead->trail->files);
		}
		fsc_hashes_free(&seen);
		fsc_pool_open(pool, FSC_LANE_TOUCH, UINT32_MAX);
	}
}

void fsc_ahead_left(fsc_view *view, const fsc_node *node, const char *name, size_t length)
{
	fsc_ahead *ahead = view->ahead;
	char path[FSC_PATH_MAX];
	size_t at = node->path_length;

	if (!ahead->named || !view->config.warm_includes || node->root->relative ||
		at + 1 + length >= sizeof path || ahead->left.used > view->config.cache_bytes / 8 ||
		!fsc_ahead_suits(view, node)) {
		return;
	}
	memcpy(path, node->path, at);
	path[at++] = '/';
	memcpy(path + at, name, length);
	at += length;
	if (fsc_paths_add(&ahead->left, 0, path, at)) {
		ahead->left_sum = (ahead->left_sum + fsc_hash(path, at)) * UINT64_C(0x9e3779b97f4a7c15) | 1;
	}
}

/* Is the script itself where each question is a round trip? Asked once. */
static void find_place(fsc_view *view, fsc_trail *trail)
{
	char directory[FSC_PATH_MAX];
	size_t length = fsc_path_trim(trail->script, fsc_path_name_at(trail->script,
		trail->script_length));
	fsc_mount *mount = NULL;
	fsc_attr attr;
	int fd;

	trail->place_known = true;
	if (trail->script[0] != '/' || length == 0 || length >= sizeof directory) {
		return;
	}
	memcpy(directory, trail->script, length);
	directory[length] = '\0';
	if (fsc_os_open_path(directory, &fd) != FSC_OS_OK) {
		return;
	}
	if (fsc_os_stat_fd(fd, 0, &attr) == FSC_OS_OK) {
		mount = fsc_mount_get(view, attr.version.mount, fd);
	}
	fsc_os_close(fd);
	trail->remote = mount && (view->config.prefetch_local || fsc_mount_is_remote(mount));
}

bool fsc_request_wants_files(fsc_view *view, uint64_t sum)
{
	fsc_ahead *ahead = view->ahead;
	fsc_trail *trail;

	if (!ahead || !ahead->named || !view->config.warm_includes) {
		return false;
	}
	trail = ahead->trail ? ahead->trail
		: fsc_trails_make(&ahead->trails, ahead->script, ahead->script_length);
	ahead->trail = trail;
	if (!trail) {
		return false;
	}
	if (!trail->place_known) {
		find_place(view, trail);
	}
	if (!trail->remote || trail->files_sum == sum) {
		return false;
	}
	trail->files_sum = sum;
	trail->files_new = true;
	fsc_paths_clear(&trail->files);
	return true;
}

void fsc_request_file(fsc_view *view, const char *path, size_t length)
{
	fsc_trail *trail = view->ahead->trail;

	if (length < FSC_PATH_MAX && path[0] == '/' &&
		trail->files.used < view->config.cache_bytes / 8) {
		fsc_paths_add(&trail->files, 0, path, length);
	}
}

/* What was in the old list and was not asked is kept for a while, at the end. */
static void keep_unasked(fsc_ahead *ahead, const fsc_paths *old)
{
	unsigned char *asked = fsc_mem_zalloc(old->count + 1);
	fsc_path_entry entry;
	uint32_t i;
	size_t at = 0;

	if (!asked) {
		return;
	}
	for (i = 0; ahead->slots && i <= ahead->mask; i++) {
		const fsc_slot *slot = &ahead->slots[i];

		if (slot->node && slot->asked && slot->entry < old->count) {
			asked[slot->entry] = true;
		}
	}
	for (i = 0; fsc_paths_next(old, &at, &entry); i++) {
		unsigned age = FSC_PATH_AGE_OF(entry.flags);

		if (entry.at >= ahead->cursor && !asked[i] && age < FSC_PATH_AGES) {
			fsc_paths_add(&ahead->asked, entry.flags + FSC_PATH_AGE, entry.path, entry.length);
		}
	}
	fsc_mem_free(asked);
}

static void swap(fsc_paths *a, fsc_paths *b)
{
	fsc_paths kept = *a;

	*a = *b;
	*b = kept;
}

/* The server is asked ahead only where it had to be asked: the client may know the others. */
static void settle_levels(fsc_paths *directories)
{
	fsc_path_entry entry;
	size_t at = 0;

	while (fsc_paths_next(directories, &at, &entry)) {
		unsigned flags = entry.flags & ~(FSC_PATH_WANTED | FSC_PATH_SYNC);

		if (entry.flags & FSC_PATH_WANTED ||
			(entry.flags & FSC_PATH_SYNC && FSC_PATH_AGE_OF(entry.flags) > 0)) {
			flags |= FSC_PATH_SYNC;
		}
		fsc_paths_set_flags(directories, entry.at, flags);
	}
}

/* The directories that the next request will ask about. */
static void replace_directories(fsc_ahead *ahead, fsc_trail *trail)
{
	if (!fsc_ahead_differ(ahead)) {
		return;
	}
	/* Of another working directory: nothing relative of it is known any more. */
	if (!ahead->asked_root || fsc_trail_root_is(trail, ahead->asked_root)) {
		keep_unasked(ahead, &trail->directories);
	}
	if (ahead->asked_root) {
		trail->mount = ahead->asked_id[0];
		trail->device = ahead->asked_id[1];
		trail->inode = ahead->asked_id[2];
	}
	swap(&trail->directories, &ahead->asked);
	fsc_paths_clear(&ahead->asked);
}

/* What the next request is to be told. */
static void finish_trail(fsc_view *view)
{
	fsc_ahead *ahead = view->ahead;
	fsc_trail *trail = ahead->trail;

	if (!ahead->named || (!ahead->begun && ahead->left.count == 0)) {
		return;
	}
	if (!trail) {
		trail = fsc_trails_make(&ahead->trails, ahead->script, ahead->script_length);
	}
	if (!trail) {
		return;
	}
	if (ahead->begun) {
		if (ahead->differs || !ahead->trail || ahead->cursor != trail->directories.used) {
			replace_directories(ahead, trail);
		}
		settle_levels(&trail->directories);
	}
	if (trail->left_sum != ahead->left_sum) {
		trail->left_sum = ahead->left_sum;
		swap(&trail->left, &ahead->left);
		fsc_paths_lead(&trail->left);
	}
	ahead->bytes -= ahead->trail_bytes;
	fsc_trails_shrink(&ahead->trails, view->config.cache_bytes / 8);
	ahead->trail_bytes = fsc_trails_bytes(&ahead->trails) + ahead->asked.size + ahead->left.size;
	ahead->bytes += ahead->trail_bytes;
}

void fsc_request_end(fsc_view *view)
{
	fsc_ahead *ahead = view->ahead;

	if (!ahead) {
		return;
	}
	if (ahead->trail && ahead->trail->files_new) {
		ahead->trail->files_new = false;
		fsc_paths_lead(&ahead->trail->files);
	}
	finish_trail(view);
	fsc_ahead_cancel(view);
	ahead->begun = ahead->learning = ahead->differs = ahead->full = ahead->named = false;
	ahead->cursor = 0;
	fsc_paths_clear(&ahead->left);
	ahead->left_sum = 0;
	ahead->steps = ahead->depth = ahead->rest = 0;
	ahead->trail = NULL;
}
