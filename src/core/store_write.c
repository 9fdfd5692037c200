/* SPDX-License-Identifier: MIT */
/*
 * store_write.c: keeping a listing: append it to the log of the current half, then publish its slot
 * by one store. When the half is full, the other one is emptied and becomes the current one; what
 * was in the full one can still be found until the next flip, and who finds it there puts it again.
 *
 * Lock rule: the segment's mutex is held by the functions named _locked, and taken by trylock only.
 * While it is held nothing but words of the segment is touched: no system call, no allocation.
 *
 * A writer may die at any instruction. Nothing that it left is ever read: a record without a slot
 * is overwritten by the next one (or, if `used` had moved, lost), and a half that was being emptied
 * has an odd generation, which the next holder of the lock sees to.
 */
#include "src/core/store_layout.h"

#include <string.h>

/* ---- emptying ---- */

static void empty_locked(fsc_store *store, fsc_store_part *part)
{
	uint64_t odd = fsc_word_peek(&part->half->generation) | 1;

	fsc_word_poke(&part->half->generation, odd);
	fsc_fence_release();
	for (uint32_t i = 0; i < store->slots / 2; i++) {
		fsc_word_poke(part->slots + i, 0); /* two of FSC_SLOT_EMPTY */
	}
	fsc_word_poke(&part->half->used, 0);
	fsc_word_poke(&part->half->entries, 0);
	fsc_word_poke(&part->half->names, 0);
	fsc_word_publish(&part->half->generation, odd + 1);
}

static void make_current_locked(fsc_store *store, uint32_t which)
{
	empty_locked(store, &store->parts[which]);
	fsc_word_publish(&store->header->current, which);
}

/* ---- after a death ---- */

static void recount_locked(fsc_store *store, fsc_store_part *part)
{
	uint64_t entries = 0, names = 0;

	for (uint32_t i = 0; i < store->slots; i++) {
		uint32_t slot = fsc_slot_in(fsc_word_peek(part->slots + i / 2), i);
		uint32_t offset = fsc_slot_offset(store, slot);

		if (slot != FSC_SLOT_EMPTY && offset < store->log_words) {
			entries++;
			names += fsc_record_entries(fsc_word_peek(part->log + offset));
		}
	}
	fsc_word_poke(&part->half->entries, entries);
	fsc_word_poke(&part->half->names, names);
}

/* The last holder died: finish the flip that it may have begun, and count what it left. */
static void recover_locked(fsc_store *store)
{
	fsc_word_add(&store->header->owner_deaths, 1);
	for (uint32_t i = 0; i < 2; i++) {
		if (fsc_word_peek(&store->parts[i].half->generation) & 1) {
			make_current_locked(store, i);
		}
	}
	recount_locked(store, &store->parts[fsc_store_current(store)]);
}

/* ---- appending ---- */

static bool has_room_locked(const fsc_store *store, const fsc_store_part *part, uint32_t words)
{
	uint64_t used = fsc_word_peek(&part->half->used);

	return used % FSC_STORE_UNIT == 0 && used <= store->log_words &&
		words <= store->log_words - used &&
		fsc_word_peek(&part->half->entries) < store->slots - store->slots / 8;
}

static bool is_same_locked(const fsc_store *store, const fsc_word *log, uint32_t offset,
	const uint64_t *words)
{
	if (offset > store->log_words - FSC_RECORD_WORDS) {
		return false;
	}
	for (int i = 2; i < FSC_RECORD_WORDS; i++) {
		if (fsc_word_peek(log + offset + i) != words[i]) {
			return false;
		}
	}
	return true;
}

/*
 * The first empty slot of a place. FSC_STORE_THERE: the record is there already. A word is read
 * with what was written before its slots: it will be published again, with another slot in it.
 */
static fsc_store_result search_locked(const fsc_store *store, const fsc_store_part *part,
	const fsc_store_record *record, const fsc_store_places *places, int place, uint32_t *at)
{
	*at = places->at[place];
	for (uint32_t left = fsc_store_probes(place); left > 0; left--) {
		uint32_t slot = fsc_slot_in(fsc_word_read(part->slots + *at / 2), *at);

		if (slot == FSC_SLOT_EMPTY) {
			return FSC_STORE_KEPT;
		}
		if (fsc_slot_matches(store, slot, places->tag) &&
			is_same_locked(store, part->log, fsc_slot_offset(store, slot), record->words)) {
			return FSC_STORE_THERE;
		}
		*at = (*at + 1) & (store->slots - 1);
	}
	return FSC_STORE_CROWDED;
}

/* Where the record's slot is to be. FSC_STORE_KEPT: it can be put there. */
static fsc_store_result find_slot_locked(const fsc_store *store, const fsc_store_part *part,
	const fsc_store_record *record, const fsc_store_places *places, uint32_t *at)
{
	fsc_store_result result = FSC_STORE_CROWDED;

	for (int place = 0; place < FSC_STORE_PLACES && result == FSC_STORE_CROWDED; place++) {
		result = search_locked(store, part, record, places, place, at);
	}
	return result;
}

/* The lines that the next record of a usual length goes to, while there is time. */
static inline void fetch_ahead(const fsc_store *store, const fsc_store_part *part, uint64_t used)
{
#if defined(__GNUC__)
	for (uint64_t i = used; i < used + 32 && i < store->log_words; i += 8) {
		__builtin_prefetch((const void *) (part->log + i), 1);
	}
#else
	(void) store, (void) part, (void) used;
#endif
}

/* The fence: who still reads, at this place, the half's former generation sees that it moved on. */
static void append_locked(const fsc_store *store, fsc_store_part *part,
	const fsc_store_record *record, uint32_t tag, uint32_t at)
{
	fsc_store_half *half = part->half;
	fsc_word *slots = part->slots + at / 2;
	uint32_t offset = (uint32_t) fsc_word_peek(&half->used);
	uint64_t used = offset + fsc_record_room(record->used);

	fsc_fence_release();
	for (uint32_t i = 0; i < record->used; i++) {
		fsc_word_poke(part->log + offset + i, record->words[i]);
	}
	fsc_word_poke(&half->used, used);
	fsc_word_poke(&half->entries, fsc_word_peek(&half->entries) + 1);
	fsc_word_poke(&half->names,
		fsc_word_peek(&half->names) + fsc_record_entries(record->words[0]));
	fsc_word_publish(slots, fsc_slot_put(fsc_word_peek(slots), at, fsc_slot_of(tag, offset)));
	fetch_ahead(store, part, used);
}

static fsc_store_result put_locked(fsc_store *store, const fsc_store_record *record,
	const fsc_store_places *places, fsc_store_events *events)
{
	uint32_t current = fsc_store_current(store), at;
	fsc_store_part *part = &store->parts[current];
	fsc_store_result result = find_slot_locked(store, part, record, places, &at);

	if (result != FSC_STORE_THERE && !has_room_locked(store, part, record->used)) {
		current = 1 - current;
		part = &store->parts[current];
		make_current_locked(store, current);
		fsc_word_add(&store->header->flips, 1);
		events->flips++;
		result = find_slot_locked(store, part, record, places, &at);
	}
	if (result == FSC_STORE_KEPT) {
		append_locked(store, part, record, places->tag, at);
	}
	return result;
}

fsc_store_result fsc_store_put(fsc_store *store, fsc_store_record *record,
	fsc_store_events *events)
{
	fsc_store_key key;
	fsc_store_result result;
	fsc_store_places places;

	memcpy(&key, record->words + 2, sizeof key);
	places = fsc_store_places_of(store, &key, fsc_store_region_of(&key));
	record->words[1] = fsc_record_checksum(record);
	switch (fsc_os_lock_try(store->header->lock)) {
	case FSC_OS_LOCK_BUSY:
		return FSC_STORE_BUSY;
	case FSC_OS_LOCK_ORPHANED:
		recover_locked(store);
		events->owner_deaths++;
		break;
	case FSC_OS_LOCK_TAKEN:
		break;
	}
	result = put_locked(store, record, &places, events);
	fsc_os_lock_release(store->header->lock);
	return result;
}
