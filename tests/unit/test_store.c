/* SPDX-License-Identifier: MIT */
/* The store in one process: what is put is found, halves flip, damage and deaths cost entries. */
#include "tests/unit/store_fixture.h"

#include "src/core/memory.h"
#include "tests/unit/fake_platform.h"
#include "tests/unit/unit.h"

TEST(what_is_put_is_found)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);

	CHECK_INT(fx_find(store, 1), 0);
	CHECK_INT(fx_put(store, 1, 100), FSC_STORE_KEPT);
	CHECK_INT(fx_find(store, 1), 1);
	CHECK_INT(fx_found.size, 100);
	CHECK(!fx_found.old);
	CHECK_INT(fx_find(store, 2), 0);
	fx_store_free(store);
}

TEST(a_key_differs_in_each_of_its_words)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);
	fsc_store_record record = { 0 };
	fsc_store_found found;

	fx_put(store, 1, 10);
	for (size_t i = 0; i < sizeof(fsc_store_key) / 8; i++) {
		fsc_store_key key = fx_key(1);

		((uint64_t *) &key)[i] ^= 1;
		CHECK(!fsc_store_find(store, &key, &record, &found));
	}
	fsc_store_record_deinit(&record);
	fx_store_free(store);
}

TEST(the_second_put_changes_nothing)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);
	fsc_store_status before, after;

	fx_put(store, 1, 100);
	fsc_store_get_status(store, &before);
	CHECK_INT(fx_put(store, 1, 100), FSC_STORE_THERE);
	fsc_store_get_status(store, &after);
	CHECK_MEM(&before, &after, sizeof after);
	CHECK_INT(after.entries, 1);
	CHECK_INT(after.names, 1);
	fx_store_free(store);
}

TEST(listings_of_any_size)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);
	uint32_t most = (store->most - FSC_RECORD_WORDS) * 8;

	for (uint32_t bytes = 0; bytes < 40; bytes++) {
		fx_put(store, bytes, bytes);
		CHECK_INT(fx_find(store, bytes), 1);
		CHECK_INT(fx_found.size, bytes);
	}
	CHECK_INT(fx_put(store, 1000, most), FSC_STORE_KEPT);
	CHECK_INT(fx_find(store, 1000), 1);
	CHECK_INT(fx_put(store, 1001, most + 1), FSC_STORE_CROWDED);
	CHECK_INT(fx_find(store, 1001), 0);
	fx_store_free(store);
}

TEST(a_full_half_flips_and_the_other_stays_readable)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);
	uint64_t n = 0, i;

	while (fx_events.flips == 0) {
		REQUIRE(fx_put(store, n++, 200) == FSC_STORE_KEPT);
	}
	CHECK(n > 1000);
	for (i = 0; i < n - 1; i++) {
		REQUIRE(fx_find(store, i) == 1);
		CHECK(fx_found.old);
	}
	CHECK_INT(fx_find(store, n - 1), 1);
	CHECK(!fx_found.old);
	while (fx_events.flips == 1) {
		fx_put(store, n++, 200);
	}
	CHECK_INT(fx_find(store, 0), 0);
	CHECK_INT(fx_find(store, n - 1), 1);
	fx_store_free(store);
}

TEST(what_is_used_outlives_flips)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);
	fsc_store_record record = { 0 };
	fsc_store_found found;
	fsc_store_key key = fx_key(1);
	uint64_t n = 100;

	fx_put(store, 1, 100);
	while (fx_events.flips < 5) {
		fx_put(store, n++, 200);
		REQUIRE(fsc_store_find(store, &key, &record, &found));
		REQUIRE(fx_is_true(&found, 1));
		if (found.old) {
			CHECK_INT(fsc_store_put(store, &record, &fx_events), FSC_STORE_KEPT);
		}
	}
	fsc_store_record_deinit(&record);
	fx_store_free(store);
}

TEST(many_small_listings_fill_the_slots)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);
	fsc_store_status status;
	uint64_t n = 0;

	while (fx_events.flips == 0) {
		fsc_store_get_status(store, &status);
		fx_put(store, n++, 0);
	}
	CHECK(status.entries >= store->slots / 2);
	CHECK(status.entries <= store->slots);
	fx_store_free(store);
}

TEST(who_does_not_get_the_lock_does_without)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);

	CHECK_INT(fsc_os_lock_try(store->header->lock), FSC_OS_LOCK_TAKEN);
	CHECK_INT(fx_put(store, 1, 100), FSC_STORE_BUSY);
	CHECK_INT(fx_find(store, 1), 0);
	fsc_os_lock_release(store->header->lock);
	CHECK_INT(fx_put(store, 1, 100), FSC_STORE_KEPT);
	fx_store_free(store);
}

TEST(a_death_is_counted_and_costs_nothing_that_was_published)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);
	fsc_store_status status;

	fx_put(store, 3, 100);
	fx_put(store, 4, 100);
	store->parts[0].half->entries = 77; /* half way through an append */
	fake_lock_dies(store->header->lock);
	CHECK_INT(fx_put(store, 5, 100), FSC_STORE_KEPT);
	CHECK_INT(fx_events.owner_deaths, 1);
	fsc_store_get_status(store, &status);
	CHECK_INT(status.owner_deaths, 1);
	CHECK_INT(status.entries, 3);
	CHECK_INT(status.names, 3 + 4 + 5);
	CHECK(fx_find(store, 3) == 1 && fx_find(store, 4) == 1 && fx_find(store, 5) == 1);
	fx_store_free(store);
}

TEST(a_death_in_mid_flip_is_finished)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);
	uint64_t n = 0;

	while (fx_events.flips == 0) {
		fx_put(store, n++, 200);
	}
	store->parts[0].half->generation |= 1;
	for (uint32_t i = 0; i < store->slots / 2; i++) {
		store->parts[0].slots[i] = 0;
	}
	CHECK_INT(fx_find(store, 0), 0); /* not to be read while it is emptied */
	fake_lock_dies(store->header->lock);
	CHECK_INT(fx_put(store, 1000000, 200), FSC_STORE_KEPT);
	CHECK_INT(store->header->current, 0);
	CHECK_INT(store->parts[0].half->generation & 1, 0);
	CHECK_INT(fx_find(store, 0), 0);
	CHECK_INT(fx_find(store, n - 1), 1);
	CHECK(fx_found.old);
	CHECK_INT(fx_find(store, 1000000), 1);
	fx_store_free(store);
}

TEST(any_changed_word_costs_the_listing)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);
	uint32_t words = (uint32_t) fsc_record_words(100);

	fx_put(store, 1, 100);
	for (uint32_t i = 0; i < words; i++) {
		for (int bit = 0; bit < 64; bit++) {
			store->parts[0].log[i] ^= UINT64_C(1) << bit;
			CHECK_INT(fx_find(store, 1), 0);
			store->parts[0].log[i] ^= UINT64_C(1) << bit;
		}
	}
	CHECK_INT(fx_find(store, 1), 1);
	fx_store_free(store);
}

TEST(only_its_own_kind_fits)
{
	void *memory = fx_segment_of(FX_SEGMENT);
	fsc_store_header *header = memory;
	fsc_store_maker other = fx_maker;

	CHECK(fsc_store_fits(memory, FX_SEGMENT, &fx_maker));
	CHECK(!fsc_store_fits(memory, FX_SEGMENT + 4096, &fx_maker));
	for (size_t i = 0; i < FSC_OS_IDENTITY; i++) {
		other.system[i]++;
		CHECK(!fsc_store_fits(memory, FX_SEGMENT, &other));
		other.system[i]--;
	}
	other.version[0]++;
	CHECK(!fsc_store_fits(memory, FX_SEGMENT, &other));
	header->abi++;
	CHECK(!fsc_store_fits(memory, FX_SEGMENT, &fx_maker));
	header->abi--;
	header->magic++;
	CHECK(!fsc_store_fits(memory, FX_SEGMENT, &fx_maker));
	header->magic--;
	fsc_store_retire(memory, FX_SEGMENT);
	CHECK(!fsc_store_fits(memory, FX_SEGMENT, &fx_maker));
	fsc_os_shm_destroy(memory, FX_SEGMENT);
}

TEST(sizes_that_cannot_be)
{
	void *memory = fx_segment_of(FX_SEGMENT);

	CHECK(!fsc_store_format(memory, FX_SEGMENT - 1, &fx_maker));
	CHECK(!fsc_store_format(memory, (size_t) FSC_STORE_SIZE_MAX + 1, &fx_maker));
	fsc_os_shm_destroy(memory, FX_SEGMENT);
}

TEST(parts_do_not_overlap_and_fit)
{
	for (size_t size = FSC_STORE_SIZE_MIN; size <= FSC_STORE_SIZE_MIN * 128; size += 777 * 64) {
		fsc_store *store = fsc_store_attach((void *) 4096, size);
		char *end0 = (char *) (store->parts[0].log + store->log_words);
		char *end1 = (char *) (store->parts[1].log + store->log_words);

		CHECK((char *) (store->workers + FSC_STORE_WORKERS) <= (char *) store->parts[0].half);
		CHECK(end0 <= (char *) store->parts[1].half);
		CHECK(end1 <= (char *) 4096 + size);
		CHECK((store->slots & (store->slots - 1)) == 0);
		fsc_store_detach(store);
	}
}

TEST(a_million_names_of_ten_in_sixty_four_megabytes)
{
	fsc_store *store = fx_store_of((size_t) 64 << 20);
	uint32_t bytes = 10 * (14 + 3) + (1 + 3) + (2 + 3); /* and the two dots */
	uint32_t i;

	for (i = 0; i < 100000; i++) {
		REQUIRE(fx_put(store, i, bytes) == FSC_STORE_KEPT);
	}
	CHECK_INT(fx_events.flips, 0);
	for (i = 0; i < 100000; i++) {
		REQUIRE(fx_find(store, i) == 1);
	}
	fx_store_free(store);
}

/* A time moves on with each change of one directory: all its versions have the same near place. */
TEST(a_directory_that_changes_all_the_time_crowds_nobody_out)
{
	fsc_store *store = fx_store_of((size_t) 64 << 20);
	fsc_store_record record = { 0 };
	fsc_store_found found;
	uint64_t kept = 0, found_count = 0, i;

	for (i = 0; i < 60000; i++) {
		fsc_store_key key = { 7, 8, { 1, 2, 3, 0, (int64_t) i } };

		REQUIRE(fsc_store_prepare(store, &key, 0, false, 100, &record));
		memset(fsc_store_bytes(&record), 'x', 100);
		kept += fsc_store_put(store, &record, &fx_events) == FSC_STORE_KEPT;
	}
	CHECK_INT(fx_events.flips, 0);
	for (i = 0; i < 1000; i++) { /* some of them its neighbours */
		kept += fx_put(store, i * 10, 100) == FSC_STORE_KEPT;
		found_count += fx_find(store, i * 10) == 1;
	}
	CHECK(kept > 61000 * 499 / 500);
	CHECK(found_count > 1000 * 99 / 100);
	for (i = 0; i < 60000; i++) {
		fsc_store_key key = { 7, 8, { 1, 2, 3, 0, (int64_t) i } };

		found_count += fsc_store_find(store, &key, &record, &found);
	}
	CHECK_INT(found_count, kept);
	fsc_store_record_deinit(&record);
	fx_store_free(store);
}

/* Pages are what a process pays for when it first touches them. */
TEST(a_tree_has_its_slots_in_few_pages)
{
	fsc_store *store = fx_store_of((size_t) 64 << 20);
	const size_t words = FSC_STORE_PAGE / 8;
	uint32_t pages = 0;

	for (uint64_t inode = 100000; inode < 110000; inode += 5) {
		fx_put(store, inode, 100);
	}
	for (size_t i = 0; i < store->slots / 2; i += words) {
		size_t k = 0;

		while (k < words && store->parts[0].slots[i + k] == 0) {
			k++;
		}
		pages += k < words;
	}
	CHECK(pages > 0 && pages <= (10000 / FSC_STORE_NEAR + 2) *
		(FSC_STORE_NEAR * FSC_STORE_SPREAD * 4 / FSC_STORE_PAGE + 1));
	CHECK(pages < store->slots / 2 / words / 4);
	fx_store_free(store);
}

/* Both halves of each word of slots, and what is in the other one, must outlive a put. */
TEST(slots_that_share_a_word_do_not_disturb_each_other)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);
	uint32_t shared = 0;

	for (uint64_t n = 0; n < 1500; n++) {
		REQUIRE(fx_put(store, n, 10) == FSC_STORE_KEPT);
	}
	for (size_t i = 0; i < store->slots / 2; i++) {
		uint64_t word = store->parts[0].slots[i];

		shared += fsc_slot_in(word, 0) && fsc_slot_in(word, 1);
	}
	CHECK(shared > 100);
	for (uint64_t n = 0; n < 1500; n++) {
		REQUIRE(fx_find(store, n) == 1);
	}
	fx_store_free(store);
}

TEST(workers_count_in_places_of_their_own)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);
	uint64_t more[FSC_TOTAL_COUNT] = { 0 };
	fsc_store_status status;
	uint32_t a = fsc_store_join(store, 10), b = fsc_store_join(store, 11), c;

	CHECK(a != b);
	more[FSC_TOTAL_HITS] = 5;
	fsc_store_count(store, a, more);
	fsc_store_count(store, b, more);
	fsc_store_count(store, FSC_STORE_NOBODY, more);
	fsc_store_get_status(store, &status);
	CHECK_INT(status.workers, 2);
	CHECK_INT(status.totals[FSC_TOTAL_HITS], 10);
	fsc_store_leave(store, a);
	c = fsc_store_join(store, 12);
	CHECK_INT(c, a);
	fsc_store_count(store, c, more);
	fsc_store_get_status(store, &status);
	CHECK_INT(status.totals[FSC_TOTAL_HITS], 15);
	fx_store_free(store);
}

TEST(a_dead_workers_place_is_taken_over_when_all_are_taken)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);
	uint32_t i, dead = 0;

	for (i = 0; i < FSC_STORE_WORKERS; i++) {
		uint32_t place = fsc_store_join(store, 1000 + i);

		dead = i == 77 ? place : dead;
	}
	CHECK_INT(fsc_store_join(store, 5000), FSC_STORE_NOBODY);
	fake_kill(1077);
	CHECK_INT(fsc_store_join(store, 5000), dead);
	fake_kill(0);
	fx_store_free(store);
}

TEST(without_memory_nothing_is_kept_or_found)
{
	fsc_store *store = fx_store_of(FX_SEGMENT);
	fsc_store_record record = { 0 };
	fsc_store_key key = fx_key(1);
	fsc_store_found found;

	fx_put(store, 1, 100);
	fsc_mem_fail_after(0);
	CHECK(!fsc_store_find(store, &key, &record, &found));
	CHECK(!fx_prepare(store, 2, 100, &record));
	CHECK(!fsc_store_attach(store->header, FX_SEGMENT));
	fsc_mem_fail_after(-1);
	CHECK(fsc_store_find(store, &key, &record, &found));
	fsc_store_record_deinit(&record);
	fx_store_free(store);
}

int main(void)
{
	RUN(what_is_put_is_found);
	RUN(a_key_differs_in_each_of_its_words);
	RUN(the_second_put_changes_nothing);
	RUN(listings_of_any_size);
	RUN(a_full_half_flips_and_the_other_stays_readable);
	RUN(what_is_used_outlives_flips);
	RUN(many_small_listings_fill_the_slots);
	RUN(who_does_not_get_the_lock_does_without);
	RUN(a_death_is_counted_and_costs_nothing_that_was_published);
	RUN(a_death_in_mid_flip_is_finished);
	RUN(any_changed_word_costs_the_listing);
	RUN(only_its_own_kind_fits);
	RUN(sizes_that_cannot_be);
	RUN(parts_do_not_overlap_and_fit);
	RUN(a_million_names_of_ten_in_sixty_four_megabytes);
	RUN(a_directory_that_changes_all_the_time_crowds_nobody_out);
	RUN(a_tree_has_its_slots_in_few_pages);
	RUN(slots_that_share_a_word_do_not_disturb_each_other);
	RUN(workers_count_in_places_of_their_own);
	RUN(a_dead_workers_place_is_taken_over_when_all_are_taken);
	RUN(without_memory_nothing_is_kept_or_found);
	return unit_end();
}
