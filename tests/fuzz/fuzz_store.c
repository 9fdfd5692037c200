/* SPDX-License-Identifier: MIT */
/*
 * A segment of the shared tier with anything in it: reading finds a listing or none, writing goes
 * on.
 *
 * Input: a byte of flags; with RAW the rest fills the segment again and again, after a true header.
 * Then, in each case, steps of four bytes: what to do, a number, two bytes for where or what. As
 * long as nothing was overwritten, what is found must be what was put.
 */
#include "src/core/stored.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/fake_platform.h"
#include "tests/unit/store_fixture.h"

#define RAW   0x01
#define SLOTS 64
#define LOG   1024

/* Smaller than any that is made, so that an input takes little time: reached by itself alone. */
static fsc_store tiny, *store = &tiny;

static void begin(void)
{
	size_t half = sizeof(fsc_store_half) + (SLOTS / 2 + LOG) * 8;
	size_t fixed = FSC_STORE_PAGE + FSC_STORE_WORKERS * sizeof(fsc_store_worker);
	char *memory;

	tiny.size = fixed + 2 * half;
	memory = calloc(1, tiny.size);
	tiny.header = (fsc_store_header *) memory;
	tiny.workers = (fsc_store_worker *) (memory + FSC_STORE_PAGE);
	tiny.slots = SLOTS;
	tiny.log_words = LOG;
	tiny.slot_bits = fsc_slot_bits(LOG);
	tiny.most = LOG / 8;
	for (int i = 0; i < 2; i++) {
		tiny.parts[i].half = (fsc_store_half *) (memory + fixed + (size_t) i * half);
		tiny.parts[i].slots = (fsc_word *) (tiny.parts[i].half + 1);
		tiny.parts[i].log = tiny.parts[i].slots + SLOTS / 2;
	}
}

static void fill_raw(const uint8_t *data, size_t size)
{
	char *memory = (char *) store->header;
	size_t at = offsetof(fsc_store_header, epoch);

	for (; size > 0 && at + size <= store->size; at += size) {
		memcpy(memory + at, data, size);
	}
	fsc_os_lock_init(store->header->lock);
}

/* Words that decide something: of the halves, of the header, of slots and of records. */
static fsc_word *word_at(uint8_t number, uint8_t where)
{
	fsc_store_part *part = &store->parts[where >> 7];
	fsc_store_key key = fx_key(number);
	uint32_t slot;

	switch (where >> 5 & 3) {
	case 0:
		return (fsc_word *) part->half + (where & 3);
	case 1:
		slot = fsc_store_places_of(store, &key, fsc_store_region_of(&key))
			.at[(where & 7) % FSC_STORE_PLACES];
		return part->slots + ((slot + (where & 15)) & (store->slots - 1)) / 2;
	case 2:
		return part->log + (where & 31);
	default:
		return where & 1 ? &store->header->current : part->log + (where & 31) * 32;
	}
}

static uint64_t value_of(uint8_t what)
{
	static const uint64_t odd[] = { 0, 1, 2, 8, UINT32_MAX, UINT64_MAX, INT64_MAX,
		(uint64_t) UINT32_MAX << 32 };

	return what < 8 ? odd[what] : what < 64 ? store->log_words - 40 + what
		: (uint64_t) what << (what & 31);
}

static void read_listing(const fsc_store_found *found)
{
	fsc_snapshot *snapshot;
	size_t size;
	char *copy;

	PROMISE(found->size <= (size_t) store->most * 8);
	copy = fuzz_copy(found->bytes, found->size);
	snapshot = fsc_stored_read(copy, found->size, found->entries);
	if (snapshot) {
		PROMISE(fsc_snapshot_count(snapshot) == found->entries);
		PROMISE(memcmp(fsc_snapshot_records(snapshot, &size), copy, found->size) == 0);
		PROMISE(size == found->size);
		fsc_snapshot_release(snapshot);
	}
	free(copy);
}

static bool step(const uint8_t *data, bool clean)
{
	fsc_store_status status;
	int found;

	switch (data[0] % 8) {
	case 0:
	case 1:
		fx_put(store, data[1], (uint32_t) (data[2] << 8 | data[3]) & 0x7ff);
		return clean;
	case 2:
	case 3:
		found = fx_find(store, data[1]);
		PROMISE(!clean || found >= 0);
		if (found) {
			read_listing(&fx_found);
		}
		return clean;
	case 4:
		*word_at(data[1], data[2]) = value_of(data[3]);
		return false;
	case 5:
		*word_at(data[1], data[2]) ^= UINT64_C(1) << (data[3] & 63);
		return false;
	case 6:
		fake_lock_dies(store->header->lock);
		return clean;
	default:
		fsc_store_get_status(store, &status);
		fsc_store_count(store, fsc_store_join(store, data[1]), status.totals);
		return clean;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bool clean = true;

	if (size == 0) {
		return 0;
	}
	begin();
	if (data[0] & RAW) {
		fill_raw(data + 1, size - 1);
		clean = false;
	}
	for (data++, size--; size >= 4; data += 4, size -= 4) {
		clean = step(data, clean);
	}
	free(tiny.header);
	return 0;
}
