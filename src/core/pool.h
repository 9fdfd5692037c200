/* SPDX-License-Identifier: MIT */
/*
 * pool.h: helper threads that ask the system ahead of their owner, on mounts where each question
 * is a round trip.
 *
 * The owner (one thread: that of the view) puts errands into a lane, in the order in which it will
 * want the answers; helpers run them in that order; the owner takes an answer, waiting only for
 * that one, or does the errand itself if no helper has begun it. Helpers know no view and no PHP.
 *
 * Locks: one, inside; nobody calls the system while it is held. Failure: without threads or memory
 * errands are simply not taken over.
 */
#ifndef FSC_POOL_H
#define FSC_POOL_H

#include "src/core/reader.h"

typedef struct fsc_pool fsc_pool;

typedef enum fsc_lane {
	FSC_LANE_REPLAY = 0, /* what the last request asked; run up to a distance ahead of the owner */
	FSC_LANE_AHEAD,      /* what the present scan will ask; run first */
	FSC_LANE_TOUCH,      /* FSC_ERRAND_TOUCH: nobody takes them; run last */
	FSC_LANES
} fsc_lane;

#define FSC_POOL_NONE UINT32_MAX
/* Errands of a lane at a time. */
#define FSC_POOL_MAX  32768u

/* No thread yet. NULL: there are none here, or no memory. */
fsc_pool *fsc_pool_create(void);

/*
 * Helpers in the middle of a system call are waited for FSC_POOL_PATIENCE; after that they are left
 * behind, with the memory they share with the pool.
 */
#define FSC_POOL_PATIENCE INT64_C(2000000000)
void fsc_pool_destroy(fsc_pool *pool);

/* False in the child of a fork: the threads are gone. Then only fsc_pool_destroy() may follow. */
bool fsc_pool_is_alive(const fsc_pool *pool);

/* Start threads until there are so many. How many there are. */
uint32_t fsc_pool_staff(fsc_pool *pool, uint32_t threads);
/* `most`, or with one processor as many of them as are of use (pool_pace.h). */
uint32_t fsc_pool_hire(fsc_pool *pool, uint32_t most);
uint32_t fsc_pool_threads(const fsc_pool *pool);
/*
 * Errands are about to be added: or does the owner work alone for now, since helpers are of no use
 * with one processor, or to learn whether they are?
 */
bool fsc_pool_rests(fsc_pool *pool);
/* Was it found that they are of no use? */
bool fsc_pool_is_useless(const fsc_pool *pool);

/* The directory that relative errands hang from; takes the descriptor over. False: no memory, and
 * the descriptor is still the caller's. */
bool fsc_pool_set_base(fsc_pool *pool, int fd);
bool fsc_pool_has_base(const fsc_pool *pool);

/*
 * Append an errand; its path is copied, its base is the pool's if the path is relative. Returns its
 * number, which is the next one of its lane, or FSC_POOL_NONE. Helpers begin with fsc_pool_open().
 */
uint32_t fsc_pool_add(fsc_pool *pool, fsc_lane lane, const fsc_errand *errand, size_t path_length);
/* Helpers may run the lane's errands below `limit`. */
void fsc_pool_open(fsc_pool *pool, fsc_lane lane, uint32_t limit);
uint32_t fsc_pool_count(const fsc_pool *pool, fsc_lane lane);
/* Of an errand; until fsc_pool_clear(). */
const fsc_errand *fsc_pool_errand(const fsc_pool *pool, fsc_lane lane, uint32_t number);

/*
 * The answer of an errand that a helper has begun, waiting for its end. False: none has, or it was
 * taken before; now none will. Helpers may run `window` further errands of a replay from here on,
 * and what was left out before is given up. *waited_ns: how long this waited.
 */
bool fsc_pool_take(fsc_pool *pool, fsc_lane lane, uint32_t number, uint32_t window,
	fsc_found *out, int64_t *waited_ns);

/* Any finished errand of the lane, without waiting. False: none is. */
bool fsc_pool_collect(fsc_pool *pool, fsc_lane lane, uint32_t *number, fsc_found *out);
/*
 * Helpers are of use where errands take a round trip: attributes may be known to the client. Of
 * each so many of a replay a quarter must take that long, or only one in so many is run by a helper
 * until one takes that long. A replay begins like that where the last request's errands were fast.
 * Touches end where not even two of so many in a row take that long.
 */
#define FSC_POOL_PROBES  16u
#define FSC_POOL_TOUCHES 32u

/* Not yet taken, collected or dropped. */
uint32_t fsc_pool_pending(fsc_pool *pool, fsc_lane lane);

/* Nobody will take this one. */
void fsc_pool_drop(fsc_pool *pool, fsc_lane lane, uint32_t number);

/* What was begun and is not taken yet is run again, since something changed. */
void fsc_pool_redo(fsc_pool *pool);
/* The same, for answers about this directory, and for those not known yet. */
void fsc_pool_redo_inode(fsc_pool *pool, uint64_t device, uint64_t inode);

/* Forget all errands. What was run for nothing is counted. */
void fsc_pool_clear(fsc_pool *pool);

/*
 * An errand is slow that takes as long as a round trip and sleeps meanwhile. Helpers are woken all
 * at once if a quarter were slow before the last fsc_pool_clear(); else one, and one more for each
 * that is slow; never more than are of use (pool_pace.h). To hand an errand over and to have it
 * back takes some five system calls, so where these are slow, a round trip that is worth it takes
 * at least as many.
 * `always`: all at once in any case, however many.
 */
#define FSC_POOL_SLOW_NS    INT64_C(80000)
#define FSC_POOL_SLOW_CALLS 5
void fsc_pool_wake_all(fsc_pool *pool, bool always);

/* Since the last call: begun by helpers; run for nothing. */
void fsc_pool_tally(fsc_pool *pool, uint64_t *issued, uint64_t *wasted);

/* For tests: run one errand as a helper would. False: there is none to run. */
bool fsc_pool_step(fsc_pool *pool);

#endif
