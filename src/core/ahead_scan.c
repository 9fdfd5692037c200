/* SPDX-License-Identifier: MIT */
/*
 * ahead_scan.c: read-ahead. Once a second directory was opened below an open one, this is a scan:
 * the helpers get what it will open next, depth first, as listings order it.
 *
 * Bounds: AT_ONCE directories that are not opened yet, no directory deeper than the scan has been,
 * nothing on another mount, and never so much that something would be evicted for it.
 *
 * What the helpers bring is kept by the nodes at once, as if they had been opened now.
 */
#include "src/core/ahead.h"
#include "src/core/snapshot_layout.h"

#define AT_ONCE     128u
#define ENOUGH      64u   /* are under way: not worth looking for more */
#define STEPS       2u    /* directories opened below an open one make a scan */
#define LOOKED_MAX  2048u /* names looked at for one question */
#define ROOM        4096u /* bytes that one more directory may take */
#define HELD_MAX    ((size_t) 8 * 1024 * 1024) /* bytes of listings that must not be kept */

typedef struct plan {
	fsc_view *view;
	fsc_pool *pool;
	fsc_root *root;
	const fsc_mount *mount;
	uint32_t  left;     /* errands that may still be added */
	uint32_t  looked;
	uint32_t  known;    /* directories about which there was nothing to ask */
	uint32_t  depth;    /* of the directory that is opened now */
	char      path[FSC_PATH_MAX];
} plan;

static uint32_t depth_of(const char *path, size_t length)
{
	uint32_t depth = 0;
	size_t i;

	for (i = 0; i < length; i++) {
		depth += path[i] == '/';
	}
	return depth;
}

/* Or would another directory push something out? */
static bool has_room(const fsc_view *view)
{
	return view->bytes + fsc_view_overhead(view) + (AT_ONCE / 2) * ROOM < view->config.cache_bytes;
}

static fsc_node *find(const plan *p, const char *path, size_t length)
{
	return fsc_node_find(p->root, path, length, fsc_path_hash(p->view, path, length));
}

/* ---- what to ask ---- */

static bool add(plan *p, size_t length, fsc_node *node)
{
	fsc_view *view = p->view;
	fsc_errand errand = { .kind = FSC_ERRAND_READ, .base = -1, .path = p->path };
	fsc_slot *slot;

	if (!node) {
		node = fsc_node_create(view, p->root, p->path, length,
			fsc_path_hash(view, p->path, length));
	}
	slot = node ? fsc_ahead_add_slot(view->ahead, node) : NULL;
	if (!slot || slot->errand != FSC_POOL_NONE || fsc_node_is_hopeless(node)) {
		return slot != NULL;
	}
	fsc_ahead_describe_fill(view, node, p->mount, &errand);
	if (node->listing) {
		errand.kind = FSC_ERRAND_LOOK;
	}
	slot->errand = fsc_pool_add(p->pool, FSC_LANE_AHEAD, &errand, length);
	if (slot->errand == FSC_POOL_NONE) {
		return false;
	}
	p->left--;
	return true;
}

static bool look_below(plan *p, size_t length, const fsc_node *node, uint32_t from, uint32_t to);

/* What is, or was, in the directory; NULL: unknown. Borrowed. */
static fsc_snapshot *names_of(const fsc_view *view, const fsc_node *node)
{
	const fsc_slot *slot;

	if (node->listing) {
		return node->listing;
	}
	slot = fsc_ahead_slot(view->ahead, node);
	return slot ? slot->listing : NULL;
}

static bool has_been_read(const fsc_view *view, const fsc_node *node, const fsc_slot *slot)
{
	return node->listing || (slot && slot->stamp == view->stamp);
}

/* p->path is a directory's, by a listing. False: enough. */
static bool consider(plan *p, size_t length)
{
	fsc_node *node = find(p, p->path, length);
	const fsc_slot *slot = node ? fsc_ahead_slot(p->view->ahead, node) : NULL;
	uint32_t depth = depth_of(p->path, length);

	if (slot && slot->opened) {
		/* It is behind us; but a scan that goes level by level comes back to what is in it. */
		return depth + 1 != p->depth || look_below(p, length, node, 0, UINT32_MAX);
	}
	if (node && fsc_node_is_fresh(p->view, node) && has_been_read(p->view, node, slot)) {
		p->known++;
		return depth >= p->view->ahead->depth || look_below(p, length, node, 0, UINT32_MAX);
	}
	if (slot && (slot->entry != FSC_POOL_NONE || slot->errand != FSC_POOL_NONE)) {
		return true;
	}
	return p->left > 0 && has_room(p->view) && add(p, length, node) && p->left > 0;
}

static bool is_one(const fsc_entry *entry, const fsc_mount *mount)
{
	return entry->type == FSC_TYPE_DIR && !fsc_path_is_dots(entry->name, entry->length) &&
		!fsc_mount_may_cover(mount, fsc_hash(entry->name, entry->length));
}

/* The directories among these entries of a listing; their path begins with p->path[0..length). */
static bool look_below(plan *p, size_t length, const fsc_node *node, uint32_t from, uint32_t to)
{
	fsc_snapshot *listing = names_of(p->view, node);
	const fsc_mount *mount = node->mount;
	uint32_t i, count;
	bool more = true;

	if (!listing || mount != p->mount) {
		return true;
	}
	count = fsc_snapshot_count(fsc_snapshot_acquire(listing));
	count = count < to ? count : to;
	for (i = from; i < count && more; i++) {
		fsc_entry entry = fsc_snapshot_entry(listing, i);
		size_t at = length;

		if (++p->looked > LOOKED_MAX || at + 1 + entry.length >= FSC_PATH_MAX) {
			more = false;
		} else if (is_one(&entry, mount)) {
			if (at > 0 && p->path[at - 1] != '/') {
				p->path[at++] = '/';
			}
			memcpy(p->path + at, entry.name, entry.length);
			p->path[at + entry.length] = '\0';
			more = consider(p, at + entry.length);
		}
	}
	fsc_snapshot_release(listing);
	return more;
}

/* The place behind a name in the kernel's order. */
static uint32_t place_behind(const fsc_snapshot *listing, const char *name, size_t length)
{
	uint32_t i, count = fsc_snapshot_count(listing);

	for (i = 0; i < count; i++) {
		fsc_entry entry = fsc_snapshot_entry(listing, i);

		if (entry.length == length && memcmp(entry.name, name, length) == 0) {
			return i + 1;
		}
	}
	return count;
}

static fsc_node *parent_of(fsc_view *view, fsc_root *root, const char *path, size_t length,
	size_t *name_at)
{
	size_t above;

	*name_at = fsc_path_name_at(path, length);
	if (*name_at == 0) {
		return root->relative && !(length == 1 && path[0] == '.')
			? fsc_node_find(root, ".", 1, fsc_path_hash(view, ".", 1)) : NULL;
	}
	above = fsc_path_trim(path, *name_at);
	if (above == length) {
		return NULL; /* the root itself */
	}
	return fsc_node_find(root, path, above, fsc_path_hash(view, path, above));
}

/* In this request, and it is known what is, or was, in it. */
static bool is_open(const fsc_view *view, const fsc_node *node)
{
	const fsc_slot *slot = node ? fsc_ahead_slot(view->ahead, node) : NULL;

	return slot && slot->opened && names_of(view, node);
}

/* The directory's entries before this one. It may have been evicted. */
static bool look_below_again(plan *p, const char *text, size_t length, uint32_t to)
{
	const fsc_node *node = find(p, text, length);

	memcpy(p->path, text, length + 1);
	return !node || look_below(p, length, node, 0, to);
}

/*
 * Depth first: below it, then its next siblings in the kernel's order, then those before it, which
 * a sorted scan may have left out; then those of the directory above, and so on.
 */
static void make_plan(plan *p, const fsc_node *node)
{
	char text[FSC_PATH_MAX];
	size_t length = node->path_length, name_at;

	memcpy(text, node->path, length + 1);
	memcpy(p->path, text, length + 1);
	if (is_open(p->view, node) && depth_of(text, length) < p->view->ahead->depth &&
		!look_below(p, length, node, 0, UINT32_MAX)) {
		return;
	}
	for (;;) {
		fsc_node *parent = parent_of(p->view, p->root, text, length, &name_at);
		uint32_t from;

		if (!is_open(p->view, parent)) {
			return;
		}
		from = place_behind(names_of(p->view, parent), text + name_at, length - name_at);
		length = parent->path_length;
		memcpy(text, parent->path, length + 1);
		memcpy(p->path, text, length + 1);
		if (!look_below(p, length, parent, from, UINT32_MAX) ||
			!look_below_again(p, text, length, from)) {
			return;
		}
	}
}

/* ---- what was found ---- */

/* What must not be kept is held for a while: to be served once, and to tell what comes next. */
static void hold(fsc_view *view, fsc_slot *slot, fsc_snapshot *listing)
{
	fsc_ahead *ahead = view->ahead;
	size_t bytes = fsc_snapshot_bytes(listing);

	fsc_slot_drop_listing(ahead, slot);
	if (ahead->held + bytes > HELD_MAX) {
		fsc_snapshot_release(listing);
		return;
	}
	ahead->held += bytes;
	slot->listing = listing;
	slot->stamp = view->stamp;
}

/* The node, which stays, has what a helper found. False: nothing that opening it could use. */
static bool adopt(fsc_view *view, fsc_node *node, fsc_found *found)
{
	fsc_filled filled = { NULL, {0, 0, 0, 0, 0}, false, false, FSC_REASON_NONE };
	fsc_slot *slot;
	bool adopted, held = false;

	adopted = found->result == FSC_OS_OK && found->attr.type == FSC_TYPE_DIR &&
		fsc_node_adopt_found(view, node, found, &filled);
	fsc_found_drop(found);
	/* Keeping it may have evicted others, and moved the slots. */
	slot = fsc_ahead_slot(view->ahead, node);
	if (adopted && slot && filled.snapshot && !filled.kept) {
		hold(view, slot, fsc_snapshot_acquire(filled.snapshot));
		held = slot->listing != NULL;
	}
	fsc_snapshot_release(filled.snapshot);
	adopted = adopted && slot && (filled.kept || held);
	if (slot) {
		view->counters.prefetch_wasted += slot->ready;
		slot->ready = adopted;
	}
	view->counters.prefetch_wasted += !adopted;
	return adopted;
}

/* The pool's pending errands are kept by their nodes. */
static void collect(fsc_view *view)
{
	fsc_ahead *ahead = view->ahead;
	fsc_root *relative = ahead->resets == view->resets ? ahead->base_root : NULL;
	uint32_t number;
	fsc_found found;

	fsc_ahead_keep_up(view);
	while (fsc_pool_collect(ahead->pool, FSC_LANE_AHEAD, &number, &found)) {
		const char *path = fsc_pool_errand(ahead->pool, FSC_LANE_AHEAD, number)->path;
		fsc_root *root = path[0] == '/' ? &view->absolute : relative;
		size_t length = strlen(path);
		fsc_node *node = root ? fsc_node_find(root, path, length,
			fsc_path_hash(view, path, length)) : NULL;
		fsc_slot *slot = node ? fsc_ahead_slot(ahead, node) : NULL;

		if (!slot || slot->errand != number || !has_room(view)) {
			view->counters.prefetch_wasted++;
			fsc_found_drop(&found);
			continue;
		}
		slot->errand = FSC_POOL_NONE;
		adopt(view, node, &found);
	}
}

static void plan_from(fsc_view *view, const fsc_node *node, const fsc_mount *mount)
{
	fsc_ahead *ahead = view->ahead;
	uint32_t pending;
	plan p;

	p.view = view;
	p.pool = fsc_ahead_pool(view);
	p.root = node->root;
	p.mount = mount;
	p.looked = p.known = 0;
	p.depth = depth_of(node->path, node->path_length);
	if (!p.pool || !fsc_ahead_set_base(view, p.root)) {
		return;
	}
	fsc_ahead_keep_up(view);
	pending = fsc_pool_pending(p.pool, FSC_LANE_AHEAD);
	if (pending >= ENOUGH) {
		return;
	}
	p.left = AT_ONCE - pending;
	make_plan(&p, node);
	/* All that comes next is known: not worth another look before a good part of it was opened. */
	ahead->rest = pending == 0 && p.left == AT_ONCE ? p.known / 2 : 0;
	fsc_pool_open(ahead->pool, FSC_LANE_AHEAD, fsc_pool_count(ahead->pool, FSC_LANE_AHEAD));
}

/* Does opening this belong to a scan? Then with what comes next. */
static void go_on(fsc_view *view, fsc_node *node)
{
	fsc_ahead *ahead = view->ahead;
	size_t name_at;
	fsc_node *parent = parent_of(view, node->root, node->path, node->path_length, &name_at);
	const fsc_slot *slot = ahead->used ? fsc_ahead_slot(ahead, node) : NULL;
	uint32_t depth = depth_of(node->path, node->path_length);
	const fsc_mount *mount;

	if (!is_open(view, parent) || !fsc_ahead_suits(view, parent) ||
		(node->mount && node->mount != parent->mount)) {
		return;
	}
	ahead->steps++;
	ahead->depth = depth > ahead->depth ? depth : ahead->depth;
	if (ahead->steps < STEPS || (slot && slot->entry != FSC_POOL_NONE)) {
		return; /* no scan yet, or one that is replayed */
	}
	if (node->listing && fsc_node_is_fresh(view, node) && !(slot && slot->ready)) {
		return; /* known anyway, and so is most probably what comes next */
	}
	if (ahead->rest > 0) {
		ahead->rest--;
		return;
	}
	mount = parent->mount; /* what is collected may push the parent out */
	view->pinned = node;
	if (ahead->pool && fsc_pool_is_alive(ahead->pool) &&
		fsc_pool_count(ahead->pool, FSC_LANE_AHEAD) > 0) {
		collect(view);
	}
	plan_from(view, node, mount);
	view->pinned = NULL;
}

static bool is_worthwhile(const fsc_view *view, const fsc_mount *mount)
{
	return (view->config.prefetch_local || fsc_mount_is_remote(mount)) &&
		view->config.mode != FSC_MODE_STRICT;
}

void fsc_ahead_opening(fsc_view *view, fsc_node *node)
{
	fsc_ahead *ahead = view->ahead;
	fsc_slot *slot;

	/* Of one that was never looked at: it may be where the last one was. */
	if (!is_worthwhile(view, node->mount ? node->mount : view->filled_mount)) {
		return;
	}
	go_on(view, node);
	slot = fsc_ahead_suits(view, node) ? fsc_ahead_add_slot(ahead, node) : NULL;
	if (!slot) {
		return;
	}
	slot->opened = true;
	if (slot->ready && node->listing) {
		slot->ready = false;
		view->counters.prefetch_used++;
		fsc_ahead_note(view, node, (fsc_level) node->level);
	}
}

void fsc_ahead_listed(fsc_view *view, fsc_node *node, const fsc_filled *filled)
{
	fsc_slot *slot;

	if (!filled->snapshot || !fsc_ahead_suits(view, node)) {
		return;
	}
	slot = fsc_ahead_add_slot(view->ahead, node);
	if (!slot) {
		return;
	}
	slot->opened = true;
	view->counters.prefetch_wasted += slot->ready;
	slot->ready = false;
	if (!filled->kept) {
		hold(view, slot, fsc_snapshot_acquire(filled->snapshot));
	}
}

/* Held since it was collected, or under way. */
static bool get(fsc_view *view, fsc_node *node, fsc_slot *slot)
{
	int64_t waited_ns;
	uint32_t number;
	fsc_found found;
	fsc_lane lane;
	bool taken;

	if (slot->ready) {
		return true;
	}
	if (slot->errand == FSC_POOL_NONE && slot->entry == FSC_POOL_NONE) {
		return false;
	}
	fsc_ahead_keep_up(view);
	lane = slot->errand != FSC_POOL_NONE ? FSC_LANE_AHEAD : FSC_LANE_REPLAY;
	number = lane == FSC_LANE_AHEAD ? slot->errand : slot->entry;
	slot->errand = FSC_POOL_NONE;
	taken = fsc_pool_take(view->ahead->pool, lane, number, FSC_AHEAD_WINDOW, &found, &waited_ns);
	view->counters.prefetch_waited_ns += (uint64_t) waited_ns;
	return taken && adopt(view, node, &found);
}

fsc_snapshot *fsc_ahead_held(const fsc_view *view, const fsc_node *node)
{
	const fsc_slot *slot = view->ahead->used ? fsc_ahead_slot(view->ahead, node) : NULL;

	return slot && slot->listing && slot->stamp == view->stamp && fsc_node_is_fresh(view, node) &&
		node->level >= fsc_node_level(view, node, FSC_ABOUT_LISTING) &&
		(slot->ready || node->retry_ns > fsc_os_monotonic_ns())
		? fsc_snapshot_acquire(slot->listing) : NULL;
}

bool fsc_ahead_fill(fsc_view *view, fsc_node *node, fsc_filled *out)
{
	fsc_ahead *ahead = view->ahead;
	fsc_slot *slot = ahead->used ? fsc_ahead_slot(ahead, node) : NULL;
	bool had;

	if (!slot || (ahead->pool && !fsc_pool_is_alive(ahead->pool))) {
		return false;
	}
	had = get(view, node, slot);
	memset(out, 0, sizeof *out);
	out->snapshot = fsc_ahead_held(view, node);
	out->reason = (fsc_reason) node->unkept;
	if (node->listing && fsc_node_is_fresh(view, node)) {
		fsc_snapshot_release(out->snapshot);
		out->snapshot = fsc_snapshot_acquire(node->listing);
		out->reason = FSC_REASON_NONE;
		out->kept = true;
	}
	slot = fsc_ahead_slot(ahead, node);
	slot->ready = false;
	view->counters.prefetch_used += had && out->snapshot;
	view->counters.prefetch_wasted += had && !out->snapshot;
	if (!out->snapshot) {
		return false;
	}
	out->version = node->version;
	out->shared = true;
	slot->opened = true;
	fsc_ahead_note(view, node, (fsc_level) node->level);
	return true;
}

/* ---- a list ---- */

/* The mount of the directory it is in, which was listed before. */
static const fsc_mount *mount_above(fsc_view *view, fsc_root *root, const fsc_path_entry *entry)
{
	size_t name_at;
	const fsc_node *parent = parent_of(view, root, entry->path, entry->length, &name_at);

	return parent && is_open(view, parent) && fsc_ahead_suits(view, parent) ? parent->mount : NULL;
}

void fsc_ahead_list(fsc_view *view, const fsc_paths *directories)
{
	fsc_path_entry entry;
	uint32_t first = view->ahead->pool && fsc_pool_is_alive(view->ahead->pool)
		? fsc_pool_count(view->ahead->pool, FSC_LANE_AHEAD) : 0;
	size_t at = 0;
	plan p;

	p.view = view;
	p.left = FSC_POOL_MAX;
	while (fsc_paths_next(directories, &at, &entry) && has_room(view)) {
		p.root = entry.path[0] == '/' ? &view->absolute : fsc_view_cwd(view);
		p.mount = p.root ? mount_above(view, p.root, &entry) : NULL;
		if (!p.mount) {
			continue;
		}
		p.pool = fsc_ahead_pool(view);
		if (!p.pool || !fsc_ahead_set_base(view, p.root)) {
			return;
		}
		fsc_ahead_keep_up(view);
		memcpy(p.path, entry.path, entry.length + 1);
		if (!add(&p, entry.length, find(&p, entry.path, entry.length))) {
			break;
		}
	}
	if (view->ahead->pool) {
		fsc_pool_open(view->ahead->pool, FSC_LANE_AHEAD, first + FSC_AHEAD_WINDOW);
	}
}
