/* SPDX-License-Identifier: MIT */
/*
 * The store with the real lock, used by many threads at once: to be run under ThreadSanitizer too
 * (make -C tests/unit CC=clang TSAN=1). Linked without the fake platform.
 */
#define _GNU_SOURCE
#include "src/platform/posix_shm.c"

#include "src/core/store_layout.h"
#include "tests/unit/unit.h"

#define THREADS 8
#define ROUNDS  20000
#define NUMBERS 3000
#define SIZE    FSC_STORE_SIZE_MIN

/* linux_mounts.c is not here. */
fsc_os_table fsc_os_common_table(void)
{
	return FSC_OS_TABLE_UNKNOWN;
}

static const fsc_store_maker maker;
static fsc_store *store;

typedef struct worker {
	pthread_t thread;
	unsigned  random;
	uint32_t  place;
	unsigned  found, wrong, kept;
	fsc_store_events events;
} worker;

static fsc_store_key key_of(unsigned number)
{
	fsc_store_key key = { 0, 0, { 1, 2, number, number / 7, 3 } };

	return key;
}

static uint32_t size_of(unsigned number)
{
	return 16 + number % 500;
}

static bool is_true(const fsc_store_found *found, unsigned number)
{
	for (uint32_t i = 0; i < found->size; i++) {
		if (found->bytes[i] != (char) (number * 31 + i)) {
			return false;
		}
	}
	return found->size == size_of(number) && found->entries == number;
}

static void put(worker *me, unsigned number, fsc_store_record *record)
{
	fsc_store_key key = key_of(number);

	if (fsc_store_prepare(store, &key, number, false, size_of(number), record)) {
		for (uint32_t i = 0; i < size_of(number); i++) {
			fsc_store_bytes(record)[i] = (char) (number * 31 + i);
		}
		me->kept += fsc_store_put(store, record, &me->events) == FSC_STORE_KEPT;
	}
}

static void *work(void *context)
{
	static const uint64_t one[FSC_TOTAL_COUNT] = { 1 };
	worker *me = context;
	fsc_store_record record = { 0 };
	fsc_store_found found;

	me->place = fsc_store_join(store, fsc_os_process());
	for (int i = 0; i < ROUNDS; i++) {
		unsigned number = (me->random = me->random * 1103515245 + 12345) / 65536 % NUMBERS;
		fsc_store_key key = key_of(number);

		if (fsc_store_find(store, &key, &record, &found)) {
			me->found++;
			me->wrong += !is_true(&found, number);
			if (found.old) {
				fsc_store_put(store, &record, &me->events);
			}
		} else {
			put(me, number, &record);
		}
		fsc_store_count(store, me->place, one);
	}
	fsc_store_record_deinit(&record);
	return NULL;
}

TEST(threads_find_what_others_put_and_nothing_else)
{
	worker workers[THREADS];
	void *memory = fsc_os_shm_create(SIZE);
	fsc_store_status status;
	unsigned found = 0, wrong = 0, kept = 0, flips = 0;

	REQUIRE(memory && fsc_store_format(memory, SIZE, &maker));
	store = fsc_store_attach(memory, SIZE);
	memset(workers, 0, sizeof workers);
	for (unsigned i = 0; i < THREADS; i++) {
		workers[i].random = i + 1;
		pthread_create(&workers[i].thread, NULL, work, &workers[i]);
	}
	for (unsigned i = 0; i < THREADS; i++) {
		pthread_join(workers[i].thread, NULL);
		found += workers[i].found;
		wrong += workers[i].wrong;
		kept += workers[i].kept;
		flips += workers[i].events.flips;
	}
	fsc_store_get_status(store, &status);
	CHECK_INT(wrong, 0);
	CHECK(found > ROUNDS);
	CHECK(kept >= NUMBERS / 2);
	CHECK(flips > 2);
	CHECK_INT(status.flips, flips);
	CHECK_INT(status.owner_deaths, 0);
	CHECK_INT(status.workers, THREADS);
	CHECK_INT(status.totals[0], (uint64_t) THREADS * ROUNDS);
	printf("# %u found, %u kept, %u flips\n", found, kept, flips);
	fsc_store_detach(store);
	fsc_os_shm_destroy(memory, SIZE);
}

int main(void)
{
	RUN(threads_find_what_others_put_and_nothing_else);
	return unit_end();
}
