/* SPDX-License-Identifier: MIT */
/*
 * store_read.c: finding a listing without a lock.
 *
 * A half's generation is read, then the slot, then the record's words one by one, then, after an
 * acquire fence, the generation again: equal and even means that the half was not emptied
 * meanwhile, so that what was copied is one record as it was published. Everything read is
 * bounds-checked with this process's own sizes, and a checksum covers the record: a segment may
 * hold any bytes.
 *
 * Lock rule: none is taken. Any process and thread may call.
 */
#include "src/core/store_layout.h"

#include <string.h>

static inline void fetch_word(const fsc_word *word)
{
#if defined(__GNUC__)
	__builtin_prefetch((const void *) word);
#else
	(void) word;
#endif
}

/* The lines of a usual record at once, which a large store has to get from far away. */
static inline void fetch_record(const fsc_word *record)
{
	for (int i = 0; i <= 32; i += 8) {
		fetch_word(record + i);
	}
}

/* False: another key's, impossible, or no memory. */
static bool copy_record(const fsc_store *store, const fsc_word *log, uint32_t offset,
	const fsc_store_key *key, fsc_store_record *record)
{
	uint64_t wanted[FSC_RECORD_WORDS - 2];
	uint64_t head, words;
	uint32_t i;

	if (offset > store->log_words - FSC_RECORD_WORDS) {
		return false;
	}
	fetch_record(log + offset);
	memcpy(wanted, key, sizeof wanted);
	for (i = 0; i < FSC_RECORD_WORDS - 2; i++) {
		if (fsc_word_peek(log + offset + 2 + i) != wanted[i]) {
			return false;
		}
	}
	head = fsc_word_peek(log + offset);
	words = fsc_record_words((uint32_t) head);
	if (words > store->most || words > store->log_words - offset ||
		!fsc_record_reserve(record, (uint32_t) words)) {
		return false;
	}
	record->words[0] = head;
	record->words[1] = fsc_word_peek(log + offset + 1);
	memcpy(record->words + 2, key, sizeof *key);
	for (i = FSC_RECORD_WORDS; i < words; i++) {
		record->words[i] = fsc_word_peek(log + offset + i);
	}
	return true;
}

/* Where the search ended: an empty slot, or all were others'. */
typedef enum search_end {
	SEARCH_FOUND,
	SEARCH_EMPTY,
	SEARCH_FULL
} search_end;

static search_end search(const fsc_store *store, const fsc_store_part *part,
	const fsc_store_places *places, int place, const fsc_store_key *key, fsc_store_record *record)
{
	uint32_t at = places->at[place];

	for (uint32_t left = fsc_store_probes(place); left > 0; left--) {
		uint32_t slot = fsc_slot_in(fsc_word_read(part->slots + at / 2), at);

		if (slot == FSC_SLOT_EMPTY) {
			return SEARCH_EMPTY;
		}
		if (fsc_slot_matches(store, slot, places->tag) &&
			copy_record(store, part->log, fsc_slot_offset(store, slot), key, record)) {
			return SEARCH_FOUND;
		}
		at = (at + 1) & (store->slots - 1);
	}
	return SEARCH_FULL;
}

static bool find_in(const fsc_store *store, const fsc_store_part *part,
	const fsc_store_places *places, const fsc_store_key *key, fsc_store_record *record)
{
	uint64_t generation = fsc_word_read(&part->half->generation);
	search_end end = SEARCH_FULL;

	if (generation & 1) {
		return false;
	}
	for (int place = 0; place < FSC_STORE_PLACES && end == SEARCH_FULL; place++) {
		end = search(store, part, places, place, key, record);
	}
	if (end != SEARCH_FOUND) {
		return false;
	}
	fsc_fence_acquire();
	return fsc_word_peek(&part->half->generation) == generation &&
		record->words[1] == fsc_record_checksum(record);
}

bool fsc_store_find(const fsc_store *store, const fsc_store_key *key, fsc_store_record *record,
	fsc_store_found *out)
{
	uint32_t current = fsc_store_current(store);
	const fsc_store_part *first = &store->parts[current], *other = &store->parts[1 - current];
	uint32_t region = fsc_store_region_of(key);
	/* Of a half that is empty, as one is until the first flip, not even a page is touched. */
	bool both = fsc_word_peek(&other->half->entries) != 0;
	fsc_store_places places;

	fetch_word(first->slots + (region & (store->slots - 1)) / 2);
	if (both) {
		fetch_word(other->slots + (region & (store->slots - 1)) / 2);
	}
	places = fsc_store_places_of(store, key, region);
	out->old = false;
	if (!find_in(store, first, &places, key, record)) {
		out->old = true;
		if (!both || !find_in(store, other, &places, key, record)) {
			return false;
		}
	}
	out->bytes = fsc_store_bytes(record);
	out->size = (uint32_t) record->words[0];
	out->entries = fsc_record_entries(record->words[0]);
	out->flag = record->words[0] >> 32 & 1;
	return true;
}
