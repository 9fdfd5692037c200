/* SPDX-License-Identifier: MIT */
/*
 * fake_mounts.c: the fake's file systems and its mount table.
 *
 * A mount holds the folder it covers and the root it shows. A file system lives until the next
 * reset, so that descriptors into an unmounted one stay good. Single-threaded.
 */
#include "tests/unit/fake_tree.h"

#include <stdlib.h>
#include <string.h>

fake_fs fake_file_systems[FAKE_FILE_SYSTEMS];
fake_mounted fake_mount_table[FAKE_MOUNTS_MAX];
uint64_t fake_table_changes;
uint64_t fake_table_told;
bool fake_table_lost;

static uint64_t next_unique_id;

static void copy_text(char *field, size_t size, const char *text)
{
	size_t length = strlen(text);

	if (length >= size) {
		length = size - 1;
	}
	memcpy(field, text, length);
	field[length] = '\0';
}

/* ---- file systems ---- */

static int new_fs(const char *type, const char *options)
{
	for (int i = 0; i < FAKE_FILE_SYSTEMS; i++) {
		fake_fs *fs = &fake_file_systems[i];

		if (fs->used) {
			continue;
		}
		memset(fs, 0, sizeof *fs);
		fs->used = true;
		copy_text(fs->type, sizeof fs->type, type);
		copy_text(fs->options, sizeof fs->options, options);
		fs->device = (uint64_t) 8 << 32 | (uint64_t) (i + 1);
		fs->next_inode = 2;
		fs->granularity_ns = 1;
		fs->reuses_inodes = true;
		fs->root = fake_new_inode(i, FSC_TYPE_DIR, 0755);
		fs->root->links = 1;
		return i;
	}
	return -1;
}

static void free_fs(fake_fs *fs)
{
	if (fs->used) {
		fake_free_below(fs->root);
		fs->root->links = 0;
		fake_hold(fs->root);
		fake_let_go(fs->root);
		free(fs->free_inodes);
	}
	memset(fs, 0, sizeof *fs);
}

/* ---- mounts ---- */

static uint64_t free_plain_id(void)
{
	uint64_t id = 20;

	for (int i = 0; i < FAKE_MOUNTS_MAX; i++) {
		if (fake_mount_table[i].used && fake_mount_table[i].plain_id == id) {
			id++;
			i = -1;
		}
	}
	return id;
}

static bool add_mount(int fs, const fake_place *point, const char *name)
{
	for (int i = 0; i < FAKE_MOUNTS_MAX; i++) {
		fake_mounted *mount = &fake_mount_table[i];

		if (mount->unique_id) { /* never again: descriptors may still mean an unmounted one */
			continue;
		}
		mount->plain_id = free_plain_id();
		mount->unique_id = next_unique_id++;
		mount->used = true;
		mount->fs = fs;
		mount->parent = point ? point->mount : -1;
		mount->point = point ? point->inode : NULL;
		copy_text(mount->name, sizeof mount->name, name);
		if (point) {
			fake_hold(point->inode);
		}
		fake_hold(fake_file_systems[fs].root);
		fake_table_changes++;
		return true;
	}
	return false;
}

static void remove_mount(fake_mounted *mount)
{
	fake_inode *point = mount->point;

	mount->used = false;
	mount->point = NULL;
	fake_table_changes++;
	if (point) {
		fake_let_go(point);
	}
	fake_let_go(fake_file_systems[mount->fs].root);
}

static const char *last_component(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

static bool find_point(const char *path, fake_place *out)
{
	if (fake_walk(path, true, NULL, out) != FSC_OS_OK
		&& !(fake_mkdir(path) && fake_walk(path, true, NULL, out) == FSC_OS_OK)) {
		return false;
	}
	return out->inode->type == FSC_TYPE_DIR;
}

int fake_mount(const char *point, const char *type, const char *options)
{
	fake_place at;
	int fs;

	if (!find_point(point, &at)) {
		return -1;
	}
	fs = new_fs(type, options);
	if (fs >= 0 && !add_mount(fs, &at, last_component(point))) {
		free_fs(&fake_file_systems[fs]);
		return -1;
	}
	return fs;
}

bool fake_mount_again(int fs, const char *point)
{
	fake_place at;

	return fake_file_systems[fs].used && find_point(point, &at)
		&& add_mount(fs, &at, last_component(point));
}

bool fake_is_mount_point(const fake_inode *inode)
{
	for (int i = 0; i < FAKE_MOUNTS_MAX; i++) {
		if (fake_mount_table[i].used && fake_mount_table[i].point == inode) {
			return true;
		}
	}
	return false;
}

static bool has_mounts_on_it(int index)
{
	for (int i = 0; i < FAKE_MOUNTS_MAX; i++) {
		if (fake_mount_table[i].used && fake_mount_table[i].parent == index) {
			return true;
		}
	}
	return false;
}

/* Index of the topmost mount whose root `point` is; -1 if none can be unmounted. */
static int mount_at(const char *point)
{
	fake_place at;

	if (fake_walk(point, true, NULL, &at) != FSC_OS_OK
		|| at.inode != fake_file_systems[at.inode->fs].root
		|| fake_mount_table[at.mount].parent < 0 || has_mounts_on_it(at.mount)) {
		return -1;
	}
	return at.mount;
}

bool fake_umount(const char *point)
{
	int index = mount_at(point);

	if (index < 0) {
		return false;
	}
	remove_mount(&fake_mount_table[index]);
	return true;
}

int fake_mount_twin(const char *point)
{
	int index = mount_at(point), twin;
	fake_fs *old, *new;

	if (index < 0) {
		return -1;
	}
	old = &fake_file_systems[fake_mount_table[index].fs];
	remove_mount(&fake_mount_table[index]);
	twin = fake_mount(point, old->type, old->options);
	if (twin >= 0) {
		new = &fake_file_systems[twin];
		new->device = old->device;
		new->root->number = old->root->number;
		new->root->ctime_ns = old->root->ctime_ns;
		new->root->mtime_ns = old->root->mtime_ns;
	}
	return twin;
}

void fake_mounts_reset(void)
{
	for (int i = FAKE_MOUNTS_MAX - 1; i >= 0; i--) {
		if (fake_mount_table[i].used) {
			remove_mount(&fake_mount_table[i]);
		}
	}
	for (int i = 0; i < FAKE_FILE_SYSTEMS; i++) {
		free_fs(&fake_file_systems[i]);
	}
	memset(fake_mount_table, 0, sizeof fake_mount_table);
	next_unique_id = UINT64_C(1) << 31;
	new_fs("ext4", "rw,relatime");
	add_mount(0, NULL, "/");
	fake_table_changes = fake_table_told = 0;
	fake_table_lost = false;
}

/* ---- quirks ---- */

void fake_fs_granularity_ns(int fs, int64_t ns)
{
	fake_file_systems[fs].granularity_ns = ns;
}

void fake_fs_skew_ns(int fs, int64_t ns)
{
	fake_file_systems[fs].skew_ns = ns;
}

void fake_fs_frozen(int fs, bool frozen)
{
	fake_file_systems[fs].frozen = frozen;
}

void fake_fs_multigrain(int fs, bool on)
{
	fake_file_systems[fs].multigrain = on;
}

void fake_fs_untyped(int fs, bool on)
{
	fake_file_systems[fs].untyped = on;
}

void fake_fs_ignores_case(int fs, bool on)
{
	fake_file_systems[fs].ignores_case = on;
}

void fake_fs_reuses_inodes(int fs, bool on)
{
	fake_file_systems[fs].reuses_inodes = on;
}

void fake_fs_attribute_cache_ms(int fs, int64_t ms)
{
	fake_file_systems[fs].attribute_cache_ns = ms * 1000000;
}
