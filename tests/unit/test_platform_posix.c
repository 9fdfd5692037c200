/* SPDX-License-Identifier: MIT */
/*
 * test_platform_posix.c: the real platform against the real system. Works in a new folder under
 * TMPDIR; what changes ids, roots or mounts does so in a child, in a mount namespace of its own.
 *
 * Its sources are included, not linked: so it can play an old kernel, and take the table's
 * descriptor away.
 */
#define _GNU_SOURCE
#include "src/platform/linux_mounts.c"
#include "src/platform/posix.c"
#include "src/platform/posix_clock.c"
#include "src/platform/posix_creds.c"
#include "src/platform/posix_threads.c"

#include "tests/unit/unit.h"

#include <dirent.h>
#include <grp.h>
#include <limits.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <sys/xattr.h>

#define NOBODY 65534

static char top[PATH_MAX];

/* ---- helpers ---- */

static void make_file(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);

	CHECK(fd >= 0);
	close(fd);
}

/* Past the tick in which everything before was stamped:
 * an older kernel hides changes within one. */
static void next_tick(void)
{
	int64_t until = fsc_os_realtime_ns() + 2 * fsc_os_tick_ns();

	while (fsc_os_realtime_ns() < until) {
		sched_yield();
	}
}

static fsc_version version_of(const char *path)
{
	fsc_attr attr;

	memset(&attr, 0, sizeof attr);
	CHECK_INT(fsc_os_stat(path, 0, &attr), FSC_OS_OK);
	return attr.version;
}

static bool moved(const fsc_version *before, const char *path)
{
	fsc_version now = version_of(path);

	return memcmp(before, &now, sizeof now) != 0;
}

/* Run in a child whose failed checks count here. A child that SKIPs says so by 77. */
static void in_child(void (*test)(void))
{
	int status = 0;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (child == 0) {
		unit_failures = 0;
		unit_skip = NULL;
		test();
		if (unit_skip) {
			printf("# %s\n", unit_skip);
		}
		fflush(stdout);
		_exit(unit_failures ? 1 : unit_skip ? 77 : 0);
	}
	REQUIRE(waitpid(child, &status, 0) == child && WIFEXITED(status));
	if (WEXITSTATUS(status) == 77) {
		SKIP("the child could not");
	}
	CHECK_INT(WEXITSTATUS(status), 0);
}

/* A mount table of our own, whose changes nobody else sees. */
static bool own_mounts(void)
{
	if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) {
		return false;
	}
	fsc_os_after_unshare();
	return true;
}

static unsigned open_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned count = 0;

	if (dir) {
		while (readdir(dir)) {
			count++;
		}
		closedir(dir);
	}
	return count;
}

/* ---- stat ---- */

static void check_like_stat(const char *path)
{
	struct stat st;
	fsc_attr attr;

	REQUIRE(stat(path, &st) == 0);
	REQUIRE(fsc_os_stat(path, 0, &attr) == FSC_OS_OK);
	CHECK_INT(attr.version.inode, st.st_ino);
	CHECK_INT(attr.version.device >> 32, (st.st_dev >> 8) & 0xfff);
	CHECK_INT(attr.version.ctime_ns, st.st_ctim.tv_sec * INT64_C(1000000000) + st.st_ctim.tv_nsec);
	CHECK_INT(attr.version.mtime_ns, st.st_mtim.tv_sec * INT64_C(1000000000) + st.st_mtim.tv_nsec);
	CHECK_INT(attr.mode, st.st_mode & 07777);
	CHECK_INT(attr.uid, st.st_uid);
	CHECK_INT(attr.gid, st.st_gid);
}

TEST(stat_agrees_with_the_c_library)
{
	fsc_attr attr;

	make_file("plain");
	CHECK(symlink("plain", "link") == 0);
	CHECK(mkfifo("fifo", 0600) == 0);
	check_like_stat(".");
	check_like_stat("plain");
	check_like_stat("link");
	check_like_stat("/");
	check_like_stat("/proc");
	CHECK_INT(fsc_os_stat("plain", 0, &attr), FSC_OS_OK);
	CHECK_INT(attr.type, FSC_TYPE_FILE);
	CHECK_INT(fsc_os_stat("link", FSC_STAT_NOFOLLOW | FSC_STAT_SYNC, &attr), FSC_OS_OK);
	CHECK_INT(attr.type, FSC_TYPE_LINK);
	CHECK_INT(fsc_os_stat("fifo", 0, &attr), FSC_OS_OK);
	CHECK_INT(attr.type, FSC_TYPE_OTHER);
}

TEST(failures_have_names)
{
	char longer[PATH_MAX + 10];
	fsc_attr attr;
	int fd;

	memset(longer, 'a', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	CHECK(symlink("loop", "loop") == 0);
	make_file("file");
	CHECK_INT(fsc_os_stat("absent", 0, &attr), FSC_OS_NOENT);
	CHECK_INT(fsc_os_stat("", 0, &attr), FSC_OS_NOENT);
	CHECK_INT(fsc_os_stat("file/x", 0, &attr), FSC_OS_NOTDIR);
	CHECK_INT(fsc_os_stat("loop", 0, &attr), FSC_OS_LOOP);
	CHECK_INT(fsc_os_stat(longer, 0, &attr), FSC_OS_ERROR);
	CHECK_INT(fsc_os_stat_fd(-1, 0, &attr), FSC_OS_ERROR);
	CHECK_INT(fsc_os_exists("absent"), FSC_OS_NOENT);
	CHECK_INT(fsc_os_exists("file"), FSC_OS_OK);
	CHECK_INT(fsc_os_open_dir("file", &fd), FSC_OS_NOTDIR);
	CHECK_INT(fd, -1);
	CHECK_INT(fsc_os_open_path("file", &fd), FSC_OS_NOTDIR);
	CHECK_INT(fd, -1);
	CHECK_INT(fsc_os_open_path("absent", &fd), FSC_OS_NOENT);
}

TEST(real_paths_are_known_by_having_no_link)
{
	fsc_version version;
	fsc_attr attr;

	CHECK(mkdir("real", 0755) == 0 && mkdir("real/d", 0755) == 0);
	CHECK(symlink("real", "link") == 0 && symlink("d", "real/link") == 0);
	make_file("real/file");
	version = version_of("real/d");
	if (fsc_os_stat_real("real/d", &attr) == FSC_OS_ERROR) {
		SKIP("no openat2 here");
	}
	CHECK_INT(fsc_os_stat_real("real/d", &attr), FSC_OS_OK);
	CHECK_MEM(&attr.version, &version, sizeof version);
	CHECK_INT(attr.type, FSC_TYPE_DIR);
	CHECK_INT(fsc_os_stat_real("real/file", &attr), FSC_OS_OK);
	CHECK_INT(attr.type, FSC_TYPE_FILE);
	CHECK_INT(fsc_os_stat_real("link/d", &attr), FSC_OS_LOOP);
	CHECK_INT(fsc_os_stat_real("real/link", &attr), FSC_OS_LOOP);
	CHECK_INT(fsc_os_stat_real("real/link/", &attr), FSC_OS_LOOP);
	CHECK_INT(fsc_os_stat_real("real/absent", &attr), FSC_OS_NOENT);
	CHECK_INT(fsc_os_stat_real("real/file/x", &attr), FSC_OS_NOTDIR);
}

TEST(all_ways_to_a_directory_give_one_version)
{
	fsc_version version;
	fsc_attr attr;
	int fd, by_path;

	CHECK(mkdir("d", 0755) == 0);
	version = version_of("d");
	REQUIRE(fsc_os_open_dir("d", &fd) == FSC_OS_OK);
	CHECK_INT(fsc_os_stat_fd(fd, 0, &attr), FSC_OS_OK);
	CHECK_MEM(&attr.version, &version, sizeof version);
	CHECK_INT(fsc_os_stat_fd(fd, FSC_STAT_SYNC, &attr), FSC_OS_OK);
	CHECK_MEM(&attr.version, &version, sizeof version);
	fsc_os_close(fd);
	REQUIRE(fsc_os_open_path("d", &by_path) == FSC_OS_OK);
	CHECK_INT(fsc_os_stat_fd(by_path, 0, &attr), FSC_OS_OK);
	CHECK_MEM(&attr.version, &version, sizeof version);
	fsc_os_close(by_path);
	REQUIRE(fsc_os_open_dir(".", &fd) == FSC_OS_OK);
	CHECK_INT(fsc_os_stat_entry(fd, "d", &attr), FSC_OS_OK);
	CHECK_MEM(&attr.version, &version, sizeof version);
	CHECK_INT(fsc_os_stat_entry(fd, "absent", &attr), FSC_OS_NOENT);
	fsc_os_close(fd);
}

TEST(versions_move_when_names_do)
{
	struct timespec past[2] = {{1000000000, 0}, {1000000000, 0}};
	fsc_version before;

	CHECK(mkdir("d", 0755) == 0 && mkdir("d/sub", 0755) == 0 && mkdir("e", 0755) == 0);
#define MOVES(change, does) \
	before = version_of("d"); \
	CHECK(!moved(&before, "d")); \
	next_tick(); \
	CHECK(change); \
	CHECK_INT(moved(&before, "d"), does)
	MOVES((make_file("d/f"), true), true);
	MOVES(mkdir("d/g", 0755) == 0, true);
	MOVES(rename("d/f", "d/h") == 0, true);
	MOVES(rename("d/h", "e/h") == 0, true);
	MOVES(symlink("x", "d/l") == 0, true);
	MOVES(unlink("d/l") == 0, true);
	MOVES(rmdir("d/g") == 0, true);
	MOVES(chmod("d", 0700) == 0, true);
	MOVES(utimensat(AT_FDCWD, "d", past, 0) == 0, true);
	MOVES((make_file("d/sub/x"), true), false);
	MOVES(chmod("d/sub", 0700) == 0, false);
	MOVES(access("d/absent", F_OK) != 0, false);
#undef MOVES
}

/* ---- directories ---- */

struct listing {
	DIR     *dir;
	unsigned seen, wrong, limit;
};

static bool compare_entry(void *context, const char *name, size_t length, fsc_type type)
{
	struct listing *listing = context;
	struct dirent *entry = readdir(listing->dir);

	listing->seen++;
	if (!entry || strlen(entry->d_name) != length || memcmp(entry->d_name, name, length + 1) != 0
		|| type_of_dirent(entry->d_type) != type) {
		listing->wrong++;
	}
	return listing->seen != listing->limit;
}

static void check_like_readdir(const char *path)
{
	struct listing listing = {opendir(path), 0, 0, 0};
	int fd;

	REQUIRE(listing.dir != NULL && fsc_os_open_dir(path, &fd) == FSC_OS_OK);
	CHECK_INT(fsc_os_read_dir(fd, compare_entry, &listing), FSC_OS_OK);
	CHECK(readdir(listing.dir) == NULL);
	CHECK_INT(listing.wrong, 0);
	CHECK(listing.seen >= 2);
	fsc_os_close(fd);
	closedir(listing.dir);
}

TEST(listings_have_the_order_of_readdir)
{
	char name[64];

	CHECK(mkdir("empty", 0755) == 0 && mkdir("many", 0755) == 0);
	for (int i = 0; i < 3000; i++) {
		snprintf(name, sizeof name, "many/a_name_of_some_length_%d", i);
		make_file(name);
	}
	CHECK(symlink("nowhere", "many/link") == 0 && mkdir("many/dir", 0755) == 0);
	CHECK(mkfifo("many/fifo", 0600) == 0);
	check_like_readdir("empty");
	check_like_readdir("many");
	check_like_readdir("/");
	check_like_readdir("/proc/self");
	check_like_readdir("/dev");
}

TEST(a_listing_is_read_once_and_can_be_stopped)
{
	struct listing listing = {NULL, 0, 0, 3};
	int fd, by_path;

	CHECK(mkdir("d", 0755) == 0);
	make_file("d/a");
	make_file("d/b");
	REQUIRE(fsc_os_open_dir("d", &fd) == FSC_OS_OK);
	listing.dir = opendir("d");
	CHECK_INT(fsc_os_read_dir(fd, compare_entry, &listing), FSC_OS_LIMIT);
	CHECK_INT(listing.seen, 3);
	CHECK_INT(fsc_os_rewind_dir(fd), FSC_OS_OK);
	CHECK_INT(fsc_os_read_dir(fd, compare_entry, &listing), FSC_OS_OK);
	CHECK_INT(listing.seen, 7);
	CHECK_INT(fsc_os_read_dir(fd, compare_entry, &listing), FSC_OS_OK);
	CHECK_INT(listing.seen, 7);
	closedir(listing.dir);
	fsc_os_rewind_dir(fd);
	CHECK(unlink("d/a") == 0 && unlink("d/b") == 0 && rmdir("d") == 0);
	CHECK_INT(fsc_os_read_dir(fd, compare_entry, &listing), FSC_OS_NOENT);
	fsc_os_close(fd);
	REQUIRE(fsc_os_open_path(".", &by_path) == FSC_OS_OK);
	CHECK_INT(fsc_os_read_dir(by_path, compare_entry, &listing), FSC_OS_ERROR);
	fsc_os_close(by_path);
}

TEST(damaged_entries_are_refused)
{
	_Alignas(8) char buffer[64] = {0};
	struct kernel_dirent *entry = (struct kernel_dirent *) buffer;
	struct listing listing = {opendir("/"), 0, 0, 0};
	size_t visited = 0;

	entry->length = 24;
	CHECK_INT(visit_entries(buffer, 24, compare_entry, &listing, &visited), FSC_OS_OK);
	CHECK_INT(visited, 1);
	entry->length = 0;
	CHECK_INT(visit_entries(buffer, 24, compare_entry, &listing, &visited), FSC_OS_ERROR);
	entry->length = 48;
	CHECK_INT(visit_entries(buffer, 24, compare_entry, &listing, &visited), FSC_OS_ERROR);
	CHECK_INT(visit_entries(buffer, 10, compare_entry, &listing, &visited), FSC_OS_ERROR);
	closedir(listing.dir);
}

TEST(links_and_the_working_directory_are_told)
{
	char buffer[PATH_MAX];
	size_t length = 0;

	CHECK(symlink("target", "l") == 0);
	CHECK_INT(fsc_os_read_link("l", buffer, 7, &length), FSC_OS_OK);
	CHECK_STR(buffer, "target");
	CHECK_INT(length, 6);
	CHECK_INT(fsc_os_read_link("l", buffer, 6, &length), FSC_OS_ERROR);
	CHECK_INT(fsc_os_read_link("absent", buffer, 6, &length), FSC_OS_NOENT);
	CHECK(mkdir("d", 0755) == 0 && chdir("d") == 0);
	CHECK_INT(fsc_os_cwd(buffer, sizeof buffer, &length), FSC_OS_OK);
	CHECK_INT(length, strlen(top) + 2);
	CHECK_MEM(buffer, top, strlen(top));
	CHECK_INT(fsc_os_cwd(buffer, length, &length), FSC_OS_ERROR);
	CHECK(rmdir("../d") == 0);
	CHECK_INT(fsc_os_cwd(buffer, sizeof buffer, &length), FSC_OS_NOENT);
	CHECK(chdir(top) == 0);
}

static void no_descriptor_is_left(void)
{
	struct rlimit none;
	uint64_t before = fsc_os_mounts_generation();
	int fd;

	CHECK(getrlimit(RLIMIT_NOFILE, &none) == 0);
	fsc_os_deinit();
	none.rlim_cur = 0;
	CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
	CHECK_INT(fsc_os_open_dir(".", &fd), FSC_OS_LIMIT);
	CHECK_INT(fsc_os_open_path(".", &fd), FSC_OS_LIMIT);
	CHECK_INT(fsc_os_mounts_generation(), 0);
	CHECK(!(fsc_os_features() & FSC_OS_MOUNT_EVENTS));
	none.rlim_cur = 64; /* too few for the high descriptor */
	CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
	CHECK(fsc_os_mounts_generation() > before);
	CHECK(fsc_os_features() & FSC_OS_MOUNT_EVENTS);
}

TEST(descriptors_run_out_politely)
{
	in_child(no_descriptor_is_left);
	CHECK_INT(fsc_posix_result(ENFILE), FSC_OS_LIMIT);
	CHECK_INT(fsc_posix_result(ENOMEM), FSC_OS_LIMIT);
	CHECK_INT(fsc_posix_result(EIO), FSC_OS_ERROR);
	CHECK_INT(fsc_posix_result(ESTALE), FSC_OS_ERROR);
}

/* ---- permission ---- */

#define BOTH (FSC_ACCESS_READ | FSC_ACCESS_SEARCH)

static unsigned granted_on(const char *path)
{
	unsigned granted = 99;
	int fd;

	CHECK_INT(fsc_os_open_path(path, &fd), FSC_OS_OK);
	if (fd < 0) {
		return granted;
	}
	CHECK_INT(fsc_os_access_fd(fd, BOTH, &granted), FSC_OS_OK);
	fsc_os_close(fd);
	return granted;
}

static void become_nobody(void)
{
	CHECK(setgroups(0, NULL) == 0);
	CHECK(setresgid(NOBODY, NOBODY, NOBODY) == 0);
	CHECK(setresuid(NOBODY, NOBODY, NOBODY) == 0);
}

static void modes_decide(void)
{
	fsc_attr attr;
	unsigned granted;
	int fd;

	become_nobody();
	CHECK_INT(granted_on("open"), BOTH);
	CHECK_INT(granted_on("listed"), FSC_ACCESS_READ);
	CHECK_INT(granted_on("searched"), FSC_ACCESS_SEARCH);
	CHECK_INT(granted_on("closed"), 0);
	CHECK_INT(fsc_os_open_dir("searched", &fd), FSC_OS_DENIED);
	CHECK_INT(fsc_os_stat("closed/x", 0, &attr), FSC_OS_DENIED);
	REQUIRE(fsc_os_open_path("listed", &fd) == FSC_OS_OK);
	CHECK_INT(fsc_os_access_fd(fd, FSC_ACCESS_SEARCH, &granted), FSC_OS_OK);
	CHECK_INT(granted, 0);
	CHECK_INT(fsc_os_stat_entry(fd, "x", &attr), FSC_OS_DENIED);
	fsc_os_close(fd);
	CHECK_INT(fsc_os_access_fd(-1, BOTH, &granted), FSC_OS_ERROR);
}

static void make_modes(void)
{
	CHECK(chmod(".", 0755) == 0);
	CHECK(mkdir("open", 0755) == 0 && mkdir("listed", 0744) == 0);
	CHECK(mkdir("searched", 0711) == 0 && mkdir("closed", 0700) == 0);
}

TEST(access_is_that_of_the_mode_bits)
{
	if (geteuid() != 0) {
		SKIP("needs root");
	}
	make_modes();
	CHECK_INT(granted_on("closed"), BOTH);
	in_child(modes_decide);
}

static void effective_decides(void)
{
	CHECK(setgroups(0, NULL) == 0 && setresuid(0, NOBODY, 0) == 0);
	CHECK_INT(granted_on("closed"), 0);
	CHECK_INT(fsc_os_exists("closed/x"), FSC_OS_NOENT);
	CHECK(setresuid(NOBODY, 0, 0) == 0);
	CHECK_INT(granted_on("closed"), BOTH);
	CHECK_INT(fsc_os_exists("closed/x"), FSC_OS_DENIED);
}

TEST(access_asks_the_effective_and_exists_the_real_ids)
{
	if (geteuid() != 0) {
		SKIP("needs root");
	}
	make_modes();
	in_child(effective_decides);
}

static void acl_decides(void)
{
	become_nobody();
	CHECK_INT(granted_on("acl"), FSC_ACCESS_READ);
}

/* user::rwx user:nobody:r-- group::r-x mask::r-x other::r-x, in the kernel's form. */
TEST(access_knows_acls)
{
	static const unsigned char acl[] = {2, 0, 0, 0,
		1, 0, 7, 0, 255, 255, 255, 255, 2, 0, 4, 0, 0xfe, 255, 0, 0, 4, 0, 5, 0, 255, 255, 255, 255,
		16, 0, 5, 0, 255, 255, 255, 255, 32, 0, 5, 0, 255, 255, 255, 255};
	fsc_version before;

	if (geteuid() != 0) {
		SKIP("needs root");
	}
	CHECK(chmod(".", 0755) == 0 && mkdir("acl", 0755) == 0);
	before = version_of("acl");
	next_tick();
	if (setxattr("acl", "system.posix_acl_access", acl, sizeof acl, 0) != 0) {
		SKIP("no ACLs on this file system");
	}
	CHECK(moved(&before, "acl"));
	in_child(acl_decides);
}

static void ids_count(void)
{
	gid_t few[] = {7, 8, 9}, turned[] = {9, 7, 8}, many[100];
	fsc_creds first, next;

	fsc_os_creds(&first);
	fsc_os_creds(&next);
	CHECK_MEM(&first, &next, sizeof first);
	CHECK(first.privileges != 0);
	for (unsigned i = 0; i < 100; i++) {
		many[i] = 1000 + i;
	}
	CHECK(setgroups(3, few) == 0);
	fsc_os_creds(&next);
	CHECK(first.groups != next.groups);
	CHECK(setgroups(3, turned) == 0);
	fsc_os_creds(&first);
	CHECK_INT(first.groups, next.groups);
	CHECK(setgroups(100, many) == 0);
	fsc_os_creds(&first);
	fsc_os_creds(&next);
	CHECK_INT(first.groups, next.groups);
	CHECK(setresuid(0, NOBODY, 0) == 0);
	fsc_os_creds(&next);
	CHECK(next.privileges == 0 && next.euid == NOBODY && next.ruid == 0);
	CHECK(setresuid(0, 0, 0) == 0);
}

static void places_count(void)
{
	fsc_creds first, next;

	fsc_os_creds(&first);
	if (!own_mounts()) {
		SKIP("no mount namespaces");
	}
	fsc_os_creds(&next);
	CHECK(first.mount_space != next.mount_space);
	mkdir("root", 0755);
	CHECK(chroot("root") == 0);
	fsc_os_creds(&first);
	CHECK(first.mount_space != next.mount_space);
	fsc_os_creds(&next);
	CHECK_INT(first.mount_space, next.mount_space);
	CHECK_INT(first.process, getpid());
}

TEST(credentials_are_told_apart)
{
	fsc_creds here;

	fsc_os_creds(&here);
	CHECK_INT(here.process, getpid());
	CHECK_INT(here.euid, geteuid());
	if (geteuid() != 0) {
		SKIP("needs root");
	}
	in_child(ids_count);
	in_child(places_count);
	atomic_store(&id_mask, ASK_MNT); /* as on a kernel before 6.8 */
	in_child(places_count);
	learn_id_mask();
}

/* ---- clocks, features ---- */

TEST(clocks_run)
{
	int64_t real = fsc_os_realtime_ns(), mono = fsc_os_monotonic_ns(), exact = fsc_os_precise_ns();

	CHECK(real > INT64_C(1500000000) * 1000000000);
	CHECK(fsc_os_tick_ns() >= 1000000 && fsc_os_tick_ns() <= 10000000);
	next_tick();
	CHECK(fsc_os_realtime_ns() > real);
	CHECK(fsc_os_monotonic_ns() > mono);
	CHECK(fsc_os_precise_ns() > exact);
}

TEST(features_are_consistent)
{
	unsigned features = fsc_os_features();
	fsc_version version = version_of("/");

	printf("# features 0x%x\n", features);
	CHECK_INT(fsc_os_features(), features);
	CHECK(!(features & FSC_OS_UNIQUE_MOUNT) || (features & FSC_OS_VERSIONS));
	CHECK_INT(version.mount != 0, (features & FSC_OS_VERSIONS) != 0);
	CHECK_INT(fsc_os_mounts_generation() != 0, (features & FSC_OS_MOUNT_EVENTS) != 0);
}

/* ---- mounts ---- */

struct table {
	uint64_t    root_parent;
	const char *want;
	unsigned    count, found;
};

static void count_mount(void *context, uint64_t parent, const char *name, size_t length)
{
	struct table *seen = context;

	(void) parent;
	seen->count++;
	seen->found += strlen(seen->want) == length && memcmp(seen->want, name, length) == 0;
}

static unsigned mounts_named(const char *name)
{
	struct table seen = {0, name, 0, 0};

	CHECK_INT(fsc_os_mounts_each(count_mount, &seen), FSC_OS_OK);
	CHECK(seen.count >= 1);
	return seen.found;
}

static bool mount_tmpfs(const char *point)
{
	return mount("fsc-test", point, "tmpfs", 0, "size=64k") == 0;
}

static void generation_moves(void)
{
	uint64_t before;

	if (!own_mounts()) {
		SKIP("no mount namespaces");
	}
	before = fsc_os_mounts_generation();
	CHECK_INT(fsc_os_mounts_generation(), before);
	CHECK(mkdir("bound", 0755) == 0 && mkdir("a name\twith\\all\n", 0755) == 0);
	CHECK_INT(fsc_os_mounts_generation(), before);
	REQUIRE(mount("/proc", "bound", NULL, MS_BIND, NULL) == 0);
	CHECK(fsc_os_mounts_generation() != before);
	before = fsc_os_mounts_generation();
	CHECK_INT(fsc_os_mounts_generation(), before);
	CHECK_INT(mounts_named("bound"), 1);
	CHECK_INT(mounts_named("/"), 1);
	REQUIRE(mount_tmpfs("a name\twith\\all\n"));
	CHECK(fsc_os_mounts_generation() != before);
	CHECK_INT(mounts_named("a name\twith\\all\n"), 1);
	before = fsc_os_mounts_generation();
	CHECK(umount("bound") == 0);
	CHECK(fsc_os_mounts_generation() != before);
	CHECK_INT(mounts_named("bound"), 0);
}

TEST(changes_of_the_mount_table_are_noticed)
{
	if (geteuid() != 0) {
		SKIP("needs root");
	}
	in_child(generation_moves);
}

static void twins_differ(void)
{
	fsc_version first, second;

	if (!own_mounts()) {
		SKIP("no mount namespaces");
	}
	CHECK(mkdir("m", 0755) == 0);
	REQUIRE(mount_tmpfs("m"));
	first = version_of("m");
	CHECK(umount("m") == 0);
	REQUIRE(mount_tmpfs("m"));
	second = version_of("m");
	CHECK(first.mount != second.mount);
}

/* As on a kernel before 6.8: the plain id comes back, the poll tells. */
static void plain_twins_differ_after_the_poll(void)
{
	fsc_version first, second;

	atomic_store(&id_mask, ASK_MNT);
	atomic_store(&probed, 0);
	if (!own_mounts()) {
		SKIP("no mount namespaces");
	}
	CHECK_INT(fsc_os_features() & (FSC_OS_VERSIONS | FSC_OS_UNIQUE_MOUNT), FSC_OS_VERSIONS);
	CHECK(mkdir("p", 0755) == 0);
	REQUIRE(mount_tmpfs("p"));
	fsc_os_mounts_generation();
	first = version_of("p");
	CHECK(!moved(&first, "p"));
	CHECK(umount("p") == 0);
	REQUIRE(mount_tmpfs("p"));
	second = version_of("p");
	CHECK_INT(first.mount, second.mount);
	fsc_os_mounts_generation();
	CHECK(moved(&first, "p"));
	CHECK_INT((uint32_t) version_of("p").mount, (uint32_t) first.mount);
}

TEST(mounts_one_after_the_other_are_told_apart)
{
	if (geteuid() != 0) {
		SKIP("needs root");
	}
	if (fsc_os_features() & FSC_OS_UNIQUE_MOUNT) {
		in_child(twins_differ);
	}
	in_child(plain_twins_differ_after_the_poll);
}

static void types_are_named(void)
{
	static const char *const types[] = {"tmpfs", "proc", "ramfs"};
	fsc_fs_info info;
	int fd;

	if (!own_mounts()) {
		SKIP("no mount namespaces");
	}
	CHECK(mkdir("m", 0755) == 0);
	for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
		if (mount("fsc-test", "m", types[i], MS_NOSUID, NULL) != 0) {
			continue;
		}
		REQUIRE(fsc_os_open_path("m", &fd) == FSC_OS_OK);
		CHECK_INT(fsc_os_fs_info(fd, &info), FSC_OS_OK);
		CHECK_STR(info.type, types[i]);
		CHECK(strstr(info.options, "nosuid") != NULL);
		fsc_os_close(fd);
		CHECK(umount("m") == 0);
	}
}

TEST(file_systems_are_named)
{
	fsc_fs_info info;
	int fd;

	REQUIRE(fsc_os_open_dir("/proc", &fd) == FSC_OS_OK);
	CHECK_INT(fsc_os_fs_info(fd, &info), FSC_OS_OK);
	CHECK_STR(info.type, "proc");
	CHECK(!fsc_os_is_casefolded(fd));
	fsc_os_close(fd);
	CHECK_INT(fsc_os_fs_info(-1, &info), FSC_OS_ERROR);
	CHECK_STR(type_of_magic(0xef53), "ext2");
	CHECK_STR(type_of_magic(0x6969), "nfs");
	CHECK_STR(type_of_magic(0xff534d42), "");
	if (geteuid() == 0) {
		in_child(types_are_named);
	}
}

/* ---- the table's descriptor ---- */

static void child_takes_no_event(void)
{
	uint64_t before;
	int tell[2], answer[2];
	char byte;
	pid_t child;

	if (!own_mounts()) {
		SKIP("no mount namespaces");
	}
	CHECK(mkdir("f", 0755) == 0 && pipe(tell) == 0 && pipe(answer) == 0);
	before = fsc_os_mounts_generation();
	child = fork();
	if (child == 0) {
		uint64_t mine = fsc_os_mounts_generation();
		bool good = mine != before && write(answer[1], "x", 1) == 1;

		good = good && read(tell[0], &byte, 1) == 1 && fsc_os_mounts_generation() != mine;
		_exit(good && write(answer[1], "y", 1) == 1 ? 0 : 1);
	}
	close(answer[1]);
	CHECK(read(answer[0], &byte, 1) == 1);
	REQUIRE(mount_tmpfs("f"));
	CHECK(write(tell[1], "x", 1) == 1);
	CHECK(read(answer[0], &byte, 1) == 1);
	CHECK_INT(byte, 'y');
	CHECK(fsc_os_mounts_generation() != before);
	waitpid(child, NULL, 0);
}

TEST(a_child_has_events_of_its_own)
{
	if (geteuid() != 0) {
		SKIP("needs root");
	}
	in_child(child_takes_no_event);
}

static void survives_what_programs_do(void)
{
	uint64_t before = fsc_os_mounts_generation();
	int old = watches[0].fd, pipes[2];

	REQUIRE(before != 0 && old > 0);
	CHECK((fcntl(old, F_GETFD) & FD_CLOEXEC) != 0);
	close(old);
	CHECK(fsc_os_mounts_generation() != before);
	before = fsc_os_mounts_generation();
	CHECK_INT(fsc_os_mounts_generation(), before);

	old = watches[0].fd;
	CHECK(pipe(pipes) == 0 && write(pipes[1], "x", 1) == 1 && dup2(pipes[1], old) == old);
	CHECK(fsc_os_mounts_generation() != before);
	CHECK(fcntl(old, F_GETFD) >= 0);
	before = fsc_os_mounts_generation();
	CHECK_INT(fsc_os_mounts_generation(), before);
	CHECK(watches[0].fd != old);

	old = watches[0].fd;
	CHECK(dup2(pipes[1], old) == old);
	CHECK(mounts_named("proc") >= 1);
	fsc_os_deinit();
	CHECK(fcntl(old, F_GETFD) >= 0);
}

TEST(a_lost_descriptor_is_replaced_and_a_foreign_one_left_alone)
{
	in_child(survives_what_programs_do);
}

static void watches_from_a_chroot(void)
{
	uint64_t before;
	fsc_fs_info info;
	int fd;

	if (!own_mounts()) {
		SKIP("no mount namespaces");
	}
	CHECK(mkdir("jail", 0755) == 0 && mkdir("jail/m", 0755) == 0);
	REQUIRE(mount_tmpfs("jail") && mkdir("jail/m", 0755) == 0);
	fsc_os_after_fork();
	CHECK(chroot("jail") == 0 && chdir("/") == 0);
	CHECK(fsc_os_features() & FSC_OS_MOUNT_EVENTS);
	before = fsc_os_mounts_generation();
	REQUIRE(mount_tmpfs("/m"));
	CHECK(fsc_os_mounts_generation() != before);
	CHECK_INT(mounts_named("m"), 1);
	REQUIRE(fsc_os_open_dir("/", &fd) == FSC_OS_OK);
	CHECK_INT(fsc_os_fs_info(fd, &info), FSC_OS_OK);
	CHECK_STR(info.type, "tmpfs");
	CHECK(strstr(info.options, "size=64k") != NULL);
	fsc_os_after_unshare();
	CHECK(!(fsc_os_features() & FSC_OS_MOUNT_EVENTS));
	CHECK_INT(fsc_os_mounts_generation(), 0);
	CHECK_INT(fsc_os_mounts_each(count_mount, &info), FSC_OS_ERROR);
	CHECK_INT(fsc_os_fs_info(fd, &info), FSC_OS_OK);
	CHECK_STR(info.type, "tmpfs");
	CHECK_STR(info.options, "");
	atomic_store(&id_mask, ASK_MNT);
	atomic_store(&probed, 0);
	CHECK(!(fsc_os_features() & FSC_OS_VERSIONS));
	fsc_os_close(fd);
}

TEST(a_worker_keeps_its_events_in_a_chroot)
{
	if (geteuid() != 0) {
		SKIP("needs root");
	}
	in_child(watches_from_a_chroot);
}

/* A call that began after a change returns more than any that ended before it. */
static _Atomic uint64_t least, greatest;
static atomic_bool finished;
static atomic_uint late, calls;

static void *poll_all_the_time(void *unused)
{
	(void) unused;
	while (!atomic_load(&finished)) {
		uint64_t floor = atomic_load(&least), got = fsc_os_mounts_generation();
		uint64_t most = atomic_load(&greatest);

		if (got <= floor) {
			atomic_fetch_add(&late, 1);
		}
		atomic_fetch_add(&calls, 1);
		while (most < got && !atomic_compare_exchange_weak(&greatest, &most, got)) {
		}
	}
	return NULL;
}

static void threads_share_events(void)
{
	pthread_t threads[6];
	uint64_t before;

	if (!own_mounts()) {
		SKIP("no mount namespaces");
	}
	CHECK(mkdir("t", 0755) == 0);
	fsc_os_mounts_generation();
	for (int i = 0; i < 6; i++) {
		REQUIRE(pthread_create(&threads[i], NULL, poll_all_the_time, NULL) == 0);
	}
	for (int round = 0; round < 300; round++) {
		before = atomic_load(&greatest);
		CHECK(round % 2 ? umount("t") == 0 : mount_tmpfs("t"));
		atomic_store(&least, before);
	}
	atomic_store(&finished, true);
	for (int i = 0; i < 6; i++) {
		pthread_join(threads[i], NULL);
	}
	CHECK_INT(atomic_load(&late), 0);
	before = fsc_os_mounts_generation();
	CHECK_INT(fsc_os_mounts_generation(), before);
	printf("# 300 changes, %u polls, generation moved %lu times\n", atomic_load(&calls),
		(unsigned long) before);
}

TEST(no_thread_misses_what_another_polled)
{
	if (geteuid() != 0) {
		SKIP("needs root");
	}
	in_child(threads_share_events);
}

/* ---- reading the table ---- */

static bool parses(const char *line, struct mount_line *out)
{
	static char copy[512];

	snprintf(copy, sizeof copy, "%s", line);
	return parse_mount(copy, out);
}

TEST(lines_of_the_table_are_parsed)
{
	struct mount_line mount;

	CHECK(parses("36 35 98:0 / /a\\040b rw,noatime shared:1 master:2 - ext4 /dev/x rw,a=b",
		&mount));
	CHECK_INT(mount.id, 36);
	CHECK_INT(mount.parent, 35);
	CHECK_INT(unescape(mount.point), 4);
	CHECK_STR(mount.point, "/a b");
	CHECK_STR(mount.options, "rw,noatime");
	CHECK_STR(mount.type, "ext4");
	CHECK_STR(mount.super_options, "rw,a=b");
	CHECK(parses("1 0 0:1 / / rw - fuse.latfs  rw,user_id=0", &mount));
	CHECK_STR(mount.type, "fuse.latfs");
	CHECK_STR(mount.super_options, "rw,user_id=0");
	CHECK(parses("1 0 0:1 / / rw - proc proc", &mount));
	CHECK_STR(mount.super_options, "");
	CHECK(!parses("", &mount));
	CHECK(!parses("1", &mount));
	CHECK(!parses("x 0 0:1 / / rw - proc proc rw", &mount));
	CHECK(!parses("1 0 0:1 / / rw", &mount));
	CHECK(!parses("1 0 0:1 / /", &mount));
	CHECK(!parses("1 0 0:1 / / rw - ", &mount));
}

TEST(escapes_are_undone)
{
	char text[] = "\\040\\011\\012\\134\\043x\\04\\999\\";

	CHECK_INT(unescape(text), 14);
	CHECK_STR(text, " \t\n\\#x\\04\\999\\");
}

/* A reader over a file of our own: `count` lines of `length` bytes. */
static fsc_os_result read_lines(size_t length, unsigned count, const char *tail, unsigned *read)
{
	char *line = malloc(length + 1), *got;
	struct lines lines = {.data = lines.first, .size = sizeof lines.first};
	fsc_os_result result;

	memset(line, 'x', length);
	line[length] = '\n';
	lines.fd = open("lines", O_RDWR | O_CREAT | O_TRUNC, 0600);
	for (unsigned i = 0; i < count; i++) {
		CHECK(write(lines.fd, line, length + 1) == (ssize_t) length + 1);
	}
	CHECK(write(lines.fd, tail, strlen(tail)) == (ssize_t) strlen(tail));
	*read = 0;
	while ((result = lines_next(&lines, &got)) == FSC_OS_OK) {
		*read += strlen(got) == length;
	}
	lines_deinit(&lines);
	free(line);
	return result;
}

TEST(long_lines_and_large_tables_are_read)
{
	unsigned read;

	CHECK_INT(read_lines(100, 20000, "", &read), FSC_OS_NOENT);
	CHECK_INT(read, 20000);
	CHECK_INT(read_lines(8191, 10, "", &read), FSC_OS_NOENT);
	CHECK_INT(read, 10);
	CHECK_INT(read_lines(8192, 10, "", &read), FSC_OS_NOENT);
	CHECK_INT(read, 10);
	CHECK_INT(read_lines(100000, 5, "", &read), FSC_OS_NOENT);
	CHECK_INT(read, 5);
	CHECK_INT(read_lines(2 * LINE_LIMIT, 1, "", &read), FSC_OS_ERROR);
	CHECK_INT(read_lines(100, 3, "half", &read), FSC_OS_ERROR);
	CHECK_INT(read, 3);
	CHECK_INT(read_lines(0, 0, "", &read), FSC_OS_NOENT);
}

static void second_reader_opens_its_own(void)
{
	struct lines first, second;

	REQUIRE(lines_init(&first) && first.watch);
	REQUIRE(lines_init(&second) && !second.watch);
	CHECK(first.fd != second.fd);
	lines_deinit(&second);
	lines_deinit(&first);
	REQUIRE(lines_init(&first) && first.watch);
	fsc_os_after_fork();
	CHECK(mounts_named("proc") >= 1);
}

TEST(readers_do_not_share_a_position)
{
	in_child(second_reader_opens_its_own);
}

/* ---- all of them, each in an empty folder ---- */

static void in_folder(const char *name, void (*test)(void))
{
	char path[PATH_MAX + 300], command[PATH_MAX + 400];

	snprintf(path, sizeof path, "%s/%s", top, name);
	if (mkdir(path, 0755) != 0 || chdir(path) != 0) {
		perror(path);
		exit(1);
	}
	strcat(top, "/");
	strcat(top, name);
	unit_run(name, test);
	top[strlen(top) - strlen(name) - 1] = '\0';
	if (chdir(top) != 0) {
		exit(1);
	}
	snprintf(command, sizeof command, "rm -rf '%s'", path);
	if (system(command) != 0) {
		printf("# %s stays\n", path);
	}
}

#define IN_FOLDER(name) in_folder(#name, name)

int main(void)
{
	const char *base = getenv("TMPDIR");
	unsigned before;

	snprintf(top, sizeof top, "%s/fscXXXXXX", base && *base ? base : "/tmp");
	if (!mkdtemp(top) || chmod(top, 0755) != 0 || chdir(top) != 0 || !getcwd(top, sizeof top)) {
		perror(top);
		return 1;
	}
	fsc_os_init();
	fsc_os_features();
	before = open_descriptors();
	IN_FOLDER(stat_agrees_with_the_c_library);
	IN_FOLDER(failures_have_names);
	IN_FOLDER(real_paths_are_known_by_having_no_link);
	IN_FOLDER(all_ways_to_a_directory_give_one_version);
	IN_FOLDER(versions_move_when_names_do);
	IN_FOLDER(listings_have_the_order_of_readdir);
	IN_FOLDER(a_listing_is_read_once_and_can_be_stopped);
	IN_FOLDER(damaged_entries_are_refused);
	IN_FOLDER(links_and_the_working_directory_are_told);
	IN_FOLDER(descriptors_run_out_politely);
	IN_FOLDER(access_is_that_of_the_mode_bits);
	IN_FOLDER(access_asks_the_effective_and_exists_the_real_ids);
	IN_FOLDER(access_knows_acls);
	IN_FOLDER(credentials_are_told_apart);
	IN_FOLDER(clocks_run);
	IN_FOLDER(features_are_consistent);
	IN_FOLDER(changes_of_the_mount_table_are_noticed);
	IN_FOLDER(mounts_one_after_the_other_are_told_apart);
	IN_FOLDER(file_systems_are_named);
	IN_FOLDER(a_child_has_events_of_its_own);
	IN_FOLDER(a_lost_descriptor_is_replaced_and_a_foreign_one_left_alone);
	IN_FOLDER(a_worker_keeps_its_events_in_a_chroot);
	IN_FOLDER(no_thread_misses_what_another_polled);
	IN_FOLDER(lines_of_the_table_are_parsed);
	IN_FOLDER(escapes_are_undone);
	IN_FOLDER(long_lines_and_large_tables_are_read);
	IN_FOLDER(readers_do_not_share_a_position);
	unit_failures = 0;
	if (!CHECK_INT(open_descriptors(), before)) {
		unit_failed_tests++;
	}
	fsc_os_deinit();
	rmdir(top);
	return unit_end();
}
