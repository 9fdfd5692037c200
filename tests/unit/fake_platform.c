/* SPDX-License-Identifier: MIT */
/*
 * fake_platform.c: the functions of platform.h over the fake's files.
 *
 * Each begins with fake_enter() and ends with fake_leave(), so nothing is answered uncounted, and
 * looks up what it needs after fake_enter(), whose hook may have changed it. Single-threaded.
 */
#include "tests/unit/fake_tree.h"

#include <stdlib.h>
#include <string.h>

#define DESCRIPTORS  256
#define FIRST_NUMBER 3 /* 0 to 2 are taken in every process */

struct descriptor {
	bool       used, for_path;
	uint64_t   position; /* 0: before ".", 1: before ".."; else the sequence of the next entry */
	fake_place place;
};

static struct descriptor descriptors[DESCRIPTORS];
static size_t chunk_entries;
static uint64_t generation;

/* ---- stat ---- */

static uint64_t mount_identity(int index)
{
	const fake_mounted *mount = &fake_mount_table[index];

	if (!(fake_features & FSC_OS_VERSIONS)) {
		return 0;
	}
	return fake_features & FSC_OS_UNIQUE_MOUNT ? mount->unique_id
		: mount->plain_id | generation << 32;
}

static void attributes_now(const fake_place *at, fsc_attr *out)
{
	const fake_inode *inode = at->inode;

	memset(out, 0, sizeof *out);
	out->version.device = fake_file_systems[inode->fs].device;
	out->version.inode = inode->number;
	out->version.ctime_ns = inode->ctime_ns;
	out->version.mtime_ns = inode->mtime_ns;
	out->type = inode->type;
	out->mode = inode->mode;
	out->uid = inode->uid;
	out->gid = inode->gid;
}

static void attributes(const fake_place *at, bool fresh, fsc_attr *out)
{
	fake_inode *inode = at->inode;
	int64_t lifetime = fake_file_systems[inode->fs].attribute_cache_ns;

	inode->looked_at = true;
	if (fresh || lifetime == 0 || fake_monotonic_now_ns >= inode->cached_until_ns) {
		attributes_now(at, &inode->cached);
		inode->cached_names = inode->added;
		inode->cached_until_ns = fake_monotonic_now_ns + lifetime;
	}
	*out = inode->cached;
	out->version.mount = mount_identity(at->mount);
}

fsc_os_result fsc_os_stat(const char *path, unsigned flags, fsc_attr *out)
{
	fsc_os_result result;
	fake_who who;
	fake_place at;

	fake_synced += flags & FSC_STAT_SYNC ? 1 : 0;
	if (fake_enter(FAKE_STAT, path, &result)) {
		who = fake_effective();
		result = fake_walk(path, !(flags & FSC_STAT_NOFOLLOW), &who, &at);
		if (result == FSC_OS_OK) {
			attributes(&at, flags & FSC_STAT_SYNC, out);
		}
	}
	return fake_left(FAKE_STAT, result);
}

fsc_os_result fsc_os_stat_real(const char *path, fsc_attr *out)
{
	fsc_os_result result;
	fake_who who;
	fake_place at;

	if (fake_enter(FAKE_STAT_REAL, path, &result)) {
		who = fake_effective();
		result = fake_walk_unlinked(path, &who, &at);
		if (result == FSC_OS_OK) {
			attributes(&at, false, out);
		}
	}
	return fake_left(FAKE_STAT_REAL, result);
}

fsc_os_result fsc_os_exists(const char *path)
{
	fsc_os_result result;
	fake_who who;
	fake_place at;

	if (fake_enter(FAKE_EXISTS, path, &result)) {
		who = fake_real();
		result = fake_walk(path, true, &who, &at);
	}
	return fake_left(FAKE_EXISTS, result);
}

static struct descriptor *descriptor_of(int fd)
{
	int index = fd - FIRST_NUMBER;

	return index >= 0 && index < DESCRIPTORS && descriptors[index].used ? &descriptors[index]
		: NULL;
}

fsc_os_result fsc_os_stat_entry(int fd, const char *name, fsc_attr *out)
{
	struct descriptor *open;
	fsc_os_result result;
	fake_who who;
	fake_place at;

	if (fake_enter(FAKE_STAT_ENTRY, name, &result)) {
		open = descriptor_of(fd);
		who = fake_effective();
		if (!open) {
			result = FSC_OS_ERROR;
		} else if (!fake_may(open->place.inode, &who, 1)) {
			result = FSC_OS_DENIED;
		} else {
			at = open->place;
			result = fake_step(&at, name, strlen(name));
		}
		if (result == FSC_OS_OK) {
			attributes(&at, false, out);
		}
	}
	return fake_left(FAKE_STAT_ENTRY, result);
}

fsc_os_result fsc_os_stat_fd(int fd, unsigned flags, fsc_attr *out)
{
	struct descriptor *open;
	fsc_os_result result;

	fake_synced += flags & FSC_STAT_SYNC ? 1 : 0;
	if (fake_enter(FAKE_STAT_FD, NULL, &result)) {
		open = descriptor_of(fd);
		result = open ? FSC_OS_OK : FSC_OS_ERROR;
		if (open) {
			attributes(&open->place, flags & FSC_STAT_SYNC, out);
		}
	}
	return fake_left(FAKE_STAT_FD, result);
}

bool fake_version(const char *path, fsc_version *out)
{
	fake_place at;
	fsc_attr attr;

	if (fake_walk(path, true, NULL, &at) != FSC_OS_OK) {
		return false;
	}
	attributes_now(&at, &attr);
	*out = attr.version;
	out->mount = mount_identity(at.mount);
	return true;
}

/* ---- directories ---- */

static fsc_os_result open_place(const fake_place *at, bool for_path, int *fd)
{
	for (int i = 0; i < DESCRIPTORS; i++) {
		if (!descriptors[i].used) {
			descriptors[i] = (struct descriptor){true, for_path, 0, *at};
			fake_hold(at->inode);
			*fd = i + FIRST_NUMBER;
			return FSC_OS_OK;
		}
	}
	return FSC_OS_LIMIT;
}

/* NFS: close-to-open. */
static bool opening_asks(const fake_place *at)
{
	const fake_fs *fs = &fake_file_systems[at->inode->fs];

	return strncmp(fs->type, "nfs", 3) == 0 && !strstr(fs->options, "nocto");
}

static fsc_os_result open_path(const char *path, bool for_path, int *fd)
{
	fake_who who = fake_effective();
	fake_place at;
	fsc_os_result result = fake_walk(path, true, &who, &at);

	if (result != FSC_OS_OK) {
		return result;
	}
	if (at.inode->type != FSC_TYPE_DIR) {
		return FSC_OS_NOTDIR;
	}
	if (!for_path && !fake_may(at.inode, &who, 4)) {
		return FSC_OS_DENIED;
	}
	if (!for_path && opening_asks(&at)) {
		fsc_attr ignored;

		attributes(&at, true, &ignored);
	}
	return open_place(&at, for_path, fd);
}

fsc_os_result fsc_os_open_dir(const char *path, int *fd)
{
	fsc_os_result result;

	*fd = -1;
	if (fake_enter(FAKE_OPEN_DIR, path, &result)) {
		result = open_path(path, false, fd);
	}
	return fake_left(FAKE_OPEN_DIR, result);
}

fsc_os_result fsc_os_open_path(const char *path, int *fd)
{
	fsc_os_result result;

	*fd = -1;
	if (fake_enter(FAKE_OPEN_PATH, path, &result)) {
		result = open_path(path, true, fd);
	}
	return fake_left(FAKE_OPEN_PATH, result);
}

/* ---- from an open directory ---- */

/* The walk begins there instead of in the working directory. */
static fake_place begin_from(int base)
{
	fake_place before = fake_cwd;

	if (base >= 0) {
		struct descriptor *open = descriptor_of(base);

		if (!open) {
			abort();
		}
		fake_cwd = open->place;
	}
	return before;
}

fsc_os_result fsc_os_stat_from(int base, const char *path, unsigned flags, fsc_attr *out)
{
	fake_place before = begin_from(base);
	fsc_os_result result = fsc_os_stat(path, flags, out);

	fake_cwd = before;
	return result;
}

fsc_os_result fsc_os_open_dir_from(int base, const char *path, int *fd)
{
	fake_place before = begin_from(base);
	fsc_os_result result = fsc_os_open_dir(path, fd);

	fake_cwd = before;
	return result;
}

fsc_os_result fsc_os_open_path_from(int base, const char *path, int *fd)
{
	fake_place before = begin_from(base);
	fsc_os_result result = fsc_os_open_path(path, fd);

	fake_cwd = before;
	return result;
}

static void close_descriptor(struct descriptor *open)
{
	open->used = false;
	fake_let_go(open->place.inode);
}

void fsc_os_close(int fd)
{
	struct descriptor *open;
	fsc_os_result ignored;

	fake_enter(FAKE_CLOSE, NULL, &ignored);
	open = descriptor_of(fd);
	if (!open) {
		abort(); /* closed twice, or never opened: in a real process somebody else's file */
	}
	close_descriptor(open);
	fake_leave(FAKE_CLOSE);
}

unsigned fake_open_fds(void)
{
	unsigned count = 0;

	for (int i = 0; i < DESCRIPTORS; i++) {
		count += descriptors[i].used;
	}
	return count;
}

fsc_os_result fsc_os_rewind_dir(int fd)
{
	struct descriptor *open;
	fsc_os_result result;

	if (fake_enter(FAKE_REWIND, NULL, &result)) {
		open = descriptor_of(fd);
		result = open && !open->for_path ? FSC_OS_OK : FSC_OS_ERROR;
		if (result == FSC_OS_OK) {
			open->position = 0;
		}
	}
	return fake_left(FAKE_REWIND, result);
}

/* A listing under way. */
struct reading {
	fsc_os_visit  visit;
	void         *context;
	size_t        visited;
	bool          untyped;
	fsc_os_result result;
};

/* False: stop with the result. */
static bool list_one(struct reading *to, const char *name, size_t length, fsc_type type)
{
	if (fake_breaks_listing && fake_break_after-- == 0) {
		fake_breaks_listing = false;
		to->result = FSC_OS_ERROR;
		return false;
	}
	to->visited++;
	to->result = to->visit(to->context, name, length, to->untyped ? FSC_TYPE_UNKNOWN : type)
		? FSC_OS_OK
		: FSC_OS_LIMIT;
	return to->result == FSC_OS_OK;
}

/* From the position on, at most `most` entries. */
static void list(struct descriptor *open, size_t most, struct reading *to)
{
	const fake_inode *dir = open->place.inode;
	bool is_known = fake_monotonic_now_ns < dir->cached_until_ns;
	uint64_t end = is_known ? 2 + dir->cached_names : UINT64_MAX;

	for (; open->position < 2; open->position++) {
		const char *name = open->position ? ".." : ".";

		if (to->visited == most || !list_one(to, name, strlen(name), FSC_TYPE_DIR)) {
			return;
		}
	}
	for (const fake_entry *entry = dir->entries; entry; entry = entry->hh.next) {
		if (entry->hidden || entry->sequence < open->position || entry->sequence >= end) {
			continue;
		}
		if (to->visited == most
			|| !list_one(to, entry->name, entry->length, entry->inode->type)) {
			return;
		}
		open->position = entry->sequence + 1;
	}
	if (fake_breaks_listing) {
		fake_breaks_listing = false;
		to->result = FSC_OS_ERROR;
	}
}

static void read_entries(int fd, size_t most, struct reading *to)
{
	struct descriptor *open;

	if (fake_enter(FAKE_READ_DIR, NULL, &to->result)) {
		open = descriptor_of(fd);
		if (!open || open->for_path) {
			to->result = FSC_OS_ERROR;
		} else if (open->place.inode->links == 0) {
			to->result = FSC_OS_NOENT;
		} else {
			to->result = FSC_OS_OK;
			to->untyped = fake_file_systems[open->place.inode->fs].untyped;
			list(open, most, to);
		}
	}
	fake_leave(FAKE_READ_DIR);
}

fsc_os_result fsc_os_read_dir_chunk(int fd, fsc_os_visit visit, void *context, size_t *visited)
{
	struct reading to = {visit, context, 0, false, FSC_OS_OK};

	read_entries(fd, chunk_entries, &to);
	*visited = to.visited;
	return to.result;
}

fsc_os_result fsc_os_read_dir(int fd, fsc_os_visit visit, void *context)
{
	struct reading to = {visit, context, 0, false, FSC_OS_OK};

	read_entries(fd, SIZE_MAX, &to);
	return to.result;
}

void fake_set_chunk(size_t entries)
{
	chunk_entries = entries;
}

static fsc_os_result give_text(const char *text, char *buffer, size_t size, size_t *length)
{
	size_t have = strlen(text);

	if (have >= size) {
		return FSC_OS_ERROR;
	}
	memcpy(buffer, text, have + 1);
	*length = have;
	return FSC_OS_OK;
}

fsc_os_result fsc_os_read_link(const char *path, char *buffer, size_t size, size_t *length)
{
	fsc_os_result result;
	fake_who who;
	fake_place at;

	if (fake_enter(FAKE_READ_LINK, path, &result)) {
		who = fake_effective();
		result = fake_walk(path, false, &who, &at);
		if (result == FSC_OS_OK) {
			result = at.inode->type == FSC_TYPE_LINK
				? give_text(at.inode->target, buffer, size, length)
				: FSC_OS_ERROR;
		}
	}
	return fake_left(FAKE_READ_LINK, result);
}

/* Write the path of `at` so that it ends at buffer[end];
 * returns where it begins, NULL if it has none. */
static char *path_upwards(fake_place at, char *buffer, size_t end)
{
	char *from = buffer + end;

	*from = '\0';
	for (;;) {
		fake_entry *entry;

		while (at.inode == fake_file_systems[at.inode->fs].root) {
			if (fake_mount_table[at.mount].parent < 0) {
				return from;
			}
			if (!fake_mount_table[at.mount].point) {
				return NULL;
			}
			at.inode = fake_mount_table[at.mount].point;
			at.mount = fake_mount_table[at.mount].parent;
		}
		for (entry = at.inode->parent->entries; entry; entry = entry->hh.next) {
			if (entry->inode == at.inode) {
				break;
			}
		}
		if (!entry || (size_t) (from - buffer) < entry->length + 1) {
			return NULL;
		}
		from -= entry->length + 1;
		*from = '/';
		memcpy(from + 1, entry->name, entry->length);
		at.inode = at.inode->parent;
	}
}

fsc_os_result fsc_os_cwd(char *buffer, size_t size, size_t *length)
{
	char text[FAKE_PATH_LIMIT + 1], *from;
	fsc_os_result result;

	if (fake_enter(FAKE_CWD, NULL, &result)) {
		from = path_upwards(fake_cwd, text, FAKE_PATH_LIMIT);
		result = from ? give_text(*from ? from : "/", buffer, size, length) : FSC_OS_NOENT;
	}
	return fake_left(FAKE_CWD, result);
}

/* ---- permission ---- */

fsc_os_result fsc_os_access_fd(int fd, unsigned wanted, unsigned *granted)
{
	struct descriptor *open;
	fsc_os_result result;
	fake_who who;

	*granted = 0;
	if (fake_enter(FAKE_ACCESS, NULL, &result)) {
		open = descriptor_of(fd);
		result = open && fake_features & FSC_OS_FD_ACCESS ? FSC_OS_OK : FSC_OS_ERROR;
		who = fake_effective();
		if (result == FSC_OS_OK && wanted & FSC_ACCESS_READ
			&& fake_may(open->place.inode, &who, 4)) {
			*granted |= FSC_ACCESS_READ;
		}
		if (result == FSC_OS_OK && wanted & FSC_ACCESS_SEARCH
			&& fake_may(open->place.inode, &who, 1)) {
			*granted |= FSC_ACCESS_SEARCH;
		}
	}
	return fake_left(FAKE_ACCESS, result);
}

/* ---- file systems and mounts ---- */

fsc_os_result fsc_os_fs_info(int fd, fsc_fs_info *out)
{
	struct descriptor *open;
	fsc_os_result result;

	if (fake_enter(FAKE_FS_INFO, NULL, &result)) {
		open = descriptor_of(fd);
		result = open ? FSC_OS_OK : FSC_OS_ERROR;
		if (open) {
			const fake_fs *fs = &fake_file_systems[open->place.inode->fs];

			memset(out, 0, sizeof *out);
			memcpy(out->type, fs->type, sizeof out->type);
			memcpy(out->options, fs->options, sizeof out->options);
			out->table_id = fake_mount_table[open->place.mount].plain_id;
		}
	}
	return fake_left(FAKE_FS_INFO, result);
}

bool fsc_os_is_casefolded(int fd)
{
	struct descriptor *open;
	fsc_os_result ignored;
	bool folded = false;

	if (fake_enter(FAKE_CASEFOLD, NULL, &ignored)) {
		open = descriptor_of(fd);
		folded = open && !open->for_path && open->place.inode->folded;
	}
	fake_leave(FAKE_CASEFOLD);
	return folded;
}

uint64_t fsc_os_mounts_generation(void)
{
	fsc_os_result ignored;

	fake_enter(FAKE_GENERATION, NULL, &ignored);
	generation = fake_features & FSC_OS_MOUNT_EVENTS ? fake_table_changes + 1 : 0;
	fake_leave(FAKE_GENERATION);
	return generation;
}

fsc_os_table fsc_os_common_table(void)
{
	bool moved = fake_table_told != fake_table_changes;

	if (fake_table_lost) {
		return FSC_OS_TABLE_UNKNOWN;
	}
	fake_table_told = fake_table_changes;
	return moved ? FSC_OS_TABLE_MOVED : FSC_OS_TABLE_SAME;
}

fsc_os_result fsc_os_mounts_each(fsc_os_mount_visit visit, void *context)
{
	fsc_os_result result;

	if (fake_enter(FAKE_MOUNTS, NULL, &result)) {
		for (int i = 0; i < FAKE_MOUNTS_MAX; i++) {
			const fake_mounted *mount = &fake_mount_table[i];

			if (mount->used) {
				visit(context, mount->parent < 0 ? 1 : fake_mount_table[mount->parent].plain_id,
					mount->name, strlen(mount->name));
			}
		}
		result = FSC_OS_OK;
	}
	return fake_left(FAKE_MOUNTS, result);
}

void fake_reset(void)
{
	for (int i = 0; i < DESCRIPTORS; i++) {
		if (descriptors[i].used) {
			close_descriptor(&descriptors[i]);
		}
	}
	if (fake_cwd.inode) {
		fake_let_go(fake_cwd.inode);
	}
	fake_calls_reset();
	fake_process_reset();
	fake_threads_reset();
	generation = 0;
	chunk_entries = 1000;
	fake_mounts_reset();
	fake_cwd = (fake_place){0, fake_file_systems[0].root};
	fake_hold(fake_cwd.inode);
}
