/* SPDX-License-Identifier: MIT */
/* Paths taken apart, in every corner. */
#include "src/core/path.h"
#include "tests/unit/unit.h"

/* Split a copy that ends where the path does, so that a sanitizer sees a read beyond it. */
static bool split(const char *path, size_t length, char *directory, char *name, fsc_split *out)
{
	char *copy = malloc(length + 1);
	bool good;

	memcpy(copy, path, length);
	good = fsc_path_split(copy, length, out);
	if (good) {
		memcpy(directory, out->directory, out->directory_length);
		directory[out->directory_length] = '\0';
		memcpy(name, out->name, out->name_length);
		name[out->name_length] = '\0';
	}
	free(copy);
	return good;
}

TEST(paths_are_split)
{
	static const struct {
		const char *path, *directory, *name;
		int relative, slash;
	} cases[] = {
		{"c", ".", "c", 1, 0},
		{"c/", ".", "c", 1, 1},
		{"c///", ".", "c", 1, 1},
		{"/c", "/", "c", 0, 0},
		{"/c/", "/", "c", 0, 1},
		{"//c", "/", "c", 0, 0},
		{"///c//", "/", "c", 0, 1},
		{"a/b/c", "a/b", "c", 1, 0},
		{"/a/b/c", "/a/b", "c", 0, 0},
		{"a//b", "a", "b", 1, 0},
		{"a///b/", "a", "b", 1, 1},
		{"a//b/c", "a//b", "c", 1, 0},
		{"//a/b", "//a", "b", 0, 0},
		{"a/./b", "a/.", "b", 1, 0},
		{"./b", ".", "b", 1, 0},
		{"../b", "..", "b", 1, 0},
		{"a/../b", "a/..", "b", 1, 0},
		{"/../b", "/..", "b", 0, 0},
		{"...", ".", "...", 1, 0},
		{".a", ".", ".a", 1, 0},
		{"a.", ".", "a.", 1, 0},
		{"..a", ".", "..a", 1, 0},
		{"a/..b/", "a", "..b", 1, 1},
		{"12345678", ".", "12345678", 1, 0},
		{"1234567/", ".", "1234567", 1, 1},
		{"1234567/8", "1234567", "8", 1, 0},
		{"/2345678", "/", "2345678", 0, 0},
		{"/23456789", "/", "23456789", 0, 0},
		{"sites/all/modules/views/handlers/views_handler_field.inc",
			"sites/all/modules/views/handlers", "views_handler_field.inc", 1, 0},
		{"\xaf\xaf\xaf\xaf/\xaf\xaf\xaf\xaf", "\xaf\xaf\xaf\xaf", "\xaf\xaf\xaf\xaf", 1, 0},
		{"////////////////x", "/", "x", 0, 0},
		{"0000000.0000000/00000000", "0000000.0000000", "00000000", 1, 0},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char directory[256], name[256];
		fsc_split out;

		REQUIRE(split(cases[i].path, strlen(cases[i].path), directory, name, &out));
		CHECK_STR(directory, cases[i].directory);
		CHECK_STR(name, cases[i].name);
		CHECK_INT(out.relative, cases[i].relative);
		CHECK_INT(out.slash, cases[i].slash);
	}
}

TEST(paths_without_a_name_are_not)
{
	static const char *const paths[] = {
		"", "/", "//", "////////////", ".", "..", "./", "../", "/.", "/..", "a/.", "a/..", "a/./",
		"a/..//",
	};

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		char directory[256], name[256];
		fsc_split out;

		if (split(paths[i], strlen(paths[i]), directory, name, &out)) {
			CHECK_STR(paths[i], "refused");
		}
	}
}

TEST(long_paths_are_not)
{
	char path[FSC_PATH_MAX + 2], directory[FSC_PATH_MAX + 2], name[FSC_PATH_MAX + 2];
	fsc_split out;

	memset(path, 'a', sizeof path);
	path[4000] = '/';
	CHECK(split(path, FSC_PATH_MAX - 1, directory, name, &out));
	CHECK_INT(out.directory_length, 4000);
	CHECK(!split(path, FSC_PATH_MAX, directory, name, &out));
	CHECK(!split(path, FSC_PATH_MAX + 1, directory, name, &out));
	CHECK(split(path + 3999, 96, directory, name, &out));
	memset(path, 'a', sizeof path);
	CHECK(split(path, 255, directory, name, &out));
	CHECK(!split(path, 256, directory, name, &out));
	path[2] = '/';
	CHECK(split(path, 258, directory, name, &out));
	CHECK(!split(path, 259, directory, name, &out));
}

TEST(nul_bytes_are_part_of_the_name)
{
	char directory[16], name[16];
	fsc_split out;

	REQUIRE(split("a/b\0c", 5, directory, name, &out));
	CHECK_INT(out.name_length, 3);
	CHECK_INT(out.directory_length, 1);
	REQUIRE(split("a\0/\0", 4, directory, name, &out));
	CHECK_INT(out.name_length, 1);
	CHECK_INT(out.directory_length, 2);
}

/* The word-wise search against the obvious one, over all short strings of three letters. */
TEST(name_is_behind_the_last_slash)
{
	static const char letters[] = {'/', 'a', (char) 0xaf};
	int wrong = 0;

	for (int n = 0; n < 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3 * 3; n++) {
		char path[32] = ""; /* so that the compiler sees the blocks of 16 bytes within it */
		int rest = n;

		for (int i = 0; i < 10; i++) {
			path[i] = letters[rest % 3];
			rest /= 3;
		}
		for (size_t length = 0; length <= 10; length++) {
			size_t want = length;

			while (want > 0 && path[want - 1] != '/') {
				want--;
			}
			wrong += fsc_path_name_at(path, length) != want;
		}
	}
	CHECK_INT(wrong, 0);
}

TEST(name_is_behind_the_last_slash_of_long_paths)
{
	char path[96];
	int wrong = 0;

	for (size_t first = 0; first < sizeof path; first++) {
		for (size_t last = first; last < sizeof path; last++) {
			memset(path, 'a' + (char) (last % 7), sizeof path);
			path[first] = path[last] = '/';
			for (size_t length = last; length <= sizeof path; length++) {
				size_t want = length > last ? last + 1 : first < last ? first + 1 : 0;

				wrong += fsc_path_name_at(path, length) != want;
			}
		}
	}
	CHECK_INT(wrong, 0);
}

TEST(slashes_are_trimmed)
{
	CHECK_INT(fsc_path_trim("a", 1), 1);
	CHECK_INT(fsc_path_trim("a//", 3), 1);
	CHECK_INT(fsc_path_trim("/", 1), 1);
	CHECK_INT(fsc_path_trim("///", 3), 1);
	CHECK_INT(fsc_path_trim("", 0), 0);
	CHECK_INT(fsc_path_trim("/a/", 3), 2);
}

static bool has_dotdot(const char *path)
{
	return fsc_path_has_dotdot(path, strlen(path));
}

TEST(dotdot_is_a_whole_component)
{
	CHECK(has_dotdot(".."));
	CHECK(has_dotdot("../a"));
	CHECK(has_dotdot("a/.."));
	CHECK(has_dotdot("a/../b"));
	CHECK(has_dotdot("/../"));
	CHECK(has_dotdot("a//..//b"));
	CHECK(!has_dotdot(""));
	CHECK(!has_dotdot("."));
	CHECK(!has_dotdot("..."));
	CHECK(!has_dotdot("a../b"));
	CHECK(!has_dotdot("..a/b"));
	CHECK(!has_dotdot("a/..b/c.."));
	CHECK(!fsc_path_has_dotdot("a/..", 3));
}

static bool is_below(const char *path, const char *prefix)
{
	return fsc_path_is_below(path, strlen(path), prefix, strlen(prefix));
}

TEST(below_is_by_components)
{
	CHECK(is_below("/a/b", "/a/b"));
	CHECK(is_below("/a/b/c", "/a/b"));
	CHECK(is_below("/a/b/", "/a/b"));
	CHECK(is_below("/a", "/"));
	CHECK(is_below("/", "/"));
	CHECK(!is_below("/a/bc", "/a/b"));
	CHECK(!is_below("/a", "/a/b"));
	CHECK(!is_below("/b/b/c", "/a/b"));
	CHECK(!is_below("a", "/"));
	CHECK(!is_below("", "/"));
}

TEST(normal_form_is_what_prefixes_are_compared_with)
{
	static const char *const cases[][2] = {{"/", "/"}, {"//", "/"}, {"/..", "/"}, {"/a/..", "/"},
		{"/a/../..", "/"}, {"/a", "/a"}, {"/a/", "/a"}, {"//a//b/", "/a/b"}, {"/a/./b/.", "/a/b"},
		{"/a/b/../c", "/a/c"}, {"/a/b/../../c/..", "/"}, {"/../a", "/a"}, {"/a/...", "/a/..."},
		{"/a/..b/.c", "/a/..b/.c"}, {"/ab/../b", "/b"}, {"/a/b/c/../../d", "/a/d"}};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		size_t length = strlen(cases[i][0]);
		char *out = malloc(length + 1); /* so that a byte too many is seen */

		CHECK_INT(fsc_path_normalize(cases[i][0], length, out), strlen(cases[i][1]));
		CHECK_STR(out, cases[i][1]);
		free(out);
	}
}

int main(void)
{
	RUN(normal_form_is_what_prefixes_are_compared_with);
	RUN(paths_are_split);
	RUN(paths_without_a_name_are_not);
	RUN(long_paths_are_not);
	RUN(nul_bytes_are_part_of_the_name);
	RUN(name_is_behind_the_last_slash);
	RUN(name_is_behind_the_last_slash_of_long_paths);
	RUN(slashes_are_trimmed);
	RUN(dotdot_is_a_whole_component);
	RUN(below_is_by_components);
	return unit_end();
}
