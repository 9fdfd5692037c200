/* SPDX-License-Identifier: MIT */
/* Lists of paths, and which script's they are. */
#include "src/core/memory.h"
#include "src/core/trail.h"
#include "tests/unit/unit.h"

static bool add(fsc_paths *list, unsigned flags, const char *path)
{
	return fsc_paths_add(list, flags, path, strlen(path));
}

TEST(a_list_gives_back_what_was_put_in)
{
	fsc_paths list = { NULL, 0, 0, 0 };
	fsc_path_entry entry;
	size_t at = 0;
	char text[32];

	CHECK(!fsc_paths_next(&list, &at, &entry));
	for (int i = 0; i < 1000; i++) {
		snprintf(text, sizeof text, "/d/%d", i);
		REQUIRE(add(&list, (unsigned) i % 16, text));
	}
	CHECK_INT(list.count, 1000);
	for (int i = 0; i < 1000; i++) {
		REQUIRE(fsc_paths_next(&list, &at, &entry));
		snprintf(text, sizeof text, "/d/%d", i);
		CHECK_STR(entry.path, text);
		CHECK_INT(entry.length, strlen(text));
		CHECK_INT(entry.flags, i % 16);
		fsc_paths_set_flags(&list, entry.at, 255);
	}
	CHECK(!fsc_paths_next(&list, &at, &entry));
	at = 0;
	REQUIRE(fsc_paths_next(&list, &at, &entry));
	CHECK_INT(entry.flags, 255);
	CHECK_INT(FSC_PATH_AGE_OF(FSC_PATH_SYNC | FSC_PATH_AGE * 3), 3);
	fsc_paths_clear(&list);
	at = 0;
	CHECK(!fsc_paths_next(&list, &at, &entry));
	CHECK(add(&list, 0, ""));
	REQUIRE(fsc_paths_next(&list, &at, &entry));
	CHECK_INT(entry.length, 0);
	CHECK_STR(entry.path, "");
	fsc_paths_free(&list);
	CHECK_INT(list.size, 0);
}

static void lead_is(const char *names, const char *expected)
{
	fsc_paths list = { NULL, 0, 0, 0 };
	fsc_path_entry entry;
	char got[256] = "";
	size_t at = 0;

	for (; *names; names += strcspn(names, " ") + (names[strcspn(names, " ")] == ' ')) {
		CHECK(fsc_paths_add(&list, 3, names, strcspn(names, " ")));
	}
	fsc_paths_lead(&list);
	while (fsc_paths_next(&list, &at, &entry)) {
		CHECK_INT(entry.flags, 3);
		snprintf(got + strlen(got), sizeof got - strlen(got), "%s%s", *got ? " " : "", entry.path);
	}
	CHECK_STR(got, expected);
	fsc_paths_free(&list);
}

TEST(the_first_of_each_directory_leads)
{
	lead_is("", "");
	lead_is("/a/1", "/a/1");
	lead_is("/a/1 /a/2 /b/1 /a/3 /b/2 /1 /a/b/1 /2 /a/b/2",
		"/a/1 /b/1 /1 /a/b/1 /a/2 /a/3 /b/2 /2 /a/b/2");
	lead_is("/a/1 /aa/1 /a/ /", "/a/1 /aa/1 / /a/");
}

TEST(without_memory_the_order_stays)
{
	for (int n = 0; n < 3; n++) {
		fsc_paths list = { NULL, 0, 0, 0 };
		fsc_path_entry entry;
		size_t at = 0;

		REQUIRE(add(&list, 0, "/a/1") && add(&list, 0, "/a/2") && add(&list, 0, "/b/1"));
		fsc_mem_fail_after(n);
		fsc_paths_lead(&list);
		fsc_mem_fail_after(-1);
		REQUIRE(fsc_paths_next(&list, &at, &entry) && fsc_paths_next(&list, &at, &entry));
		CHECK_STR(entry.path, "/a/2");
		fsc_paths_free(&list);
	}
}

TEST(a_path_too_long_is_refused)
{
	fsc_paths list = { NULL, 0, 0, 0 };
	char *path = calloc(1, 65537);

	REQUIRE(path);
	CHECK(fsc_paths_add(&list, 0, path, 65535));
	CHECK(!fsc_paths_add(&list, 0, path, 65536));
	CHECK_INT(list.count, 1);
	fsc_paths_free(&list);
	free(path);
}

TEST(without_memory_a_list_stays_as_it_is)
{
	fsc_paths list = { NULL, 0, 0, 0 };
	fsc_path_entry entry;
	size_t at = 0;
	unsigned added = 0;

	fsc_mem_fail_after(0);
	CHECK(!add(&list, 0, "/a"));
	fsc_mem_fail_after(1);
	while (add(&list, 0, "/some/path")) {
		added++;
	}
	fsc_mem_fail_after(-1);
	CHECK_INT(list.count, added);
	CHECK(added > 0);
	while (fsc_paths_next(&list, &at, &entry)) {
		CHECK_STR(entry.path, "/some/path");
		added--;
	}
	CHECK_INT(added, 0);
	CHECK(add(&list, 0, "/more"));
	fsc_paths_free(&list);
}

static fsc_trail *make(fsc_trails *trails, const char *script)
{
	return fsc_trails_make(trails, script, strlen(script));
}

TEST(a_script_finds_its_own)
{
	fsc_trails trails = { NULL, 0 };
	fsc_trail *a = make(&trails, "/a.php"), *b = make(&trails, "/b.php");

	REQUIRE(a && b && a != b);
	CHECK(make(&trails, "/a.php") == a);
	CHECK(trails.first == a);
	CHECK(fsc_trails_find(&trails, "/b.php", 6) == b);
	CHECK(trails.first == b);
	CHECK(fsc_trails_find(&trails, "/b.ph", 5) == NULL);
	CHECK(fsc_trails_find(&trails, "/c.php", 6) == NULL);
	CHECK_INT(trails.count, 2);
	CHECK_STR(b->script, "/b.php");
	fsc_trails_free(&trails);
	CHECK(trails.first == NULL);
}

TEST(the_one_not_run_for_longest_goes)
{
	fsc_trails trails = { NULL, 0 };
	char script[32];

	for (int i = 0; i < FSC_TRAILS_MAX + 10; i++) {
		snprintf(script, sizeof script, "/%d.php", i);
		CHECK(make(&trails, script) != NULL);
		CHECK(fsc_trails_find(&trails, "/0.php", 6) != NULL);
	}
	CHECK_INT(trails.count, FSC_TRAILS_MAX);
	CHECK(fsc_trails_find(&trails, "/1.php", 6) == NULL);
	CHECK(fsc_trails_find(&trails, script, strlen(script)) == trails.first);
	fsc_trails_free(&trails);
}

TEST(all_of_them_together_are_bounded)
{
	fsc_trails trails = { NULL, 0 };
	char script[32];

	for (int i = 0; i < 10; i++) {
		fsc_trail *trail;

		snprintf(script, sizeof script, "/%d.php", i);
		trail = make(&trails, script);
		REQUIRE(trail);
		for (int k = 0; k < 100; k++) {
			add(&trail->directories, 0, "/some/directory/of/it");
			add(&trail->files, 0, "/some/file");
		}
	}
	CHECK(fsc_trails_bytes(&trails) > 10 * 100 * 30);
	fsc_trails_shrink(&trails, fsc_trails_bytes(&trails));
	CHECK_INT(trails.count, 10);
	fsc_trails_shrink(&trails, fsc_trails_bytes(&trails) / 2);
	CHECK(trails.count >= 4 && trails.count <= 5);
	fsc_trails_shrink(&trails, 0);
	CHECK_INT(trails.count, 1);
	CHECK_STR(trails.first->script, "/9.php");
	fsc_trails_free(&trails);
}

TEST(without_memory_there_is_none)
{
	fsc_trails trails = { NULL, 0 };

	CHECK(make(&trails, "/a.php") != NULL);
	fsc_mem_fail_after(0);
	CHECK(make(&trails, "/b.php") == NULL);
	CHECK(make(&trails, "/a.php") != NULL);
	fsc_mem_fail_after(-1);
	CHECK_INT(trails.count, 1);
	fsc_trails_free(&trails);
}

int main(void)
{
	RUN(a_list_gives_back_what_was_put_in);
	RUN(the_first_of_each_directory_leads);
	RUN(without_memory_the_order_stays);
	RUN(a_path_too_long_is_refused);
	RUN(without_memory_a_list_stays_as_it_is);
	RUN(a_script_finds_its_own);
	RUN(the_one_not_run_for_longest_goes);
	RUN(all_of_them_together_are_bounded);
	RUN(without_memory_there_is_none);
	return unit_end();
}
