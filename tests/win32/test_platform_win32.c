/* SPDX-License-Identifier: MIT */
/*
 * test_platform_win32.c: the platform for Windows, against Windows or wine, in an empty current
 * folder. tests/stages/wine.sh builds and runs it.
 *
 * wine maps files onto the system below: this checks the logic, not NTFS.
 */
#include "src/platform/win32.c"
#include "src/platform/win32_creds.c"

#include "tests/unit/unit.h"

#include <direct.h>

static void make_file(const char *name)
{
	FILE *file = fopen(name, "w");

	CHECK(file != NULL);
	if (file) {
		fclose(file);
	}
}

struct seen {
	char text[512];
};

static bool see(void *context, const char *name, size_t length, fsc_type type)
{
	struct seen *seen = context;
	static const char letters[] = "?fdlo";

	CHECK_INT(strlen(name), length);
	snprintf(seen->text + strlen(seen->text), sizeof seen->text - strlen(seen->text), "%c:%s ",
		letters[type], name);
	return true;
}

static bool has(const char *path, const char *entry)
{
	struct seen seen = {""};
	int fd;

	CHECK_INT(fsc_os_open_dir(path, &fd), FSC_OS_OK);
	CHECK_INT(fsc_os_read_dir(fd, see, &seen), FSC_OS_OK);
	fsc_os_close(fd);
	return strstr(seen.text, entry) != NULL;
}

TEST(stat_tells_type_and_version)
{
	fsc_attr attr, again;
	int fd;

	CHECK(_mkdir("d") == 0);
	make_file("d\\f");
	CHECK_INT(fsc_os_stat("d", 0, &attr), FSC_OS_OK);
	CHECK_INT(attr.type, FSC_TYPE_DIR);
	CHECK(attr.version.inode != 0);
	CHECK(attr.version.mtime_ns > INT64_C(1500000000) * 1000000000);
	CHECK_INT(fsc_os_stat("d/f", FSC_STAT_NOFOLLOW, &again), FSC_OS_OK);
	CHECK_INT(again.type, FSC_TYPE_FILE);
	CHECK_INT(fsc_os_open_path("d", &fd), FSC_OS_OK);
	CHECK_INT(fsc_os_stat_fd(fd, 0, &again), FSC_OS_OK);
	CHECK_MEM(&attr.version, &again.version, sizeof attr.version);
	CHECK_INT(fsc_os_stat_entry(fd, "f", &again), FSC_OS_OK);
	CHECK_INT(again.type, FSC_TYPE_FILE);
	CHECK_INT(fsc_os_stat_entry(fd, "absent", &again), FSC_OS_NOENT);
	fsc_os_close(fd);
	CHECK_INT(fsc_os_stat("absent", 0, &attr), FSC_OS_NOENT);
	CHECK_INT(fsc_os_stat("", 0, &attr), FSC_OS_NOENT);
	CHECK_INT(fsc_os_stat("bad\xff", 0, &attr), FSC_OS_ERROR);
	CHECK_INT(fsc_os_exists("d/f"), FSC_OS_OK);
	CHECK_INT(fsc_os_open_dir("d/f", &fd), FSC_OS_NOTDIR);
	CHECK_INT(fd, -1);
}

TEST(listings_are_read_from_the_handle)
{
	struct seen seen = {""};
	size_t whole;
	int fd;

	CHECK(_mkdir("l") == 0 && _mkdir("l\\sub") == 0);
	make_file("l\\a");
	CHECK(_wmkdir(L"l\\\u00e4\u20ac") == 0);
	CHECK(has("l", "f:a "));
	CHECK(has("l", "d:sub "));
	CHECK(has("l", "d:. "));
	CHECK(has("l", "d:\xc3\xa4\xe2\x82\xac "));
	CHECK_INT(fsc_os_open_dir("l", &fd), FSC_OS_OK);
	CHECK_INT(fsc_os_read_dir(fd, see, &seen), FSC_OS_OK);
	whole = strlen(seen.text);
	CHECK_INT(fsc_os_read_dir(fd, see, &seen), FSC_OS_OK);
	CHECK_INT(strlen(seen.text), whole);
	CHECK_INT(fsc_os_rewind_dir(fd), FSC_OS_OK);
	CHECK_INT(fsc_os_read_dir(fd, see, &seen), FSC_OS_OK);
	CHECK_INT(strlen(seen.text), 2 * whole);
	fsc_os_close(fd);
}

TEST(long_paths_are_reached)
{
	char path[1024] = "p";
	fsc_attr attr;
	WCHAR wide[WIDE_PATH];

	CHECK(_mkdir("p") == 0);
	for (int i = 0; i < 12; i++) {
		strcat(path, "\\thirty_characters_of_a_name_000");
		CHECK(widen(path, wide) && CreateDirectoryW(wide, NULL));
	}
	CHECK(strlen(path) > MAX_PATH);
	CHECK_INT(fsc_os_stat(path, 0, &attr), FSC_OS_OK);
	CHECK_INT(attr.type, FSC_TYPE_DIR);
	CHECK(has(path, "d:.. "));
}

TEST(nothing_is_claimed_that_is_not_known)
{
	fsc_creds first, second;
	fsc_fs_info info;
	char buffer[1024];
	size_t length;
	int fd;

	CHECK_INT(fsc_os_features() & (FSC_OS_VERSIONS | FSC_OS_UNIQUE_MOUNT | FSC_OS_MOUNT_EVENTS), 0);
	CHECK_INT(fsc_os_open_path(".", &fd), FSC_OS_OK);
	CHECK_INT(fsc_os_fs_info(fd, &info), FSC_OS_OK);
	printf("# type %s, options %s\n", info.type, info.options);
	CHECK(info.type[0] != '\0');
	fsc_os_close(fd);
	CHECK_INT(fsc_os_mounts_each(NULL, NULL), FSC_OS_ERROR);
	CHECK_INT(fsc_os_mounts_generation(), 0);
	CHECK_INT(fsc_os_read_link("d", buffer, sizeof buffer, &length), FSC_OS_ERROR);
	CHECK_INT(fsc_os_cwd(buffer, sizeof buffer, &length), FSC_OS_OK);
	CHECK_INT(strlen(buffer), length);
	CHECK(buffer[1] == ':');
	fsc_os_creds(&first);
	fsc_os_creds(&second);
	CHECK_MEM(&first, &second, sizeof first);
	CHECK(first.groups != 0 && first.process == GetCurrentProcessId());
}

TEST(reparse_points_are_never_answered_from_their_type)
{
	static const DWORD tags[] = { IO_REPARSE_TAG_MOUNT_POINT, 0x9000001aL /* a cloud's */,
		IO_REPARSE_TAG_APPEXECLINK, IO_REPARSE_TAG_DEDUP, 0xa000001dL /* LX_SYMLINK */, 0 };
	DWORD kinds[] = { FILE_ATTRIBUTE_DIRECTORY, 0 };

	for (size_t k = 0; k < 2; k++) {
		DWORD attributes = kinds[k] | FILE_ATTRIBUTE_REPARSE_POINT;

		CHECK_INT(type_of(attributes, IO_REPARSE_TAG_SYMLINK), FSC_TYPE_LINK);
		for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
			CHECK_INT(type_of(attributes, tags[i]), FSC_TYPE_UNKNOWN);
		}
	}
	CHECK_INT(type_of(FILE_ATTRIBUTE_DIRECTORY, 0), FSC_TYPE_DIR);
}

TEST(a_version_moves_with_the_names)
{
	fsc_attr before, after;

	CHECK(_mkdir("v") == 0);
	CHECK_INT(fsc_os_stat("v", 0, &before), FSC_OS_OK);
	Sleep(60);
	make_file("v\\f");
	CHECK_INT(fsc_os_stat("v", 0, &after), FSC_OS_OK);
	CHECK(memcmp(&before.version, &after.version, sizeof before.version) != 0);
	CHECK(before.version.inode == after.version.inode);
	CHECK(before.version.device == after.version.device && before.version.device != 0);
}

TEST(access_is_asked_of_the_handle)
{
	unsigned granted = 9;
	int fd;

	CHECK(_mkdir("access") == 0);
	CHECK_INT(fsc_os_open_path("access", &fd), FSC_OS_OK);
	CHECK_INT(fsc_os_access_fd(fd, FSC_ACCESS_READ | FSC_ACCESS_SEARCH, &granted), FSC_OS_OK);
	CHECK_INT(granted, FSC_ACCESS_READ | FSC_ACCESS_SEARCH);
	CHECK_INT(fsc_os_access_fd(fd, FSC_ACCESS_SEARCH, &granted), FSC_OS_OK);
	CHECK_INT(granted, FSC_ACCESS_SEARCH);
	fsc_os_close(fd);
	CHECK_INT(fsc_os_access_fd(-1, FSC_ACCESS_READ, &granted), FSC_OS_ERROR);
	CHECK_INT(granted, 0);
}

TEST(clocks_run)
{
	int64_t real = fsc_os_realtime_ns(), exact = fsc_os_precise_ns();

	CHECK(real > INT64_C(1500000000) * 1000000000);
	CHECK(fsc_os_tick_ns() >= 1000000 && fsc_os_tick_ns() <= 20000000);
	CHECK(fsc_os_monotonic_ns() > 0);
	Sleep(40);
	CHECK(fsc_os_realtime_ns() > real);
	CHECK(fsc_os_precise_ns() > exact);
}

int main(void)
{
	RUN(stat_tells_type_and_version);
	RUN(listings_are_read_from_the_handle);
	RUN(long_paths_are_reached);
	RUN(nothing_is_claimed_that_is_not_known);
	RUN(reparse_points_are_never_answered_from_their_type);
	RUN(a_version_moves_with_the_names);
	RUN(access_is_asked_of_the_handle);
	RUN(clocks_run);
	return unit_end();
}
