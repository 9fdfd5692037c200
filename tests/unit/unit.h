/* SPDX-License-Identifier: MIT */
#ifndef FASTSCAN_TESTS_UNIT_H
#define FASTSCAN_TESTS_UNIT_H

/*
 * Assertions of the C unit tests. One executable per tests/unit/test_*.c:
 *
 *	#include "tests/unit/unit.h"
 *
 *	TEST(absent_name_is_not_found)
 *	{
 *		CHECK(find("x") == NULL);
 *		CHECK_INT(count(), 3);
 *	}
 *
 *	int main(void)
 *	{
 *		RUN(absent_name_is_not_found);
 *		return unit_end();
 *	}
 *
 * Prints one line for each RUN: "ok NAME", "not ok NAME", or "ok NAME # SKIP reason". unit_end()
 * prints "1..N"; the runner takes a missing one for a crash. A failed CHECK is printed and the test
 * goes on; a failed REQUIRE returns from the function that holds it. SKIP returns as well.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int unit_tests;            /* RUNs so far */
static int unit_failed_tests;     /* of these, how many failed */
static int unit_failures;         /* failed checks of the running test */
static const char *unit_skip;     /* why the running test was skipped, or NULL */

#define TEST(name) static void name(void)
#define RUN(name) unit_run(#name, name)

#define CHECK(condition) \
	unit_check((condition) != 0, __FILE__, __LINE__, #condition)
#define REQUIRE(condition) \
	do { \
		if (!CHECK(condition)) { \
			return; \
		} \
	} while (0)
#define CHECK_INT(got, want) \
	unit_check_int((long long)(got), (long long)(want), __FILE__, __LINE__, #got)
#define CHECK_STR(got, want) unit_check_str((got), (want), __FILE__, __LINE__, #got)
#define CHECK_MEM(got, want, len) \
	unit_check(memcmp((got), (want), (len)) == 0, __FILE__, __LINE__, #got " equals " #want)
#define SKIP(reason) \
	do { \
		unit_skip = (reason); \
		return; \
	} while (0)

static inline int unit_check(int good, const char *file, int line, const char *what)
{
	if (!good) {
		unit_failures++;
		printf("# %s:%d: not so: %s\n", file, line, what);
	}
	return good;
}

static inline int unit_check_int(
	long long got, long long want, const char *file, int line, const char *what)
{
	if (got != want) {
		unit_failures++;
		printf("# %s:%d: %s is %lld, want %lld\n", file, line, what, got, want);
	}
	return got == want;
}

/* Either may be NULL. */
static inline int unit_check_str(
	const char *got, const char *want, const char *file, int line, const char *what)
{
	int same = got && want ? strcmp(got, want) == 0 : got == want;

	if (!same) {
		unit_failures++;
		printf("# %s:%d: %s is \"%s\", want \"%s\"\n", file, line, what, got ? got : "(null)",
			want ? want : "(null)");
	}
	return same;
}

static inline void unit_run(const char *name, void (*test)(void))
{
	unit_failures = 0;
	unit_skip = NULL;
	unit_tests++;
	test();
	if (unit_failures) {
		unit_failed_tests++;
		printf("not ok %s\n", name);
	} else if (unit_skip) {
		printf("ok %s # SKIP %s\n", name, unit_skip);
	} else {
		printf("ok %s\n", name);
	}
	fflush(stdout);
}

/* The value main() returns. */
static inline int unit_end(void)
{
	printf("1..%d\n", unit_tests);
	return unit_failed_tests ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
