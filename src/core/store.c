/* SPDX-License-Identifier: MIT */
/*
 * store.c: a segment is made, recognised and described. store_read.c and store_write.c use it,
 * store_workers.c counts in it.
 *
 * Invariants: what says how large the parts are is reckoned from the size of the mapping, in each
 * process anew. The header's magic, sizes and maker are written before anybody else can see the
 * segment, and never again.
 */
#include "src/core/store_layout.h"

#include "src/core/memory.h"

#include <string.h>

_Static_assert(sizeof(fsc_store_key) == (FSC_RECORD_WORDS - 2) * 8,
	"keys are compared bytewise: no padding");

/* A slot for each 160 bytes of a half: the smallest listings fill the log before the slots. */
static uint32_t slots_of(size_t half_bytes)
{
	uint32_t slots = 64;

	while (slots < half_bytes / 160) {
		slots *= 2;
	}
	return slots;
}

static void lay_out(fsc_store *store, void *memory, size_t size)
{
	size_t fixed = FSC_STORE_PAGE + FSC_STORE_WORKERS * sizeof *store->workers;
	size_t half = ((size - fixed) / 2) & ~(size_t) 63;
	char *at = (char *) memory + fixed;

	store->header = memory;
	store->workers = (void *) ((char *) memory + FSC_STORE_PAGE);
	store->size = size;
	store->slots = slots_of(half);
	store->log_words = (uint32_t) ((half - sizeof *store->parts->half) / 8 - store->slots / 2) /
		FSC_STORE_UNIT * FSC_STORE_UNIT;
	store->slot_bits = fsc_slot_bits(store->log_words);
	store->most = store->log_words / 8;
	for (int i = 0; i < 2; i++, at += half) {
		store->parts[i].half = (void *) at;
		store->parts[i].slots = (void *) (at + sizeof *store->parts->half);
		store->parts[i].log = store->parts[i].slots + store->slots / 2;
	}
}

static bool size_is_possible(size_t size)
{
	return FSC_WORDS_SHAREABLE && size >= FSC_STORE_SIZE_MIN &&
		(uint64_t) size <= FSC_STORE_SIZE_MAX;
}

bool fsc_store_format(void *memory, size_t size, const fsc_store_maker *maker)
{
	fsc_store_header *header = memory;

	if (!size_is_possible(size) || !fsc_os_lock_init(header->lock)) {
		return false;
	}
	header->abi = FSC_STORE_ABI;
	header->size = size;
	header->maker = *maker;
	header->magic = FSC_STORE_MAGIC;
	return true;
}

bool fsc_store_fits(const void *memory, size_t size, const fsc_store_maker *maker)
{
	const fsc_store_header *header = memory;

	return size_is_possible(size) && header->magic == FSC_STORE_MAGIC &&
		fsc_word_peek(&header->retired) == 0 && header->abi == FSC_STORE_ABI &&
		header->size == size && memcmp(&header->maker, maker, sizeof *maker) == 0;
}

fsc_store *fsc_store_attach(void *memory, size_t size)
{
	fsc_store *store = fsc_mem_zalloc(sizeof *store);

	if (store) {
		lay_out(store, memory, size);
	}
	return store;
}

void fsc_store_detach(fsc_store *store)
{
	fsc_mem_free(store);
}

void fsc_store_retire(void *memory, size_t size)
{
	fsc_store_header *header = memory;

	if (size >= sizeof *header && header->magic == FSC_STORE_MAGIC) {
		fsc_word_poke(&header->retired, 1);
	}
}

bool fsc_store_is_retired(const fsc_store *store)
{
	return fsc_word_peek(&store->header->retired) != 0;
}

const fsc_word *fsc_store_epoch(const fsc_store *store)
{
	return &store->header->epoch;
}

void fsc_store_reset(fsc_store *store)
{
	fsc_word_add(&store->header->epoch, 1);
}

uint64_t fsc_store_mounts(const fsc_store *store)
{
	return fsc_word_read(&store->header->mounts);
}

void fsc_store_mounts_moved(fsc_store *store)
{
	fsc_word_add(&store->header->mounts, 1);
}

/*
 * Whoever else is between its question and its answer may have been told in our place; one that
 * died there has everybody take each question for a change from then on.
 */
bool fsc_store_mounts_ask(fsc_store *store)
{
	fsc_word *asking = &store->header->asking;
	bool moved = fsc_word_add(asking, 1) != 0;
	fsc_os_table table = fsc_os_common_table();

	if (moved || table == FSC_OS_TABLE_MOVED || fsc_word_read(asking) != 1) {
		fsc_store_mounts_moved(store);
	}
	fsc_fence_release();
	fsc_word_add(asking, UINT64_MAX);
	return table != FSC_OS_TABLE_UNKNOWN;
}

/* ---- records ---- */

/* Generous, since it is kept; but not the room for a rare giant. */
bool fsc_record_reserve(fsc_store_record *record, uint32_t words)
{
	if (words > record->room || record->room > 16 * 1024) {
		uint32_t room = words < 512 ? 512 : words + words / 2;
		uint64_t *grown = fsc_mem_alloc((size_t) room * sizeof *grown);

		if (!grown) {
			return false;
		}
		fsc_mem_free(record->words);
		record->words = grown;
		record->room = room;
	}
	record->used = words;
	return true;
}

uint64_t fsc_record_checksum(const fsc_store_record *record)
{
	return fsc_hash_mix(record->words[0] ^ UINT64_C(0xa0761d6478bd642f),
		fsc_hash((const char *) (record->words + 2), ((size_t) record->used - 2) * 8));
}

bool fsc_store_prepare(const fsc_store *store, const fsc_store_key *key, uint32_t entries,
	bool flag, size_t size, fsc_store_record *record)
{
	if (size > UINT32_MAX - 8 || entries > INT32_MAX ||
		fsc_record_words((uint32_t) size) > store->most ||
		!fsc_record_reserve(record, (uint32_t) fsc_record_words((uint32_t) size))) {
		return false;
	}
	record->words[0] = (uint64_t) entries << 33 | (uint64_t) flag << 32 | size;
	record->words[1] = 0;
	record->words[record->used - 1] = 0; /* what the listing does not fill */
	memcpy(record->words + 2, key, sizeof *key);
	return true;
}

void fsc_store_record_deinit(fsc_store_record *record)
{
	fsc_mem_free(record->words);
	memset(record, 0, sizeof *record);
}

char *fsc_store_bytes(fsc_store_record *record)
{
	return (char *) (record->words + FSC_RECORD_WORDS);
}

/* ---- status ---- */

void fsc_store_get_status(const fsc_store *store, fsc_store_status *out)
{
	const fsc_store_half *half = store->parts[fsc_store_current(store)].half;

	memset(out, 0, sizeof *out);
	out->size = store->size;
	out->room = (uint64_t) store->log_words * 8;
	out->used = fsc_word_peek(&half->used) * 8;
	out->entries = fsc_word_peek(&half->entries);
	out->names = fsc_word_peek(&half->names);
	out->flips = fsc_word_peek(&store->header->flips);
	out->owner_deaths = fsc_word_peek(&store->header->owner_deaths);
	out->resets = fsc_word_peek(&store->header->epoch);
	for (int i = 0; i < FSC_STORE_WORKERS; i++) {
		const fsc_store_worker *worker = &store->workers[i];

		out->workers += fsc_word_peek(&worker->process) != 0;
		for (int k = 0; k < FSC_TOTAL_COUNT; k++) {
			out->totals[k] += fsc_word_peek(&worker->totals[k]);
		}
	}
}
