/* SPDX-License-Identifier: MIT */
/*
 * mounts.c: what is known of each mount: its file system's verdict, its newest ctime, and which
 * names on it are mount points. Looked up once per mount id (ids are not reused, or are salted).
 */
#include "src/core/view.h"

fsc_mount *fsc_mount_find(const fsc_view *view, uint64_t id)
{
	uint32_t i;

	for (i = view->mount_count; i-- > 0;) {
		if (view->mounts[i]->id == id) {
			return view->mounts[i];
		}
	}
	return NULL;
}

static void mount_destroy(fsc_mount *mount)
{
	fsc_mem_free(mount->names);
	fsc_mem_free(mount);
}

void fsc_mounts_clear(fsc_view *view)
{
	view->filled_mount = NULL;
	while (view->mount_count > 0) {
		mount_destroy(view->mounts[--view->mount_count]);
	}
}

static bool mounts_reserve(fsc_view *view)
{
	uint32_t size = view->mount_size ? view->mount_size * 2 : 8;
	fsc_mount **grown;

	if (view->mount_count < view->mount_size) {
		return true;
	}
	if (view->mount_count >= FSC_MOUNTS_MAX) {
		return false;
	}
	grown = fsc_mem_realloc(view->mounts, size * sizeof *grown);
	if (!grown) {
		return false;
	}
	view->mounts = grown;
	view->mount_size = size;
	return true;
}

fsc_mount *fsc_mount_get(fsc_view *view, uint64_t id, int fd)
{
	fsc_mount *mount = fsc_mount_find(view, id);
	fsc_fs_info info;

	if (mount) {
		return mount;
	}
	memset(&info, 0, sizeof info);
	if (fsc_os_fs_info(fd, &info) != FSC_OS_OK || !mounts_reserve(view)) {
		return NULL;
	}
	mount = fsc_mem_zalloc(sizeof *mount);
	if (!mount) {
		return NULL;
	}
	mount->id = id;
	mount->table_id = info.table_id;
	mount->verdict = fsc_policy_judge(view->policy, &info);
	memcpy(mount->type, info.type, sizeof mount->type);
	mount->fold_test = mount->verdict.fold_possible && !mount->verdict.fold_flagged;
	view->mounts[view->mount_count++] = mount;
	return mount;
}

/* ---- names that are mount points ---- */

static void names_add(void *context, uint64_t parent_table_id, const char *name, size_t length)
{
	fsc_mount *mount = context;
	uint64_t hash = fsc_hash(name, length);

	if (parent_table_id != mount->table_id || mount->names_unknown) {
		return;
	}
	if (mount->names_count == mount->names_size) {
		uint32_t size = mount->names_size ? mount->names_size * 2 : 8;
		uint64_t *grown = fsc_mem_realloc(mount->names, size * sizeof *grown);

		if (!grown) {
			mount->names_unknown = true;
			return;
		}
		mount->names = grown;
		mount->names_size = size;
	}
	mount->names[mount->names_count++] = hash;
	mount->names_mask[hash % FSC_NAMES_BITS / 64] |= UINT64_C(1) << (hash & 63);
}

static void names_read(fsc_view *view, fsc_mount *mount)
{
	mount->names_count = 0;
	memset(mount->names_mask, 0, sizeof mount->names_mask);
	mount->names_unknown = false;
	mount->names_unknown = !(view->features & FSC_OS_MOUNT_EVENTS) ||
		fsc_os_mounts_each(names_add, mount) != FSC_OS_OK || mount->names_unknown;
	if (mount->names_unknown) {
		memset(mount->names_mask, 0xff, sizeof mount->names_mask);
	}
	/* What could not be read now is tried again at once, what the system does not have never. */
	mount->names_generation = mount->names_unknown && (view->features & FSC_OS_MOUNT_EVENTS) ? 0
		: view->mounts_generation + 1;
}

void fsc_mount_refresh(fsc_view *view, fsc_mount *mount)
{
	if (FSC_UNLIKELY(mount->names_generation != view->mounts_generation + 1)) {
		names_read(view, mount);
	}
}

bool fsc_mount_covers(fsc_view *view, fsc_mount *mount, uint64_t name_hash)
{
	uint32_t i;

	if (FSC_UNLIKELY(view->mounts_due)) {
		fsc_view_poll_mounts(view);
	}
	fsc_mount_refresh(view, mount);
	if (FSC_UNLIKELY(mount->names_unknown)) {
		return true;
	}
	if (FSC_LIKELY(!fsc_mount_may_cover(mount, name_hash))) {
		return false;
	}
	for (i = 0; i < mount->names_count; i++) {
		if (mount->names[i] == name_hash) {
			return true;
		}
	}
	return false;
}
