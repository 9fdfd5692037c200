/* SPDX-License-Identifier: MIT */
/*
 * shared.c: the memory behind the shared tier: one anonymous mapping made at start-up, before
 * workers are forked, or, with fastscan.shm_file, a file that is opened at a process's first
 * request, when it has the user it will answer for.
 *
 * The process that made the anonymous mapping has nobody to share it with until it forks, so it
 * leaves it alone: a command-line run pays for a mapping that is never touched. With threads it is
 * one of the many.
 *
 * Threads: `state` decides who opens the file; what it guards is written before it is published and
 * then only read. A segment is unmapped by the last view that leaves it.
 */
#include "src/php/glue.h"

#include "src/platform/platform.h"

#define RETRY_NS INT64_C(5000000000)

enum { CLOSED, OPENING, OPEN };

typedef struct segment {
	fsc_word   state;
	fsc_word   users;   /* views, and one for the process; 0: about to be unmapped */
	fsc_word   given_up;/* the process has left it, since another file took its place */
	void      *memory;
	size_t     size;
	fsc_store *store;
	uint32_t   alone;   /* see fsc_view_share() */
	uint32_t   owner;
} segment;

static segment mapped; /* anonymous */
static segment file;
static fsc_store_maker maker;
static bool maker_known;    /* else no file can be understood */
static const char *refused; /* why the file is not used; NULL: it is, or there is none */
static int64_t retry_ns;

static size_t wanted_size(void)
{
	return ((size_t) FSG(shm_size) + 4095) & ~(size_t) 4095;
}

static bool file_is_wanted(void)
{
	return FSG(shm_file) && *FSG(shm_file);
}

/* ---- segments ---- */

static bool format(void *memory, size_t size, const void *context)
{
	return fsc_store_format(memory, size, context);
}

static bool fits(const void *memory, size_t size, const void *context)
{
	return fsc_store_fits(memory, size, context);
}

static const fsc_os_shm_user user = { format, fits, fsc_store_retire, &maker };

/* From here on it is in use, by the process. False: no memory; it is unmapped again. */
static bool segment_open(segment *opened, void *memory, size_t size)
{
	opened->store = memory ? fsc_store_attach(memory, size) : NULL;
	if (!opened->store) {
		fsc_os_shm_destroy(memory, size);
		return false;
	}
	opened->memory = memory;
	opened->size = size;
	fsc_word_poke(&opened->given_up, 0);
	fsc_word_poke(&opened->users, 1);
	fsc_word_publish(&opened->state, OPEN);
	return true;
}

/* One user more or less; false: there is none left. */
static bool change_users(segment *changed, uint64_t by)
{
	for (;;) {
		uint64_t users = fsc_word_peek(&changed->users);

		if (users == 0) {
			return false;
		}
		if (fsc_word_swap(&changed->users, users, users + by)) {
			return users + by > 0;
		}
	}
}

static void segment_release(segment *left)
{
	if (fsc_word_read(&left->state) == OPEN && !change_users(left, UINT64_MAX)) {
		fsc_store_detach(left->store);
		fsc_os_shm_destroy(left->memory, left->size);
		left->store = NULL;
		fsc_word_publish(&left->state, CLOSED);
	}
}

/* ---- process ---- */

void php_fastscan_shared_startup(void)
{
	void *memory;

	if (!FSG(enable) || FSG(shm_size) == 0 ||
		(!FSG(enable_cli) && php_fastscan_is_command_line())) {
		return;
	}
	memcpy(maker.version, PHP_FASTSCAN_VERSION, sizeof PHP_FASTSCAN_VERSION);
	if (file_is_wanted()) {
		maker_known = fsc_os_identity(maker.system);
		return;
	}
	memory = fsc_os_shm_create(wanted_size());
	if (memory && !fsc_store_format(memory, wanted_size(), &maker)) {
		fsc_os_shm_destroy(memory, wanted_size());
		memory = NULL;
	}
#ifndef ZTS
	mapped.alone = fsc_os_process();
#endif
	mapped.owner = FSC_STORE_NOBODY;
	segment_open(&mapped, memory, wanted_size());
}

void php_fastscan_shared_shutdown(void)
{
	segment_release(&mapped);
	segment_release(&file);
}

/* ---- requests ---- */

/* opcache.preload runs a request in the master, which may be root. */
static bool is_preloading(void)
{
#ifdef ZEND_COMPILE_PRELOAD
	return (CG(compiler_options) & ZEND_COMPILE_PRELOAD) != 0;
#else
	return false;
#endif
}

static void file_open(void)
{
	const char *reason = "the system does not say which boot this is";
	fsc_creds creds;
	void *memory = NULL;

	if (is_preloading() || !fsc_word_swap(&file.state, CLOSED, OPENING)) {
		return;
	}
	if (fsc_os_monotonic_ns() < retry_ns) {
		fsc_word_publish(&file.state, CLOSED);
		return;
	}
	if (!maker_known) {
		maker_known = fsc_os_identity(maker.system);
	}
	if (maker_known) {
		fsc_os_creds(&creds);
		file.owner = creds.euid;
		memory = fsc_os_shm_open(FSG(shm_file), wanted_size(), &user, &reason);
	}
	if (!segment_open(&file, memory, wanted_size())) {
		retry_ns = fsc_os_monotonic_ns() + RETRY_NS;
		refused = reason;
		fsc_word_publish(&file.state, CLOSED);
	} else {
		refused = NULL;
	}
}

static bool is_open(const segment *asked)
{
	return fsc_word_read(&asked->state) == OPEN;
}

/* The segment for this request, which is its user now, or NULL. */
static segment *segment_for_request(void)
{
	segment *wanted = file_is_wanted() ? &file : &mapped;

	if (FSG(shm_size) == 0) {
		return NULL;
	}
	if (wanted == &file && !is_open(&file)) {
		file_open();
	}
	if (!is_open(wanted) || fsc_word_peek(&wanted->given_up) || !change_users(wanted, 1)) {
		return NULL;
	}
	return wanted;
}

void php_fastscan_shared_leave(fsc_view *view)
{
	fsc_store *store = fsc_view_store(view);

	fsc_view_share(view, NULL, 0, FSC_STORE_NOBODY);
	if (store) {
		segment_release(store == file.store ? &file : &mapped);
	}
}

const char *php_fastscan_shared_refused(void)
{
	bool used = FSG(view) && fsc_view_store(FSG(view));

	return !used && FSG(shm_size) > 0 && file_is_wanted() ? refused : NULL;
}

/* Another version of fastscan put its own file in the place of ours. */
static void leave_retired(void)
{
	fsc_store *store = fsc_view_store(FSG(view));

	if (store && store == file.store && fsc_store_is_retired(store)) {
		php_fastscan_shared_leave(FSG(view));
		if (fsc_word_swap(&file.given_up, 0, 1)) {
			segment_release(&file);
		}
	}
}

/* Has the view the store already that the directives name? */
static bool is_as_wanted(void)
{
	fsc_store *store = fsc_view_store(FSG(view));

	return store && FSG(shm_size) > 0 && store == (file_is_wanted() ? file.store : mapped.store);
}

void php_fastscan_shared_request(void)
{
	segment *found;

	leave_retired();
	if (is_as_wanted()) {
		return;
	}
	php_fastscan_shared_leave(FSG(view));
	found = segment_for_request();
	if (found) {
		fsc_view_share(FSG(view), found->store, found->alone, found->owner);
	}
}

void php_fastscan_shared_reset(void)
{
	fsc_store *store = fsc_view_store(FSG(view));

	if (store) {
		fsc_store_reset(store);
	}
}

/* ---- counters ---- */

static void sum_up(uint64_t totals[FSC_TOTAL_COUNT])
{
	const fsc_cache_counters *cache = fsc_view_counters(FSG(view));
	int i;

	memset(totals, 0, FSC_TOTAL_COUNT * sizeof *totals);
	for (i = 0; i < PHP_FASTSCAN_FN_COUNT; i++) {
		totals[FSC_TOTAL_CALLS] += FSG(counts)[i].ct;
		totals[FSC_TOTAL_HITS] += FSG(counts)[i].hit;
		totals[FSC_TOTAL_CHECKED] += FSG(counts)[i].checked;
		totals[FSC_TOTAL_MISSES] += FSG(counts)[i].miss;
		totals[FSC_TOTAL_NEGATIVE] += FSG(counts)[i].negative;
		totals[FSC_TOTAL_BYPASSED] += FSG(counts)[i].bypass;
	}
	totals[FSC_TOTAL_VALIDATIONS] = cache->validations;
	totals[FSC_TOTAL_FILLS] = cache->fills;
	totals[FSC_TOTAL_SYSCALLS_SAVED] = cache->syscalls_saved;
	totals[FSC_TOTAL_SHARED_HITS] = cache->shared_hits;
	totals[FSC_TOTAL_VERIFY_MISMATCH] = cache->verify_mismatch;
}

void php_fastscan_shared_count(void)
{
	uint64_t totals[FSC_TOTAL_COUNT];

	if (FSG(view) && fsc_view_store(FSG(view))) {
		sum_up(totals);
		fsc_view_count(FSG(view), totals);
	}
}

void php_fastscan_shared_forked(void)
{
	uint64_t totals[FSC_TOTAL_COUNT];

	sum_up(totals);
	fsc_view_count_from(FSG(view), totals);
}

static void add_totals(zval *shared, const uint64_t totals[FSC_TOTAL_COUNT])
{
	static const char *const names[] = { "calls", "hits", "checked", "misses", "negative",
		"bypassed", "validations", "fills", "syscalls_saved", "shared_hits", "verify_mismatch" };
	zval group;
	int i;

	_Static_assert(sizeof names / sizeof *names == FSC_TOTAL_COUNT, "one name each");
	array_init(&group);
	for (i = 0; i < FSC_TOTAL_COUNT; i++) {
		add_assoc_long(&group, names[i], (zend_long) totals[i]);
	}
	add_assoc_zval(shared, "totals", &group);
}

static void add_store(zval *shared, const fsc_store *store)
{
	fsc_store_status status;

	fsc_store_get_status(store, &status);
	add_assoc_bool(shared, "used_here", fsc_view_uses_store(FSG(view)));
	add_assoc_long(shared, "size", (zend_long) status.size);
	add_assoc_long(shared, "room", (zend_long) status.room);
	add_assoc_long(shared, "filled", (zend_long) status.used);
	add_assoc_long(shared, "listings", (zend_long) status.entries);
	add_assoc_long(shared, "names", (zend_long) status.names);
	add_assoc_long(shared, "flips", (zend_long) status.flips);
	add_assoc_long(shared, "owner_deaths", (zend_long) status.owner_deaths);
	add_assoc_long(shared, "resets", (zend_long) status.resets);
	add_assoc_long(shared, "workers", status.workers);
	add_totals(shared, status.totals);
}

void php_fastscan_shared_status(zval *status)
{
	fsc_store *store = FSG(view) ? fsc_view_store(FSG(view)) : NULL;
	zval shared;

	if (!store && !(file_is_wanted() && refused)) {
		add_assoc_null(status, "shared");
		return;
	}
	array_init(&shared);
	if (file_is_wanted()) {
		add_assoc_string(&shared, "file", FSG(shm_file));
	} else {
		add_assoc_null(&shared, "file");
	}
	if (store) {
		php_fastscan_shared_count();
		add_store(&shared, store);
	} else {
		add_assoc_string(&shared, "refused", refused);
	}
	add_assoc_zval(status, "shared", &shared);
}
