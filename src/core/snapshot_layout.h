/* SPDX-License-Identifier: MIT */
/*
 * snapshot_layout.h: what a listing looks like in memory, and the reads that every cache hit makes,
 * inlined. Only the core includes it; everybody else uses snapshot.h.
 *
 * The packed part, without pointers, in the byte order of the machine:
 *
 *	header    struct fsc_packed
 *	slots     uint32_t[slots]   hash table with linear probing, never quite full
 *	offsets   uint16_t[count]   where entry i begins; uint32_t if `wide`
 *	records   count times: type (1 byte), length (1 byte), name, NUL; one after the other
 *
 * A slot is 0 (empty) or an entry's offset in its low `offset_bits` bits and, above them, the same
 * bits of the name's hash >> 32. So a probe that meets another name seldom has to look at it, and a
 * found name costs three cache lines: header, slot, record.
 *
 * These functions trust the bytes: they come from fsc_snapshot_finish().
 */
#ifndef FSC_SNAPSHOT_LAYOUT_H
#define FSC_SNAPSHOT_LAYOUT_H

#include "src/core/bytes.h"
#include "src/core/hash.h"
#include "src/core/snapshot.h"

#include <string.h>

typedef struct fsc_packed {
	uint32_t size;        /* of the whole packed part */
	uint32_t count;       /* entries */
	uint32_t slots;       /* of the hash table; 0: not indexed */
	uint8_t  offset_bits; /* the smallest number with size <= 1 << offset_bits */
	uint8_t  wide;        /* offsets are uint32_t */
	uint16_t read_time;   /* fsc_snapshot_read_us(), the last four bits an exponent */
	char     after[];     /* slots, offsets, records */
} fsc_packed;

_Static_assert(sizeof(fsc_packed) == 16, "slots lie aligned");
_Static_assert(offsetof(fsc_packed, after) == sizeof(fsc_packed), "readers count from the end");

/* The heap's own part; the packed part follows. */
struct fsc_snapshot {
	uint32_t  *sorted; /* fsc_snapshot_sorted(), NULL until asked */
	uint32_t   refs;   /* of one view's nodes and handles: never near its end */
	fsc_packed packed;
};

#define FSC_RECORD_HEAD 2 /* type and length */

static inline uint32_t fsc_load32(const char *p)
{
	uint32_t value;

	memcpy(&value, p, sizeof value);
	return value;
}

static inline uint16_t fsc_load16(const char *p)
{
	uint16_t value;

	memcpy(&value, p, sizeof value);
	return value;
}

/* memcmp() == 0 without the call: names are short. Reads nothing outside either. */
static inline bool fsc_same_bytes(const char *a, const char *b, size_t length)
{
#if defined(__GNUC__) && defined(__SSE2__)
	if (length >= 16) {
		return fsc_bytes_same_long(a, b, length);
	}
#else
	if (length > 16) {
		return memcmp(a, b, length) == 0;
	}
#endif
	if (length >= 8) {
		return ((fsc_hash_word(a) ^ fsc_hash_word(b)) |
			(fsc_hash_word(a + length - 8) ^ fsc_hash_word(b + length - 8))) == 0;
	}
	if (length >= 4) {
		return fsc_load32(a) == fsc_load32(b) &&
			fsc_load32(a + length - 4) == fsc_load32(b + length - 4);
	}
	return length == 0 || (a[0] == b[0] && a[length >> 1] == b[length >> 1] &&
		a[length - 1] == b[length - 1]);
}

/* The slot a name is first looked for in: hash's low half, scaled. */
static inline uint32_t fsc_packed_home(uint32_t slots, uint64_t hash)
{
	return (uint32_t) ((uint64_t) (uint32_t) hash * slots >> 32);
}

static inline uint32_t fsc_packed_offset(const fsc_packed *packed, uint32_t i)
{
	const char *offsets = (const char *) packed + sizeof *packed + (size_t) packed->slots * 4;

	return packed->wide ? fsc_load32(offsets + (size_t) i * 4)
		: fsc_load16(offsets + (size_t) i * 2);
}

static inline const char *fsc_packed_record(const fsc_packed *packed, uint32_t i)
{
	return (const char *) packed + fsc_packed_offset(packed, i);
}

/* The record behind this one, which is not the last. */
static inline const char *fsc_record_next(const char *record)
{
	return record + FSC_RECORD_HEAD + (unsigned char) record[1] + 1;
}

static inline fsc_entry fsc_record_entry(const char *record)
{
	fsc_entry entry = {
		record + FSC_RECORD_HEAD, (unsigned char) record[1], (fsc_type) (unsigned char) record[0]};

	return entry;
}

static inline fsc_entry fsc_packed_entry(const fsc_packed *packed, uint32_t i)
{
	return fsc_record_entry(fsc_packed_record(packed, i));
}

/* The same for names, most of which have about 16 bytes: no branch that a length decides. */
static inline bool fsc_same_name(const char *a, const char *b, size_t length)
{
	if (length - 8 <= 24) {
		fsc_hash_words x = fsc_hash_load(a, length), y = fsc_hash_load(b, length);

		return ((x.first ^ y.first) | (x.second ^ y.second) | (x.third ^ y.third) |
			(x.last ^ y.last)) == 0;
	}
	return fsc_same_bytes(a, b, length);
}

/* Does the record at `offset` hold this name? */
static inline bool fsc_packed_is(
	const fsc_packed *packed, uint32_t offset, const char *name, size_t length)
{
	const char *record = (const char *) packed + offset;

	return (unsigned char) record[1] == length &&
		fsc_same_name(record + FSC_RECORD_HEAD, name, length);
}

/* The offset of the record that the slot leads to if it holds this name, else 0. */
static inline uint32_t fsc_packed_try(const fsc_packed *packed, uint32_t slot, const char *name,
	size_t length, uint64_t hash)
{
	uint32_t bits = packed->offset_bits;
	uint32_t offset = slot & ((UINT32_C(1) << bits) - 1);

	return (slot ^ (uint32_t) (hash >> 32)) >> bits == 0 && slot != 0 &&
		fsc_packed_is(packed, offset, name, length) ? offset : 0;
}

/* The search from slot i on, one slot a step. */
static inline uint32_t fsc_packed_find_from(
	const fsc_packed *packed, uint32_t i, const char *name, size_t length, uint64_t hash)
{
	const char *slots = (const char *) packed + sizeof *packed;
	uint32_t slot, offset;

	while ((slot = fsc_load32(slots + (size_t) i * 4)) != 0) {
		offset = fsc_packed_try(packed, slot, name, length, hash);
		if (offset != 0) {
			return offset;
		}
		if (++i == packed->slots) {
			i = 0;
		}
	}
	return 0;
}

/*
 * The offset of a name's record in an indexed listing, 0 if it is not listed. Four slots are looked
 * at together: how many a search takes is chance, and a wrong guess of it costs more than all four.
 */
static inline uint32_t fsc_packed_find(
	const fsc_packed *packed, const char *name, size_t length, uint64_t hash)
{
	uint32_t i = fsc_packed_home(packed->slots, hash);

#if defined(__GNUC__) && defined(__SSE2__)
	if (FSC_LIKELY(i + 4 <= packed->slots)) {
		const char *slots = (const char *) packed + sizeof *packed + (size_t) i * 4;
		fsc_bytes_found four =
			fsc_bytes_probe(slots, (uint32_t) (hash >> 32), packed->offset_bits);
		uint32_t offset;

		if (four.tagged != 0) {
			/* An empty slot may seem tagged, and a slot behind an empty one is not reached. */
			offset = fsc_packed_try(packed, fsc_load32(slots + __builtin_ctz(four.tagged)), name,
				length, hash);
			if (FSC_LIKELY(offset != 0)) {
				return offset;
			}
		} else if (FSC_LIKELY(four.empty != 0)) {
			return 0;
		}
	}
#endif
	return fsc_packed_find_from(packed, i, name, length, hash);
}

/* fsc_snapshot_find() of a listing that is known to be indexed. */
static inline bool fsc_snapshot_lookup(
	const fsc_snapshot *snapshot, const char *name, size_t length, uint64_t hash, fsc_type *type)
{
	uint32_t offset = fsc_packed_find(&snapshot->packed, name, length, hash);

	*type = FSC_TYPE_UNKNOWN;
	if (offset == 0) {
		return false;
	}
	*type = (fsc_type) ((const unsigned char *) &snapshot->packed)[offset];
	return true;
}

#endif
