/* SPDX-License-Identifier: MIT */
/*
 * hash.h: the one hash of paths and names, inlined because a cache hit is little more than two
 * of them.
 *
 * Words of eight bytes, multiplied and folded (the wyhash family's idea). Names in a listing are
 * hashed without a key, since processes are to share listings: the snapshot bounds its search.
 */
#ifndef FSC_HASH_H
#define FSC_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t fsc_hash_word(const char *p)
{
	uint64_t word;

	memcpy(&word, p, sizeof word);
	return word;
}

static inline uint64_t fsc_hash_mix(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__)
	__extension__ typedef unsigned __int128 wide;
	wide product = (wide) a * b;

	return (uint64_t) product ^ (uint64_t) (product >> 64);
#else
	uint64_t x = (a ^ (a >> 32)) * UINT64_C(0x9fb21c651e98df25) + b;

	x ^= x >> 29;
	x *= UINT64_C(0xd6e8feb86659fd93);
	return x ^ (x >> 32);
#endif
}

/* The last length % 8 bytes (or all, if fewer than 8) as one word;
 * reads nothing outside of them. */
static inline uint64_t fsc_hash_tail(const char *p, size_t length)
{
	uint32_t low, high;

	if (length >= 4) {
		memcpy(&low, p, 4);
		memcpy(&high, p + length - 4, 4);
		return (uint64_t) high << 32 | low;
	}
	if (length == 0) {
		return 0;
	}
	return (uint64_t) (unsigned char) p[0] << 16 | (uint64_t) (unsigned char) p[length >> 1] << 8 |
		(unsigned char) p[length - 1];
}

/*
 * 8 to 32 bytes as four words that overlap where there are fewer: without a branch on the length,
 * since the lengths of names are all about 16 and no processor can guess on which side.
 */
typedef struct fsc_hash_words {
	uint64_t first, second, third, last;
} fsc_hash_words;

static inline fsc_hash_words fsc_hash_load(const char *p, size_t length)
{
	size_t second = length < 16 ? length - 8 : 8;
	size_t third = length < 16 ? 0 : length - 16;
	fsc_hash_words words = {fsc_hash_word(p), fsc_hash_word(p + second), fsc_hash_word(p + third),
		fsc_hash_word(p + length - 8)};

	return words;
}

/*
 * Under a key that nobody outside the process knows, for tables whose chains have no bound of their
 * own: without it whoever chooses the bytes can make a factor of the multiplication zero.
 */
static inline uint64_t fsc_hash_keyed(const char *p, size_t length, uint64_t key)
{
	uint64_t state = length ^ UINT64_C(0x9e3779b97f4a7c15) ^ key;
	fsc_hash_words words;

	while (length > 32) {
		state = fsc_hash_mix(fsc_hash_word(p) ^ UINT64_C(0xa0761d6478bd642f) ^ key,
			fsc_hash_word(p + 8) ^ state);
		p += 16;
		length -= 16;
	}
	if (length < 8) {
		return fsc_hash_mix(
			fsc_hash_tail(p, length) ^ UINT64_C(0x8ebc6af09c88c6e3) ^ key, state);
	}
	words = fsc_hash_load(p, length);
	return fsc_hash_mix(words.first ^ UINT64_C(0xe7037ed1a0b428db) ^ key, words.second ^ state) ^
		fsc_hash_mix(words.third ^ UINT64_C(0xd1342543de82ef95) ^ key,
			words.last ^ UINT64_C(0x589965cc75374cc3) ^ key);
}

static inline uint64_t fsc_hash(const char *p, size_t length)
{
	return fsc_hash_keyed(p, length, 0);
}

#endif
