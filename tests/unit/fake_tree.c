/* SPDX-License-Identifier: MIT */
/*
 * fake_tree.c: the fake's inodes, their names and stamps, and walks along paths.
 *
 * An inode is freed when no entry names it and nothing holds it; a directory holds its parent, so
 * that ".." of a removed one that is still open leads somewhere. Single-threaded.
 */
#include "tests/unit/fake_tree.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINKS_FOLLOWED 40

fake_place fake_cwd;
int64_t fake_realtime_now_ns, fake_monotonic_now_ns, fake_tick_now_ns;

void *fake_must(void *memory)
{
	if (!memory) {
		fputs("fake: out of memory\n", stderr);
		abort();
	}
	return memory;
}

/* ---- inodes ---- */

int64_t fake_floor(int64_t value, int64_t unit)
{
	return value - (value % unit + unit) % unit;
}

/* The file system's clock: coarse like the kernel's,
 * unless a looked-at time must move (multigrain). */
static int64_t stamp_for(const fake_inode *inode)
{
	fake_fs *fs = &fake_file_systems[inode->fs];
	int64_t now = fake_floor(fake_realtime_now_ns, fake_tick_now_ns);

	if (fs->multigrain) {
		now = now < fs->floor_ns ? fs->floor_ns : now;
		if (inode->looked_at && now <= inode->ctime_ns - fs->skew_ns) {
			now = fake_realtime_now_ns;
			if (now <= inode->ctime_ns - fs->skew_ns) {
				now = inode->ctime_ns - fs->skew_ns + 1;
			}
			fs->floor_ns = now;
		}
	}
	return fake_floor(now + fs->skew_ns, fs->granularity_ns);
}

void fake_stamp(fake_inode *inode, bool contents)
{
	if (fake_file_systems[inode->fs].frozen) {
		return;
	}
	inode->ctime_ns = stamp_for(inode);
	if (contents) {
		inode->mtime_ns = inode->ctime_ns;
	}
	inode->looked_at = false;
}

fake_inode *fake_new_inode(int number, fsc_type type, unsigned mode)
{
	fake_fs *fs = &fake_file_systems[number];
	fake_inode *inode = fake_must(calloc(1, sizeof *inode));

	inode->fs = number;
	inode->type = type;
	inode->mode = mode;
	inode->number =
		fs->reuses_inodes && fs->free_count ? fs->free_inodes[--fs->free_count] : fs->next_inode++;
	inode->ctime_ns = inode->mtime_ns = stamp_for(inode);
	return inode;
}

static void free_inode(fake_inode *inode)
{
	fake_fs *fs = &fake_file_systems[inode->fs];
	fake_inode *parent = inode->parent;

	if (fs->free_count == fs->free_size) {
		fs->free_size = fs->free_size ? fs->free_size * 2 : 16;
		fs->free_inodes =
			fake_must(realloc(fs->free_inodes, fs->free_size * sizeof *fs->free_inodes));
	}
	fs->free_inodes[fs->free_count++] = inode->number;
	free(inode->target);
	free(inode);
	if (parent) {
		fake_let_go(parent);
	}
}

static void free_if_unused(fake_inode *inode)
{
	if (inode->links == 0 && inode->holds == 0) {
		free_inode(inode);
	}
}

void fake_hold(fake_inode *inode)
{
	inode->holds++;
}

void fake_let_go(fake_inode *inode)
{
	inode->holds--;
	free_if_unused(inode);
}

/* ---- names ---- */

static bool same_folded(const char *a, const char *b, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (tolower((unsigned char) a[i]) != tolower((unsigned char) b[i])) {
			return false;
		}
	}
	return true;
}

fake_entry *fake_find_entry(const fake_inode *dir, const char *name, size_t length)
{
	fake_entry *entry;

	HASH_FIND(hh, dir->entries, name, length, entry);
	if (entry || !(dir->folded || fake_file_systems[dir->fs].ignores_case)) {
		return entry;
	}
	for (entry = dir->entries; entry; entry = entry->hh.next) {
		if (entry->length == length && same_folded(entry->name, name, length)) {
			break;
		}
	}
	return entry;
}

void fake_add_entry(fake_inode *dir, const char *name, size_t length, fake_inode *inode)
{
	fake_entry *entry = fake_must(calloc(1, sizeof *entry + length + 1));

	memcpy(entry->name, name, length);
	entry->length = length;
	entry->inode = inode;
	entry->sequence = 2 + dir->added++;
	HASH_ADD_KEYPTR(hh, dir->entries, entry->name, entry->length, entry);
	inode->links++;
	if (inode->type == FSC_TYPE_DIR) {
		fake_inode *former = inode->parent;

		fake_hold(dir);
		inode->parent = dir;
		if (former) {
			fake_let_go(former);
		}
	}
	fake_stamp(dir, true);
}

void fake_remove_entry(fake_inode *dir, fake_entry *entry)
{
	fake_inode *inode = entry->inode;

	HASH_DEL(dir->entries, entry);
	free(entry);
	fake_stamp(dir, true);
	fake_stamp(inode, false);
	inode->links--;
	free_if_unused(inode);
}

void fake_free_below(fake_inode *dir)
{
	fake_entry *entry, *next;

	HASH_ITER(hh, dir->entries, entry, next)
	{
		fake_inode *inode = entry->inode;

		HASH_DEL(dir->entries, entry);
		free(entry);
		if (inode->type == FSC_TYPE_DIR) {
			fake_free_below(inode);
		}
		inode->links--;
		free_if_unused(inode);
	}
}

/* ---- walking ---- */

bool fake_may(const fake_inode *inode, const fake_who *who, unsigned bit)
{
	unsigned shift = 0;

	if (!who || who->privileged) {
		return true;
	}
	if (inode->denies && inode->denied_uid == who->uid) {
		return false;
	}
	if (who->uid == inode->uid) {
		shift = 6;
	} else if (who->gid == inode->gid) {
		shift = 3;
	}
	for (unsigned i = 0; !shift && i < who->group_count; i++) {
		shift = who->groups[i] == inode->gid ? 3 : 0;
	}
	return (inode->mode >> shift & bit) != 0;
}

/* What is mounted on a place, and on that, and so on. */
void fake_cross_mounts(fake_place *at)
{
	for (int i = 0; i < FAKE_MOUNTS_MAX; i++) {
		const fake_mounted *mount = &fake_mount_table[i];

		if (mount->used && mount->point == at->inode && mount->parent == at->mount) {
			at->mount = i;
			at->inode = fake_file_systems[mount->fs].root;
			i = -1;
		}
	}
}

static void go_up(fake_place *at)
{
	while (at->inode == fake_file_systems[at->inode->fs].root) {
		const fake_mounted *mount = &fake_mount_table[at->mount];

		if (mount->parent < 0 || !mount->point) {
			return; /* the top, or that of a mount that was taken away */
		}
		at->inode = mount->point;
		at->mount = mount->parent;
	}
	at->inode = at->inode->parent;
	fake_cross_mounts(at);
}

fsc_os_result fake_step(fake_place *at, const char *name, size_t length)
{
	fake_entry *entry;

	if (at->inode->type != FSC_TYPE_DIR) {
		return FSC_OS_NOTDIR;
	}
	if (length > FAKE_NAME_LIMIT) {
		return FSC_OS_ERROR;
	}
	if (length == 1 && name[0] == '.') {
		return FSC_OS_OK;
	}
	if (length == 2 && name[0] == '.' && name[1] == '.') {
		go_up(at);
		return FSC_OS_OK;
	}
	entry = fake_find_entry(at->inode, name, length);
	if (!entry) {
		return FSC_OS_NOENT;
	}
	at->inode = entry->inode;
	fake_cross_mounts(at);
	return FSC_OS_OK;
}

static fake_place root_place(void)
{
	fake_place root = {0, fake_file_systems[0].root};

	fake_cross_mounts(&root);
	return root;
}

static fsc_os_result walk_from(
	fake_place *at, const char *path, bool follow, const fake_who *who, int *links)
{
	if (!*path) {
		return FSC_OS_NOENT;
	}
	if (*path == '/') {
		*at = root_place();
	}
	for (path += strspn(path, "/"); *path;) {
		size_t length = strcspn(path, "/");
		const char *rest = path + length + strspn(path + length, "/");
		fake_place dir = *at;
		fsc_os_result result;

		if (at->inode->type == FSC_TYPE_DIR && !fake_may(at->inode, who, 1)) {
			return FSC_OS_DENIED;
		}
		result = fake_step(at, path, length);
		if (result != FSC_OS_OK) {
			return result;
		}
		if (at->inode->type == FSC_TYPE_LINK && (follow || path[length])) {
			fake_place link = *at;

			*at = dir;
			result = ++*links > LINKS_FOLLOWED
				? FSC_OS_LOOP
				: walk_from(at, link.inode->target, true, who, links);
			if (result != FSC_OS_OK) {
				return result;
			}
		}
		if (path[length] && at->inode->type != FSC_TYPE_DIR) {
			return FSC_OS_NOTDIR;
		}
		path = rest;
	}
	return FSC_OS_OK;
}

static fsc_os_result walk(
	const char *path, bool follow, const fake_who *who, int links, fake_place *out)
{
	fake_place at = fake_cwd;
	fsc_os_result result;

	if (strlen(path) >= FAKE_PATH_LIMIT) {
		return FSC_OS_ERROR;
	}
	result = walk_from(&at, path, follow, who, &links);
	if (result == FSC_OS_OK) {
		*out = at;
	}
	return result;
}

fsc_os_result fake_walk(const char *path, bool follow, const fake_who *who, fake_place *out)
{
	return walk(path, follow, who, 0, out);
}

fsc_os_result fake_walk_unlinked(const char *path, const fake_who *who, fake_place *out)
{
	return walk(path, true, who, LINKS_FOLLOWED, out);
}
