/* SPDX-License-Identifier: MIT */
/* pool_layout.h: what a pool is made of; for pool.c and pool_helpers.c alone. */
#ifndef FSC_POOL_LAYOUT_H
#define FSC_POOL_LAYOUT_H

#include "src/core/memory.h"
#include "src/core/path.h"
#include "src/core/pool.h"
#include "src/core/pool_pace.h"

#define FSC_POOL_WAIT_NS INT64_C(1000000000) /* then it is looked whether there is still somebody */

#define FSC_POOL_HELPERS 64 /* fastscan.prefetch_threads has no more */

typedef enum fsc_job_state {
	FSC_JOB_TODO = 0,
	FSC_JOB_RUNNING,
	FSC_JOB_DONE,
	FSC_JOB_OFF  /* nobody wants the answer any more */
} fsc_job_state;

typedef struct fsc_job {
	fsc_errand errand;
	fsc_found  found;
	uint32_t   serial;
	uint32_t   path_length;
	uint32_t   above;  /* number of the job for a directory above it, or FSC_POOL_NONE */
	uint8_t    state;
} fsc_job;

typedef struct fsc_job_lane {
	fsc_job *jobs;
	uint32_t count, size;
	uint32_t low;     /* those below are off */
	uint32_t next;    /* none below is to do */
	uint32_t reach;   /* none from here on was begun */
	uint32_t limit;
	uint32_t ran, slow; /* since they were last judged; `slow`: as long as a round trip */
	uint32_t sample;    /* sampled: when the owner is here, the next one is to be run */
	bool     sampled;   /* errands are fast: the owner does them, but for one now and then */
	bool     held_up; /* there was something to do that a helper left, see next_of() */
} fsc_job_lane;

typedef struct fsc_base {
	int      fd;
	uint32_t holders;
} fsc_base;

typedef struct fsc_text_chunk {
	struct fsc_text_chunk *next;
	size_t used, size;
	char   bytes[];
} fsc_text_chunk;

struct fsc_pool {
	fsc_os_monitor *monitor;
	uint64_t    forks;
	int64_t     slow_ns;     /* what is called slow, see FSC_POOL_SLOW_NS; never changes */
	uint32_t    threads, idle, running;
	fsc_pace    pace;        /* the owner's alone */
	uint32_t    level;       /* how many may run at once by it, unless always_eager */
	bool        closing;
	uint64_t    helpers[FSC_POOL_HELPERS]; /* their numbers, as they came */
	uint32_t    came;
	uint32_t    serial;
	fsc_job_lane lanes[FSC_LANES];
	fsc_base   *base;
	fsc_job    *awaited;
	uint64_t    issued, wasted;
	/* since the last fsc_pool_clear(), and how many of them took as long as a round trip */
	uint32_t    ran, slow;
	bool        eager;       /* they took that long the last time: helpers come all at once */
	bool        always_eager;
	fsc_text_chunk *text;    /* the owner's alone */
};

/* Under the lock: helpers run one errand of the lane now and then, unless they always run all. */
void fsc_pool_sample(fsc_pool *pool, fsc_job_lane *l);

/* Under the lock: how many more errands helpers may begin now. */
static inline uint32_t fsc_pool_may_run(const fsc_pool *pool)
{
	return pool->always_eager ? UINT32_MAX
		: pool->level > pool->running ? pool->level - pool->running : 0;
}

static inline void fsc_pool_wait_for(fsc_pool *pool, fsc_os_condition condition)
{
	fsc_os_monitor_wait(pool->monitor, condition, FSC_POOL_WAIT_NS);
}

/* Under the lock. Returns it if nobody holds it any more, for fsc_base_close() without the lock. */
static inline fsc_base *fsc_base_leave(fsc_base **held)
{
	fsc_base *base = *held;

	*held = NULL;
	return base && --base->holders == 0 ? base : NULL;
}

static inline void fsc_base_close(fsc_base *base)
{
	if (base) {
		fsc_os_close(base->fd);
		fsc_mem_free(base);
	}
}

#endif
