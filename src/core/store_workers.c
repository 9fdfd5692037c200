/* SPDX-License-Identifier: MIT */
/*
 * store_workers.c: each worker counts in a place of its own, in cache lines that nobody else
 * writes. Places keep what was counted in them: the sum over all is what all workers did since the
 * segment was made, whoever lives.
 *
 * Lock rule: none. A place is taken by one compare-and-swap of the process number in it.
 */
#include "src/core/store_layout.h"

static bool take_from(fsc_store_worker *worker, uint64_t owner, uint32_t process)
{
	return fsc_word_peek(&worker->process) == owner &&
		fsc_word_swap(&worker->process, owner, process);
}

/* A process number from another namespace, or used again, keeps a place; there are others. */
static bool is_dead(uint64_t process)
{
	return process > UINT32_MAX || !fsc_os_process_exists((uint32_t) process);
}

uint32_t fsc_store_join(fsc_store *store, uint32_t process)
{
	uint32_t i;

	for (i = 0; i < FSC_STORE_WORKERS; i++) {
		if (take_from(&store->workers[i], 0, process)) {
			return i;
		}
	}
	for (i = 0; i < FSC_STORE_WORKERS; i++) {
		uint64_t owner = fsc_word_peek(&store->workers[i].process);

		if (is_dead(owner) && take_from(&store->workers[i], owner, process)) {
			return i;
		}
	}
	return FSC_STORE_NOBODY;
}

void fsc_store_leave(fsc_store *store, uint32_t worker)
{
	if (worker < FSC_STORE_WORKERS) {
		fsc_word_poke(&store->workers[worker].process, 0);
	}
}

void fsc_store_count(fsc_store *store, uint32_t worker, const uint64_t more[FSC_TOTAL_COUNT])
{
	if (worker >= FSC_STORE_WORKERS) {
		return;
	}
	for (int i = 0; i < FSC_TOTAL_COUNT; i++) {
		if (more[i]) {
			fsc_word_add(&store->workers[worker].totals[i], more[i]);
		}
	}
}
