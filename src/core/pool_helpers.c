/* SPDX-License-Identifier: MIT */
/*
 * pool_helpers.c: the helpers of a pool: they come, run errands, wait for more, and go.
 *
 * Nothing is asked of the system while the lock is held, and nothing is freed.
 */
#include "src/core/pool_layout.h"

/* What a helper takes with it. */
typedef struct run {
	fsc_errand errand;
	fsc_lane   lane;
	uint32_t   number, serial;
	fsc_base  *base;
	char       path[FSC_PATH_MAX];
} run;

/* So many are looked at for one that is not held up. */
#define LOOK_AHEAD 256u

/* Is the directory above it still to come? */
static bool is_held_up(const fsc_job_lane *l, const fsc_job *j)
{
	const fsc_job *above = j->above == FSC_POOL_NONE ? NULL : &l->jobs[j->above];

	return above && (above->state == FSC_JOB_RUNNING ||
		(above->state == FSC_JOB_TODO && j->above >= l->next));
}

/*
 * The first that is to do, but none below a directory that is asked about just now: each of them
 * would have the kernel ask about that one too.
 */
static fsc_job *next_of(fsc_job_lane *l)
{
	uint32_t end = l->count < l->limit ? l->count : l->limit;
	uint32_t i;

	while (l->next < end && l->jobs[l->next].state != FSC_JOB_TODO) {
		l->next++;
	}
	l->held_up = false;
	if (l->next >= end) {
		return NULL;
	}
	end = end - l->next < LOOK_AHEAD ? end : l->next + LOOK_AHEAD;
	for (i = l->next; i < end; i++) {
		fsc_job *j = &l->jobs[i];

		if (j->state == FSC_JOB_TODO && !is_held_up(l, j)) {
			l->reach = i < l->reach ? l->reach : i + 1;
			return j;
		}
	}
	l->held_up = true;
	return NULL;
}

/* Under the lock. One is done: are there helpers that left one below it? */
static bool let_go(fsc_pool *pool, fsc_lane lane)
{
	bool wake = pool->lanes[lane].held_up && pool->idle > 0;

	pool->lanes[lane].held_up = false;
	return wake;
}

static bool pick(fsc_pool *pool, run *out)
{
	static const fsc_lane order[] = { FSC_LANE_AHEAD, FSC_LANE_REPLAY, FSC_LANE_TOUCH };

	for (int i = 0; i < FSC_LANES && fsc_pool_may_run(pool) > 0; i++) {
		fsc_job *j = next_of(&pool->lanes[order[i]]);

		if (j) {
			j->state = FSC_JOB_RUNNING;
			out->lane = order[i];
			out->number = (uint32_t) (j - pool->lanes[order[i]].jobs);
			out->serial = j->serial;
			out->errand = j->errand;
			memcpy(out->path, j->errand.path, (size_t) j->path_length + 1);
			out->errand.path = out->path;
			out->errand.base = -1;
			out->base = NULL;
			if (out->path[0] != '/' && pool->base) {
				out->base = pool->base;
				out->base->holders++;
				out->errand.base = out->base->fd;
			}
			pool->running++;
			pool->issued++;
			return true;
		}
	}
	return false;
}

/* To look whether a thread sleeps is a system call: one that did is believed to so many times. */
#define SLEEPS_BELIEVED 16u

/*
 * Without the lock. True: it took as long as a round trip, and slept. Without sleep it was the
 * processor that was slow, or busy with something else. *believed: times that the thread is still
 * believed to have slept.
 */
static bool run_errand(const fsc_pool *pool, uint32_t *believed, run *r, fsc_found *found)
{
	uint64_t sleeps = *believed == 0 ? fsc_os_thread_sleeps() : 0;
	int64_t since = fsc_os_precise_ns();
	bool slept;

	fsc_errand_run(&r->errand, found);
	if (fsc_os_precise_ns() - since < pool->slow_ns) {
		*believed = 0;
		return false;
	}
	if (*believed > 0) {
		--*believed;
		return true;
	}
	slept = sleeps == 0 || fsc_os_thread_sleeps() != sleeps;
	*believed = slept ? SLEEPS_BELIEVED : 0;
	return slept;
}

/*
 * Under the lock. Where errands take no round trip a helper is of no use: its waking costs more
 * than they do.
 */
static void judge(fsc_pool *pool, const run *r, bool slow)
{
	fsc_job_lane *l = &pool->lanes[r->lane];

	l->ran++;
	l->slow += slow;
	if (l->sampled && slow) {
		l->sampled = false;
		l->ran = l->slow = 0;
	} else if (l->sampled) {
		l->sample = r->number + FSC_POOL_PROBES - 1;
	} else if (r->lane == FSC_LANE_TOUCH && l->ran == FSC_POOL_TOUCHES) {
		if (l->slow < 2) {
			l->limit = 0;
		}
		l->ran = l->slow = 0;
	} else if (r->lane == FSC_LANE_REPLAY && l->ran == FSC_POOL_PROBES) {
		if (l->slow < FSC_POOL_PROBES / 4) {
			fsc_pool_sample(pool, l);
		}
		l->ran = l->slow = 0;
	}
}

/*
 * The answer is the pool's now. What is left in *found is thrown away without the lock: an answer
 * that nobody wants, or the one before. True: somebody waits for it.
 */
static bool finish(fsc_pool *pool, const run *r, fsc_found *found, bool slow)
{
	fsc_job_lane *l = &pool->lanes[r->lane];
	fsc_job *j = r->number < l->count ? &l->jobs[r->number] : NULL;
	fsc_snapshot *old;

	pool->ran++;
	pool->slow += slow;
	pool->running--;
	if (!j || j->serial != r->serial) {
		pool->wasted++;
		return false;
	}
	judge(pool, r, slow);
	old = j->found.snapshot;
	j->found = *found;
	found->snapshot = old;
	j->state = j->errand.kind == FSC_ERRAND_TOUCH ? FSC_JOB_OFF : FSC_JOB_DONE;
	return pool->awaited == j;
}

bool fsc_pool_step(fsc_pool *pool)
{
	fsc_found found;
	uint32_t believed = 0;
	bool awaited, slow;
	fsc_base *left;
	run r;

	fsc_os_monitor_lock(pool->monitor);
	if (pool->closing && pool->threads > 0) {
		pool->threads--;
		fsc_os_monitor_unlock(pool->monitor);
		return true;
	}
	if (!pick(pool, &r)) {
		fsc_os_monitor_unlock(pool->monitor);
		return false;
	}
	fsc_os_monitor_unlock(pool->monitor);
	slow = run_errand(pool, &believed, &r, &found);
	fsc_os_monitor_lock(pool->monitor);
	awaited = finish(pool, &r, &found, slow);
	left = fsc_base_leave(&r.base);
	fsc_os_monitor_unlock(pool->monitor);
	fsc_base_close(left);
	fsc_found_drop(&found);
	if (awaited) {
		fsc_os_monitor_wake(pool->monitor, FSC_OS_DONE, false);
	}
	return true;
}

static void help(void *context)
{
	fsc_pool *pool = context;
	const uint64_t self = fsc_os_thread_self();
	uint32_t believed = 0;
	fsc_found found;
	run r;

	fsc_os_monitor_lock(pool->monitor);
	if (pool->came < FSC_POOL_HELPERS) {
		pool->helpers[pool->came++] = self;
	}
	while (!pool->closing) {
		bool awaited, slow, wake;
		fsc_base *left;

		if (!pick(pool, &r)) {
			pool->idle++;
			fsc_pool_wait_for(pool, FSC_OS_WORK);
			pool->idle--;
			continue;
		}
		fsc_os_monitor_unlock(pool->monitor);
		slow = run_errand(pool, &believed, &r, &found);
		fsc_os_monitor_lock(pool->monitor);
		awaited = finish(pool, &r, &found, slow);
		left = fsc_base_leave(&r.base);
		/* one more helps where one alone is kept waiting */
		wake = let_go(pool, r.lane) || (slow && pool->idle > 0 && fsc_pool_may_run(pool) > 1);
		if (awaited || wake || left || found.snapshot) {
			fsc_os_monitor_unlock(pool->monitor);
			if (wake) {
				fsc_os_monitor_wake(pool->monitor, FSC_OS_WORK, false);
			}
			if (awaited) {
				fsc_os_monitor_wake(pool->monitor, FSC_OS_DONE, false);
			}
			fsc_base_close(left);
			fsc_found_drop(&found);
			fsc_os_monitor_lock(pool->monitor);
		}
	}
	pool->threads--;
	/* The last one out must not touch the pool after its owner has seen that. */
	fsc_os_monitor_wake(pool->monitor, FSC_OS_DONE, true);
	fsc_os_monitor_unlock(pool->monitor);
}

uint32_t fsc_pool_staff(fsc_pool *pool, uint32_t threads)
{
	uint32_t have = fsc_pool_threads(pool);

	while (have < threads) {
		/* Counted first: a helper may have come and gone before this goes on. */
		fsc_os_monitor_lock(pool->monitor);
		have = ++pool->threads;
		fsc_os_monitor_unlock(pool->monitor);
		if (!fsc_os_thread_start(help, pool)) {
			fsc_os_monitor_lock(pool->monitor);
			have = --pool->threads;
			fsc_os_monitor_unlock(pool->monitor);
			break;
		}
	}
	return have;
}

uint32_t fsc_pool_hire(fsc_pool *pool, uint32_t most)
{
	return fsc_pool_staff(pool, pool->always_eager || pool->pace.level > most ? most
		: pool->pace.level);
}

uint32_t fsc_pool_threads(const fsc_pool *pool)
{
	uint32_t threads;

	fsc_os_monitor_lock(pool->monitor);
	threads = pool->threads;
	fsc_os_monitor_unlock(pool->monitor);
	return threads;
}
