/* SPDX-License-Identifier: MIT */
/*
 * test_hit.c: the hit takes names and directories of any length apart in blocks, from the end, and
 * guesses at directories. Here every length meets every neighbour, in memory that ends with the
 * path, so that a sanitizer sees what is read beside it.
 */
#include "tests/unit/core_fixture.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

#define LONGEST 255

/* The answer to a copy that has not a byte more than the path. */
static fsc_answer hit(const char *path, size_t length, fsc_want want)
{
	char *exact = malloc(length + 1);
	fsc_answer answer;

	memcpy(exact, path, length);
	exact[length] = '\0';
	answer = fsc_ask_hit(fx_view, exact, length, want);
	free(exact);
	return answer;
}

/* "/ddd.../nnn...": both of these lengths, ending in `last`. */
static size_t name_of(char *path, size_t directory, size_t name, char last)
{
	path[0] = '/';
	memset(path + 1, 'd', directory);
	path[directory + 1] = '/';
	memset(path + directory + 2, 'n', name);
	path[directory + 1 + name] = last;
	path[directory + 2 + name] = '\0';
	return directory + 2 + name;
}

/* One directory with a name of each length up to LONGEST, each ending in 'x'. */
static void furnish(size_t directory)
{
	char path[FSC_PATH_MAX];

	for (size_t name = 1; name <= LONGEST; name++) {
		name_of(path, directory, name, 'x');
		fake_create(path);
	}
}

/* List it; the first absence is found the long way, which looks whether case is folded. */
static void list(const char *directory)
{
	char path[FSC_PATH_MAX];

	CHECK(fx_warm(directory));
	snprintf(path, sizeof path, "%s/none", directory);
	CHECK_INT(fx_ask(path, FSC_WANT_EXISTS), FSC_ABSENT);
}

static void furnish_and_list(size_t directory)
{
	char path[FSC_PATH_MAX];

	fx_begin(FSC_MODE_REQUEST);
	furnish(directory);
	fx_settle();
	name_of(path, directory, 1, 'x');
	path[directory + 1] = '\0';
	list(path);
}

TEST(names_of_every_length_are_told_apart)
{
	char path[FSC_PATH_MAX];

	for (size_t directory = 1; directory <= 40; directory += 3) {
		int wrong = 0;

		furnish_and_list(directory);
		for (size_t name = 1; name <= LONGEST; name++) {
			size_t length = name_of(path, directory, name, 'x');

			wrong += hit(path, length, FSC_WANT_FILE) != FSC_YES;
			wrong += hit(path, length, FSC_WANT_DIR) != FSC_NO;
			path[length - 1] = 'y';
			wrong += hit(path, length, FSC_WANT_FILE) != FSC_ABSENT;
			path[length - 1] = 'x';
			path[directory + 2] = 'm';
			wrong += hit(path, length, FSC_WANT_FILE) != FSC_ABSENT;
			path[length] = 'm';
			wrong += hit(path, length + 1, FSC_WANT_EXISTS) != FSC_ABSENT && name < LONGEST;
		}
		CHECK_INT(wrong, 0);
		CHECK(fx_end());
	}
}

TEST(directories_of_one_length_are_told_apart)
{
	char path[FSC_PATH_MAX];

	for (size_t directory = 2; directory <= 60; directory++) {
		int wrong = 0;

		fx_begin(FSC_MODE_REQUEST);
		for (size_t at = 1; at <= directory; at++) {
			name_of(path, directory, 20, 'x');
			path[at] = 'e';
			path[directory + 3] = (char) ('A' + at % 26);
			fake_create(path);
		}
		fx_settle();
		for (size_t at = 1; at <= directory; at++) {
			name_of(path, directory, 20, 'x');
			path[at] = 'e';
			path[directory + 1] = '\0';
			list(path);
		}
		for (int round = 0; round < 2; round++) {
			for (size_t at = 1; at <= directory; at++) {
				size_t length = name_of(path, directory, 20, 'x');

				path[at] = 'e';
				wrong += hit(path, length, FSC_WANT_EXISTS) != FSC_ABSENT;
				path[directory + 3] = (char) ('A' + at % 26);
				wrong += hit(path, length, FSC_WANT_EXISTS) != FSC_YES;
			}
		}
		CHECK_INT(wrong, 0);
		CHECK(fx_end());
	}
}

/* A NUL ends the name for PHP; a dot may hide it; slashes: the system counts them as one. */
TEST(odd_names_are_not_absent)
{
	char path[FSC_PATH_MAX];
	int wrong = 0;

	furnish_and_list(3);
	for (size_t name = 2; name <= LONGEST; name++) {
		size_t length = name_of(path, 3, name, 'q');

		for (size_t at = 5; at < length; at++) {
			path[at] = '\0';
			wrong += hit(path, length, FSC_WANT_EXISTS) != FSC_PASS;
			path[at] = '/';
			wrong += hit(path, length, FSC_WANT_EXISTS) == FSC_YES;
			path[at] = at == length - 1 ? 'q' : 'n';
		}
		path[5] = '.';
		wrong += hit(path, length, FSC_WANT_EXISTS) != FSC_PASS;
	}
	CHECK_INT(wrong, 0);
	CHECK(fx_end());
}

TEST(more_slashes_lead_to_the_same_name)
{
	char path[FSC_PATH_MAX];
	int wrong = 0;

	furnish_and_list(3);
	for (size_t name = 1; name <= LONGEST; name++) {
		for (size_t slashes = 1; slashes <= 40; slashes++) {
			size_t length;

			memcpy(path, "/ddd", 4);
			memset(path + 4, '/', slashes);
			memset(path + 4 + slashes, 'n', name);
			length = 4 + slashes + name;
			path[length - 1] = 'x';
			wrong += hit(path, length, FSC_WANT_EXISTS) != FSC_YES;
		}
	}
	CHECK_INT(wrong, 0);
	CHECK(fx_end());
}

int main(void)
{
	RUN(names_of_every_length_are_told_apart);
	RUN(directories_of_one_length_are_told_apart);
	RUN(odd_names_are_not_absent);
	RUN(more_slashes_lead_to_the_same_name);
	return unit_end();
}
