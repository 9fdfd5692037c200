/* SPDX-License-Identifier: MIT */
/* Listings: built, found in, sorted, compared, checked; every failure leaves nothing behind. */
#include "src/core/hash.h"
#include "src/core/memory.h"
#include "src/core/snapshot.h"
#include "src/core/snapshot_layout.h"
#include "tests/unit/unit.h"

#define MANY 100000

struct item {
	const char *name;
	fsc_type    type;
};

static const struct item folder[] = {
	{".", FSC_TYPE_DIR}, {"..", FSC_TYPE_DIR}, {"node.module", FSC_TYPE_FILE},
	{"a", FSC_TYPE_LINK}, {"B", FSC_TYPE_OTHER}, {"tests", FSC_TYPE_DIR},
	{"\xc3\xa9t\xc3\xa9", FSC_TYPE_FILE},
	{" ", FSC_TYPE_FILE}, {"b", FSC_TYPE_FILE},
};
#define FOLDER_COUNT ((uint32_t) (sizeof folder / sizeof *folder))

static fsc_snapshot_result build_items(
	const struct item *items, uint32_t count, bool indexed, fsc_snapshot **out)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(MANY + 2);
	fsc_snapshot_result result = FSC_SNAPSHOT_OK;

	*out = NULL;
	if (!builder) {
		return FSC_SNAPSHOT_MEMORY;
	}
	for (uint32_t i = 0; i < count && result == FSC_SNAPSHOT_OK; i++) {
		result = fsc_snapshot_add(builder, items[i].name, strlen(items[i].name), items[i].type);
	}
	if (result != FSC_SNAPSHOT_OK) {
		fsc_snapshot_discard(builder);
		return result;
	}
	return fsc_snapshot_finish(builder, indexed, out);
}

/* "f0000000" to count - 1, every fifth a directory; prefix of `fill` letters makes names longer. */
static void numbered(char *buffer, uint32_t i, int fill)
{
	memset(buffer, 'n', (size_t) fill);
	sprintf(buffer + fill, "f%07u", i);
}

static fsc_snapshot *build_numbered(uint32_t count, int fill, bool indexed)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(MANY + 2);
	fsc_snapshot *out = NULL;
	char name[256];

	for (uint32_t i = 0; i < count; i++) {
		numbered(name, i, fill);
		if (fsc_snapshot_add(builder, name, strlen(name), i % 5 ? FSC_TYPE_FILE : FSC_TYPE_DIR)) {
			fsc_snapshot_discard(builder);
			return NULL;
		}
	}
	return fsc_snapshot_finish(builder, indexed, &out) == FSC_SNAPSHOT_OK ? out : NULL;
}

static bool find(const fsc_snapshot *snapshot, const char *name, fsc_type *type)
{
	size_t length = strlen(name);

	return fsc_snapshot_find(snapshot, name, length, fsc_hash(name, length), type);
}

static fsc_snapshot_result add_one(const char *name, size_t length)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(10);
	fsc_snapshot_result result = fsc_snapshot_add(builder, name, length, FSC_TYPE_FILE);

	fsc_snapshot_discard(builder);
	return result;
}

static void check_folder(const fsc_snapshot *snapshot)
{
	CHECK_INT(fsc_snapshot_count(snapshot), FOLDER_COUNT);
	for (uint32_t i = 0; i < FOLDER_COUNT; i++) {
		fsc_entry entry = fsc_snapshot_entry(snapshot, i);
		fsc_type type;

		CHECK_STR(entry.name, folder[i].name);
		CHECK_INT(entry.length, strlen(folder[i].name));
		CHECK_INT(entry.type, folder[i].type);
		CHECK(find(snapshot, folder[i].name, &type));
		CHECK_INT(type, folder[i].type);
	}
}

TEST(entries_keep_order_names_and_types)
{
	fsc_snapshot *snapshot;

	REQUIRE(build_items(folder, FOLDER_COUNT, true, &snapshot) == FSC_SNAPSHOT_OK);
	check_folder(snapshot);
	fsc_snapshot_release(snapshot);
}

TEST(unindexed_listing_answers_the_same)
{
	fsc_snapshot *snapshot;
	fsc_type type = FSC_TYPE_FILE;

	REQUIRE(build_items(folder, FOLDER_COUNT, false, &snapshot) == FSC_SNAPSHOT_OK);
	check_folder(snapshot);
	CHECK(!find(snapshot, "absent", &type));
	CHECK_INT(type, FSC_TYPE_UNKNOWN);
	fsc_snapshot_release(snapshot);
}

TEST(absent_names_are_not_found)
{
	static const char *const absent[] = {
		"", "A", "aa", "node.modul", "node.module2", "Node.module", "...", "test", "\xc3\xa9t",
	};
	fsc_snapshot *snapshot;

	REQUIRE(build_items(folder, FOLDER_COUNT, true, &snapshot) == FSC_SNAPSHOT_OK);
	for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
		fsc_type type = FSC_TYPE_FILE;

		CHECK(!find(snapshot, absent[i], &type));
		CHECK_INT(type, FSC_TYPE_UNKNOWN);
	}
	fsc_snapshot_release(snapshot);
}

TEST(wrong_hash_with_equal_bytes_does_not_find_others)
{
	fsc_snapshot *snapshot = build_numbered(1000, 0, true);
	fsc_type type;
	int found = 0;

	/* Same hash as a listed name, other bytes: only the comparison of the names can tell. */
	REQUIRE(snapshot);
	for (uint32_t i = 0; i < 1000; i++) {
		char name[16];

		numbered(name, i, 0);
		found += fsc_snapshot_find(snapshot, "g0000000", 8, fsc_hash(name, 8), &type);
		found += fsc_snapshot_find(snapshot, "f000000", 7, fsc_hash(name, 8), &type);
	}
	CHECK_INT(found, 0);
	fsc_snapshot_release(snapshot);
}

TEST(empty_listing)
{
	for (int indexed = 0; indexed < 2; indexed++) {
		fsc_snapshot *snapshot;
		fsc_type type;
		const uint32_t *sorted;

		REQUIRE(build_items(NULL, 0, indexed != 0, &snapshot) == FSC_SNAPSHOT_OK);
		CHECK_INT(fsc_snapshot_count(snapshot), 0);
		CHECK(!find(snapshot, "x", &type));
		sorted = fsc_snapshot_sorted(snapshot);
		CHECK(sorted != NULL);
		fsc_snapshot_release(snapshot);
	}
}

TEST(names_of_every_length)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(MANY);
	fsc_snapshot *snapshot;
	char name[FSC_NAME_MAX + 2];
	fsc_type type;

	memset(name, 'x', sizeof name);
	for (uint32_t length = 1; length <= FSC_NAME_MAX; length++) {
		REQUIRE(fsc_snapshot_add(builder, name, length, FSC_TYPE_FILE) == FSC_SNAPSHOT_OK);
	}
	REQUIRE(fsc_snapshot_finish(builder, true, &snapshot) == FSC_SNAPSHOT_OK);
	for (uint32_t length = 1; length <= FSC_NAME_MAX; length++) {
		fsc_entry entry = fsc_snapshot_entry(snapshot, length - 1);

		CHECK(fsc_snapshot_find(snapshot, name, length, fsc_hash(name, length), &type));
		CHECK_INT(entry.length, length);
		CHECK_INT(strlen(entry.name), length);
	}
	/* One byte changed, at each place of each length. */
	for (uint32_t length = 1; length <= FSC_NAME_MAX; length++) {
		int found = 0;

		for (uint32_t at = 0; at < length; at++) {
			name[at] = 'y';
			found += fsc_snapshot_find(snapshot, name, length, fsc_hash(name, length), &type);
			name[at] = 'x';
			CHECK(fsc_same_bytes(name, fsc_snapshot_entry(snapshot, length - 1).name, length));
			name[at] = 'y';
			found += fsc_same_bytes(name, fsc_snapshot_entry(snapshot, length - 1).name, length);
			name[at] = 'x';
		}
		CHECK_INT(found, 0);
	}
	fsc_snapshot_release(snapshot);
}

TEST(odd_names_are_refused)
{
	char longest[FSC_NAME_MAX + 1];

	memset(longest, 'a', sizeof longest);
	CHECK_INT(add_one("", 0), FSC_SNAPSHOT_ODD);
	CHECK_INT(add_one("a/b", 3), FSC_SNAPSHOT_ODD);
	CHECK_INT(add_one("/", 1), FSC_SNAPSHOT_ODD);
	CHECK_INT(add_one("a\0b", 3), FSC_SNAPSHOT_ODD);
	CHECK_INT(add_one(longest, sizeof longest), FSC_SNAPSHOT_ODD);
	CHECK_INT(add_one(longest, FSC_NAME_MAX), FSC_SNAPSHOT_OK);
}

TEST(name_twice_is_odd)
{
	static const struct item twice[] = {
		{"a", FSC_TYPE_FILE}, {"b", FSC_TYPE_FILE}, {"a", FSC_TYPE_DIR}};
	fsc_snapshot *snapshot;

	CHECK_INT(build_items(twice, 3, true, &snapshot), FSC_SNAPSHOT_ODD);
	CHECK(snapshot == NULL);
	REQUIRE(build_items(twice, 3, false, &snapshot) == FSC_SNAPSHOT_OK);
	CHECK_INT(fsc_snapshot_count(snapshot), 3);
	fsc_snapshot_release(snapshot);
}

TEST(max_entries_is_a_bound)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(2);

	CHECK_INT(fsc_snapshot_add(builder, "a", 1, FSC_TYPE_FILE), FSC_SNAPSHOT_OK);
	CHECK_INT(fsc_snapshot_add(builder, "b", 1, FSC_TYPE_FILE), FSC_SNAPSHOT_OK);
	CHECK_INT(fsc_snapshot_add(builder, "c", 1, FSC_TYPE_FILE), FSC_SNAPSHOT_TOO_MANY);
	CHECK_INT(fsc_snapshot_added(builder), 2);
	fsc_snapshot_discard(builder);
	fsc_snapshot_discard(NULL);
}

TEST(unknown_types_are_resolved_before_the_end)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(10);
	fsc_snapshot *snapshot;
	fsc_entry entry;
	fsc_type type;

	fsc_snapshot_add(builder, "a", 1, FSC_TYPE_FILE);
	fsc_snapshot_add(builder, "bc", 2, FSC_TYPE_UNKNOWN);
	entry = fsc_snapshot_peek(builder, 1);
	CHECK_STR(entry.name, "bc");
	CHECK_INT(entry.length, 2);
	CHECK_INT(entry.type, FSC_TYPE_UNKNOWN);
	fsc_snapshot_retype(builder, 1, FSC_TYPE_DIR);
	CHECK_INT(fsc_snapshot_peek(builder, 1).type, FSC_TYPE_DIR);
	CHECK_INT(fsc_snapshot_peek(builder, 0).type, FSC_TYPE_FILE);
	REQUIRE(fsc_snapshot_finish(builder, true, &snapshot) == FSC_SNAPSHOT_OK);
	CHECK(find(snapshot, "bc", &type));
	CHECK_INT(type, FSC_TYPE_DIR);
	fsc_snapshot_release(snapshot);
}

/* Sizes around every change of width, up to more than 64 KiB and a hundred thousand names. */
TEST(listings_of_every_size)
{
	static const uint32_t counts[] = {
		1, 2, 7, 8, 20, 63, 64, 65, 200, 3000, 3448, 3449, 3450, 5000, MANY};

	for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
		fsc_snapshot *snapshot = build_numbered(counts[c], 0, true);
		int wrong = 0;

		REQUIRE(snapshot);
		for (uint32_t i = 0; i < counts[c]; i++) {
			char name[256];
			fsc_type type;

			numbered(name, i, 0);
			wrong += !find(snapshot, name, &type) || (type == FSC_TYPE_DIR) != (i % 5 == 0);
			wrong += strcmp(fsc_snapshot_entry(snapshot, i).name, name) != 0;
			name[0] = 'g';
			wrong += find(snapshot, name, &type);
		}
		CHECK_INT(wrong, 0);
		CHECK_INT(snapshot->packed.wide, snapshot->packed.size > 65535);
		fsc_snapshot_release(snapshot);
	}
}

TEST(colliding_names_are_refused)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(MANY);
	fsc_snapshot *snapshot = NULL;
	char name[16];
	uint32_t taken = 0;

	/* All in the first 2048th of the table: more than any run of slots may hold. */
	for (uint32_t i = 0; taken < 200; i++) {
		numbered(name, i, 0);
		if ((uint32_t) fsc_hash(name, 8) < UINT32_MAX / 2048) {
			REQUIRE(fsc_snapshot_add(builder, name, 8, FSC_TYPE_FILE) == FSC_SNAPSHOT_OK);
			taken++;
		}
	}
	CHECK_INT(fsc_snapshot_finish(builder, true, &snapshot), FSC_SNAPSHOT_ODD);
	CHECK(snapshot == NULL);
}

TEST(sorted_is_strcmp_order)
{
	static const char *const order[] = {
		" ", ".", "..", "B", "a", "b", "node.module", "tests", "\xc3\xa9t\xc3\xa9"};
	fsc_snapshot *snapshot;
	const uint32_t *sorted;
	size_t before;

	REQUIRE(build_items(folder, FOLDER_COUNT, true, &snapshot) == FSC_SNAPSHOT_OK);
	before = fsc_snapshot_bytes(snapshot);
	sorted = fsc_snapshot_sorted(snapshot);
	REQUIRE(sorted);
	for (uint32_t i = 0; i < FOLDER_COUNT; i++) {
		CHECK_STR(fsc_snapshot_entry(snapshot, sorted[i]).name, order[i]);
	}
	CHECK(fsc_snapshot_sorted(snapshot) == sorted);
	CHECK(fsc_snapshot_bytes(snapshot) >= before + FOLDER_COUNT * sizeof *sorted);
	fsc_snapshot_release(snapshot);
}

TEST(references_are_counted)
{
	fsc_snapshot *snapshot;
	fsc_type type;

	REQUIRE(build_items(folder, FOLDER_COUNT, true, &snapshot) == FSC_SNAPSHOT_OK);
	CHECK(fsc_snapshot_acquire(snapshot) == snapshot);
	fsc_snapshot_release(snapshot);
	CHECK(find(snapshot, "tests", &type));
	fsc_snapshot_release(snapshot);
	fsc_snapshot_release(NULL);
}

static bool equal_items(
	const struct item *a, uint32_t a_count, const struct item *b, uint32_t b_count)
{
	fsc_snapshot *left, *right;
	bool equal;

	build_items(a, a_count, true, &left);
	build_items(b, b_count, false, &right);
	equal = fsc_snapshot_equal(left, right);
	CHECK_INT(fsc_snapshot_equal(right, left), equal);
	fsc_snapshot_release(left);
	fsc_snapshot_release(right);
	return equal;
}

TEST(equal_means_names_order_and_types)
{
	static const struct item ab[] = {{"a", FSC_TYPE_FILE}, {"b", FSC_TYPE_DIR}};
	static const struct item ba[] = {{"b", FSC_TYPE_DIR}, {"a", FSC_TYPE_FILE}};
	static const struct item other_type[] = {{"a", FSC_TYPE_FILE}, {"b", FSC_TYPE_FILE}};
	static const struct item other_name[] = {{"a", FSC_TYPE_FILE}, {"c", FSC_TYPE_DIR}};

	CHECK(equal_items(ab, 2, ab, 2));
	CHECK(equal_items(ab, 0, ba, 0));
	CHECK(!equal_items(ab, 2, ba, 2));
	CHECK(!equal_items(ab, 2, other_type, 2));
	CHECK(!equal_items(ab, 2, other_name, 2));
	CHECK(!equal_items(ab, 2, ab, 1));
}

/* Each single allocation fails once: OK or MEMORY, and the sanitizer sees what is left behind. */
TEST(every_allocation_may_fail)
{
	int failures = 0;

	for (long n = 0; n < 40; n++) {
		fsc_snapshot *snapshot = NULL;
		fsc_snapshot_builder *builder;
		fsc_snapshot_result result = FSC_SNAPSHOT_OK;
		char name[256];

		fsc_mem_fail_after(n);
		builder = fsc_snapshot_begin(MANY);
		for (uint32_t i = 0; builder && i < 2000 && result == FSC_SNAPSHOT_OK; i++) {
			numbered(name, i, 100);
			result = fsc_snapshot_add(builder, name, strlen(name), FSC_TYPE_FILE);
		}
		if (!builder || result != FSC_SNAPSHOT_OK) {
			CHECK(!builder || result == FSC_SNAPSHOT_MEMORY);
			fsc_snapshot_discard(builder);
		} else {
			result = fsc_snapshot_finish(builder, true, &snapshot);
			CHECK_INT(result, snapshot ? FSC_SNAPSHOT_OK : FSC_SNAPSHOT_MEMORY);
		}
		if (snapshot && !fsc_snapshot_sorted(snapshot)) {
			failures++;
			CHECK(fsc_snapshot_sorted(snapshot) == NULL);
			fsc_mem_fail_after(-1);
			CHECK(fsc_snapshot_sorted(snapshot) != NULL);
		}
		failures += !snapshot;
		fsc_mem_fail_after(-1);
		fsc_snapshot_release(snapshot);
	}
	CHECK(failures > 15 && failures < 40);
}

/*
 * DESIGN S11: what a listing may take of the 48 (96) bytes a name, a node of about 260 beside it.
 */
TEST(memory_per_name)
{
	static const struct {
		uint32_t names;
		double   limit;
	} cases[] = {{6, 96}, {20, 48}, {50, 48}, {200, 48}, {5000, 48}};

	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		fsc_snapshot *snapshot = build_numbered(cases[c].names + 2, 5, true);
		double each = (double) (fsc_snapshot_bytes(snapshot) + 270) / cases[c].names;

		printf("# %u names of 13 bytes: %.1f bytes a name\n", cases[c].names, each);
		CHECK(each <= cases[c].limit);
		fsc_snapshot_release(snapshot);
	}
}

TEST(reading_time_is_kept_to_three_digits)
{
	static const int64_t times_us[] = {0, 1, 250, 4094, 5000, 99999, 1000000, 90000000};
	fsc_snapshot *snapshot;

	CHECK_INT(build_items(folder, FOLDER_COUNT, true, &snapshot), FSC_SNAPSHOT_OK);
	CHECK_INT(fsc_snapshot_read_us(snapshot), 0);
	for (unsigned i = 0; i < sizeof times_us / sizeof *times_us; i++) {
		int64_t kept;

		fsc_snapshot_was_read_in(snapshot, times_us[i] * 1000 + 1);
		kept = fsc_snapshot_read_us(snapshot);
		CHECK(kept > times_us[i] - times_us[i] / 1000 - 1 && kept <= times_us[i] + 1);
	}
	fsc_snapshot_was_read_in(snapshot, INT64_MAX);
	CHECK(fsc_snapshot_read_us(snapshot) > 100000000);
	fsc_snapshot_was_read_in(snapshot, -1);
	CHECK_INT(fsc_snapshot_read_us(snapshot), 0);
	fsc_snapshot_release(snapshot);
}

int main(void)
{
	RUN(reading_time_is_kept_to_three_digits);
	RUN(entries_keep_order_names_and_types);
	RUN(unindexed_listing_answers_the_same);
	RUN(absent_names_are_not_found);
	RUN(wrong_hash_with_equal_bytes_does_not_find_others);
	RUN(empty_listing);
	RUN(names_of_every_length);
	RUN(odd_names_are_refused);
	RUN(name_twice_is_odd);
	RUN(max_entries_is_a_bound);
	RUN(unknown_types_are_resolved_before_the_end);
	RUN(listings_of_every_size);
	RUN(colliding_names_are_refused);
	RUN(sorted_is_strcmp_order);
	RUN(references_are_counted);
	RUN(equal_means_names_order_and_types);
	RUN(every_allocation_may_fail);
	RUN(memory_per_name);
	return unit_end();
}
