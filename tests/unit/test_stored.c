/* SPDX-License-Identifier: MIT */
/* stored.c: listings to the bytes that processes share, and back from anybody's bytes. */
#include "src/core/stored.h"

#include "src/core/hash.h"
#include "src/core/memory.h"
#include "tests/unit/unit.h"

static fsc_snapshot *listing(const char *const *names, uint32_t count)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(1000);
	fsc_snapshot *snapshot = NULL;

	for (uint32_t i = 0; i < count; i++) {
		fsc_snapshot_add(builder, names[i], strlen(names[i]), (fsc_type) (1 + i % 4));
	}
	return fsc_snapshot_finish(builder, true, &snapshot) == FSC_SNAPSHOT_OK ? snapshot : NULL;
}

static const char *const some[] = { ".", "..", "a", "settings.php", "modules", "x.info" };
#define SOME (sizeof some / sizeof *some)

TEST(written_and_read_is_equal_and_indexed)
{
	fsc_snapshot *first = listing(some, SOME), *second;
	size_t size;
	const char *bytes = fsc_snapshot_records(first, &size);
	fsc_type type;

	second = fsc_stored_read(bytes, size, SOME);
	REQUIRE(second);
	CHECK(fsc_snapshot_equal(first, second));
	for (uint32_t i = 0; i < SOME; i++) {
		size_t length = strlen(some[i]);

		CHECK(fsc_snapshot_find(second, some[i], length, fsc_hash(some[i], length), &type));
		CHECK_INT(type, 1 + i % 4);
	}
	fsc_snapshot_release(first);
	fsc_snapshot_release(second);
}

TEST(takes_three_bytes_more_than_the_names)
{
	fsc_snapshot *snapshot = listing(some, SOME);
	size_t size;

	fsc_snapshot_records(snapshot, &size);
	CHECK_INT(size, 1 + 2 + 1 + 12 + 7 + 6 + 3 * SOME);
	fsc_snapshot_release(snapshot);
}

TEST(an_empty_listing_is_nothing)
{
	fsc_snapshot *snapshot = fsc_stored_read("", 0, 0);
	size_t size;

	REQUIRE(snapshot);
	CHECK_INT(fsc_snapshot_count(snapshot), 0);
	fsc_snapshot_records(snapshot, &size);
	CHECK_INT(size, 0);
	fsc_snapshot_release(snapshot);
}

static bool is_read(const char *bytes, size_t size, uint32_t count)
{
	char *copy = malloc(size); /* so that a read beyond its end is seen */
	fsc_snapshot *snapshot;

	memcpy(copy, bytes, size);
	snapshot = fsc_stored_read(copy, size, count);
	free(copy);
	fsc_snapshot_release(snapshot);
	return snapshot != NULL;
}

TEST(other_bytes_are_refused)
{
	CHECK(is_read("\1\1a\0\2\1b", 8, 2));
	CHECK(!is_read("\1\1a\0\2\1b", 8, 1));    /* more than said */
	CHECK(!is_read("\1\1a\0\2\1b", 8, 3));    /* fewer */
	CHECK(!is_read("\1\1a\0\2\1b", 7, 2));    /* cut before a NUL */
	CHECK(!is_read("\1\1a\0\2\1b", 6, 2));    /* in a name */
	CHECK(!is_read("\1\1a\0\2\1b", 5, 2));    /* in a head */
	CHECK(!is_read("\1\1a\0\2\1bc", 8, 2));   /* no NUL */
	CHECK(!is_read("\1\1a\0\2\1a", 8, 2));    /* a name twice */
	CHECK(!is_read("\1\1/\0\2\1b", 8, 2));    /* not a name */
	CHECK(!is_read("\1\1\0\0\2\1b", 8, 2));
	CHECK(!is_read("\1\0\0\2\1b", 7, 2));
	CHECK(!is_read("\5\1a\0\2\1b", 8, 2));    /* not a type */
	CHECK(!is_read("\1\377a\0\2\1b", 8, 2));  /* longer than all there is */
	CHECK(!is_read("", 0, 1));
	CHECK(!is_read("", 0, UINT32_MAX));
}

TEST(without_memory_there_is_none)
{
	for (long after = 0; after < 8; after++) {
		fsc_snapshot *snapshot;

		fsc_mem_fail_after(after);
		snapshot = fsc_stored_read("\1\1a\0\2\1b", 8, 2);
		if (fsc_mem_fail_left() == 0 && !snapshot) {
			fsc_mem_fail_after(-1);
			continue;
		}
		fsc_mem_fail_after(-1);
		CHECK(after > 0);
		CHECK(snapshot);
		fsc_snapshot_release(snapshot);
		return;
	}
	CHECK(false);
}

int main(void)
{
	RUN(written_and_read_is_equal_and_indexed);
	RUN(takes_three_bytes_more_than_the_names);
	RUN(an_empty_listing_is_nothing);
	RUN(other_bytes_are_refused);
	RUN(without_memory_there_is_none);
	return unit_end();
}
