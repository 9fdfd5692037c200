/* SPDX-License-Identifier: MIT */
/*
 * pool.c: errands and their answers, on the owner's side; pool_helpers.c has the helpers'.
 *
 * Invariants, all under the monitor:
 *  - An errand's answer is taken only from the run that its `serial` names: whoever wants it run
 *    again gives it another one, and a helper that comes back with an old one throws its answer
 *    away.
 *  - Of a lane, errands below `low` are off, those from `next` on have not been begun.
 *  - A helper works on copies. Only the descriptor that relative paths hang from is shared: it is
 *    closed by the last who holds it.
 */
#include "src/core/pool_layout.h"

#define TEXT_CHUNK   ((size_t) 65536)
#define WAKE_BACKLOG 32u /* errands that are worth waking helpers for */
#define ENOUGH_TO_TELL 8u /* errands of a request: whether they are slow */

/* ---- life ---- */

/* By the cheapest of a few system calls. */
static int64_t slow_ns(void)
{
	int64_t cheapest = INT64_MAX;

	for (int i = 0; i < 4; i++) {
		int64_t took, since = fsc_os_precise_ns();

		fsc_os_thread_sleeps();
		took = fsc_os_precise_ns() - since;
		cheapest = took < cheapest ? took : cheapest;
	}
	return cheapest > FSC_POOL_SLOW_NS / FSC_POOL_SLOW_CALLS ? cheapest * FSC_POOL_SLOW_CALLS
		: FSC_POOL_SLOW_NS;
}

fsc_pool *fsc_pool_create(void)
{
	fsc_pool *pool = fsc_mem_zalloc(sizeof *pool);

	if (!pool) {
		return NULL;
	}
	pool->monitor = fsc_os_monitor_create();
	if (!pool->monitor) {
		fsc_mem_free(pool);
		return NULL;
	}
	pool->forks = fsc_os_forks();
	pool->slow_ns = slow_ns();
	pool->level = fsc_os_processors() > 1 ? FSC_PACE_ALL : 0;
	fsc_pace_begin(&pool->pace, pool->level);
	pool->eager = true;
	return pool;
}

bool fsc_pool_is_alive(const fsc_pool *pool)
{
	return pool->forks == fsc_os_forks();
}

static void text_clear(fsc_pool *pool, size_t keep)
{
	while (pool->text && (pool->text->next || pool->text->size > keep)) {
		fsc_text_chunk *next = pool->text->next;

		fsc_mem_free(pool->text);
		pool->text = next;
	}
	if (pool->text) {
		pool->text->used = 0;
	}
}

/* Nobody else knows the pool any more. */
static void free_all(fsc_pool *pool)
{
	for (int i = 0; i < FSC_LANES; i++) {
		fsc_job_lane *l = &pool->lanes[i];

		for (uint32_t n = 0; n < l->count; n++) {
			fsc_found_drop(&l->jobs[n].found);
		}
		fsc_mem_free(l->jobs);
	}
	text_clear(pool, 0);
	fsc_mem_free(pool);
}

void fsc_pool_destroy(fsc_pool *pool)
{
	int64_t until;
	bool abandoned;

	if (!pool) {
		return;
	}
	if (!fsc_pool_is_alive(pool)) {
		/* A helper may have held the lock, which is never let go here. Its base may be open
		 * twice: once for each process. */
		fsc_base_close(pool->base);
		free_all(pool);
		return;
	}
	fsc_pool_clear(pool);
	until = fsc_os_monotonic_ns() + FSC_POOL_PATIENCE;
	fsc_os_monitor_lock(pool->monitor);
	pool->closing = true;
	fsc_os_monitor_wake(pool->monitor, FSC_OS_WORK, true);
	while (pool->threads > 0 && fsc_os_monotonic_ns() < until) {
		fsc_os_monitor_wait(pool->monitor, FSC_OS_DONE, FSC_POOL_PATIENCE / 20);
	}
	abandoned = pool->threads > 0;
	fsc_os_monitor_unlock(pool->monitor);
	if (!abandoned) {
		/* Where a process may have one thread only, the system counts them. */
		for (uint32_t i = 0; i < pool->came; i++) {
			fsc_os_thread_wait(pool->helpers[i]);
		}
		fsc_os_monitor_destroy(pool->monitor);
		free_all(pool);
	}
}

/* ---- errands ---- */

bool fsc_pool_set_base(fsc_pool *pool, int fd)
{
	fsc_base *now = fsc_mem_alloc(sizeof *now);
	fsc_base *old;

	if (!now) {
		return false;
	}
	now->fd = fd;
	now->holders = 1;
	fsc_os_monitor_lock(pool->monitor);
	old = fsc_base_leave(&pool->base);
	pool->base = now;
	fsc_os_monitor_unlock(pool->monitor);
	fsc_base_close(old);
	return true;
}

bool fsc_pool_has_base(const fsc_pool *pool)
{
	return pool->base != NULL;
}

static const char *text_add(fsc_pool *pool, const char *path, size_t length)
{
	fsc_text_chunk *chunk = pool->text;
	char *at;

	if (!chunk || chunk->size - chunk->used < length + 1) {
		size_t size = length + 1 > TEXT_CHUNK ? length + 1 : TEXT_CHUNK;

		chunk = fsc_mem_alloc(sizeof *chunk + size);
		if (!chunk) {
			return NULL;
		}
		chunk->used = 0;
		chunk->size = size;
		chunk->next = pool->text;
		pool->text = chunk;
	}
	at = chunk->bytes + chunk->used;
	memcpy(at, path, length);
	at[length] = '\0';
	chunk->used += length + 1;
	return at;
}

/* Memory is had without the lock, and changes places under it. */
static bool grow(fsc_pool *pool, fsc_job_lane *l)
{
	uint32_t size = l->size ? l->size * 2 : 64;
	fsc_job *jobs, *old;

	if (l->count < l->size) {
		return true;
	}
	jobs = l->count < FSC_POOL_MAX ? fsc_mem_zalloc(size * sizeof *jobs) : NULL;
	if (!jobs) {
		return false;
	}
	fsc_os_monitor_lock(pool->monitor);
	old = l->jobs;
	if (l->count > 0) {
		memcpy(jobs, old, l->count * sizeof *jobs);
	}
	l->jobs = jobs;
	l->size = size;
	fsc_os_monitor_unlock(pool->monitor);
	fsc_mem_free(old);
	return true;
}

/* Of the jobs of which each is above the next, from the last one upwards. */
static uint32_t find_above(const fsc_job_lane *l, const char *path, size_t length)
{
	uint32_t i = l->count > 0 ? l->count - 1 : FSC_POOL_NONE;

	while (i != FSC_POOL_NONE) {
		const fsc_job *j = &l->jobs[i];

		if (j->path_length < length && path[j->path_length] == '/' &&
			memcmp(path, j->errand.path, j->path_length) == 0) {
			break;
		}
		i = j->above;
	}
	return i;
}

uint32_t fsc_pool_add(fsc_pool *pool, fsc_lane which, const fsc_errand *errand, size_t path_length)
{
	fsc_job_lane *l = &pool->lanes[which];
	const char *path;
	uint32_t above;
	fsc_job *j;

	if (path_length >= FSC_PATH_MAX || !grow(pool, l)) {
		return FSC_POOL_NONE;
	}
	path = text_add(pool, errand->path, path_length);
	if (!path) {
		return FSC_POOL_NONE;
	}
	above = find_above(l, path, path_length);
	fsc_os_monitor_lock(pool->monitor);
	j = &l->jobs[l->count++];
	memset(j, 0, sizeof *j);
	j->errand = *errand;
	j->errand.path = path;
	j->path_length = (uint32_t) path_length;
	j->above = above;
	j->serial = ++pool->serial;
	fsc_os_monitor_unlock(pool->monitor);
	return l->count - 1;
}

/* Under the lock. How many helpers that sleep are of use, if there is something to do. */
static uint32_t wanted_helpers(const fsc_pool *pool)
{
	uint32_t more = fsc_pool_may_run(pool);

	more = more < pool->idle ? more : pool->idle;
	return pool->eager || pool->always_eager || more == 0 ? more : 1;
}

/* Without it. */
static void wake_helpers(fsc_pool *pool, uint32_t wanted)
{
	if (wanted > 1 && (pool->always_eager || pool->level == FSC_PACE_ALL)) {
		fsc_os_monitor_wake(pool->monitor, FSC_OS_WORK, true);
		return;
	}
	for (; wanted > 0; wanted--) {
		fsc_os_monitor_wake(pool->monitor, FSC_OS_WORK, false);
	}
}

void fsc_pool_wake_all(fsc_pool *pool, bool always)
{
	fsc_os_monitor_lock(pool->monitor);
	pool->always_eager = always;
	fsc_os_monitor_unlock(pool->monitor);
}

static void set_level(fsc_pool *pool)
{
	fsc_os_monitor_lock(pool->monitor);
	pool->level = pool->pace.level;
	fsc_os_monitor_unlock(pool->monitor);
}

bool fsc_pool_rests(fsc_pool *pool)
{
	int64_t now;

	if (pool->always_eager || pool->pace.level > 0) {
		return false;
	}
	now = fsc_os_monotonic_ns();
	if (fsc_pace_is_due(&pool->pace, now)) {
		fsc_pace_look(&pool->pace, now, fsc_os_idle_ns());
		set_level(pool);
	}
	return pool->pace.level == 0;
}

bool fsc_pool_is_useless(const fsc_pool *pool)
{
	return !pool->always_eager && pool->pace.useless;
}

/* The request ends. */
static void pace_end(fsc_pool *pool)
{
	if (fsc_pace_is_looking(&pool->pace)) {
		fsc_pace_look(&pool->pace, fsc_os_monotonic_ns(), fsc_os_idle_ns());
	}
	fsc_pace_end(&pool->pace);
	set_level(pool);
}

void fsc_pool_open(fsc_pool *pool, fsc_lane which, uint32_t limit)
{
	fsc_job_lane *l = &pool->lanes[which];
	uint32_t wanted = 0;

	fsc_os_monitor_lock(pool->monitor);
	if (limit > l->limit) {
		l->limit = limit;
	}
	if (which == FSC_LANE_REPLAY && !pool->eager) {
		fsc_pool_sample(pool, l);
	}
	if (l->next < l->count && l->next < l->limit) {
		wanted = wanted_helpers(pool);
	}
	fsc_os_monitor_unlock(pool->monitor);
	wake_helpers(pool, wanted);
}

uint32_t fsc_pool_count(const fsc_pool *pool, fsc_lane which)
{
	return pool->lanes[which].count;
}

const fsc_errand *fsc_pool_errand(const fsc_pool *pool, fsc_lane which, uint32_t number)
{
	return &pool->lanes[which].jobs[number].errand;
}

/* ---- answers ---- */

/* Under the lock. Nobody wants it, or who wants it has it. */
static void put_off(fsc_job_lane *l, fsc_job *j)
{
	j->state = FSC_JOB_OFF;
	j->serial = 0;
	while (l->low < l->reach && l->jobs[l->low].state == FSC_JOB_OFF) {
		l->low++;
	}
}

void fsc_pool_sample(fsc_pool *pool, fsc_job_lane *l)
{
	if (!pool->always_eager) {
		l->sampled = true;
		l->sample = 0;
		l->limit = l->next;
	}
}

/* The owner is here, and does what comes, but for one errand in FSC_POOL_PROBES. */
static uint32_t advance_sampled(const fsc_pool *pool, fsc_job_lane *l, uint32_t number)
{
	if (number < l->sample) {
		return 0;
	}
	if (l->next <= number) {
		l->next = number + 1;
	}
	l->limit = l->next + 1;
	return l->next < l->count ? wanted_helpers(pool) : 0;
}

/* The owner is here: go on from here. How many helpers are to be woken. */
static uint32_t advance(fsc_pool *pool, fsc_job_lane *l, uint32_t number, uint32_t window)
{
	uint32_t limit = number + 1 + window;

	if (l->sampled) {
		return advance_sampled(pool, l, number);
	}
	if (l == &pool->lanes[FSC_LANE_REPLAY] && number > l->next) {
		/* Another page, or a scan that went elsewhere: what it left out it does not ask. */
		l->next = number;
	}
	if (limit > l->limit) {
		l->limit = limit;
	}
	limit = l->limit < l->count ? l->limit : l->count;
	return limit > l->next && (limit - l->next >= WAKE_BACKLOG || limit == l->count)
		? wanted_helpers(pool) : 0;
}

bool fsc_pool_take(fsc_pool *pool, fsc_lane which, uint32_t number, uint32_t window,
	fsc_found *out, int64_t *waited_ns)
{
	fsc_job_lane *l = &pool->lanes[which];
	uint32_t wanted;
	bool taken = false;
	int64_t since = 0;
	fsc_job *j;

	*waited_ns = 0;
	fsc_os_monitor_lock(pool->monitor);
	j = &l->jobs[number];
	wanted = advance(pool, l, number, window);
	if (wanted > 0) {
		fsc_os_monitor_unlock(pool->monitor);
		wake_helpers(pool, wanted);
		fsc_os_monitor_lock(pool->monitor);
	}
	while (j->state == FSC_JOB_RUNNING && fsc_pool_is_alive(pool)) {
		since = since ? since : fsc_os_precise_ns();
		pool->awaited = j;
		fsc_pool_wait_for(pool, FSC_OS_DONE);
	}
	pool->awaited = NULL;
	if (j->state == FSC_JOB_DONE) {
		*out = j->found;
		j->found.snapshot = NULL;
		taken = true;
	}
	put_off(l, j);
	fsc_os_monitor_unlock(pool->monitor);
	if (since) {
		*waited_ns = fsc_os_precise_ns() - since;
	}
	return taken;
}

bool fsc_pool_collect(fsc_pool *pool, fsc_lane which, uint32_t *number, fsc_found *out)
{
	fsc_job_lane *l = &pool->lanes[which];
	bool found = false;
	uint32_t i;

	fsc_os_monitor_lock(pool->monitor);
	for (i = l->low; i < l->reach && !found; i++) {
		fsc_job *j = &l->jobs[i];

		if (j->state == FSC_JOB_DONE) {
			*number = i;
			*out = j->found;
			j->found.snapshot = NULL;
			found = true;
			put_off(l, j);
		}
	}
	fsc_os_monitor_unlock(pool->monitor);
	return found;
}

uint32_t fsc_pool_pending(fsc_pool *pool, fsc_lane which)
{
	fsc_job_lane *l = &pool->lanes[which];
	uint32_t i, pending = 0;

	fsc_os_monitor_lock(pool->monitor);
	for (i = l->low; i < l->count; i++) {
		pending += l->jobs[i].state != FSC_JOB_OFF;
	}
	fsc_os_monitor_unlock(pool->monitor);
	return pending;
}

void fsc_pool_drop(fsc_pool *pool, fsc_lane which, uint32_t number)
{
	fsc_job_lane *l = &pool->lanes[which];
	fsc_snapshot *snapshot;
	fsc_job *j;

	fsc_os_monitor_lock(pool->monitor);
	j = &l->jobs[number];
	snapshot = j->found.snapshot;
	j->found.snapshot = NULL;
	pool->wasted += j->state == FSC_JOB_DONE;
	put_off(l, j);
	fsc_os_monitor_unlock(pool->monitor);
	fsc_snapshot_release(snapshot);
}

/* ---- changes ---- */

/* Under the lock. */
static void again(fsc_pool *pool, fsc_job_lane *l, uint32_t number)
{
	fsc_job *j = &l->jobs[number];

	pool->wasted += j->state == FSC_JOB_DONE;
	j->state = FSC_JOB_TODO;
	j->serial = ++pool->serial;
	if (number < l->next) {
		l->next = number;
	}
}

static void redo(fsc_pool *pool, bool all, uint64_t device, uint64_t inode)
{
	uint32_t wanted;

	fsc_os_monitor_lock(pool->monitor);
	for (int which = 0; which < FSC_LANES; which++) {
		fsc_job_lane *l = &pool->lanes[which];
		uint32_t i, end = l->reach;

		for (i = l->low; i < end; i++) {
			const fsc_job *j = &l->jobs[i];
			const fsc_version *version = &j->found.attr.version;

			if (j->errand.kind != FSC_ERRAND_TOUCH && (j->state == FSC_JOB_RUNNING ||
				(j->state == FSC_JOB_DONE && (all || j->found.result != FSC_OS_OK ||
				(version->device == device && version->inode == inode))))) {
				again(pool, l, i);
			}
		}
	}
	wanted = wanted_helpers(pool);
	fsc_os_monitor_unlock(pool->monitor);
	wake_helpers(pool, wanted);
}

void fsc_pool_redo(fsc_pool *pool)
{
	redo(pool, true, 0, 0);
}

void fsc_pool_redo_inode(fsc_pool *pool, uint64_t device, uint64_t inode)
{
	redo(pool, false, device, inode);
}

/* Helpers leave errands alone that are not counted any more: they are the owner's. */
void fsc_pool_clear(fsc_pool *pool)
{
	uint32_t begun[FSC_LANES];
	fsc_base *left;

	pace_end(pool);
	fsc_os_monitor_lock(pool->monitor);
	for (int which = 0; which < FSC_LANES; which++) {
		fsc_job_lane *l = &pool->lanes[which];

		begun[which] = l->count;
		for (uint32_t i = l->low; i < l->reach; i++) {
			pool->wasted += l->jobs[i].state == FSC_JOB_DONE;
		}
		l->count = l->low = l->next = l->reach = l->limit = l->ran = l->slow = 0;
		l->sampled = false;
	}
	if (pool->ran >= ENOUGH_TO_TELL) {
		pool->eager = pool->slow >= pool->ran / 4;
	}
	pool->ran = pool->slow = 0;
	left = fsc_base_leave(&pool->base);
	fsc_os_monitor_unlock(pool->monitor);
	fsc_base_close(left);
	for (int which = 0; which < FSC_LANES; which++) {
		for (uint32_t i = 0; i < begun[which]; i++) {
			fsc_found_drop(&pool->lanes[which].jobs[i].found);
		}
	}
	text_clear(pool, TEXT_CHUNK);
}

void fsc_pool_tally(fsc_pool *pool, uint64_t *issued, uint64_t *wasted)
{
	fsc_os_monitor_lock(pool->monitor);
	*issued = pool->issued;
	*wasted = pool->wasted;
	pool->issued = pool->wasted = 0;
	fsc_os_monitor_unlock(pool->monitor);
}
