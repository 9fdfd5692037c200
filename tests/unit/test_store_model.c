/* SPDX-License-Identifier: MIT */
/*
 * The store's own code on a model of C's memory: every value that the orders of words.h allow a
 * reader to see is tried, for every instruction at which a writer may die.
 *
 * Writers hold the lock one after another, each sees all that went before, so their stores are one
 * sequence. A store carries how much of that sequence who reads it must know from then on: all up
 * to itself if it is a release, else all up to the writer's last release fence. A load may give any
 * store to its word that is not older than what the reader knows: at once with an acquire, with the
 * next acquire fence otherwise. That is the release-acquire part of C11 (a reader stores nothing,
 * so that no more is needed). A reader that runs after the writers thus sees everything that one
 * beside them could.
 *
 * Checksums always match here: it is the order alone that is tried. Each order is also taken away
 * in turn, and must be missed.
 */
#define FSC_WORDS_MODEL
#include "src/core/store.c"
#include "src/core/store_write.c"

#define fsc_record_checksum(record) ((record)->words[1])
#include "src/core/store_read.c"
#undef fsc_record_checksum

#include "tests/unit/fake_platform.h"
#include "tests/unit/unit.h"

#include <setjmp.h>
#include <stdlib.h>

#define SLOTS   16
#define LOG     60 /* five records */
#define BYTES   16
#define WORDS   (sizeof(fsc_store_header) / 8 + 2 * (8 + SLOTS / 2 + LOG))
#define STORES  4096
#define CHOICES 128

typedef enum broken {
	NOTHING,
	ACQUIRE_FENCE,
	RELEASE_FENCE,
	ACQUIRE_LOAD,
	RELEASE_STORE
} broken;

/* ---- memory ---- */

static uint64_t memory[WORDS];
static struct {
	uint32_t word, knows;
	uint64_t value;
} stores[STORES]; /* number 0 is the beginning of all words */
static uint32_t last;
static uint32_t writer_knows; /* at its last release fence */
static broken missing;

static bool reading;
static uint32_t reader_knows, reader_pending;
static uint32_t reader_seen[WORDS];

static uint8_t choices[CHOICES], of[CHOICES];
static uint32_t chosen;

static long steps_left = -1; /* of a writer; -1: it lives */
static jmp_buf death;

static uint32_t number_of(const fsc_word *word)
{
	return (uint32_t) (word - memory);
}

static uint32_t choose(uint32_t count)
{
	if (count == 1) {
		return 0;
	}
	if (chosen == CHOICES) {
		abort();
	}
	of[chosen] = (uint8_t) count;
	return choices[chosen++];
}

static uint64_t load(const fsc_word *word, bool acquire)
{
	uint32_t number = number_of(word), oldest = reader_seen[number], count = 0, i, want;

	if (!reading) {
		return *word;
	}
	/* The newest store that the reader knows of, and all later ones, newest first. */
	for (i = last; i > oldest; i--) {
		if (stores[i].word == number) {
			count++;
			if (i <= reader_knows) {
				oldest = i;
				count--;
				break;
			}
		}
	}
	want = choose(count + 1);
	for (i = last; i > oldest; i--) {
		if (stores[i].word == number && want-- == 0) {
			break;
		}
	}
	reader_seen[number] = i;
	if (i > 0 && stores[i].knows > reader_pending) {
		reader_pending = stores[i].knows;
	}
	if (acquire && i > 0 && stores[i].knows > reader_knows) {
		reader_knows = stores[i].knows;
	}
	return i > 0 ? stores[i].value : 0;
}

static void store_word(fsc_word *word, uint64_t value, bool release)
{
	if (steps_left >= 0 && steps_left-- == 0) {
		longjmp(death, 1);
	}
	if (++last == STORES) {
		abort();
	}
	stores[last].word = number_of(word);
	stores[last].value = value;
	stores[last].knows = release ? last : writer_knows;
	*word = value;
}

uint64_t fsc_word_peek(const fsc_word *word)
{
	return load(word, false);
}

uint64_t fsc_word_read(const fsc_word *word)
{
	return load(word, missing != ACQUIRE_LOAD);
}

void fsc_word_poke(fsc_word *word, uint64_t value)
{
	store_word(word, value, false);
}

void fsc_word_publish(fsc_word *word, uint64_t value)
{
	store_word(word, value, missing != RELEASE_STORE);
}

uint64_t fsc_word_add(fsc_word *word, uint64_t more)
{
	uint64_t before = *word;

	store_word(word, before + more, false);
	return before;
}

bool fsc_word_swap(fsc_word *word, uint64_t from, uint64_t to)
{
	bool same = *word == from;

	if (same) {
		store_word(word, to, false);
	}
	return same;
}

void fsc_fence_acquire(void)
{
	if (missing != ACQUIRE_FENCE && reader_pending > reader_knows) {
		reader_knows = reader_pending;
	}
}

void fsc_fence_release(void)
{
	if (missing != RELEASE_FENCE) {
		writer_knows = last;
	}
}

/* ---- a tiny segment ---- */

static fsc_store tiny;

static void begin(void)
{
	fsc_word *at = memory + sizeof(fsc_store_header) / 8;

	memset(memory, 0, sizeof memory);
	last = writer_knows = 0;
	missing = NOTHING;
	tiny.header = (fsc_store_header *) memory;
	tiny.slots = SLOTS;
	tiny.log_words = LOG;
	tiny.slot_bits = fsc_slot_bits(LOG);
	tiny.most = LOG;
	for (int i = 0; i < 2; i++) {
		tiny.parts[i].half = (fsc_store_half *) at;
		tiny.parts[i].slots = at + 8;
		tiny.parts[i].log = at + 8 + SLOTS / 2;
		at += 8 + SLOTS / 2 + LOG;
	}
	fsc_os_lock_init(tiny.header->lock);
}

static fsc_store_key key_of(uint64_t number)
{
	fsc_store_key key = { 0, 1, { 1, 2, number, 3, 4 } };

	return key;
}

static void fill_words(uint64_t number, uint64_t out[BYTES / 8])
{
	out[0] = number * 1000 + 1;
	out[1] = number * 1000 + 2;
}

/* False: the writer died, holding the lock. */
static bool put(uint64_t number, long lives)
{
	static fsc_store_record record;
	fsc_store_events events = { 0, 0 };
	fsc_store_key key = key_of(number);
	uint64_t words[BYTES / 8];

	if (!fsc_store_prepare(&tiny, &key, 1, false, BYTES, &record)) {
		abort();
	}
	fill_words(number, words);
	memcpy(fsc_store_bytes(&record), words, BYTES);
	writer_knows = last; /* taking the lock: another process's, with all that went before */
	steps_left = lives;
	if (setjmp(death)) {
		steps_left = -1;
		fake_lock_dies(tiny.header->lock);
		return false;
	}
	fsc_store_put(&tiny, &record, &events);
	steps_left = -1;
	return true;
}

/* ---- readers ---- */

typedef struct outcome {
	uint64_t tried, found, wrong;
} outcome;

static void read_once(uint64_t number, outcome *out)
{
	static fsc_store_record record;
	fsc_store_key key = key_of(number);
	fsc_store_found found;
	uint64_t words[BYTES / 8];

	memset(reader_seen, 0, sizeof reader_seen);
	reader_knows = reader_pending = 0;
	chosen = 0;
	reading = true;
	out->tried++;
	if (fsc_store_find(&tiny, &key, &record, &found)) {
		fill_words(number, words);
		out->found++;
		out->wrong += found.size != BYTES || found.entries != 1 ||
			memcmp(found.bytes, words, BYTES) != 0;
	}
	reading = false;
}

/* The next of all ways to choose; false: that was the last one. */
static bool next_way(void)
{
	while (chosen > 0 && choices[chosen - 1] + 1 == of[chosen - 1]) {
		choices[--chosen] = 0;
	}
	if (chosen == 0) {
		return false;
	}
	choices[chosen - 1]++;
	return true;
}

static outcome read_all_ways(uint64_t number, uint64_t limit)
{
	outcome out = { 0, 0, 0 };

	memset(choices, 0, sizeof choices);
	do {
		read_once(number, &out);
	} while (next_way() && out.tried < limit);
	return out;
}

/* By somebody who comes when all is over: always the newest. */
static bool read_late(uint64_t number)
{
	outcome out = { 0, 0, 0 };

	memset(choices, 0, sizeof choices);
	read_once(number, &out);
	return out.found && !out.wrong;
}

#define NO_LIMIT UINT64_MAX

/* Numbers 1 to 5 fill one half, 6 to 10 the other, 11 empties the first and takes 1's place. */
static void fill_both(void)
{
	begin();
	for (uint64_t n = 1; n <= 10; n++) {
		put(n, -1);
	}
}

/* ---- tests ---- */

static const uint64_t interesting[] = { 1, 2, 6, 11, 12 };
#define INTERESTING (sizeof interesting / sizeof *interesting)

TEST(late_readers_find_what_two_halves_hold)
{
	fill_both();
	for (uint64_t n = 1; n <= 10; n++) {
		CHECK(read_late(n));
	}
	put(11, -1);
	CHECK(!read_late(1));
	for (uint64_t n = 6; n <= 11; n++) {
		CHECK(read_late(n));
	}
}

TEST(no_reader_ever_sees_anything_else)
{
	uint64_t tried = 0;

	fill_both();
	put(11, -1);
	put(12, -1);
	for (size_t i = 0; i < INTERESTING; i++) {
		outcome out = read_all_ways(interesting[i], NO_LIMIT);

		CHECK_INT(out.wrong, 0);
		CHECK(out.found > 0);
		CHECK(out.found < out.tried);
		tried += out.tried;
	}
	printf("# %llu ways\n", (unsigned long long) tried);
}

TEST(nor_when_a_writer_dies_at_any_step_and_the_next_one_goes_on)
{
	uint64_t tried = 0;
	long step;

	for (step = 0;; step++) {
		bool lived;

		fill_both();
		lived = put(11, step);
		put(12, -1);
		for (size_t i = 0; i < INTERESTING; i++) {
			outcome out = read_all_ways(interesting[i], NO_LIMIT);

			CHECK_INT(out.wrong, 0);
			tried += out.tried;
		}
		CHECK(read_late(12));
		CHECK(read_late(6));
		CHECK(!lived || read_late(11));
		if (lived) {
			break;
		}
	}
	CHECK(step > SLOTS / 2 + 11); /* it had a half to empty and a record to write */
	printf("# %ld steps, %llu ways\n", step, (unsigned long long) tried);
}

TEST(nor_when_the_next_one_dies_while_it_recovers)
{
	long first, second;
	uint64_t tried = 0;

	for (first = 0;; first += 3) {
		bool lived = false;

		for (second = 0;; second += 3) {
			bool recovered;

			fill_both();
			lived = put(11, first);
			recovered = put(12, second);
			put(12, -1);
			tried += 1;
			CHECK_INT(read_all_ways(1, 20000).wrong, 0);
			CHECK_INT(read_all_ways(12, 20000).wrong, 0);
			CHECK(read_late(12) && read_late(6));
			if (recovered || lived) {
				break;
			}
		}
		if (lived) {
			break;
		}
	}
	printf("# %llu deaths in a row\n", (unsigned long long) tried);
}

static uint64_t wrong_without(broken what)
{
	uint64_t wrong = 0;

	fill_both();
	missing = what;
	put(11, -1);
	put(12, -1);
	for (size_t i = 0; i < INTERESTING; i++) {
		wrong += read_all_ways(interesting[i], NO_LIMIT).wrong;
	}
	return wrong;
}

TEST(each_order_is_needed)
{
	CHECK_INT(wrong_without(NOTHING), 0);
	CHECK(wrong_without(ACQUIRE_FENCE) > 0);
	CHECK(wrong_without(RELEASE_FENCE) > 0);
	CHECK(wrong_without(ACQUIRE_LOAD) > 0);
	CHECK(wrong_without(RELEASE_STORE) > 0);
}

int main(void)
{
	RUN(late_readers_find_what_two_halves_hold);
	RUN(no_reader_ever_sees_anything_else);
	RUN(nor_when_a_writer_dies_at_any_step_and_the_next_one_goes_on);
	RUN(nor_when_the_next_one_dies_while_it_recovers);
	RUN(each_order_is_needed);
	return unit_end();
}
