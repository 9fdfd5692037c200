/* SPDX-License-Identifier: MIT */
/* test_platform_fake.c: the fake operating system behaves like one,
 * as far as the core's tests lean on it. */
#include "tests/unit/fake_platform.h"
#include "tests/unit/unit.h"

#define SECOND INT64_C(1000000000)

/* Names of a listing joined by spaces, "." and ".." left out; letters tell the types if `types`. */
struct names {
	char   text[512];
	size_t length;
	bool   types;
};

static bool add_name(void *context, const char *name, size_t length, fsc_type type)
{
	struct names *names = context;
	static const char letters[] = "?fdlo";

	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) {
		return true;
	}
	if (names->length) {
		names->text[names->length++] = ' ';
	}
	if (names->types) {
		names->text[names->length++] = letters[type];
		names->text[names->length++] = ':';
	}
	memcpy(names->text + names->length, name, length + 1);
	names->length += length;
	return true;
}

static const char *listing_of(const char *path, bool types)
{
	static struct names names;
	int fd;

	memset(&names, 0, sizeof names);
	names.types = types;
	if (fsc_os_open_dir(path, &fd) != FSC_OS_OK) {
		return NULL;
	}
	if (fsc_os_read_dir(fd, add_name, &names) != FSC_OS_OK) {
		strcpy(names.text, "(broken)");
	}
	fsc_os_close(fd);
	return names.text;
}

static fsc_version version_of(const char *path)
{
	fsc_version version;

	memset(&version, 0xff, sizeof version);
	CHECK(fake_version(path, &version));
	return version;
}

static bool moved(const fsc_version *before, const char *path)
{
	fsc_version now = version_of(path);

	return memcmp(before, &now, sizeof now) != 0;
}

TEST(names_are_listed_in_the_order_of_their_creation)
{
	fake_reset();
	CHECK(fake_create("/d/b"));
	CHECK(fake_mkdir("/d/a"));
	CHECK(fake_symlink("b", "/d/c"));
	CHECK(fake_fifo("/d/p"));
	CHECK(!fake_create("/d/b"));
	CHECK_STR(listing_of("/d", true), "f:b d:a l:c o:p");
	CHECK(fake_unlink("/d/b"));
	CHECK(fake_create("/d/b"));
	CHECK_STR(listing_of("/d", false), "a c p b");
	CHECK(fake_hide("/d/c"));
	CHECK_STR(listing_of("/d", false), "a p b");
	CHECK_INT(fsc_os_exists("/d/c"), FSC_OS_OK);
}

TEST(a_listing_may_hide_types_and_is_read_once)
{
	struct names names;
	int fd;

	fake_reset();
	fake_create("/d/a");
	fake_fs_untyped(0, true);
	CHECK_STR(listing_of("/d", true), "?:a");
	REQUIRE(fsc_os_open_dir("/d", &fd) == FSC_OS_OK);
	for (int i = 0; i < 3; i++) {
		memset(&names, 0, sizeof names);
		CHECK_INT(fsc_os_read_dir(fd, add_name, &names), FSC_OS_OK);
		CHECK_STR(names.text, i == 1 ? "" : "a");
		if (i == 1) {
			CHECK_INT(fsc_os_rewind_dir(fd), FSC_OS_OK);
		}
	}
	fake_unlink("/d/a");
	fake_rmdir("/d");
	CHECK_INT(fsc_os_rewind_dir(fd), FSC_OS_OK);
	CHECK_INT(fsc_os_read_dir(fd, add_name, &names), FSC_OS_NOENT);
	fsc_os_close(fd);
	CHECK_INT(fake_open_fds(), 0);
}

TEST(a_listing_by_chunks_sees_what_happens_in_between)
{
	struct names names;
	size_t visited;
	int fd;

	fake_reset();
	fake_create("/d/a");
	fake_create("/d/b");
	fake_create("/d/c");
	fake_set_chunk(3);
	memset(&names, 0, sizeof names);
	REQUIRE(fsc_os_open_dir("/d", &fd) == FSC_OS_OK);
	CHECK_INT(fsc_os_read_dir_chunk(fd, add_name, &names, &visited), FSC_OS_OK);
	CHECK_INT(visited, 3);
	fake_unlink("/d/a");
	fake_unlink("/d/b");
	fake_create("/d/z");
	CHECK_INT(fsc_os_read_dir_chunk(fd, add_name, &names, &visited), FSC_OS_OK);
	CHECK_INT(visited, 2);
	CHECK_STR(names.text, "a c z");
	CHECK_INT(fsc_os_read_dir_chunk(fd, add_name, &names, &visited), FSC_OS_OK);
	CHECK_INT(visited, 0);
	CHECK_INT(fake_calls(FAKE_READ_DIR), 3);
	fsc_os_rewind_dir(fd);
	fake_break_listing_after(4);
	CHECK_INT(fsc_os_read_dir_chunk(fd, add_name, &names, &visited), FSC_OS_OK);
	CHECK_INT(fsc_os_read_dir_chunk(fd, add_name, &names, &visited), FSC_OS_ERROR);
	fsc_os_close(fd);
}

TEST(paths_lead_through_links_and_dots)
{
	fsc_attr attr;

	fake_reset();
	fake_create("/a/b/f");
	fake_mkdir("/x/y");
	fake_symlink("/x/y", "/a/link");
	fake_symlink("loop", "/loop");
	fake_symlink("../a", "/x/up");
	CHECK_INT(fsc_os_stat("/a/b/../b/./f", 0, &attr), FSC_OS_OK);
	CHECK_INT(attr.type, FSC_TYPE_FILE);
	CHECK_INT(fsc_os_stat("/a/link/../up/b/f", 0, &attr), FSC_OS_OK);
	CHECK_INT(fsc_os_stat("/a/link", FSC_STAT_NOFOLLOW, &attr), FSC_OS_OK);
	CHECK_INT(attr.type, FSC_TYPE_LINK);
	CHECK_INT(fsc_os_stat("/a/link/", FSC_STAT_NOFOLLOW, &attr), FSC_OS_OK);
	CHECK_INT(attr.type, FSC_TYPE_DIR);
	CHECK_INT(fsc_os_stat("/loop", 0, &attr), FSC_OS_LOOP);
	CHECK_INT(fsc_os_stat("/a/b/f/", 0, &attr), FSC_OS_NOTDIR);
	CHECK_INT(fsc_os_stat("/a/b/f/g", 0, &attr), FSC_OS_NOTDIR);
	CHECK_INT(fsc_os_stat("/a/no/../b", 0, &attr), FSC_OS_NOENT);
	CHECK_INT(fsc_os_stat("", 0, &attr), FSC_OS_NOENT);
	CHECK_INT(fsc_os_stat("/..", 0, &attr), FSC_OS_OK);
}

TEST(the_working_directory_has_a_path)
{
	char buffer[64];
	size_t length;

	fake_reset();
	CHECK_INT(fsc_os_cwd(buffer, sizeof buffer, &length), FSC_OS_OK);
	CHECK_STR(buffer, "/");
	fake_create("/a/b/f");
	fake_mount("/a/m", "tmpfs", "rw");
	fake_create("/a/m/sub/g");
	CHECK(fake_chdir("/a/b"));
	CHECK_INT(fsc_os_exists("f"), FSC_OS_OK);
	CHECK(fake_chdir("../m/sub"));
	CHECK_INT(fsc_os_cwd(buffer, sizeof buffer, &length), FSC_OS_OK);
	CHECK_STR(buffer, "/a/m/sub");
	CHECK_INT(length, 8);
	CHECK_INT(fsc_os_cwd(buffer, 8, &length), FSC_OS_ERROR);
	CHECK(fake_rename("/a/m/sub", "/a/m/sup"));
	CHECK_INT(fsc_os_cwd(buffer, sizeof buffer, &length), FSC_OS_OK);
	CHECK_STR(buffer, "/a/m/sup");
	fake_unlink("g");
	CHECK(fake_rmdir("/a/m/sup"));
	CHECK_INT(fsc_os_cwd(buffer, sizeof buffer, &length), FSC_OS_NOENT);
	CHECK_INT(fsc_os_exists("../../b"), FSC_OS_OK);
	CHECK(!fake_create("x"));
}

TEST(changes_move_the_version_and_only_they_do)
{
	fsc_version before;

	fake_reset();
	fake_create("/d/f");
	fake_mkdir("/e");
#define MOVES(path, change, does) \
	before = version_of(path); \
	fake_advance_ms(10); \
	CHECK(change); \
	CHECK_INT(moved(&before, path), does)
	MOVES("/d", fake_create("/d/g"), true);
	MOVES("/d", fake_write("/d/g"), false);
	MOVES("/d", fake_chmod("/d/g", 0600), false);
	MOVES("/d", fake_chmod("/d", 0700), true);
	MOVES("/d", fake_chown("/d", 5, 5), true);
	MOVES("/d", fake_touch("/d", 1), true);
	MOVES("/d", fake_mkdir("/d/sub"), true);
	MOVES("/d", fake_create("/d/sub/x"), false);
	MOVES("/d", fake_rename("/d/g", "/e/g"), true);
	MOVES("/e", fake_rename("/e/g", "/e/h"), true);
	MOVES("/d", fake_unlink("/d/f"), true);
	MOVES("/e", fake_rename("/d/sub", "/e/sub"), true);
	MOVES("/e/sub", fake_rename("/e/sub", "/e/sub"), false);
	MOVES("/e/h", fake_link("/e/h", "/e/i"), true);
#undef MOVES
	CHECK(!fake_rename("/e", "/e/sub/e"));
	CHECK(!fake_rmdir("/e"));
	CHECK_INT(version_of("/d").mtime_ns, version_of("/d").ctime_ns);
}

TEST(a_change_within_one_tick_is_invisible)
{
	fsc_version before;

	fake_reset();
	fake_mkdir("/d");
	before = version_of("/d");
	fake_advance_ns(100);
	fake_create("/d/f");
	CHECK(!moved(&before, "/d"));
	fake_advance_ms(4);
	fake_unlink("/d/f");
	CHECK(moved(&before, "/d"));
}

TEST(multigrain_times_move_once_they_were_looked_at)
{
	fsc_attr before, after;

	fake_reset();
	fake_fs_multigrain(0, true);
	fake_mkdir("/d");
	fsc_os_stat("/d", 0, &before);
	fake_create("/d/f");
	fsc_os_stat("/d", 0, &after);
	CHECK(after.version.mtime_ns > before.version.mtime_ns);
	fake_create("/other/f");
	CHECK(version_of("/other").mtime_ns >= after.version.mtime_ns);
}

TEST(clocks_have_grain_and_skew)
{
	int far, old;

	fake_reset();
	far = fake_mount("/far", "nfs4", "rw,vers=4.2");
	old = fake_mount("/old", "ext2", "rw");
	fake_fs_skew_ns(far, 5 * SECOND);
	fake_fs_granularity_ns(old, SECOND);
	fake_advance_ms(1234);
	fake_create("/far/f");
	fake_create("/old/f");
	CHECK_INT(version_of("/far").mtime_ns, fsc_os_realtime_ns() + 5 * SECOND);
	CHECK_INT(version_of("/old").mtime_ns % SECOND, 0);
	fake_fs_frozen(far, true);
	fake_advance_ms(1000);
	fake_create("/far/g");
	CHECK_INT(version_of("/far").mtime_ns, fsc_os_realtime_ns() + 4 * SECOND);
	fake_advance_ns(3999999);
	CHECK_INT(fsc_os_monotonic_ns() % fsc_os_tick_ns(), 0);
	fake_step_realtime_ns(-SECOND);
	CHECK(fsc_os_realtime_ns() < INT64_C(1700000002) * SECOND);
}

TEST(inode_numbers_are_used_again)
{
	fsc_version first, second;

	fake_reset();
	fake_mkdir("/a");
	first = version_of("/a");
	fake_rmdir("/a");
	fake_advance_ms(10);
	fake_mkdir("/b");
	second = version_of("/b");
	CHECK_INT(first.inode, second.inode);
	CHECK(first.ctime_ns != second.ctime_ns);
	fake_fs_reuses_inodes(0, false);
	fake_rmdir("/b");
	fake_mkdir("/c");
	CHECK(version_of("/c").inode != second.inode);
}

TEST(permission_is_that_of_the_effective_ids)
{
	uint32_t group = 50;
	unsigned granted;
	fsc_attr attr;
	int fd;

	fake_reset();
	fake_create("/d/f");
	fake_chown("/d", 10, 50);
	fake_chmod("/d", 0710);
	fake_set_ids(20, 20, 20, 20);
	CHECK_INT(fsc_os_stat("/d/f", 0, &attr), FSC_OS_DENIED);
	CHECK_INT(fsc_os_stat("/d", 0, &attr), FSC_OS_OK);
	CHECK_INT(fsc_os_open_dir("/d", &fd), FSC_OS_DENIED);
	CHECK_INT(fd, -1);
	fake_set_groups(&group, 1);
	CHECK_INT(fsc_os_stat("/d/f", 0, &attr), FSC_OS_OK);
	REQUIRE(fsc_os_open_path("/d", &fd) == FSC_OS_OK);
	CHECK_INT(fsc_os_access_fd(fd, FSC_ACCESS_READ | FSC_ACCESS_SEARCH, &granted), FSC_OS_OK);
	CHECK_INT(granted, FSC_ACCESS_SEARCH);
	fake_set_ids(20, 10, 20, 20);
	fsc_os_access_fd(fd, FSC_ACCESS_READ | FSC_ACCESS_SEARCH, &granted);
	CHECK_INT(granted, FSC_ACCESS_READ | FSC_ACCESS_SEARCH);
	CHECK_INT(fsc_os_exists("/d/f"), FSC_OS_DENIED);
	fake_deny("/d", 10);
	fsc_os_access_fd(fd, FSC_ACCESS_READ | FSC_ACCESS_SEARCH, &granted);
	CHECK_INT(granted, 0);
	fsc_os_close(fd);
	fake_set_ids(0, 0, 0, 0);
	CHECK_INT(fsc_os_exists("/d/f"), FSC_OS_OK);
}

TEST(credentials_differ_when_anything_differs)
{
	fsc_creds first, second;
	uint32_t groups[2] = {7, 8};

	fake_reset();
	fsc_os_creds(&first);
	fsc_os_creds(&second);
	CHECK_MEM(&first, &second, sizeof first);
	fake_set_groups(groups, 2);
	fsc_os_creds(&second);
	CHECK(first.groups != second.groups);
	fake_set_process(101);
	fake_set_mount_space(2);
	fsc_os_creds(&second);
	CHECK(first.process != second.process && first.mount_space != second.mount_space);
}

struct seen {
	char     text[256];
	uint64_t parent;
};

static void see_mount(void *context, uint64_t parent, const char *name, size_t length)
{
	struct seen *seen = context;

	strncat(seen->text, name, length);
	strcat(seen->text, ";");
	seen->parent = parent;
}

TEST(mounts_have_identities_and_names)
{
	fsc_version plain, twin;
	struct seen seen = {"", 0};
	fsc_fs_info info;
	uint64_t generation;
	int fd;

	fake_reset();
	generation = fsc_os_mounts_generation();
	CHECK_INT(fsc_os_mounts_generation(), generation);
	CHECK_INT(fake_mount("/srv/data", "nfs4", "rw,vers=4.2"), 1);
	CHECK(fsc_os_mounts_generation() != generation);
	CHECK_INT(fsc_os_mounts_each(see_mount, &seen), FSC_OS_OK);
	CHECK_STR(seen.text, "/;data;");
	REQUIRE(fsc_os_open_dir("/srv", &fd) == FSC_OS_OK);
	CHECK_INT(fsc_os_fs_info(fd, &info), FSC_OS_OK);
	CHECK_STR(info.type, "ext4");
	CHECK_INT(info.table_id, seen.parent);
	fsc_os_close(fd);
	fsc_os_open_dir("/srv/data", &fd);
	fsc_os_fs_info(fd, &info);
	CHECK_STR(info.type, "nfs4");
	CHECK_STR(info.options, "rw,vers=4.2");
	fsc_os_close(fd);
	plain = version_of("/srv/data");
	CHECK(!fake_rmdir("/srv/data"));
	CHECK_INT(fake_mount_twin("/srv/data"), 2);
	twin = version_of("/srv/data");
	CHECK(plain.mount != twin.mount);
	twin.mount = plain.mount;
	CHECK_MEM(&plain, &twin, sizeof plain);
	CHECK(fake_umount("/srv/data"));
	CHECK(!fake_umount("/srv"));
}

TEST(plain_mount_ids_are_used_again_until_the_poll)
{
	fsc_version before, after;

	fake_reset();
	fake_set_features(FSC_OS_VERSIONS | FSC_OS_MOUNT_EVENTS | FSC_OS_FD_ACCESS);
	fake_mount("/m", "ext4", "rw");
	fsc_os_mounts_generation();
	before = version_of("/m");
	fake_mount_twin("/m");
	after = version_of("/m");
	CHECK_MEM(&before, &after, sizeof before);
	fsc_os_mounts_generation();
	CHECK(moved(&before, "/m"));
	fake_set_features(FSC_OS_VERSIONS | FSC_OS_UNIQUE_MOUNT);
	CHECK_INT(fsc_os_mounts_generation(), 0);
}

TEST(mounts_stack_and_bind)
{
	fake_reset();
	fake_create("/a/below");
	CHECK_INT(fake_mount("/a", "tmpfs", ""), 1);
	CHECK_INT(fake_mount("/a", "xfs", ""), 2);
	fake_create("/a/top");
	CHECK_STR(listing_of("/a", false), "top");
	CHECK(fake_mount_again(0, "/again"));
	CHECK_STR(listing_of("/again/a", false), "below");
	CHECK(fake_umount("/a"));
	CHECK_STR(listing_of("/a", false), "");
	CHECK(fake_umount("/a"));
	CHECK_STR(listing_of("/a", false), "below");
	CHECK_INT(fsc_os_exists("/again/a/../../a/below"), FSC_OS_OK);
}

TEST(case_is_ignored_where_told)
{
	int fs, fd;

	fake_reset();
	fs = fake_mount("/win", "cifs", "rw");
	fake_fs_ignores_case(fs, true);
	fake_create("/win/Name");
	CHECK_INT(fsc_os_exists("/win/nAME"), FSC_OS_OK);
	CHECK(!fake_create("/win/NAME"));
	fake_mkdir("/fold");
	CHECK(fake_casefold("/fold"));
	fake_create("/fold/sub/X");
	CHECK_INT(fsc_os_exists("/fold/SUB/x"), FSC_OS_OK);
	REQUIRE(fsc_os_open_dir("/fold/sub", &fd) == FSC_OS_OK);
	CHECK(fsc_os_is_casefolded(fd));
	fsc_os_close(fd);
	fsc_os_open_dir("/win", &fd);
	CHECK(!fsc_os_is_casefolded(fd));
	fsc_os_close(fd);
	CHECK_INT(fsc_os_exists("/FOLD"), FSC_OS_NOENT);
}

TEST(cached_attributes_answer_what_was)
{
	fsc_attr first, later;
	int fs;

	fake_reset();
	fs = fake_mount("/n", "nfs", "rw");
	fake_fs_attribute_cache_ms(fs, 3000);
	fsc_os_stat("/n", 0, &first);
	fake_advance_ms(1000);
	fake_create("/n/f");
	fsc_os_stat("/n", 0, &later);
	CHECK_MEM(&first.version, &later.version, sizeof first.version);
	fsc_os_stat("/n", FSC_STAT_SYNC, &later);
	CHECK(later.version.mtime_ns > first.version.mtime_ns);
	CHECK_INT(fake_sync_calls(), 1);
	fake_create("/n/g");
	fake_advance_ms(3000);
	fsc_os_stat("/n", 0, &later);
	CHECK_INT(later.version.mtime_ns, version_of("/n").mtime_ns);
}

static void create_late(void *context)
{
	fake_advance_ms(10);
	fake_create(context);
}

TEST(calls_are_counted_fail_and_run_hooks)
{
	static char before[] = "/d/before", after[] = "/d/after";
	fsc_attr attr;
	int fd;

	fake_reset();
	fake_create("/d/f");
	CHECK_INT(fake_system_calls(), 0);
	fake_fail(FAKE_STAT, 2, FSC_OS_ERROR);
	CHECK_INT(fsc_os_stat("/d", 0, &attr), FSC_OS_OK);
	CHECK_INT(fsc_os_stat("/d", 0, &attr), FSC_OS_ERROR);
	CHECK_INT(fsc_os_stat("/d/f", FSC_STAT_SYNC, &attr), FSC_OS_OK);
	CHECK_INT(fake_calls(FAKE_STAT), 3);
	CHECK_STR(fake_last_path(FAKE_STAT), "/d/f");
	fake_fail_from(FAKE_OPEN_DIR, 1, FSC_OS_LIMIT);
	CHECK_INT(fsc_os_open_dir("/d", &fd), FSC_OS_LIMIT);
	CHECK_INT(fsc_os_open_dir("/d", &fd), FSC_OS_LIMIT);
	fake_fail(FAKE_OPEN_DIR, 1, FSC_OS_OK);
	fake_before(FAKE_READ_DIR, 1, create_late, before);
	fake_after(FAKE_READ_DIR, 1, create_late, after);
	CHECK_STR(listing_of("/d", false), "f before");
	CHECK_STR(listing_of("/d", false), "f before after");
	fake_break_listing_after(3);
	CHECK_STR(listing_of("/d", false), "(broken)");
	CHECK_STR(listing_of("/d", false), "f before after");
	fsc_os_monotonic_ns();
	CHECK_INT(fake_system_calls(), 3 + 2 + 4 * 3);
	fake_calls_clear();
	CHECK_INT(fake_system_calls(), 0);
	CHECK_INT(fake_open_fds(), 0);
}

TEST(links_are_read)
{
	char buffer[8];
	size_t length;

	fake_reset();
	fake_symlink("target", "/l");
	fake_create("/f");
	CHECK_INT(fsc_os_read_link("/l", buffer, sizeof buffer, &length), FSC_OS_OK);
	CHECK_STR(buffer, "target");
	CHECK_INT(length, 6);
	CHECK_INT(fsc_os_read_link("/l", buffer, 6, &length), FSC_OS_ERROR);
	CHECK_INT(fsc_os_read_link("/f", buffer, sizeof buffer, &length), FSC_OS_ERROR);
}

TEST(a_large_directory_is_made_quickly)
{
	char path[32];

	fake_reset();
	for (int i = 0; i < 100000; i++) {
		snprintf(path, sizeof path, "/big/%d", i);
		REQUIRE(fake_create(path));
	}
	CHECK_INT(fsc_os_exists("/big/99999"), FSC_OS_OK);
	CHECK_INT(fsc_os_exists("/big/100000"), FSC_OS_NOENT);
}

int main(void)
{
	RUN(names_are_listed_in_the_order_of_their_creation);
	RUN(a_listing_may_hide_types_and_is_read_once);
	RUN(a_listing_by_chunks_sees_what_happens_in_between);
	RUN(paths_lead_through_links_and_dots);
	RUN(the_working_directory_has_a_path);
	RUN(changes_move_the_version_and_only_they_do);
	RUN(a_change_within_one_tick_is_invisible);
	RUN(multigrain_times_move_once_they_were_looked_at);
	RUN(clocks_have_grain_and_skew);
	RUN(inode_numbers_are_used_again);
	RUN(permission_is_that_of_the_effective_ids);
	RUN(credentials_differ_when_anything_differs);
	RUN(mounts_have_identities_and_names);
	RUN(plain_mount_ids_are_used_again_until_the_poll);
	RUN(mounts_stack_and_bind);
	RUN(case_is_ignored_where_told);
	RUN(cached_attributes_answer_what_was);
	RUN(calls_are_counted_fail_and_run_hooks);
	RUN(links_are_read);
	RUN(a_large_directory_is_made_quickly);
	fake_reset();
	return unit_end();
}
