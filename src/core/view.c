/* SPDX-License-Identifier: MIT */
/*
 * view.c: nodes, their two indexes and their bound. No policy, no system calls: those are in
 * period.c and validate.c.
 *
 * Invariants:
 *  - FSC_NODE_INDEXED: node->version is meaningful and the node is in the inode index under its
 *    device and inode. Only such a node may hold a listing or be fresh.
 *  - view->bytes is the sum over nodes of node_bytes(), with a shared snapshot counted in each of
 *    them (an upper bound: aliases are rare).
 *  - view->hand is a node of view->hand_root, or NULL.
 */
#include "src/core/view.h"

#define INODES_FIRST 64u

static size_t node_bytes(const fsc_node *node)
{
	return fsc_mem_footprint(fsc_node_size(node->path_length)) + node->charged;
}

/* ---- the inode index ---- */

static uint32_t inode_bucket(const fsc_view *view, uint64_t device, uint64_t inode)
{
	return (uint32_t) fsc_hash_mix(inode ^ UINT64_C(0xa0761d6478bd642f), device + 0x9e3779b9) &
		view->inode_mask;
}

static void inodes_grow(fsc_view *view)
{
	uint32_t size = view->inodes ? (view->inode_mask + 1) * 2 : INODES_FIRST;
	fsc_node **buckets = fsc_mem_zalloc(size * sizeof *buckets), **old = view->inodes;
	uint32_t old_size = old ? view->inode_mask + 1 : 0, i;

	if (!buckets) {
		return; /* longer chains, or no index at all: see node_index() */
	}
	view->inodes = buckets;
	view->inode_mask = size - 1;
	for (i = 0; i < old_size; i++) {
		fsc_node *node = old[i], *next;

		for (; node; node = next) {
			uint32_t b = inode_bucket(view, node->version.device, node->version.inode);

			next = node->inode_next;
			node->inode_next = buckets[b];
			buckets[b] = node;
		}
	}
	fsc_mem_free(old);
}

static bool node_index(fsc_view *view, fsc_node *node)
{
	uint32_t b;

	if (!view->inodes || view->indexed > view->inode_mask) {
		inodes_grow(view);
	}
	if (!view->inodes) {
		return false;
	}
	b = inode_bucket(view, node->version.device, node->version.inode);
	node->inode_next = view->inodes[b];
	view->inodes[b] = node;
	view->indexed++;
	node->flags |= FSC_NODE_INDEXED;
	return true;
}

static void node_unindex(fsc_view *view, fsc_node *node)
{
	fsc_node **link;

	if (!(node->flags & FSC_NODE_INDEXED)) {
		return;
	}
	link = &view->inodes[inode_bucket(view, node->version.device, node->version.inode)];
	while (*link != node) {
		link = &(*link)->inode_next;
	}
	*link = node->inode_next;
	node->flags &= (uint8_t) ~FSC_NODE_INDEXED;
	view->indexed--;
}

static fsc_node *inode_chain(const fsc_view *view, uint64_t device, uint64_t inode)
{
	return view->inodes ? view->inodes[inode_bucket(view, device, inode)] : NULL;
}

/* ---- listings of nodes ---- */

static void node_drop_listing(fsc_view *view, fsc_node *node)
{
	if (node->listing) {
		view->bytes -= node->charged;
		node->charged = 0;
		fsc_snapshot_release(node->listing);
		node->listing = NULL;
	}
}

static void node_take_listing(fsc_view *view, fsc_node *node, fsc_snapshot *snapshot)
{
	if (node->listing == snapshot) {
		return;
	}
	node_drop_listing(view, node);
	node->listing = fsc_snapshot_acquire(snapshot);
	fsc_node_recharge(view, node);
}

void fsc_node_recharge(fsc_view *view, fsc_node *node)
{
	uint32_t before = node->charged;

	node->charged = (uint32_t) fsc_snapshot_bytes(node->listing);
	view->bytes = view->bytes - before + node->charged;
	if (before && node->charged > before) {
		fsc_view_shrink(view, node);
	}
}

fsc_snapshot *fsc_view_find_listing(fsc_view *view, const fsc_version *version)
{
	fsc_node *node = inode_chain(view, version->device, version->inode);

	for (; node; node = node->inode_next) {
		if (node->listing && fsc_version_equal(&node->version, version)) {
			return node->listing;
		}
	}
	return NULL;
}

fsc_node *fsc_view_find_version(fsc_view *view, const fsc_version *version)
{
	fsc_node *node = inode_chain(view, version->device, version->inode);

	while (node && !fsc_version_equal(&node->version, version)) {
		node = node->inode_next;
	}
	return node;
}

void fsc_view_publish(fsc_view *view, const fsc_version *version, fsc_snapshot *snapshot,
	fsc_fold fold)
{
	fsc_mount *mount = fsc_mount_find(view, version->mount);
	fsc_node *node = inode_chain(view, version->device, version->inode);

	for (; node; node = node->inode_next) {
		if (fsc_version_equal(&node->version, version)) {
			node_take_listing(view, node, snapshot);
			node->unkept = FSC_REASON_NONE;
			node->mount = mount;
			if (fold != FSC_FOLD_UNKNOWN) {
				node->fold = (uint8_t) fold;
			}
		}
	}
}

/* What an alias with the same version already knows. */
static void node_learn_from_alias(fsc_view *view, fsc_node *node)
{
	fsc_node *other = inode_chain(view, node->version.device, node->version.inode);

	for (; other; other = other->inode_next) {
		if (other == node || !fsc_version_equal(&other->version, &node->version)) {
			continue;
		}
		if (other->listing) {
			node_take_listing(view, node, other->listing);
		}
		node->mount = other->mount;
		node->granted = other->granted;
		node->asked = other->asked;
		node->access_s = other->access_s;
		node->fold = other->fold;
		node->first_seen_ns = other->first_seen_ns;
		return;
	}
}

void fsc_node_forget(fsc_view *view, fsc_node *node)
{
	node_unindex(view, node);
	node_drop_listing(view, node);
	fsc_node_drop_real(view, node);
	if (view->ahead) {
		fsc_ahead_void_names(view, node);
	}
	memset(&node->version, 0, sizeof node->version);
	node->mount = NULL;
	node->stamp = 0;
	node->granted = node->asked = 0;
	node->fold = FSC_FOLD_UNKNOWN;
	node->flags &= (uint8_t) ~(FSC_NODE_STRICT | FSC_NODE_GONE | FSC_NODE_ABSENT |
		FSC_NODE_NO_LINK);
}

/*
 * What was switched for one path may have been switched for others: no answer from before it is
 * given after one from behind it.
 */
void fsc_view_redirected(fsc_view *view)
{
	view->stamp++;
	view->redirects++;
}

void fsc_node_set_version(fsc_view *view, fsc_node *node, const fsc_version *version)
{
	int64_t now = fsc_os_monotonic_ns();

	node->checked_ns = now;
	if ((node->flags & FSC_NODE_INDEXED) && fsc_version_equal(&node->version, version)) {
		node->flags &= (uint8_t) ~FSC_NODE_GONE;
		return;
	}
	if (node->flags & FSC_NODE_INDEXED) {
		view->counters.stale++;
		if (node->version.inode != version->inode || node->version.device != version->device ||
			node->version.mount != version->mount) {
			fsc_view_redirected(view);
		}
	} else if (node->flags & FSC_NODE_GONE) {
		fsc_view_redirected(view);
	}
	fsc_node_forget(view, node);
	node->version = *version;
	node->first_seen_ns = now;
	node->retry_ns = 0;
	node->unkept = FSC_REASON_NONE;
	if (!node_index(view, node)) {
		memset(&node->version, 0, sizeof node->version);
		return;
	}
	if (fsc_node_is_strict(view, node)) {
		node->flags |= FSC_NODE_STRICT;
	}
	node_learn_from_alias(view, node);
}

/* ---- creation, removal, bound ---- */

fsc_node *fsc_node_find(fsc_root *root, const char *path, size_t length, uint64_t hash)
{
	fsc_node *node;

	HASH_FIND_BYHASHVALUE(hh, root->nodes, path, length, (unsigned) hash, node);
	return node;
}

fsc_node *fsc_node_create(fsc_view *view, fsc_root *root, const char *path, size_t length,
	uint64_t hash)
{
	fsc_node *node = fsc_mem_zalloc(fsc_node_size(length));

	if (!node) {
		return NULL;
	}
	memcpy(node->path, path, length);
	node->path_length = (uint32_t) length;
	node->root = root;
	HASH_ADD_KEYPTR_BYHASHVALUE(hh, root->nodes, node->path, length, (unsigned) hash, node);
	if (!node->hh.tbl) {
		fsc_mem_free(node);
		return NULL;
	}
	view->node_count++;
	view->bytes += node_bytes(node);
	fsc_view_shrink(view, node);
	return node;
}

static void forget_guess(fsc_view *view, const fsc_node *node)
{
	fsc_node **guess = fsc_view_guess(view, node->path, node->path_length);

	if (*guess == node) {
		*guess = NULL;
	}
}

void fsc_node_destroy(fsc_view *view, fsc_node *node)
{
	fsc_root *root = node->root;

	if (view->hand == node) {
		view->hand = node->hh.next;
	}
	if (view->last == node) {
		view->last = NULL;
	}
	if (view->opened == node) {
		view->opened = NULL;
	}
	forget_guess(view, node);
	if (view->absent_node == node) {
		view->absent_node = NULL;
	}
	fsc_dirs_forget(view, node);
	if (view->ahead) {
		fsc_ahead_forget(view, node);
	}
	fsc_node_forget(view, node);
	view->bytes -= node_bytes(node);
	view->node_count--;
	HASH_DELETE(hh, root->nodes, node);
	fsc_mem_free(node);
}

size_t fsc_view_overhead(const fsc_view *view)
{
	size_t bytes = sizeof *view + view->mount_count * sizeof **view->mounts +
		view->mount_size * sizeof *view->mounts;
	const fsc_root *root;

	if (view->ahead) {
		bytes += fsc_ahead_bytes(view);
	}
	if (view->inodes) {
		bytes += ((size_t) view->inode_mask + 1) * sizeof *view->inodes;
	}
	for (root = &view->absolute; root; root = root->next) {
		bytes += root->relative ? sizeof *root + root->path_length : 0;
		if (root->nodes) {
			bytes += sizeof(UT_hash_table) +
				root->nodes->hh.tbl->num_buckets * sizeof(UT_hash_bucket);
		}
	}
	return bytes;
}

/* The next node of the clock, over all roots; NULL if there is none. */
static fsc_node *hand_advance(fsc_view *view)
{
	fsc_node *node;
	uint32_t tries;

	for (tries = 0; !view->hand && tries <= view->root_count + 1; tries++) {
		view->hand_root = view->hand_root && view->hand_root->next ? view->hand_root->next
			: &view->absolute;
		view->hand = view->hand_root->nodes;
	}
	node = view->hand;
	if (node) {
		view->hand = node->hh.next;
	}
	return node;
}

void fsc_view_shrink(fsc_view *view, const fsc_node *keep)
{
	uint64_t steps = view->node_count * 2 + 2;
	size_t overhead = fsc_view_overhead(view);

	while (view->bytes + overhead > view->config.cache_bytes && steps-- > 0) {
		fsc_node *node = hand_advance(view);

		if (!node) {
			return;
		}
		if (node == keep || node == view->pinned) {
			continue;
		}
		if (node->flags & FSC_NODE_REFERENCED) {
			node->flags &= (uint8_t) ~FSC_NODE_REFERENCED;
			continue;
		}
		fsc_node_destroy(view, node);
		view->counters.evictions++;
		overhead = fsc_view_overhead(view);
	}
}

/* ---- marks ---- */

void fsc_mark_everything(fsc_view *view)
{
	view->stamp++;
	view->mounts_due = true; /* a child may have mounted something */
	view->counters.epochs++;
}

void fsc_node_outdate(fsc_view *view, fsc_node *node)
{
	node->stamp = 0;
	if (view->ahead) {
		fsc_ahead_void(view, node);
	}
}

void fsc_mark_inode(fsc_view *view, uint64_t device, uint64_t inode)
{
	fsc_node *node = inode_chain(view, device, inode);

	view->counters.marks++;
	for (; node; node = node->inode_next) {
		if (node->version.device == device && node->version.inode == inode) {
			fsc_node_outdate(view, node);
		}
	}
	if (view->ahead) {
		fsc_ahead_void_inode(view, device, inode);
	}
}

bool fsc_view_needs_marks(const fsc_view *view)
{
	return view->node_count > 0 && view->config.mode != FSC_MODE_STRICT;
}
