/* SPDX-License-Identifier: MIT */
/*
 * store_layout.h: a segment, byte by byte. Only the store's own files include it.
 *
 *	header    struct fsc_store_header, one page
 *	workers   struct fsc_store_worker[FSC_STORE_WORKERS]
 *	half 0    struct fsc_store_half, slots, log
 *	half 1    the same
 *
 * A slot has 32 bits, and each word holds two, the lower one first. It is 0 or, below, in as few
 * bits as do for this log, where its record begins, in units of FSC_STORE_UNIT words, plus one;
 * above, bits of the key's hash. Directories whose inode numbers are near each other have their
 * slots near each other: whoever asks for a tree meets few pages of a large index. Where that place
 * is crowded, a key has two more anywhere (fsc_store_places).
 *
 * Records are appended to the log and never change; a half is only ever emptied as a whole:
 *
 *	word 0    entries (31 bits), flag (1), bytes of the listing (32)
 *	word 1    checksum of all others
 *	word 2    epoch of the key
 *	word 3    salt of the key
 *	word 4-8  version of the key
 *	word 9... the listing (stored.h), the rest of its last word zero
 *
 * There are no pointers: processes map the segment at different addresses.
 */
#ifndef FSC_STORE_LAYOUT_H
#define FSC_STORE_LAYOUT_H

#include "src/core/hash.h"
#include "src/core/store.h"

#include <stddef.h>

#define FSC_STORE_MAGIC   UINT64_C(0x6673636173686172) /* reads otherwise in the other byte order */
#define FSC_STORE_ABI     2 /* moves with every change of this file, stored.h or fsc_hash() */
#define FSC_STORE_PAGE    4096
#define FSC_STORE_WORKERS 256
#define FSC_STORE_NEAR    2048 /* inode numbers whose slots lie together, in their order, */
#define FSC_STORE_SPREAD  4    /* so many slots from one to the next */
#define FSC_STORE_PLACES  3    /* where a key may be: the first is near, the others anywhere */
#define FSC_STORE_UNIT    4  /* words: where records may begin */
#define FSC_RECORD_WORDS  9  /* before the listing */
#define FSC_SLOT_EMPTY    UINT32_C(0)

/*
 * The first two words are where they are in every version there will be. What all read at each
 * question does not lie in a cache line with what writers write.
 */
typedef struct fsc_store_header {
	uint64_t        magic;
	fsc_word        retired;
	uint64_t        abi;
	uint64_t        size;
	fsc_store_maker maker;
	uint64_t        pad0[6];
	fsc_word        epoch;   /* of resets */
	fsc_word        mounts;  /* generation of the mount table */
	fsc_word        asking;  /* processes in fsc_store_mounts_ask() */
	uint64_t        pad1[5];
	fsc_word        current; /* the half that is written: 0 or 1 */
	fsc_word        flips;
	fsc_word        owner_deaths;
	uint64_t        pad2[5];
	unsigned char   lock[FSC_OS_LOCK_SIZE];
} fsc_store_header;

typedef struct fsc_store_half {
	fsc_word generation; /* odd while it is emptied; moves on with each emptying */
	fsc_word used;       /* words of the log */
	fsc_word entries;
	fsc_word names;
	uint64_t pad[4];
} fsc_store_half;

typedef struct fsc_store_worker {
	fsc_word process; /* 0: nobody's */
	fsc_word totals[FSC_TOTAL_COUNT];
	uint64_t pad[15 - FSC_TOTAL_COUNT];
} fsc_store_worker;

_Static_assert(sizeof(fsc_word) == 8, "the segment counts in words of eight bytes");
_Static_assert(offsetof(fsc_store_header, retired) == 8, "older versions look for it there");
_Static_assert(offsetof(fsc_store_header, epoch) % 64 == 0, "a cache line of its own");
_Static_assert(offsetof(fsc_store_header, current) % 64 == 0, "a cache line of its own");
_Static_assert(offsetof(fsc_store_header, lock) % 64 == 0, "a cache line of its own");
_Static_assert(sizeof(fsc_store_header) <= FSC_STORE_PAGE, "one page");
_Static_assert(sizeof(fsc_store_half) == 64, "shared between processes");
_Static_assert(sizeof(fsc_store_worker) == 128, "two cache lines, nobody else's");

/* Sizes are this process's own, reckoned from the segment's size, and never read from it again. */
typedef struct fsc_store_part {
	fsc_store_half *half;
	fsc_word       *slots;
	fsc_word       *log;
} fsc_store_part;

struct fsc_store {
	fsc_store_header *header;
	fsc_store_worker *workers;
	fsc_store_part    parts[2];
	size_t            size;
	uint32_t          slots;     /* of a half; a power of two */
	uint32_t          log_words; /* of a half; whole units */
	uint32_t          slot_bits; /* of a slot, for the place in the log */
	uint32_t          most;      /* words of one record */
};

/* ---- records outside of the segment: store.c ---- */

/* Words of a record whose listing has so many bytes. */
static inline uint64_t fsc_record_words(uint32_t bytes)
{
	return FSC_RECORD_WORDS + ((uint64_t) bytes + 7) / 8;
}

/* What it takes of the log. */
static inline uint64_t fsc_record_room(uint64_t words)
{
	return (words + FSC_STORE_UNIT - 1) / FSC_STORE_UNIT * FSC_STORE_UNIT;
}

/* Room for `words`, which becomes the record's length; what was in it is gone. */
bool fsc_record_reserve(fsc_store_record *record, uint32_t words);
uint64_t fsc_record_checksum(const fsc_store_record *record);

static inline uint32_t fsc_record_entries(uint64_t head)
{
	return (uint32_t) (head >> 33);
}

/* ---- inside ---- */

static inline uint32_t fsc_store_current(const fsc_store *store)
{
	return (uint32_t) fsc_word_read(&store->header->current) & 1;
}

/* Where a key's slot may be, and how it is marked. Who finds all of one place taken by others
 * looks at the next one. */
typedef struct fsc_store_places {
	uint32_t at[FSC_STORE_PLACES]; /* the first slot of each */
	uint32_t tag;
} fsc_store_places;

/* Near which slot a key is to be: known early, for prefetching. */
static inline uint32_t fsc_store_region_of(const fsc_store_key *key)
{
	const uint64_t around[] = { key->epoch, key->salt, key->version.mount, key->version.device,
		key->version.inode / FSC_STORE_NEAR };

	return (uint32_t) (fsc_hash((const char *) around, sizeof around) +
		key->version.inode % FSC_STORE_NEAR * FSC_STORE_SPREAD);
}

static inline fsc_store_places fsc_store_places_of(const fsc_store *store,
	const fsc_store_key *key, uint32_t region)
{
	uint64_t hash = fsc_hash((const char *) key, sizeof *key);
	uint64_t anywhere = fsc_hash_mix(hash, UINT64_C(0x8ebc6af09c88c6e3));
	uint32_t mask = store->slots - 1, tag = (uint32_t) (hash >> 32);
	fsc_store_places places = {
		{ (region + (uint32_t) hash % FSC_STORE_SPREAD) & mask, (uint32_t) anywhere & mask,
			(uint32_t) (anywhere >> 32) & mask },
		tag >> store->slot_bits << store->slot_bits };

	return places;
}

/* How many slots belong to a place: the near one is left for another one early, before it is so
 * full that all who pass by have to search. */
static inline uint32_t fsc_store_probes(int place)
{
	return place == 0 ? 8 : 32;
}

/* Slot i in the word that holds it, fsc_store_part.slots[i / 2]. */
static inline uint32_t fsc_slot_in(uint64_t word, uint32_t i)
{
	return (uint32_t) (word >> i % 2 * 32);
}

static inline uint64_t fsc_slot_put(uint64_t word, uint32_t i, uint32_t slot)
{
	return word | (uint64_t) slot << i % 2 * 32;
}

static inline uint32_t fsc_slot_bits(uint32_t log_words)
{
	uint32_t bits = 1;

	while (log_words / FSC_STORE_UNIT >= UINT32_C(1) << bits) {
		bits++;
	}
	return bits;
}

static inline uint32_t fsc_slot_of(uint32_t tag, uint32_t offset)
{
	return tag | (offset / FSC_STORE_UNIT + 1);
}

/* The record's place in the log; anything may be in a slot. */
static inline uint32_t fsc_slot_offset(const fsc_store *store, uint32_t slot)
{
	return ((slot & ((UINT32_C(1) << store->slot_bits) - 1)) - 1) * FSC_STORE_UNIT;
}

static inline bool fsc_slot_matches(const fsc_store *store, uint32_t slot, uint32_t tag)
{
	return (slot ^ tag) >> store->slot_bits == 0;
}

#endif
