/* SPDX-License-Identifier: MIT */
/*
 * words.h: 64-bit words in memory that other processes read and write at the same time.
 *
 * Nothing of a segment is touched but through these: a plain load or store of what another process
 * writes would be a data race, which C does not define. The names say the order:
 *
 *	peek, poke      relaxed: the word itself is whole, nothing else is promised
 *	read, publish   acquire, release: who reads what was published sees what went before it
 *	add, swap       relaxed; add returns what was there before
 *
 * tests/unit/test_store_model.c puts a model of C's memory in their place (FSC_WORDS_MODEL), which
 * tries all that the orders allow. Where the compiler has no atomics of 64 bits without a lock,
 * FSC_WORDS_SHAREABLE is 0 and there is no shared tier.
 */
#ifndef FSC_WORDS_H
#define FSC_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#if defined(FSC_WORDS_MODEL)

# define FSC_WORDS_SHAREABLE 1
typedef uint64_t fsc_word;
uint64_t fsc_word_peek(const fsc_word *word);
uint64_t fsc_word_read(const fsc_word *word);
void fsc_word_poke(fsc_word *word, uint64_t value);
void fsc_word_publish(fsc_word *word, uint64_t value);
uint64_t fsc_word_add(fsc_word *word, uint64_t more);
bool fsc_word_swap(fsc_word *word, uint64_t from, uint64_t to);
void fsc_fence_acquire(void);
void fsc_fence_release(void);

#elif defined(__STDC_NO_ATOMICS__) || defined(_MSC_VER)

/* One process alone: only views use them, and no segment is ever made. */
# define FSC_WORDS_SHAREABLE 0
typedef volatile uint64_t fsc_word;
# define fsc_word_peek(word) (*(word))
# define fsc_word_read(word) (*(word))
# define fsc_word_poke(word, value) ((void) (*(word) = (value)))
# define fsc_word_publish(word, value) ((void) (*(word) = (value)))
# define fsc_word_add(word, more) ((*(word) += (more)) - (more))
# define fsc_word_swap(word, from, to) (*(word) == (from) ? (*(word) = (to), true) : false)
# define fsc_fence_acquire() ((void) 0)
# define fsc_fence_release() ((void) 0)

#else

# include <stdatomic.h>
# define FSC_WORDS_SHAREABLE (ATOMIC_LLONG_LOCK_FREE == 2)
typedef _Atomic uint64_t fsc_word;

static inline uint64_t fsc_word_peek(const fsc_word *word)
{
	return atomic_load_explicit((fsc_word *) word, memory_order_relaxed);
}

static inline uint64_t fsc_word_read(const fsc_word *word)
{
	return atomic_load_explicit((fsc_word *) word, memory_order_acquire);
}

static inline void fsc_word_poke(fsc_word *word, uint64_t value)
{
	atomic_store_explicit(word, value, memory_order_relaxed);
}

static inline void fsc_word_publish(fsc_word *word, uint64_t value)
{
	atomic_store_explicit(word, value, memory_order_release);
}

static inline uint64_t fsc_word_add(fsc_word *word, uint64_t more)
{
	return atomic_fetch_add_explicit(word, more, memory_order_relaxed);
}

static inline bool fsc_word_swap(fsc_word *word, uint64_t from, uint64_t to)
{
	return atomic_compare_exchange_strong_explicit(
		word, &from, to, memory_order_relaxed, memory_order_relaxed);
}

static inline void fsc_fence_acquire(void)
{
	atomic_thread_fence(memory_order_acquire);
}

static inline void fsc_fence_release(void)
{
	atomic_thread_fence(memory_order_release);
}

#endif

#endif
