/* SPDX-License-Identifier: MIT */
/* Stored listings (stored.h) from anybody's bytes: refused, or read as they are. */
#include "src/core/stored.h"
#include "src/core/hash.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fsc_snapshot *snapshot;
	char *bytes;

	if (size == 0) {
		return 0;
	}
	bytes = fuzz_copy(data + 1, size - 1);
	snapshot = fsc_stored_read(bytes, size - 1, data[0]);
	if (snapshot) {
		size_t again;
		fsc_type type;

		PROMISE(fsc_snapshot_count(snapshot) == data[0]);
		PROMISE(memcmp(fsc_snapshot_records(snapshot, &again), bytes, size - 1) == 0);
		PROMISE(again == size - 1);
		for (uint32_t i = 0; i < data[0]; i++) {
			fsc_entry entry = fsc_snapshot_entry(snapshot, i);

			PROMISE(fsc_snapshot_find(snapshot, entry.name, entry.length,
				fsc_hash(entry.name, entry.length), &type) && type == entry.type);
		}
		fsc_snapshot_release(snapshot);
	}
	free(bytes);
	return 0;
}
