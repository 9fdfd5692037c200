/* SPDX-License-Identifier: MIT */
/*
 * shared.c: a view and the shared tier. When a directory that was just opened has no listing here,
 * another process may have read it already: at exactly the version that this process sees, and to
 * be served to whom this process's own descriptor lets read. What is read here and kept is put into
 * the store for the others.
 *
 * What a listing depends on beside its version is in the key: the resets so far, directives that
 * decide what is kept, and on some mounts who asks.
 */
#include "src/core/view.h"

#include "src/core/stored.h"

/* Not in the name of a parent whose view was inherited by a fork. */
static void leave(fsc_view *view)
{
	if (view->worker_process && view->worker_process == fsc_os_process()) {
		fsc_store_leave(view->store, view->worker);
	}
	view->worker_process = 0;
	memset(view->counted, 0, sizeof view->counted);
}

void fsc_view_share(fsc_view *view, fsc_store *store, uint32_t alone, uint32_t owner)
{
	if (view->store == store) {
		return;
	}
	leave(view);
	if (view->node_count > 0) {
		fsc_view_reset(view); /* resets of the other store's are not known */
	}
	fsc_store_record_deinit(&view->record);
	view->store = store;
	view->store_alone = alone;
	view->store_owner = owner;
	view->store_misses = 0;
	view->store_usable = false;
	view->epoch = store ? fsc_store_epoch(store) : &view->no_epoch;
	view->epoch_seen = fsc_word_peek(view->epoch);
	fsc_request_reopen(view);
}

fsc_store *fsc_view_store(const fsc_view *view)
{
	return view->store;
}

bool fsc_view_uses_store(const fsc_view *view)
{
	return view->store_usable;
}

void fsc_view_epoch_moved(fsc_view *view)
{
	view->epoch_seen = fsc_word_peek(view->epoch);
	fsc_view_reset(view);
}

/*
 * Where mount ids are used again, a version alone does not say which mount it is of. What happened
 * to the table before this process watched it, those that were forked with it are told together;
 * a file may be used after a change that nobody saw.
 */
static bool mounts_are_told(fsc_view *view)
{
	if (view->features & FSC_OS_UNIQUE_MOUNT) {
		return true;
	}
	if (view->store_owner != FSC_STORE_NOBODY) {
		return false;
	}
	view->mounts_due = true; /* from here on this process sees each change by itself */
	fsc_view_poll_mounts(view);
	return (view->features & FSC_OS_MOUNT_EVENTS) && fsc_store_mounts_ask(view->store);
}

void fsc_shared_begin(fsc_view *view)
{
	view->store_usable = false;
	view->store_usable = view->store && view->creds.process != view->store_alone &&
		(view->store_owner == FSC_STORE_NOBODY || view->store_owner == view->creds.euid) &&
		mounts_are_told(view);
}

void fsc_shared_mounts_moved(fsc_view *view)
{
	if (!view->store_usable || (view->features & FSC_OS_UNIQUE_MOUNT)) {
		return;
	}
	fsc_store_mounts_moved(view->store);
	view->store_usable = (view->features & FSC_OS_MOUNT_EVENTS) != 0;
}

void fsc_shared_polled(fsc_view *view)
{
	if (view->store_usable && !(view->features & FSC_OS_UNIQUE_MOUNT)) {
		view->store_mounts = fsc_store_mounts(view->store);
	}
}

/* May it be used now? Not before this period's poll, where that tells which mount is which. */
static bool is_usable(const fsc_view *view)
{
	return view->store_usable &&
		(!view->mounts_due || (view->features & FSC_OS_UNIQUE_MOUNT));
}

/* ---- keys ---- */

static void make_key(const fsc_view *view, const fsc_mount *mount, const fsc_version *version,
	fsc_store_key *key)
{
	uint64_t salted[8] = { (uint64_t) view->config.settle_ns, view->config.sync };

	if (mount->verdict.per_user) {
		salted[2] = 1;
		salted[3] = (uint64_t) view->creds.euid << 32 | view->creds.egid;
		salted[4] = view->creds.groups;
		salted[5] = view->creds.privileges;
	}
	key->version = *version;
	if (!(view->features & FSC_OS_UNIQUE_MOUNT)) {
		salted[6] = view->store_mounts;
		salted[7] = view->creds.mount_space;
		key->version.mount &= UINT32_MAX; /* without this process's own salt */
	}
	key->epoch = view->epoch_seen;
	key->salt = fsc_hash((const char *) salted, sizeof salted);
}

/* ---- from the store ---- */

static void put(fsc_view *view)
{
	fsc_store_events events = {0, 0};

	fsc_store_put(view->store, &view->record, &events);
	view->counters.shared_flips += events.flips;
	view->counters.owner_deaths += events.owner_deaths;
}

fsc_snapshot *fsc_shared_find(fsc_view *view, const fsc_mount *mount, const fsc_version *version,
	fsc_fold *fold)
{
	fsc_snapshot *snapshot = NULL;
	fsc_store_found found;
	fsc_store_key key;

	if (!is_usable(view)) {
		return NULL;
	}
	make_key(view, mount, version, &key);
	if (fsc_store_find(view->store, &key, &view->record, &found) &&
		found.entries <= view->config.max_entries) {
		snapshot = fsc_stored_read(found.bytes, found.size, found.entries);
	}
	if (!snapshot) {
		view->store_misses++;
		return NULL;
	}
	view->store_misses = 0;
	view->counters.shared_hits++;
	*fold = found.flag ? FSC_FOLD_DOUBTFUL : FSC_FOLD_UNKNOWN;
	if (found.old) {
		put(view);
	}
	return snapshot;
}

/*
 * An open directory costs a remote mount round trips, so there it is first tried without. On local
 * mounts it must be opened anyway if the store does not have it.
 */
bool fsc_shared_is_worth_a_look(const fsc_view *view, const fsc_node *node)
{
	const fsc_mount *mount = node->mount;

	if (!is_usable(view)) {
		return false;
	}
	if (!mount) {
		mount = view->filled_mount;
	}
	return fsc_mount_is_remote(mount) && (view->store_misses < 8 || view->store_misses % 8 == 0);
}

/* ---- to the store ---- */

void fsc_shared_keep(fsc_view *view, const fsc_mount *mount, const fsc_version *version,
	const fsc_snapshot *snapshot, fsc_fold fold)
{
	size_t size;
	const char *records = fsc_snapshot_records(snapshot, &size);
	fsc_store_key key;

	if (!is_usable(view)) {
		return;
	}
	make_key(view, mount, version, &key);
	if (fsc_store_prepare(view->store, &key, fsc_snapshot_count(snapshot),
			fold == FSC_FOLD_DOUBTFUL, size, &view->record)) {
		memcpy(fsc_store_bytes(&view->record), records, size);
		put(view);
	}
}

/* ---- counters ---- */

void fsc_view_count_from(fsc_view *view, const uint64_t totals[FSC_TOTAL_COUNT])
{
	memcpy(view->counted, totals, sizeof view->counted);
}

void fsc_view_count(fsc_view *view, const uint64_t totals[FSC_TOTAL_COUNT])
{
	uint64_t more[FSC_TOTAL_COUNT];

	if (!view->store_usable) {
		return;
	}
	if (view->worker_process != view->creds.process) {
		view->worker_process = view->creds.process;
		view->worker = fsc_store_join(view->store, view->creds.process);
	}
	for (int i = 0; i < FSC_TOTAL_COUNT; i++) {
		/* Less than before: they were set back. */
		more[i] = totals[i] - (totals[i] < view->counted[i] ? 0 : view->counted[i]);
		view->counted[i] = totals[i];
	}
	fsc_store_count(view->store, view->worker, more);
}
