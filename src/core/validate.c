/* SPDX-License-Identifier: MIT */
/*
 * validate.c: does a path still lead to the version we know, and may this process look?
 *
 * Version and permission always come from the same inode: a validation by path compares the whole
 * version; permission is asked of a descriptor whose version is compared with the node's, never of
 * the path again (a flipped symlink could lead the second walk elsewhere).
 */
#include "src/core/ahead.h"

fsc_reason fsc_reason_of(fsc_os_result result)
{
	switch (result) {
	case FSC_OS_OK:
		return FSC_REASON_NONE;
	case FSC_OS_NOENT:
	case FSC_OS_NOTDIR:
	case FSC_OS_LOOP:
		return FSC_REASON_GONE;
	case FSC_OS_DENIED:
		return FSC_REASON_PERMISSION;
	case FSC_OS_LIMIT:
		return FSC_REASON_LIMIT;
	case FSC_OS_ERROR:
		break;
	}
	return FSC_REASON_IO_ERROR;
}

fsc_level fsc_node_level(const fsc_view *view, const fsc_node *node, fsc_about about)
{
	const fsc_mount *mount = node->mount;

	if (!view->config.sync || !fsc_mount_is_remote(mount)) {
		return FSC_LEVEL_PLAIN;
	}
	switch (about) {
	case FSC_ABOUT_DIRECTORY:
		break;
	case FSC_ABOUT_ABSENCE:
		return mount->verdict.kind == FSC_FS_FUSE ? FSC_LEVEL_SYNC : FSC_LEVEL_PLAIN;
	case FSC_ABOUT_OTHERS:
	case FSC_ABOUT_LISTING:
		return FSC_LEVEL_SYNC;
	}
	return FSC_LEVEL_PLAIN;
}

void fsc_node_seen(fsc_view *view, fsc_node *node, const fsc_version *version, fsc_level level)
{
	fsc_node_set_version(view, node, version);
	node->flags &= (uint8_t) ~(FSC_NODE_ABSENT | FSC_NODE_LIGHT | FSC_NODE_EARLY |
		FSC_NODE_NO_LINK);
	if (!(node->flags & FSC_NODE_INDEXED)) {
		return; /* no memory for the index: never fresh */
	}
	if (!node->mount) {
		node->mount = fsc_mount_find(view, version->mount);
	}
	if (node->mount) {
		fsc_mount_refresh(view, node->mount);
		if (version->ctime_ns > node->mount->newest_ctime_ns) {
			node->mount->newest_ctime_ns = version->ctime_ns;
		}
	}
	fsc_node_begin_left(view, node);
	node->stamp = view->stamp;
	node->level = (uint8_t) level;
	if (level < fsc_node_level(view, node, FSC_ABOUT_OTHERS)) {
		node->flags |= FSC_NODE_LIGHT;
	}
}

/* A switch in two steps, perhaps: it is gone for a moment. */
void fsc_node_lost(fsc_view *view, fsc_node *node)
{
	if (node->flags & FSC_NODE_INDEXED) {
		fsc_view_redirected(view);
	}
	fsc_node_forget(view, node);
}

/*
 * Where each answer must be validated that is too old, which is only known of the version found.
 */
bool fsc_node_check_ahead(fsc_view *view, fsc_node *node, fsc_level level)
{
	fsc_found found;

	if (!view->ahead || !fsc_ahead_look(view, node, level, &found)) {
		return false;
	}
	fsc_found_drop(&found); /* an alias has brought the listing meanwhile */
	if (found.result != FSC_OS_OK || found.attr.type != FSC_TYPE_DIR) {
		return false; /* so that both ends of a switch are of one moment */
	}
	fsc_node_seen(view, node, &found.attr.version,
		found.synced ? FSC_LEVEL_SYNC : FSC_LEVEL_PLAIN);
	if (!(node->flags & FSC_NODE_INDEXED) || (node->flags & FSC_NODE_STRICT)) {
		return false;
	}
	node->checked_ns = found.started_ns;
	fsc_node_take_permission(node, &found);
	return true;
}

/*
 * Where realpath() goes it is to be known as well whether the directory is a link: it was none, and
 * one call tells both. *no_link: it is none.
 */
static fsc_os_result look_at(const fsc_node *node, unsigned flags, fsc_attr *out, bool *no_link)
{
	fsc_os_result result;

	*no_link = false;
	if (node->real && node->real->links == 0) {
		result = fsc_os_stat(node->path, flags | FSC_STAT_NOFOLLOW, out);
		*no_link = result == FSC_OS_OK && out->type != FSC_TYPE_LINK;
		if (result != FSC_OS_OK || *no_link) {
			return result;
		}
	}
	return fsc_os_stat(node->path, flags, out);
}

fsc_reason fsc_node_check(fsc_view *view, fsc_node *node, fsc_level level)
{
	fsc_os_result result;
	fsc_attr attr;
	bool no_link;

	if (view->config.mode != FSC_MODE_STRICT || !(view->features & FSC_OS_UNIQUE_MOUNT)) {
		fsc_view_poll_mounts(view);
	}
	view->counters.validations++;
	if (fsc_node_check_ahead(view, node, level)) {
		return FSC_REASON_NONE;
	}
	result = look_at(node, level == FSC_LEVEL_SYNC ? FSC_STAT_SYNC : 0, &attr, &no_link);
	if (result == FSC_OS_OK && attr.type == FSC_TYPE_DIR) {
		fsc_node_seen(view, node, &attr.version, level);
		node->flags |= no_link ? FSC_NODE_NO_LINK : 0;
		return node->flags & FSC_NODE_INDEXED ? FSC_REASON_NONE : FSC_REASON_LIMIT;
	}
	if (node->flags & FSC_NODE_INDEXED) {
		fsc_view_redirected(view); /* a switch in two steps */
	}
	fsc_node_forget(view, node);
	if (result == FSC_OS_OK || result == FSC_OS_NOENT || result == FSC_OS_NOTDIR) {
		node->flags |= FSC_NODE_GONE;
		node->stamp = view->stamp;
		return FSC_REASON_GONE;
	}
	return fsc_reason_of(result);
}

bool fsc_node_check_early(fsc_view *view, fsc_node *node)
{
	fsc_attr attr;

	if (fsc_node_is_fresh(view, node)) {
		return true;
	}
	if (!node->listing || !node->mount || node->mount->verdict.kind != FSC_FS_LOCAL ||
		(node->flags & FSC_NODE_STRICT) || fsc_ahead_suits(view, node)) {
		return false;
	}
	fsc_view_poll_mounts(view);
	view->counters.validations++;
	if (fsc_os_stat(node->path, 0, &attr) != FSC_OS_OK ||
		!fsc_version_equal(&attr.version, &node->version)) {
		return false;
	}
	fsc_node_seen(view, node, &attr.version, FSC_LEVEL_PLAIN);
	node->flags |= FSC_NODE_EARLY;
	return true;
}

/* ---- permission ---- */

/* Seconds suffice where a minute is counted, and a node has many neighbours. */
static uint32_t second(void)
{
	return (uint32_t) (fsc_os_monotonic_ns() / 1000000000);
}

bool fsc_node_permission_known(const fsc_view *view, const fsc_node *node, unsigned wanted)
{
	if ((node->asked & wanted) != wanted) {
		return false;
	}
	return !fsc_mount_is_remote(node->mount) || view->config.mode == FSC_MODE_NEVER ||
		second() - node->access_s < FSC_ACCESS_S;
}

bool fsc_node_is_permitted(const fsc_view *view, const fsc_node *node, unsigned wanted)
{
	return (node->granted & wanted) == wanted && fsc_node_permission_known(view, node, wanted);
}

/* All of it at once: the descriptor is the expensive part. */
void fsc_node_ask_permission(fsc_node *node, int fd, unsigned already)
{
	unsigned granted = 0;

	if (fsc_os_access_fd(fd, FSC_ACCESS_READ | FSC_ACCESS_SEARCH, &granted) != FSC_OS_OK) {
		granted = already;
		node->asked = (uint8_t) already;
	} else {
		node->asked = FSC_ACCESS_READ | FSC_ACCESS_SEARCH;
	}
	node->granted = (uint8_t) granted;
	node->access_s = second();
}

fsc_reason fsc_node_permit(fsc_view *view, fsc_node *node, unsigned wanted)
{
	fsc_os_result result;
	fsc_attr attr;
	int fd;

	if (!fsc_node_permission_known(view, node, wanted)) {
		result = fsc_os_open_path(node->path, &fd);
		if (result != FSC_OS_OK) {
			return fsc_reason_of(result);
		}
		result = fsc_os_stat_fd(fd, 0, &attr);
		if (result == FSC_OS_OK && fsc_version_equal(&attr.version, &node->version)) {
			fsc_node_ask_permission(node, fd, 0);
		} else {
			fsc_node_outdate(view, node);
			result = FSC_OS_ERROR;
		}
		fsc_os_close(fd);
		if (result != FSC_OS_OK) {
			return FSC_REASON_CHANGED;
		}
	}
	return (node->granted & wanted) == wanted ? FSC_REASON_NONE : FSC_REASON_PERMISSION;
}

/* ---- by descriptor ---- */

bool fsc_node_is_distrusted(const fsc_node *node)
{
	return node->mount && node->mount->verdict.kind == FSC_FS_UNTRUSTED &&
		node->retry_ns > fsc_os_monotonic_ns();
}

bool fsc_node_is_hopeless(const fsc_node *node)
{
	return (node->unkept == FSC_REASON_TOO_LARGE || node->unkept == FSC_REASON_ODD_NAMES) &&
		node->retry_ns > fsc_os_monotonic_ns();
}

unsigned fsc_view_stat_flags(const fsc_view *view, const fsc_mount *mount)
{
	return view->config.sync && fsc_mount_is_remote(mount) ? FSC_STAT_SYNC : 0;
}

/* That a look at a descriptor is one at the server. */
static unsigned adopt_flags(const fsc_view *view, const fsc_mount *mount, bool to_read)
{
	return mount && mount->verdict.open_asks && to_read ? 0 : fsc_view_stat_flags(view, mount);
}

fsc_reason fsc_node_adopt(fsc_view *view, fsc_node *node, int fd, bool to_read)
{
	/* Of a new one: it may be where the last one was. */
	unsigned flags = adopt_flags(view, node->mount ? node->mount : view->filled_mount, to_read);
	fsc_mount *mount;
	fsc_attr attr;

	view->counters.validations++;
	if (fsc_os_stat_fd(fd, flags, &attr) != FSC_OS_OK) {
		return FSC_REASON_IO_ERROR;
	}
	mount = fsc_mount_get(view, attr.version.mount, fd);
	if (!flags && adopt_flags(view, mount, to_read)) {
		flags = FSC_STAT_SYNC;
		if (fsc_os_stat_fd(fd, flags, &attr) != FSC_OS_OK) {
			return FSC_REASON_IO_ERROR;
		}
	}
	fsc_node_seen(view, node, &attr.version,
		fsc_view_stat_flags(view, mount) ? FSC_LEVEL_SYNC : FSC_LEVEL_PLAIN);
	if (!mount || !(node->flags & FSC_NODE_INDEXED)) {
		return FSC_REASON_LIMIT;
	}
	node->mount = mount;
	fsc_mount_refresh(view, mount);
	if (mount->verdict.kind == FSC_FS_UNTRUSTED) {
		node->retry_ns = fsc_os_monotonic_ns() + FSC_HOPELESS_NS;
		return FSC_REASON_FILESYSTEM;
	}
	if (attr.version.ctime_ns > mount->newest_ctime_ns) {
		mount->newest_ctime_ns = attr.version.ctime_ns;
	}
	if (view->ahead) {
		fsc_ahead_note(view, node, (fsc_level) node->level);
	}
	return FSC_REASON_NONE;
}
