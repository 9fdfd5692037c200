/* SPDX-License-Identifier: MIT */
/* Listings of any names: built, read and found again. Input: a byte of flags, names, one a line. */
#include "src/core/hash.h"
#include "src/core/snapshot.h"
#include "tests/fuzz/fuzz.h"

#define INDEXED 0x02
#define MANY    300 /* without an index each search goes through all */

static bool find(const fsc_snapshot *snapshot, const char *name, size_t length, fsc_type *type)
{
	return fsc_snapshot_find(snapshot, name, length, fsc_hash(name, length), type);
}

static void read_all(fsc_snapshot *snapshot)
{
	uint32_t count = fsc_snapshot_count(snapshot);
	const uint32_t *sorted = fsc_snapshot_sorted(snapshot);
	fsc_type type;

	for (uint32_t i = 0; i < count; i++) {
		fsc_entry entry = fsc_snapshot_entry(snapshot, i);
		char name[FSC_NAME_MAX + 2];

		PROMISE(strlen(entry.name) == entry.length);
		PROMISE(entry.length > 0 && entry.length <= FSC_NAME_MAX);
		PROMISE(!strchr(entry.name, '/'));
		PROMISE(entry.type <= FSC_TYPE_OTHER);
		PROMISE(find(snapshot, entry.name, entry.length, &type));
		memcpy(name, entry.name, entry.length);
		name[entry.length] = '/';
		PROMISE(!find(snapshot, name, entry.length + 1, &type) && type == FSC_TYPE_UNKNOWN);
		if (i > 0) {
			PROMISE(strcmp(fsc_snapshot_entry(snapshot, sorted[i - 1]).name,
				fsc_snapshot_entry(snapshot, sorted[i]).name) <= 0);
		}
	}
	PROMISE(fsc_snapshot_equal(snapshot, snapshot));
}

/* The same entries built anew make the same listing. */
static void build_again(const fsc_snapshot *snapshot)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(UINT32_MAX);
	fsc_snapshot *again;

	for (uint32_t i = 0; i < fsc_snapshot_count(snapshot); i++) {
		fsc_entry entry = fsc_snapshot_entry(snapshot, i);

		PROMISE(fsc_snapshot_add(builder, entry.name, entry.length, entry.type) == FSC_SNAPSHOT_OK);
	}
	PROMISE(fsc_snapshot_finish(builder, false, &again) == FSC_SNAPSHOT_OK);
	PROMISE(fsc_snapshot_equal(snapshot, again) && fsc_snapshot_equal(again, snapshot));
	fsc_snapshot_release(again);
}

static fsc_snapshot *build(const uint8_t *data, size_t size, bool indexed)
{
	fsc_snapshot_builder *builder = fsc_snapshot_begin(indexed ? 10000 : MANY);
	fsc_snapshot *snapshot = NULL;

	while (size > 0) {
		const uint8_t *end = memchr(data, '\n', size);
		size_t length = end ? (size_t) (end - data) : size;
		size_t step = length + (end != NULL);

		fsc_snapshot_add(builder, (const char *) data, length, (fsc_type) (length % 5));
		data += step;
		size -= step;
	}
	return fsc_snapshot_finish(builder, indexed, &snapshot) == FSC_SNAPSHOT_OK ? snapshot : NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fsc_snapshot *snapshot = size > 0 ? build(data + 1, size - 1, data[0] & INDEXED) : NULL;

	if (snapshot) {
		read_all(snapshot);
		build_again(snapshot);
		fsc_snapshot_release(snapshot);
	}
	return 0;
}
