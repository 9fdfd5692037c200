/* SPDX-License-Identifier: MIT */
/*
 * ahead.c: the replay. Which directories a request validates is noted; the first validation of the
 * next request of the same script gives the list to the helpers, and each later one takes its
 * answer from there.
 *
 * A request that asks as the last one did costs a comparison for each directory: its list is
 * copied only from where it differs. What was not asked stays at the end of the list for
 * FSC_PATH_AGES requests.
 */
#include "src/core/ahead.h"

/* Permission that gets too old within this many seconds is asked for again together. */
#define PERMISSION_S 15u

/* ---- life ---- */

fsc_ahead *fsc_ahead_create(void)
{
	return fsc_mem_zalloc(sizeof(fsc_ahead));
}

static void count(fsc_view *view)
{
	uint64_t issued, wasted;

	if (view->ahead->pool) {
		fsc_pool_tally(view->ahead->pool, &issued, &wasted);
		view->counters.prefetch_issued += issued;
		view->counters.prefetch_wasted += wasted;
	}
}

/* In a fork's child the helpers are gone; it will have its own if it needs some. */
static bool pool_is_alive(fsc_ahead *ahead)
{
	if (ahead->pool && !fsc_pool_is_alive(ahead->pool)) {
		fsc_pool_destroy(ahead->pool);
		ahead->pool = NULL;
		ahead->base_root = NULL;
	}
	return ahead->pool != NULL;
}

static void slots_clear(fsc_view *view)
{
	fsc_ahead *ahead = view->ahead;
	uint32_t i;

	for (i = 0; ahead->used > 0 && i <= ahead->mask; i++) {
		if (ahead->slots[i].node) {
			view->counters.prefetch_wasted += ahead->slots[i].ready;
			fsc_slot_drop_listing(ahead, &ahead->slots[i]);
		}
	}
	if (ahead->used > 0) {
		memset(ahead->slots, 0, ((size_t) ahead->mask + 1) * sizeof *ahead->slots);
	}
	ahead->used = 0;
}

size_t fsc_ahead_bytes(const fsc_view *view)
{
	return sizeof *view->ahead + view->ahead->bytes + view->ahead->held;
}

void fsc_ahead_cancel(fsc_view *view)
{
	fsc_ahead *ahead = view->ahead;

	if (!ahead) {
		return;
	}
	slots_clear(view);
	if (pool_is_alive(ahead)) {
		fsc_pool_clear(ahead->pool);
		count(view);
	}
	ahead->named = false; /* what comes is not the whole of what was asked */
	ahead->base_root = NULL;
	ahead->asked_root = NULL;
}

void fsc_view_stop_threads(fsc_view *view)
{
	if (view->ahead && view->ahead->pool) {
		fsc_ahead_cancel(view);
		fsc_pool_destroy(view->ahead->pool);
		view->ahead->pool = NULL;
	}
}

void fsc_ahead_destroy(fsc_view *view)
{
	fsc_ahead *ahead = view->ahead;

	if (!ahead) {
		return;
	}
	fsc_view_stop_threads(view);
	fsc_ahead_cancel(view);
	fsc_trails_free(&ahead->trails);
	fsc_paths_free(&ahead->asked);
	fsc_paths_free(&ahead->left);
	fsc_mem_free(ahead->script);
	fsc_mem_free(ahead->slots);
	fsc_mem_free(ahead);
	view->ahead = NULL;
}

void fsc_ahead_forget(fsc_view *view, const fsc_node *node)
{
	fsc_ahead *ahead = view->ahead;
	fsc_slot *slot = ahead->used ? fsc_ahead_slot(ahead, node) : NULL;

	if (!slot) {
		return;
	}
	fsc_ahead_void(view, node);
	fsc_slot_drop_listing(ahead, slot);
	fsc_ahead_remove_slot(ahead, slot);
}

void fsc_ahead_void_names(fsc_view *view, const fsc_node *node)
{
	fsc_slot *slot = view->ahead->used ? fsc_ahead_slot(view->ahead, node) : NULL;

	if (slot) {
		view->counters.prefetch_wasted += slot->ready;
		slot->ready = false;
		slot->stamp = 0;
	}
}

void fsc_ahead_void(fsc_view *view, const fsc_node *node)
{
	fsc_ahead *ahead = view->ahead;
	fsc_slot *slot = ahead->used ? fsc_ahead_slot(ahead, node) : NULL;

	fsc_ahead_void_names(view, node);
	if (slot && pool_is_alive(ahead)) {
		if (slot->entry != FSC_POOL_NONE && ahead->begun) {
			fsc_pool_drop(ahead->pool, FSC_LANE_REPLAY, slot->entry);
		}
		if (slot->errand != FSC_POOL_NONE) {
			fsc_pool_drop(ahead->pool, FSC_LANE_AHEAD, slot->errand);
			slot->errand = FSC_POOL_NONE;
		}
	}
}

void fsc_ahead_void_inode(fsc_view *view, uint64_t device, uint64_t inode)
{
	if (view->ahead->used > 0 && pool_is_alive(view->ahead)) {
		fsc_pool_redo_inode(view->ahead->pool, device, inode);
	}
}

void fsc_ahead_keep_up(fsc_view *view)
{
	fsc_ahead *ahead = view->ahead;

	if (ahead->stamp != view->stamp) {
		ahead->stamp = view->stamp;
		fsc_pool_redo(ahead->pool);
	}
}

fsc_pool *fsc_ahead_pool(fsc_view *view)
{
	fsc_ahead *ahead = view->ahead;

	if (!pool_is_alive(ahead) && !ahead->failed) {
		ahead->pool = fsc_pool_create();
		ahead->stamp = view->stamp;
	}
	if (ahead->pool) {
		fsc_pool_wake_all(ahead->pool, view->config.prefetch_local);
		if (fsc_pool_rests(ahead->pool)) {
			return NULL;
		}
		if (fsc_pool_hire(ahead->pool, view->config.prefetch_threads) == 0) {
			fsc_pool_destroy(ahead->pool);
			ahead->pool = NULL;
		}
	}
	ahead->failed = !ahead->pool;
	return ahead->pool;
}

bool fsc_ahead_is_useless(const fsc_view *view)
{
	return view->ahead->pool && fsc_pool_is_useless(view->ahead->pool);
}

bool fsc_ahead_set_base(fsc_view *view, fsc_root *root)
{
	fsc_ahead *ahead = view->ahead;
	fsc_attr attr;
	int fd;

	if (!root->relative) {
		return true;
	}
	if (ahead->base_root) {
		return ahead->base_root == root && ahead->resets == view->resets;
	}
	if (root->anonymous || view->cwd != root || fsc_os_open_path(".", &fd) != FSC_OS_OK) {
		return false;
	}
	if (fsc_os_stat_fd(fd, 0, &attr) == FSC_OS_OK && attr.version.inode == root->inode &&
		attr.version.device == root->device && attr.version.mount == root->mount &&
		fsc_pool_set_base(ahead->pool, fd)) {
		ahead->base_root = root;
		ahead->resets = view->resets;
		return true;
	}
	fsc_os_close(fd);
	return false;
}

/* ---- noting ---- */

bool fsc_ahead_differ(fsc_ahead *ahead)
{
	const fsc_paths *old = ahead->trail ? &ahead->trail->directories : NULL;
	fsc_path_entry entry;
	size_t at = 0;

	if (ahead->differs) {
		return true;
	}
	ahead->differs = true;
	fsc_paths_clear(&ahead->asked);
	while (at < ahead->cursor && fsc_paths_next(old, &at, &entry)) {
		if (!fsc_paths_add(&ahead->asked, entry.flags, entry.path, entry.length)) {
			return false;
		}
	}
	return true;
}

/* As the last request did? Then the list is already there. */
static bool follows(fsc_ahead *ahead, const fsc_node *node, unsigned flags, size_t *at)
{
	fsc_paths *old = ahead->trail && !ahead->differs ? &ahead->trail->directories : NULL;
	size_t next = ahead->cursor;
	fsc_path_entry entry;

	if (!old || !fsc_paths_next(old, &next, &entry) || entry.length != node->path_length ||
		((entry.flags ^ flags) & FSC_PATH_RELATIVE) ||
		memcmp(entry.path, node->path, entry.length) != 0) {
		return false;
	}
	*at = ahead->cursor;
	fsc_paths_set_flags(old, *at, (entry.flags | flags) &
		(FSC_PATH_RELATIVE | FSC_PATH_SYNC | FSC_PATH_WANTED));
	ahead->cursor = next;
	return true;
}

/* Relative directories hang from one root in a list. */
static bool root_agrees(fsc_ahead *ahead, const fsc_root *root)
{
	if (!root->relative || ahead->asked_root == root) {
		return true;
	}
	if (ahead->asked_root || root->anonymous) {
		return false;
	}
	ahead->asked_root = root;
	ahead->asked_id[0] = root->mount;
	ahead->asked_id[1] = root->device;
	ahead->asked_id[2] = root->inode;
	return true;
}

static void add_note(fsc_view *view, fsc_node *node, fsc_level level)
{
	fsc_ahead *ahead = view->ahead;
	unsigned flags = (node->root->relative ? FSC_PATH_RELATIVE : 0) |
		(level == FSC_LEVEL_SYNC ? FSC_PATH_SYNC | FSC_PATH_WANTED : 0);
	fsc_slot *slot = !ahead->named ? NULL : fsc_ahead_add_slot(ahead, node);
	fsc_paths *list;
	size_t at;

	if (!slot) {
		return;
	}
	if (slot->asked) {
		if (flags & FSC_PATH_SYNC) {
			list = ahead->differs ? &ahead->asked : &ahead->trail->directories;
			if (slot->at < list->used) { /* else it found no memory */
				fsc_paths_set_flags(list, slot->at, flags);
			}
		}
		return;
	}
	if (ahead->full || !root_agrees(ahead, node->root) ||
		(node->root->relative && ahead->trail && !ahead->differs &&
		!fsc_trail_root_is(ahead->trail, node->root) && !fsc_ahead_differ(ahead))) {
		return;
	}
	if (!follows(ahead, node, flags, &at)) {
		ahead->full = !fsc_ahead_differ(ahead) || ahead->asked.used > view->config.cache_bytes / 8;
		at = ahead->asked.used;
		if (ahead->full || at > UINT32_MAX / 2 ||
			!fsc_paths_add(&ahead->asked, flags, node->path, node->path_length)) {
			return;
		}
	}
	slot->at = (uint32_t) at;
	slot->asked = true;
}

/* ---- replay ---- */

static bool permission_is_old(const fsc_view *view, const fsc_node *node)
{
	uint32_t now = (uint32_t) (fsc_os_monotonic_ns() / 1000000000);

	return fsc_mount_is_remote(node->mount) && view->config.mode != FSC_MODE_NEVER &&
		now - node->access_s + PERMISSION_S >= FSC_ACCESS_S;
}

void fsc_ahead_describe_fill(const fsc_view *view, const fsc_node *node, const fsc_mount *mount,
	fsc_errand *errand)
{
	errand->flags = (uint8_t) fsc_view_stat_flags(view, mount);
	errand->kind = fsc_node_is_hopeless(node) || fsc_shared_is_worth_a_look(view, node)
		? FSC_ERRAND_ENTER : FSC_ERRAND_READ;
	errand->folds = mount->verdict.fold_flagged;
	errand->max_entries = view->config.max_entries;
	errand->mount = mount->id;
	errand->open_asks = mount->verdict.open_asks;
	errand->fs_kind = mount->verdict.kind;
	fsc_node_facts(view, node, mount, &errand->facts);
	errand->known = node->version;
}

/* What is to be asked about it. */
static void describe(const fsc_view *view, const fsc_node *node, unsigned flags,
	fsc_errand *errand)
{
	if (node->listing) {
		errand->flags = flags & FSC_PATH_SYNC && view->config.sync ? FSC_STAT_SYNC : 0;
		errand->kind = permission_is_old(view, node) ? FSC_ERRAND_ENTER : FSC_ERRAND_LOOK;
		return;
	}
	fsc_ahead_describe_fill(view, node, node->mount, errand);
}

/* One for each entry of the trail: their numbers agree. Dropped again: what need not be asked. */
static bool add_entry(fsc_view *view, fsc_pool *pool, fsc_root *root, const fsc_path_entry *entry)
{
	fsc_errand errand = { .kind = FSC_ERRAND_LOOK, .base = -1, .path = entry->path };
	fsc_node *node = NULL;
	fsc_slot *slot;
	uint32_t number;

	if (!(entry->flags & FSC_PATH_RELATIVE) || root) {
		fsc_root *from = entry->flags & FSC_PATH_RELATIVE ? root : &view->absolute;

		node = fsc_node_find(from, entry->path, entry->length,
			fsc_path_hash(view, entry->path, entry->length));
	}
	if (node && fsc_ahead_suits(view, node)) {
		describe(view, node, entry->flags, &errand);
	}
	number = fsc_pool_add(pool, FSC_LANE_REPLAY, &errand, entry->length);
	if (number == FSC_POOL_NONE) {
		return false;
	}
	slot = node && fsc_ahead_suits(view, node) && !fsc_node_is_fresh(view, node)
		? fsc_ahead_add_slot(view->ahead, node) : NULL;
	if (slot) {
		slot->entry = number;
	} else {
		fsc_pool_drop(pool, FSC_LANE_REPLAY, number);
	}
	return true;
}

static void begin(fsc_view *view)
{
	fsc_ahead *ahead = view->ahead;
	fsc_trail *trail = ahead->trail;
	fsc_root *root = NULL;
	fsc_path_entry entry;
	fsc_pool *pool;
	size_t at = 0;

	ahead->begun = true;
	ahead->learning = false;
	if (!trail || trail->directories.count < 2) {
		return;
	}
	pool = fsc_ahead_pool(view);
	if (!pool) {
		ahead->learning = ahead->pool && !fsc_pool_is_useless(ahead->pool);
		return;
	}
	/* One root too many starts over, and the question's own node would be gone. */
	if (trail->inode && view->root_count < FSC_ROOTS_MAX &&
		fsc_trail_root_is(trail, fsc_view_cwd(view)) && fsc_ahead_set_base(view, view->cwd)) {
		root = view->cwd;
	}
	fsc_ahead_keep_up(view);
	while (fsc_paths_next(&trail->directories, &at, &entry) &&
		add_entry(view, pool, root, &entry)) {
	}
	fsc_pool_open(pool, FSC_LANE_REPLAY, FSC_AHEAD_WINDOW);
}

/* Good for this node at this level? */
static bool answers(const fsc_found *found, unsigned flags, fsc_level level)
{
	return (found->result == FSC_OS_OK || found->result == FSC_OS_NOENT ||
		found->result == FSC_OS_NOTDIR) && (level != FSC_LEVEL_SYNC || (flags & FSC_STAT_SYNC));
}

static bool take(fsc_view *view, fsc_lane lane, uint32_t number, fsc_level level, fsc_found *out)
{
	unsigned flags = fsc_pool_errand(view->ahead->pool, lane, number)->flags;
	int64_t waited_ns;
	bool taken = fsc_pool_take(view->ahead->pool, lane, number, FSC_AHEAD_WINDOW, out, &waited_ns);

	view->counters.prefetch_waited_ns += (uint64_t) waited_ns;
	if (taken && !answers(out, flags, level)) {
		fsc_found_drop(out);
		view->counters.prefetch_wasted++;
		taken = false;
	}
	view->counters.prefetch_used += taken;
	return taken;
}

void fsc_ahead_note(fsc_view *view, fsc_node *node, fsc_level level)
{
	if (fsc_ahead_suits(view, node)) {
		if (!view->ahead->begun || view->ahead->learning) {
			begin(view);
		}
		add_note(view, node, level);
	}
}

bool fsc_ahead_look(fsc_view *view, fsc_node *node, fsc_level level, fsc_found *out)
{
	fsc_ahead *ahead = view->ahead;
	bool taken = false;
	fsc_slot *slot;

	if (!fsc_ahead_suits(view, node)) {
		return false;
	}
	fsc_ahead_note(view, node, level);
	slot = ahead->used ? fsc_ahead_slot(ahead, node) : NULL;
	if (!slot || !pool_is_alive(ahead)) {
		return false;
	}
	if (slot->entry != FSC_POOL_NONE &&
		fsc_pool_errand(ahead->pool, FSC_LANE_REPLAY, slot->entry)->kind != FSC_ERRAND_READ) {
		fsc_ahead_keep_up(view);
		taken = take(view, FSC_LANE_REPLAY, slot->entry, level, out);
	} else if (slot->errand != FSC_POOL_NONE && node->listing) {
		fsc_ahead_keep_up(view);
		taken = take(view, FSC_LANE_AHEAD, slot->errand, level, out);
		slot->errand = FSC_POOL_NONE;
	}
	return taken;
}
