/* SPDX-License-Identifier: MIT */
/*
 * bytes.h: short strings without a call and, where a length decides nothing but chance, without a
 * branch. Reads nothing outside them. And what compilers are told of branches.
 */
#ifndef FSC_BYTES_H
#define FSC_BYTES_H

#include "src/core/hash.h"

#include <stdbool.h>

#if defined(__GNUC__)
# define FSC_LIKELY(x) __builtin_expect(!!(x), 1)
# define FSC_UNLIKELY(x) __builtin_expect(!!(x), 0)
# define FSC_NOINLINE __attribute__((noinline))
# define FSC_ALWAYS_INLINE inline __attribute__((always_inline))
#else
# define FSC_LIKELY(x) (x)
# define FSC_UNLIKELY(x) (x)
# define FSC_NOINLINE
# define FSC_ALWAYS_INLINE inline
#endif

/*
 * memcpy() without the call. Of what is known to be short compilers make an instruction that is
 * slow to start.
 */
static inline void fsc_bytes_copy(char *to, const char *from, size_t length)
{
	if (length - 8 <= 24) {
		const fsc_hash_words words = fsc_hash_load(from, length);

		memcpy(to, &words.first, 8);
		memcpy(to + (length < 16 ? length - 8 : 8), &words.second, 8);
		memcpy(to + (length < 16 ? 0 : length - 16), &words.third, 8);
		memcpy(to + length - 8, &words.last, 8);
	} else if (length > 32) {
		memmove(to, from, length);
	} else if (length >= 4) {
		uint32_t first, last;

		memcpy(&first, from, 4);
		memcpy(&last, from + length - 4, 4);
		memcpy(to, &first, 4);
		memcpy(to + length - 4, &last, 4);
	} else if (length > 0) {
		const char first = from[0], middle = from[length >> 1], last = from[length - 1];

		to[0] = first;
		to[length >> 1] = middle;
		to[length - 1] = last;
	}
}

#if defined(__GNUC__) && defined(__SSE2__)
typedef char fsc_bytes16 __attribute__((vector_size(16)));

static inline fsc_bytes16 fsc_bytes_load(const char *p)
{
	fsc_bytes16 bytes;

	memcpy(&bytes, p, sizeof bytes);
	return bytes;
}

/* Bit i is set if p[i] == c, for sixteen bytes. */
static inline unsigned fsc_bytes_equal(const char *p, char c)
{
	fsc_bytes16 wanted = {c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c};

	return (unsigned) __builtin_ia32_pmovmskb128((fsc_bytes16) (fsc_bytes_load(p) == wanted));
}

static inline bool fsc_bytes_same16(const char *a, const char *b)
{
	fsc_bytes16 equal = (fsc_bytes16) (fsc_bytes_load(a) == fsc_bytes_load(b));

	return __builtin_ia32_pmovmskb128(equal) == 0xffff;
}

/*
 * Which of the last 32 bytes of p[0..length) are c? Bit 31 is the last one's; fewer bytes have
 * fewer bits. length is 16 or more.
 */
static inline uint32_t fsc_bytes_equal_at_end(const char *p, size_t length, char c)
{
	size_t back = length < 32 ? length : 32;

	return (uint32_t) fsc_bytes_equal(p + length - 16, c) << 16 |
		(uint32_t) fsc_bytes_equal(p + length - back, c) << (32 - back);
}

/* The same for slashes and NULs. */
static inline uint32_t fsc_bytes_slash_or_nul_at_end(const char *p, size_t length)
{
	const fsc_bytes16 slash = {'/', '/', '/', '/', '/', '/', '/', '/', '/', '/', '/', '/', '/', '/',
		'/', '/'};
	const fsc_bytes16 nul = {0};
	size_t back = length < 32 ? length : 32;
	fsc_bytes16 high = fsc_bytes_load(p + length - 16), low = fsc_bytes_load(p + length - back);

	return (uint32_t) __builtin_ia32_pmovmskb128(
		(fsc_bytes16) ((high == slash) | (high == nul))) << 16 |
		(uint32_t) __builtin_ia32_pmovmskb128(
		(fsc_bytes16) ((low == slash) | (low == nul))) << (32 - back);
}

/* What four slots of a listing's index hold: four equal bits for each slot. */
typedef struct fsc_bytes_found {
	unsigned tagged; /* the same bits as the tag above `bits`: also an empty one may have them */
	unsigned empty;
} fsc_bytes_found;

static inline fsc_bytes_found fsc_bytes_probe(const char *slots, uint32_t tag, unsigned bits)
{
	typedef int quad __attribute__((vector_size(16)));
	const quad zero = {0, 0, 0, 0};
	const quad tags = {(int) tag, (int) tag, (int) tag, (int) tag};
	fsc_bytes_found found;
	quad four;

	memcpy(&four, slots, sizeof four);
	found.empty = (unsigned) __builtin_ia32_pmovmskb128((fsc_bytes16) (four == zero));
	four = (quad) __builtin_ia32_psrldi128((quad) (four ^ tags), (int) bits);
	found.tagged = (unsigned) __builtin_ia32_pmovmskb128((fsc_bytes16) (four == zero));
	return found;
}

/* memcmp() == 0 for at least sixteen bytes. */
static inline bool fsc_bytes_same_long(const char *a, const char *b, size_t length)
{
	size_t i, last = length - 16;

	for (i = 0; i < last; i += 16) {
		if (!fsc_bytes_same16(a + i, b + i)) {
			return false;
		}
	}
	return fsc_bytes_same16(a + last, b + last);
}
#endif

#endif
