/* SPDX-License-Identifier: MIT */
/*
 * snapshot.c: building and reading listings. The layout is described in
 * snapshot_layout.h.
 *
 * Invariants: a finished snapshot never changes but for its reference count and the sorted order
 * made on demand. Every name is a possible file name (1 to FSC_NAME_MAX bytes, no slash, no NUL)
 * and, in an indexed one, occurs once and is found within MAX_PROBES slots: names chosen to
 * collide cost a listing, not time. No locks: a snapshot belongs to one thread.
 */
#include "src/core/snapshot_layout.h"

#include "src/core/memory.h"

#include <stdlib.h>

#define MAX_PROBES    128                /* 100,000 honest names need fewer than 40 */
#define MAX_PACKED    (UINT32_C(1) << 28) /* leaves four bits of every slot for the hash */
#define FIRST_BYTES   2048
#define FIRST_ENTRIES 64

/* Records as in the packed part, with room to grow; offsets count from the first record. */
struct fsc_snapshot_builder {
	char     *records;
	uint32_t *offsets;
	size_t    used;
	size_t    room;
	uint32_t  count;
	uint32_t  entries_room;
	uint32_t  max_entries;
};

/* ---- builder ---- */

fsc_snapshot_builder *fsc_snapshot_begin(uint32_t max_entries)
{
	fsc_snapshot_builder *builder = fsc_mem_zalloc(sizeof *builder);

	if (!builder) {
		return NULL;
	}
	builder->max_entries = max_entries;
	builder->room = FIRST_BYTES;
	builder->entries_room = FIRST_ENTRIES;
	builder->records = fsc_mem_alloc(FIRST_BYTES);
	builder->offsets = fsc_mem_alloc(FIRST_ENTRIES * sizeof *builder->offsets);
	if (!builder->records || !builder->offsets) {
		fsc_snapshot_discard(builder);
		return NULL;
	}
	return builder;
}

void fsc_snapshot_discard(fsc_snapshot_builder *builder)
{
	if (builder) {
		fsc_mem_free(builder->records);
		fsc_mem_free(builder->offsets);
		fsc_mem_free(builder);
	}
}

/* Room for one more entry of any length. */
static bool make_room(fsc_snapshot_builder *builder)
{
	if (builder->room - builder->used < FSC_RECORD_HEAD + FSC_NAME_MAX + 1) {
		char *records = fsc_mem_realloc(builder->records, builder->room * 2);

		if (!records) {
			return false;
		}
		builder->records = records;
		builder->room *= 2;
	}
	if (builder->count == builder->entries_room) {
		uint32_t *offsets = fsc_mem_realloc(
			builder->offsets, (size_t) builder->entries_room * 2 * sizeof *offsets);

		if (!offsets) {
			return false;
		}
		builder->offsets = offsets;
		builder->entries_room *= 2;
	}
	return true;
}

static bool is_file_name(const char *name, size_t length)
{
	return length > 0 && length <= FSC_NAME_MAX && !memchr(name, '/', length) &&
		!memchr(name, '\0', length);
}

fsc_snapshot_result fsc_snapshot_add(
	fsc_snapshot_builder *builder, const char *name, size_t length, fsc_type type)
{
	char *record;

	if (builder->count >= builder->max_entries || builder->used > MAX_PACKED / 2) {
		return FSC_SNAPSHOT_TOO_MANY;
	}
	if (!is_file_name(name, length)) {
		return FSC_SNAPSHOT_ODD;
	}
	if (!make_room(builder)) {
		return FSC_SNAPSHOT_MEMORY;
	}
	builder->offsets[builder->count++] = (uint32_t) builder->used;
	record = builder->records + builder->used;
	record[0] = (char) type;
	record[1] = (char) length;
	memcpy(record + FSC_RECORD_HEAD, name, length);
	record[FSC_RECORD_HEAD + length] = '\0';
	builder->used += FSC_RECORD_HEAD + length + 1;
	return FSC_SNAPSHOT_OK;
}

uint32_t fsc_snapshot_added(const fsc_snapshot_builder *builder)
{
	return builder->count;
}

fsc_entry fsc_snapshot_peek(const fsc_snapshot_builder *builder, uint32_t i)
{
	const char *record = builder->records + builder->offsets[i];
	fsc_entry entry = {
		record + FSC_RECORD_HEAD, (unsigned char) record[1], (fsc_type) (unsigned char) record[0]};

	return entry;
}

void fsc_snapshot_retype(fsc_snapshot_builder *builder, uint32_t i, fsc_type type)
{
	builder->records[builder->offsets[i]] = (char) type;
}

/* ---- packing ---- */

static uint8_t bits_for(uint32_t size)
{
	uint8_t bits = 0;

	while (UINT32_C(1) << bits < size) {
		bits++;
	}
	return bits;
}

/*
 * Sizes of the parts; false if they do not fit. Narrow offsets if that makes all of it short
 * enough.
 */
static bool lay_out(uint32_t count, uint32_t slots, size_t record_bytes, fsc_packed *out)
{
	uint64_t fixed = sizeof *out + (uint64_t) slots * 4 + record_bytes;
	uint64_t size = fixed + (uint64_t) count * 2;

	out->wide = size > UINT16_MAX;
	if (out->wide) {
		size = fixed + (uint64_t) count * 4;
	}
	if (size > MAX_PACKED) {
		return false;
	}
	out->size = (uint32_t) size;
	out->count = count;
	out->slots = slots;
	out->offset_bits = bits_for(out->size);
	out->read_time = 0;
	return true;
}

/*
 * Never quite full: a search ends at an empty slot. Small directories are most, and memory is
 * theirs; in larger ones a name that is not there shall not take long to miss.
 */
static uint32_t slots_for(uint32_t count)
{
	return count >= 64 ? count * 3 + 1 : count < 2 ? count + 1 : count + count / 2;
}

static size_t records_at(const fsc_packed *packed)
{
	return sizeof *packed + (size_t) packed->slots * 4 +
		(size_t) packed->count * (packed->wide ? 4 : 2);
}

static void write_offsets(fsc_packed *packed, const uint32_t *offsets)
{
	char *to = (char *) packed + sizeof *packed + (size_t) packed->slots * 4;
	uint32_t first = (uint32_t) records_at(packed);

	for (uint32_t i = 0; i < packed->count; i++) {
		uint32_t offset = first + offsets[i];

		if (packed->wide) {
			memcpy(to + (size_t) i * 4, &offset, 4);
		} else {
			uint16_t narrow = (uint16_t) offset;

			memcpy(to + (size_t) i * 2, &narrow, 2);
		}
	}
}

/* Enter one record; false if the name is there already or too many collide. */
static bool index_record(fsc_packed *packed, uint32_t offset)
{
	char *slots = packed->after;
	const char *record = (const char *) packed + offset;
	const char *name = record + FSC_RECORD_HEAD;
	size_t length = (unsigned char) record[1];
	uint64_t hash = fsc_hash(name, length);
	uint32_t bits = packed->offset_bits;
	uint32_t tag = (uint32_t) (hash >> 32) >> bits << bits;
	uint32_t i = fsc_packed_home(packed->slots, hash);

	for (int probes = 0; probes < MAX_PROBES; probes++) {
		uint32_t slot = fsc_load32(slots + (size_t) i * 4);
		uint32_t other = slot & ((UINT32_C(1) << bits) - 1);

		if (slot == 0) {
			slot = tag | offset;
			memcpy(slots + (size_t) i * 4, &slot, 4);
			return true;
		}
		if (slot - other == tag && fsc_packed_is(packed, other, name, length)) {
			return false;
		}
		i = i + 1 == packed->slots ? 0 : i + 1;
	}
	return false;
}

static bool index_all(fsc_packed *packed)
{
	memset((char *) packed + sizeof *packed, 0, (size_t) packed->slots * 4);
	for (uint32_t i = 0; i < packed->count; i++) {
		if (!index_record(packed, fsc_packed_offset(packed, i))) {
			return false;
		}
	}
	return true;
}

static fsc_snapshot *snapshot_alloc(const fsc_packed *header)
{
	fsc_snapshot *snapshot = fsc_mem_alloc(offsetof(fsc_snapshot, packed) + header->size);

	if (snapshot) {
		snapshot->sorted = NULL;
		snapshot->refs = 1;
		snapshot->packed = *header;
	}
	return snapshot;
}

/* With all that follows it in the block, not just the member. */
static fsc_packed *packed_of(fsc_snapshot *snapshot)
{
	return (fsc_packed *) (void *) ((char *) snapshot + offsetof(fsc_snapshot, packed));
}

static fsc_snapshot_result pack(
	const fsc_snapshot_builder *builder, bool indexed, fsc_snapshot **out)
{
	fsc_packed header;
	fsc_packed *packed;
	fsc_snapshot *snapshot;

	if (!lay_out(builder->count, indexed ? slots_for(builder->count) : 0, builder->used, &header)) {
		return FSC_SNAPSHOT_TOO_MANY;
	}
	snapshot = snapshot_alloc(&header);
	if (!snapshot) {
		return FSC_SNAPSHOT_MEMORY;
	}
	packed = packed_of(snapshot);
	write_offsets(packed, builder->offsets);
	memcpy((char *) packed + records_at(&header), builder->records, builder->used);
	if (indexed && !index_all(packed)) {
		fsc_snapshot_release(snapshot);
		return FSC_SNAPSHOT_ODD;
	}
	*out = snapshot;
	return FSC_SNAPSHOT_OK;
}

fsc_snapshot_result fsc_snapshot_finish(
	fsc_snapshot_builder *builder, bool indexed, fsc_snapshot **out)
{
	fsc_snapshot_result result = pack(builder, indexed, out);

	fsc_snapshot_discard(builder);
	return result;
}

/* ---- references ---- */

fsc_snapshot *fsc_snapshot_acquire(fsc_snapshot *snapshot)
{
	snapshot->refs++;
	return snapshot;
}

void fsc_snapshot_release(fsc_snapshot *snapshot)
{
	if (snapshot && --snapshot->refs == 0) {
		fsc_mem_free(snapshot->sorted);
		fsc_mem_free(snapshot);
	}
}

/* ---- reading ---- */

uint32_t fsc_snapshot_count(const fsc_snapshot *snapshot)
{
	return snapshot->packed.count;
}

size_t fsc_snapshot_bytes(const fsc_snapshot *snapshot)
{
	size_t bytes = fsc_mem_footprint(offsetof(fsc_snapshot, packed) + snapshot->packed.size);

	if (snapshot->sorted) {
		bytes += fsc_mem_footprint((size_t) snapshot->packed.count * sizeof *snapshot->sorted);
	}
	return bytes;
}

void fsc_snapshot_was_read_in(fsc_snapshot *snapshot, int64_t ns)
{
	uint64_t us = ns > 0 ? (uint64_t) ns / 1000 + 1 : 0;
	unsigned exponent = 0;

	while (us > 0xfff && exponent < 15) {
		us >>= 1;
		exponent++;
	}
	snapshot->packed.read_time = (uint16_t) ((us > 0xfff ? 0xfff : us) << 4 | exponent);
}

uint32_t fsc_snapshot_read_us(const fsc_snapshot *snapshot)
{
	return (uint32_t) (snapshot->packed.read_time >> 4) << (snapshot->packed.read_time & 15);
}

fsc_entry fsc_snapshot_entry(const fsc_snapshot *snapshot, uint32_t i)
{
	return fsc_packed_entry(&snapshot->packed, i);
}

static bool find_unindexed(
	const fsc_packed *packed, const char *name, size_t length, fsc_type *type)
{
	for (uint32_t i = 0; i < packed->count; i++) {
		fsc_entry entry = fsc_packed_entry(packed, i);

		if (entry.length == length && memcmp(entry.name, name, length) == 0) {
			*type = entry.type;
			return true;
		}
	}
	*type = FSC_TYPE_UNKNOWN;
	return false;
}

bool fsc_snapshot_find(
	const fsc_snapshot *snapshot, const char *name, size_t length, uint64_t hash, fsc_type *type)
{
	if (snapshot->packed.slots == 0) {
		return find_unindexed(&snapshot->packed, name, length, type);
	}
	return fsc_snapshot_lookup(snapshot, name, length, hash, type);
}

const char *fsc_snapshot_records(const fsc_snapshot *snapshot, size_t *size)
{
	size_t at = records_at(&snapshot->packed);

	*size = snapshot->packed.size - at;
	return (const char *) &snapshot->packed + at;
}

/* The records say it all; whether there is an index does not matter. */
bool fsc_snapshot_equal(const fsc_snapshot *a, const fsc_snapshot *b)
{
	size_t left_size, right_size;
	const char *left = fsc_snapshot_records(a, &left_size);
	const char *right = fsc_snapshot_records(b, &right_size);

	return left_size == right_size && memcmp(left, right, left_size) == 0;
}

/* ---- byte order ---- */

struct named {
	const char *name;
	uint32_t    i;
};

static int compare_names(const void *a, const void *b)
{
	return strcmp(((const struct named *) a)->name, ((const struct named *) b)->name);
}

const uint32_t *fsc_snapshot_sorted(fsc_snapshot *snapshot)
{
	uint32_t count = snapshot->packed.count;
	struct named *names;
	uint32_t *sorted;

	if (snapshot->sorted) {
		return snapshot->sorted;
	}
	names = fsc_mem_alloc((size_t) count * sizeof *names + 1);
	sorted = fsc_mem_alloc((size_t) count * sizeof *sorted + 1);
	if (names && sorted) {
		for (uint32_t i = 0; i < count; i++) {
			names[i].name = fsc_snapshot_entry(snapshot, i).name;
			names[i].i = i;
		}
		qsort(names, count, sizeof *names, compare_names);
		for (uint32_t i = 0; i < count; i++) {
			sorted[i] = names[i].i;
		}
		snapshot->sorted = sorted;
		sorted = NULL;
	}
	fsc_mem_free(names);
	fsc_mem_free(sorted);
	return snapshot->sorted;
}
