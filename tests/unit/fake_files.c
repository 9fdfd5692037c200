/* SPDX-License-Identifier: MIT */
/* fake_files.c: what tests do to the fake's files. As root, uncounted, without faults;
 * single-threaded. */
#include "tests/unit/fake_tree.h"

#include <stdlib.h>
#include <string.h>

/* A path's folder, and where its last component begins. */
typedef struct target {
	fake_place  dir;
	const char *name;
	size_t      length;
} target;

static bool find_target(const char *path, bool make, target *out)
{
	char parent[FAKE_PATH_LIMIT];
	size_t length = strlen(path), head;

	while (length > 1 && path[length - 1] == '/') {
		length--;
	}
	for (head = length; head && path[head - 1] != '/'; head--) {
	}
	out->name = path + head;
	out->length = length - head;
	if (length >= sizeof parent || out->length == 0 || out->length > FAKE_NAME_LIMIT) {
		return false;
	}
	memcpy(parent, path, head);
	parent[head] = '\0';
	if (head == 0) {
		strcpy(parent, ".");
	}
	if (fake_walk(parent, true, NULL, &out->dir) == FSC_OS_OK) {
		return out->dir.inode->type == FSC_TYPE_DIR;
	}
	return make && fake_mkdir(parent) && fake_walk(parent, true, NULL, &out->dir) == FSC_OS_OK;
}

static fake_inode *make(const char *path, fsc_type type, unsigned mode)
{
	fake_inode *inode;
	target at;

	if (!find_target(path, true, &at) || at.dir.inode->links == 0
		|| fake_find_entry(at.dir.inode, at.name, at.length)) {
		return NULL;
	}
	inode = fake_new_inode(at.dir.inode->fs, type, mode);
	inode->folded = type == FSC_TYPE_DIR && at.dir.inode->folded;
	fake_add_entry(at.dir.inode, at.name, at.length, inode);
	return inode;
}

bool fake_mkdir(const char *path)
{
	return make(path, FSC_TYPE_DIR, 0755) != NULL;
}

bool fake_create(const char *path)
{
	return make(path, FSC_TYPE_FILE, 0644) != NULL;
}

bool fake_fifo(const char *path)
{
	return make(path, FSC_TYPE_OTHER, 0644) != NULL;
}

bool fake_symlink(const char *text, const char *path)
{
	fake_inode *inode = *text ? make(path, FSC_TYPE_LINK, 0777) : NULL;

	if (!inode) {
		return false;
	}
	inode->target = fake_must(malloc(strlen(text) + 1));
	strcpy(inode->target, text);
	return true;
}

bool fake_link(const char *from, const char *to)
{
	fake_place file;
	target at;

	if (fake_walk(from, false, NULL, &file) != FSC_OS_OK || file.inode->type == FSC_TYPE_DIR
		|| !find_target(to, true, &at) || at.dir.inode->fs != file.inode->fs
		|| fake_find_entry(at.dir.inode, at.name, at.length)) {
		return false;
	}
	fake_add_entry(at.dir.inode, at.name, at.length, file.inode);
	fake_stamp(file.inode, false);
	return true;
}

static bool take_away(const char *path, bool directory)
{
	fake_entry *entry;
	target at;

	if (!find_target(path, false, &at)) {
		return false;
	}
	entry = fake_find_entry(at.dir.inode, at.name, at.length);
	if (!entry || (entry->inode->type == FSC_TYPE_DIR) != directory || entry->inode->entries
		|| fake_is_mount_point(entry->inode)) {
		return false;
	}
	fake_remove_entry(at.dir.inode, entry);
	return true;
}

bool fake_unlink(const char *path)
{
	return take_away(path, false);
}

bool fake_rmdir(const char *path)
{
	return take_away(path, true);
}

static bool is_below(const fake_inode *inode, const fake_inode *top)
{
	for (; inode != top; inode = inode->parent) {
		if (inode->parent == inode || !inode->parent) {
			return false;
		}
	}
	return true;
}

bool fake_rename(const char *from, const char *to)
{
	fake_entry *entry, *replaced;
	fake_inode *moved;
	target old, new;

	if (!find_target(from, false, &old) || !find_target(to, false, &new)) {
		return false;
	}
	entry = fake_find_entry(old.dir.inode, old.name, old.length);
	replaced = fake_find_entry(new.dir.inode, new.name, new.length);
	if (!entry || old.dir.inode->fs != new.dir.inode->fs || fake_is_mount_point(entry->inode)
		|| (entry->inode->type == FSC_TYPE_DIR && is_below(new.dir.inode, entry->inode))) {
		return false;
	}
	moved = entry->inode;
	if (replaced && replaced->inode == moved) {
		return true;
	}
	if (replaced) {
		if (!take_away(to, moved->type == FSC_TYPE_DIR)) {
			return false;
		}
	}
	moved->holds++;
	fake_remove_entry(old.dir.inode, entry);
	fake_add_entry(new.dir.inode, new.name, new.length, moved);
	moved->holds--;
	return true;
}

/* The inode that a path leads to; NULL if none. */
static fake_inode *inode_of(const char *path)
{
	fake_place at;

	return fake_walk(path, true, NULL, &at) == FSC_OS_OK ? at.inode : NULL;
}

bool fake_write(const char *path)
{
	fake_inode *inode = inode_of(path);

	if (!inode || inode->type == FSC_TYPE_DIR) {
		return false;
	}
	fake_stamp(inode, true);
	return true;
}

bool fake_chmod(const char *path, unsigned mode)
{
	fake_inode *inode = inode_of(path);

	if (!inode) {
		return false;
	}
	inode->mode = mode & 07777;
	fake_stamp(inode, false);
	return true;
}

bool fake_chown(const char *path, uint32_t uid, uint32_t gid)
{
	fake_inode *inode = inode_of(path);

	if (!inode) {
		return false;
	}
	inode->uid = uid;
	inode->gid = gid;
	fake_stamp(inode, false);
	return true;
}

bool fake_touch(const char *path, int64_t mtime_ns)
{
	fake_inode *inode = inode_of(path);

	if (!inode) {
		return false;
	}
	fake_stamp(inode, false);
	inode->mtime_ns = fake_floor(mtime_ns, fake_file_systems[inode->fs].granularity_ns);
	return true;
}

bool fake_forge(const char *path, int64_t ctime_ns, int64_t mtime_ns)
{
	fake_inode *inode = inode_of(path);

	if (!inode) {
		return false;
	}
	inode->ctime_ns = ctime_ns;
	inode->mtime_ns = mtime_ns;
	return true;
}

bool fake_deny(const char *path, uint32_t uid)
{
	fake_inode *inode = inode_of(path);

	if (!inode) {
		return false;
	}
	inode->denies = true;
	inode->denied_uid = uid;
	fake_stamp(inode, false);
	return true;
}

bool fake_hide(const char *path)
{
	fake_entry *entry;
	target at;

	if (!find_target(path, false, &at)) {
		return false;
	}
	entry = fake_find_entry(at.dir.inode, at.name, at.length);
	if (entry) {
		entry->hidden = true;
	}
	return entry != NULL;
}

bool fake_casefold(const char *path)
{
	fake_inode *inode = inode_of(path);

	if (!inode || inode->type != FSC_TYPE_DIR || inode->entries) {
		return false;
	}
	inode->folded = true;
	fake_stamp(inode, false);
	return true;
}

bool fake_chdir(const char *path)
{
	fake_place at;

	if (fake_walk(path, true, NULL, &at) != FSC_OS_OK || at.inode->type != FSC_TYPE_DIR) {
		return false;
	}
	fake_hold(at.inode);
	fake_let_go(fake_cwd.inode);
	fake_cwd = at;
	return true;
}
