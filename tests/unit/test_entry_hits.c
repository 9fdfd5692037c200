/* SPDX-License-Identifier: MIT */
/* test_entry_hits.c: what a handle knows of the entry that was read last, and when it says so. */
#include "tests/unit/core_fixture.h"
#include "tests/unit/unit.h"

/* /d with one entry of each kind, warm; the next request; a handle opened. */
static fsc_dir *furnish(fsc_mode mode)
{
	fx_begin(mode);
	fake_create("/d/file");
	fake_mkdir("/d/folder");
	fake_fifo("/d/pipe");
	fake_symlink("folder", "/d/to_folder");
	fx_settle();
	CHECK(fx_warm("/d"));
	fx_request();
	return fx_open("/d");
}

/* Read on until that name; false: it is not there. */
static bool go_to(fsc_dir *dir, const char *name)
{
	fsc_entry entry;

	while (fsc_dir_read(dir, &entry)) {
		if (strcmp(entry.name, name) == 0) {
			return true;
		}
	}
	return false;
}

/* As a caller asks who puts the path that he opened, the slash and the name together. */
static fsc_answer ask(fsc_dir *dir, const char *path, fsc_want want)
{
	const char *slash = strrchr(path, '/');
	size_t directory = slash ? (size_t) (slash - path) : 0;
	const char *name = slash ? slash + 1 : path;

	return fsc_dir_ask_hit(dir, directory, name, strlen(name), want);
}

TEST(every_kind_answers_as_a_lookup_does_without_a_call)
{
	static const char *const names[] = { ".", "..", "file", "folder", "pipe", "to_folder" };
	fsc_dir *dir = furnish(FSC_MODE_REQUEST);
	size_t i;
	int want;

	REQUIRE(dir);
	for (i = 0; i < sizeof names / sizeof *names; i++) {
		char path[64];

		snprintf(path, sizeof path, "/d/%s", names[i]);
		REQUIRE(go_to(dir, names[i]));
		fake_calls_clear();
		for (want = FSC_WANT_DIR; want <= FSC_WANT_EXISTS; want++) {
			CHECK_INT(ask(dir, path, (fsc_want) want),
				fsc_ask_hit(fx_view, path, strlen(path), (fsc_want) want));
		}
		CHECK_INT(ask(dir, path, FSC_WANT_ABSENCE), FSC_PASS);
		CHECK_INT(ask(dir, path, FSC_WANT_LABSENCE), FSC_PASS);
		CHECK_INT(fake_system_calls(), 0);
	}
	fsc_dir_rewind(dir);
	REQUIRE(go_to(dir, "folder"));
	CHECK_INT(ask(dir, "/d/folder", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(ask(dir, "/d/folder", FSC_WANT_FILE), FSC_NO);
	REQUIRE(go_to(dir, "to_folder"));
	CHECK_INT(ask(dir, "/d/to_folder", FSC_WANT_DIR), FSC_PASS);
	CHECK_INT(ask(dir, "/d/to_folder", FSC_WANT_LINK), FSC_YES);
	fsc_dir_close(dir);
	CHECK(fx_is_consistent());
	CHECK(fx_end());
}

TEST(only_the_entry_read_last_by_its_own_path_is_answered)
{
	fsc_dir *dir = furnish(FSC_MODE_REQUEST);

	REQUIRE(dir);
	CHECK_INT(ask(dir, "/d/file", FSC_WANT_FILE), FSC_PASS);
	REQUIRE(go_to(dir, "file"));
	CHECK_INT(ask(dir, "/d/file", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ask(dir, "/d/filf", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(ask(dir, "/d/folder", FSC_WANT_DIR), FSC_PASS);
	CHECK_INT(ask(dir, "/d//file", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(ask(dir, "/d/file/", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(ask(dir, "d/file", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(ask(dir, "", FSC_WANT_FILE), FSC_PASS);
	fsc_dir_rewind(dir);
	CHECK_INT(ask(dir, "/d/file", FSC_WANT_FILE), FSC_PASS);
	fsc_dir_close(dir);
	CHECK(fx_end());
}

TEST(what_must_be_looked_at_again_is_not_answered)
{
	fsc_dir *dir = furnish(FSC_MODE_REQUEST);

	REQUIRE(dir && go_to(dir, "file"));
	fsc_mark_path(fx_view, "/d/file", 7);
	CHECK_INT(ask(dir, "/d/file", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_ask("/d/file", FSC_WANT_FILE), FSC_YES);
	CHECK_INT(ask(dir, "/d/file", FSC_WANT_FILE), FSC_YES);
	fsc_mark_everything(fx_view);
	CHECK_INT(ask(dir, "/d/file", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(fx_ask("/d/file", FSC_WANT_FILE), FSC_YES);
	fx_request();
	CHECK_INT(ask(dir, "/d/file", FSC_WANT_FILE), FSC_PASS);
	fsc_dir_close(dir);
	CHECK(fx_end());
}

TEST(another_listing_than_the_one_being_read_answers_by_itself)
{
	fsc_dir *dir = furnish(FSC_MODE_REQUEST);

	REQUIRE(dir && go_to(dir, "file"));
	fake_unlink("/d/file");
	fake_mkdir("/d/file");
	fx_settle();
	CHECK(fx_warm("/d"));
	CHECK_INT(fx_ask("/d/file", FSC_WANT_DIR), FSC_YES);
	CHECK_INT(ask(dir, "/d/file", FSC_WANT_FILE), FSC_PASS);
	CHECK_INT(ask(dir, "/d/file", FSC_WANT_DIR), FSC_PASS);
	fsc_dir_close(dir);
	CHECK(fx_end());
}

TEST(a_handle_whose_node_is_gone_passes_and_finds_it_again)
{
	fsc_dir *dir = furnish(FSC_MODE_REQUEST);

	REQUIRE(dir && go_to(dir, "file"));
	CHECK_INT(fsc_view_invalidate(fx_view, "/d", 2, false), 1);
	CHECK_INT(ask(dir, "/d/file", FSC_WANT_FILE), FSC_PASS);
	CHECK(fx_warm("/d"));
	fsc_dir_rewind(dir);
	REQUIRE(go_to(dir, "file"));
	CHECK_INT(ask(dir, "/d/file", FSC_WANT_FILE), FSC_YES);
	fsc_view_reset(fx_view);
	CHECK_INT(ask(dir, "/d/file", FSC_WANT_FILE), FSC_PASS);
	CHECK(go_to(dir, "pipe"));
	fsc_dir_close(dir);
	CHECK(fx_end());
}

TEST(where_lookups_are_special_it_passes)
{
	fsc_dir *dir = furnish(FSC_MODE_STRICT);

	REQUIRE(dir && go_to(dir, "file"));
	CHECK_INT(ask(dir, "/d/file", FSC_WANT_FILE), FSC_PASS);
	fsc_dir_close(dir);
	CHECK(fx_end());

	dir = furnish(FSC_MODE_REQUEST);
	REQUIRE(dir && go_to(dir, "folder"));
	CHECK_INT(ask(dir, "/d/folder", FSC_WANT_DIR), FSC_YES);
	fx_config.verify_percent = 100;
	fx_configure();
	CHECK_INT(ask(dir, "/d/folder", FSC_WANT_DIR), FSC_PASS);
	fsc_dir_close(dir);
	CHECK(fx_end());
}

TEST(a_mount_point_is_the_systems)
{
	fsc_dir *dir;

	fx_begin(FSC_MODE_REQUEST);
	fake_mkdir("/d/folder");
	fake_mount("/d/folder", "tmpfs", "");
	fx_settle();
	CHECK(fx_warm("/d"));
	fx_request();
	dir = fx_open("/d");
	REQUIRE(dir && go_to(dir, "folder"));
	CHECK_INT(ask(dir, "/d/folder", FSC_WANT_DIR), FSC_PASS);
	fsc_dir_close(dir);
	CHECK(fx_end());
}

int main(void)
{
	RUN(every_kind_answers_as_a_lookup_does_without_a_call);
	RUN(only_the_entry_read_last_by_its_own_path_is_answered);
	RUN(what_must_be_looked_at_again_is_not_answered);
	RUN(another_listing_than_the_one_being_read_answers_by_itself);
	RUN(a_handle_whose_node_is_gone_passes_and_finds_it_again);
	RUN(where_lookups_are_special_it_passes);
	RUN(a_mount_point_is_the_systems);
	return unit_end();
}
