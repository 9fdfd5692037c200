/* SPDX-License-Identifier: MIT */
/*
 * period.c: who asks, from where, and since when: the beginning of a request, the working
 * directory, the mount table, excluded and always-strict directories.
 */
#include "src/core/view.h"

bool fsc_features_suffice(unsigned features)
{
	return (features & FSC_OS_VERSIONS) && (features & FSC_OS_FD_ACCESS) &&
		(features & (FSC_OS_UNIQUE_MOUNT | FSC_OS_MOUNT_EVENTS));
}

static void credentials_take(fsc_view *view)
{
	fsc_creds now;

	memset(&now, 0, sizeof now);
	fsc_os_creds(&now);
	if (memcmp(&now, &view->creds, sizeof now) != 0) {
		/* Privileges and the mount namespace are each thread's own. */
		fsc_view_stop_threads(view);
		if (view->node_count > 0) {
			fsc_view_reset(view);
		}
		view->creds = now;
	}
	view->passing = true;
	if (!fsc_features_suffice(view->features)) {
		view->passing_reason = FSC_REASON_KERNEL;
	} else if (now.ruid != now.euid || now.rgid != now.egid) {
		view->passing_reason = FSC_REASON_CREDENTIALS;
	} else {
		view->passing = false;
	}
}

static uint64_t strict_sum_of(uint64_t sum, const fsc_strict *entry)
{
	sum = fsc_hash_mix(sum ^ fsc_hash(entry->path, strlen(entry->path)),
		UINT64_C(0x9e3779b97f4a7c15) + entry->subtree);
	if (entry->found) {
		sum = fsc_hash_mix(sum ^ entry->device, entry->inode ^ UINT64_C(0xe7037ed1a0b428db));
	}
	return sum;
}

/* Nodes get their flag with their version; here those that have one. */
static void strict_apply(fsc_view *view)
{
	fsc_root *root;

	for (root = &view->absolute; root; root = root->next) {
		fsc_node *node = root->nodes;

		for (; node; node = node->hh.next) {
			node->flags &= (uint8_t) ~FSC_NODE_STRICT;
			if ((node->flags & FSC_NODE_INDEXED) && fsc_node_is_strict(view, node)) {
				node->flags |= FSC_NODE_STRICT;
			}
		}
	}
}

static void strict_resolve(fsc_view *view)
{
	uint64_t sum = view->strict_overflow;
	uint32_t i;

	if (view->config.mode == FSC_MODE_STRICT) {
		return;
	}
	for (i = 0; i < view->strict_count; i++) {
		fsc_strict *entry = &view->strict[i];
		fsc_attr attr;

		entry->found = fsc_os_stat(entry->path, 0, &attr) == FSC_OS_OK;
		if (entry->found) {
			entry->device = attr.version.device;
			entry->inode = attr.version.inode;
		}
		sum = strict_sum_of(sum, entry);
	}
	if (sum != view->strict_sum) {
		view->strict_sum = sum;
		strict_apply(view);
	}
}

void fsc_request_begin(fsc_view *view)
{
	view->request_open = true;
	view->absent_node = NULL;
	view->cwd = NULL;
	fsc_fence_cwd_changed(view);
	credentials_take(view);
	fsc_shared_begin(view);
	strict_resolve(view);
	view->plain = !view->passing && view->exclude_count == 0 && view->config.verify_percent == 0;
	view->fence_quick = view->plain && view->config.mode != FSC_MODE_STRICT &&
		fsc_view_is_fenced(view);
	view->quick = view->plain && view->config.mode != FSC_MODE_STRICT &&
		!fsc_view_is_fenced(view);
	if (view->config.mode == FSC_MODE_REQUEST ||
		(view->config.mode == FSC_MODE_INTERVAL && view->config.revalidate_ns == 0)) {
		view->stamp++;
		view->mounts_due = true;
		view->deadline_ns = fsc_os_monotonic_ns() + view->period_ns;
	}
}

size_t fsc_path_from_root(const fsc_root *root, const char *path, size_t length, char *buffer)
{
	char joined[FSC_JOINED_MAX];
	size_t prefix = 0;

	if (root->relative) {
		if (!root->path || root->path_length + 1 + length >= FSC_JOINED_MAX) {
			return 0;
		}
		memcpy(joined, root->path, root->path_length);
		prefix = root->path_length;
		joined[prefix++] = '/';
	} else if (length >= FSC_JOINED_MAX) {
		return 0;
	}
	memcpy(joined + prefix, path, length);
	return fsc_path_normalize(joined, prefix + length, buffer);
}

bool fsc_node_is_strict(const fsc_view *view, const fsc_node *node)
{
	char path[FSC_JOINED_MAX];
	size_t length = 0;
	uint32_t i;

	if (view->strict_overflow) {
		return true;
	}
	for (i = 0; i < view->strict_count; i++) {
		const fsc_strict *entry = &view->strict[i];
		size_t own = strlen(entry->path);

		if (entry->found && entry->device == node->version.device &&
			entry->inode == node->version.inode) {
			return true;
		}
		if (!entry->subtree && entry->found) {
			continue;
		}
		/* By name: what lies below, and what did not exist when the names were resolved. */
		if (length == 0) {
			length = fsc_path_from_root(node->root, node->path, node->path_length, path);
		}
		if (length == 0 || (fsc_path_is_below(path, length, entry->path, own) &&
			(entry->subtree || length == own))) {
			return true;
		}
	}
	return false;
}

/* ---- working directory ---- */

static void root_set_path(fsc_root *root)
{
	char buffer[FSC_PATH_MAX];
	size_t length;

	if (fsc_os_cwd(buffer, sizeof buffer, &length) != FSC_OS_OK || buffer[0] != '/') {
		return;
	}
	root->path = fsc_mem_alloc(length + 1);
	if (root->path) {
		memcpy(root->path, buffer, length + 1);
		root->path_length = length;
	}
}

/* When it was last seen a directory could have been another one with the same inode number. */
static void root_seen(fsc_view *view, fsc_root *root, const fsc_version *version)
{
	fsc_node *node;
	int64_t newest = version->ctime_ns > version->mtime_ns ? version->ctime_ns : version->mtime_ns;

	if (root->young || root->ctime_ns != version->ctime_ns || root->mtime_ns != version->mtime_ns) {
		for (node = root->nodes; node; node = node->hh.next) {
			fsc_node_outdate(view, node);
		}
		root->path_stamp = 0;
	}
	root->ctime_ns = version->ctime_ns;
	root->mtime_ns = version->mtime_ns;
	root->young = fsc_os_realtime_ns() - newest <= FSC_SETTLE_COARSE_NS;
}

static fsc_root *root_create(fsc_view *view, const fsc_version *version)
{
	fsc_root *root;

	if (view->root_count >= FSC_ROOTS_MAX) {
		fsc_view_reset(view);
	}
	root = fsc_mem_zalloc(sizeof *root);
	if (!root) {
		return NULL;
	}
	root->relative = true;
	if (version) {
		root->mount = version->mount;
		root->device = version->device;
		root->inode = version->inode;
		root_set_path(root);
	} else {
		root->anonymous = true;
	}
	root->next = view->absolute.next;
	view->absolute.next = root;
	view->root_count++;
	return root;
}

static fsc_root *root_find(fsc_view *view, const fsc_version *version)
{
	fsc_root *root;

	for (root = view->absolute.next; root; root = root->next) {
		if (version ? !root->anonymous && root->inode == version->inode &&
				root->device == version->device && root->mount == version->mount
			: root->anonymous) {
			return root;
		}
	}
	return NULL;
}

fsc_root *fsc_view_cwd(fsc_view *view)
{
	fsc_attr attr;
	const fsc_version *identity = &attr.version;

	if (fsc_view_cwd_known(view)) {
		return view->cwd;
	}
	if (view->config.mode == FSC_MODE_STRICT) {
		/* Every answer stats the caller's own string: no need to know what it hangs from. */
		identity = NULL;
	} else {
		fsc_view_poll_mounts(view);
		if (fsc_os_stat(".", 0, &attr) != FSC_OS_OK) {
			return NULL;
		}
	}
	view->cwd = root_find(view, identity);
	if (!view->cwd) {
		view->cwd = root_create(view, identity);
	}
	if (view->cwd && identity) {
		root_seen(view, view->cwd, identity);
	}
	view->cwd_stamp = view->stamp;
	return view->cwd;
}

void fsc_cwd_changed(fsc_view *view)
{
	view->cwd = NULL;
	fsc_fence_cwd_changed(view);
	view->absent_node = NULL;
}

void fsc_same_call(fsc_view *view)
{
	view->absent_node = NULL;
}

void fsc_view_poll_mounts(fsc_view *view)
{
	uint64_t generation;

	if (!view->mounts_due) {
		return;
	}
	view->mounts_due = false;
	if (!(view->features & FSC_OS_MOUNT_EVENTS)) {
		return;
	}
	generation = fsc_os_mounts_generation();
	if (generation == 0) {
		/* Lost for good: any name may be a mount point now, and ids may be used again unseen. */
		view->features = fsc_os_features();
		fsc_request_reopen(view);
	}
	if (generation == 0 || generation != view->mounts_generation) {
		view->mounts_generation = generation;
		/* A mount over a directory changes what every path below it leads to. */
		view->stamp++;
		fsc_shared_mounts_moved(view);
	}
	fsc_shared_polled(view);
}

/* ---- fastscan.exclude ---- */

static bool has_excluded_prefix(const fsc_view *view, const char *path, size_t length)
{
	uint32_t i;

	for (i = 0; i < view->exclude_count; i++) {
		if (fsc_path_is_below(path, length, view->exclude[i], strlen(view->exclude[i]))) {
			return true;
		}
	}
	return false;
}

bool fsc_view_is_excluded(fsc_view *view, const char *path, size_t length)
{
	char text[FSC_JOINED_MAX];
	fsc_root *root = path[0] == '/' ? &view->absolute : fsc_view_cwd(view);
	size_t text_length;

	if (root && root->relative && !root->path) {
		root_set_path(root);
	}
	text_length = root ? fsc_path_from_root(root, path, length, text) : 0;
	return text_length == 0 || has_excluded_prefix(view, text, text_length) ||
		has_excluded_prefix(view, path, length);
}
