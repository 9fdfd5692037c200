/* SPDX-License-Identifier: MIT */
/* ahead_slots.c: which directories a request has to do with, by node: open addressing. */
#include "src/core/ahead.h"

#define SLOTS_FIRST 256u

static uint32_t place_of(const fsc_ahead *ahead, const fsc_node *node)
{
	return (uint32_t) fsc_hash_mix((uintptr_t) node >> 4, UINT64_C(0x9e3779b97f4a7c15)) &
		ahead->mask;
}

fsc_slot *fsc_ahead_slot(const fsc_ahead *ahead, const fsc_node *node)
{
	uint32_t i;

	if (!ahead->slots) {
		return NULL;
	}
	for (i = place_of(ahead, node); ahead->slots[i].node; i = (i + 1) & ahead->mask) {
		if (ahead->slots[i].node == node) {
			return &ahead->slots[i];
		}
	}
	return NULL;
}

static void put_slot(fsc_ahead *ahead, const fsc_slot *slot)
{
	uint32_t i = place_of(ahead, slot->node);

	while (ahead->slots[i].node) {
		i = (i + 1) & ahead->mask;
	}
	ahead->slots[i] = *slot;
	ahead->used++;
}

static bool grow_slots(fsc_ahead *ahead)
{
	fsc_slot *old = ahead->slots;
	uint32_t i, count = old ? ahead->mask + 1 : 0;
	uint32_t size = count ? count * 2 : SLOTS_FIRST;
	fsc_slot *slots;

	if (old && ahead->used < count / 2) {
		return true;
	}
	slots = size <= FSC_POOL_MAX * 4 ? fsc_mem_zalloc(size * sizeof *slots) : NULL;
	if (!slots) {
		return false;
	}
	ahead->bytes += (size - count) * sizeof *slots;
	ahead->slots = slots;
	ahead->mask = size - 1;
	ahead->used = 0;
	for (i = 0; i < count; i++) {
		if (old[i].node) {
			put_slot(ahead, &old[i]);
		}
	}
	fsc_mem_free(old);
	return true;
}

fsc_slot *fsc_ahead_add_slot(fsc_ahead *ahead, fsc_node *node)
{
	fsc_slot *slot = fsc_ahead_slot(ahead, node);
	fsc_slot made = { node, FSC_POOL_NONE, FSC_POOL_NONE, 0, false, false, false, 0, NULL };

	if (!slot && grow_slots(ahead)) {
		put_slot(ahead, &made);
		slot = fsc_ahead_slot(ahead, node);
	}
	return slot;
}

/* Those behind it that it stood in the way of move up: no marks of what was here are left. */
void fsc_ahead_remove_slot(fsc_ahead *ahead, fsc_slot *slot)
{
	uint32_t hole = (uint32_t) (slot - ahead->slots), i = hole;

	ahead->used--;
	for (;;) {
		uint32_t home;

		ahead->slots[hole].node = NULL;
		do {
			i = (i + 1) & ahead->mask;
			if (!ahead->slots[i].node) {
				return;
			}
			home = place_of(ahead, ahead->slots[i].node);
		} while (hole <= i ? hole < home && home <= i : hole < home || home <= i);
		ahead->slots[hole] = ahead->slots[i];
		hole = i;
	}
}

void fsc_slot_drop_listing(fsc_ahead *ahead, fsc_slot *slot)
{
	if (slot->listing) {
		ahead->held -= fsc_snapshot_bytes(slot->listing);
		fsc_snapshot_release(slot->listing);
		slot->listing = NULL;
	}
}
