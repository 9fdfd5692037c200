/* SPDX-License-Identifier: MIT */
/* store_fixture.c: see store_fixture.h. Single-threaded. */
#include "tests/unit/store_fixture.h"

#include "tests/unit/fake_tree.h"

#include <stdlib.h>
#include <string.h>

const fsc_store_maker fx_maker = { { 1, 2, 3, 4 }, "0.0-test" };
fsc_store_events fx_events;
fsc_store_found fx_found;
static fsc_store_record fx_record;

void *fx_segment_of(size_t size)
{
	void *memory = fake_must(fsc_os_shm_create(size));

	return fsc_store_format(memory, size, &fx_maker) ? memory : NULL;
}

fsc_store *fx_store_of(size_t size)
{
	memset(&fx_events, 0, sizeof fx_events);
	return fake_must(fsc_store_attach(fx_segment_of(size), size));
}

void fx_store_free(fsc_store *store)
{
	fsc_os_shm_destroy(store->header, store->size);
	fsc_store_detach(store);
	fsc_store_record_deinit(&fx_record);
}

fsc_store_key fx_key(uint64_t number)
{
	fsc_store_key key = { 7, 8, { 1, 2, number, (int64_t) number * 1000, 5 } };

	return key;
}

static char byte_of(uint64_t number, uint32_t i)
{
	return (char) fsc_hash_mix(number + 1, i / 8 + UINT64_C(0x9e3779b97f4a7c15));
}

bool fx_prepare(fsc_store *store, uint64_t number, uint32_t bytes, fsc_store_record *record)
{
	fsc_store_key key = fx_key(number);

	if (!fsc_store_prepare(store, &key, (uint32_t) number & 0xffff, number & 1, bytes, record)) {
		return false;
	}
	for (uint32_t i = 0; i < bytes; i++) {
		fsc_store_bytes(record)[i] = byte_of(number, i);
	}
	return true;
}

fsc_store_result fx_put(fsc_store *store, uint64_t number, uint32_t bytes)
{
	return fx_prepare(store, number, bytes, &fx_record)
		? fsc_store_put(store, &fx_record, &fx_events) : FSC_STORE_CROWDED;
}

bool fx_is_true(const fsc_store_found *found, uint64_t number)
{
	for (uint32_t i = 0; i < found->size; i++) {
		if (found->bytes[i] != byte_of(number, i)) {
			return false;
		}
	}
	return found->entries == (number & 0xffff) && found->flag == (number & 1);
}

int fx_find(const fsc_store *store, uint64_t number)
{
	fsc_store_key key = fx_key(number);

	if (!fsc_store_find(store, &key, &fx_record, &fx_found)) {
		return 0;
	}
	return fx_is_true(&fx_found, number) ? 1 : -1;
}
