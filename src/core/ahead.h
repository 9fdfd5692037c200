/* SPDX-License-Identifier: MIT */
/*
 * ahead.h: a view and its helper threads (DESIGN section 8). On mounts where each question is a
 * round trip, directories are asked about before their turn comes:
 *
 *	replay      what the script's last request validated, in that order          ahead.c
 *	read-ahead  what a recursive scan will open next                             ahead_scan.c
 *
 * An answer had ahead counts as of the moment its system call began, which is after the period
 * began: what the view or its owner did meanwhile (marks, the period's end, a path that was found
 * to lead elsewhere) makes it void. It is used only in the place of the very system call that the
 * view would make now.
 *
 * Threads: all of this is the view's own; helpers know the pool alone. Without threads or memory
 * nothing is had ahead, and nothing else changes.
 */
#ifndef FSC_AHEAD_H
#define FSC_AHEAD_H

#include "src/core/pool.h"
#include "src/core/trail.h"
#include "src/core/view.h"

/* Errands that helpers may be ahead of the view: what another page does not ask costs no more. */
#define FSC_AHEAD_WINDOW 256u

/* A directory that this request has asked about, or that is being asked about ahead. */
typedef struct fsc_slot {
	fsc_node *node;
	uint32_t  entry;  /* of the trail, and its errand's number in FSC_LANE_REPLAY, or NONE */
	uint32_t  errand; /* in FSC_LANE_AHEAD, or FSC_POOL_NONE */
	uint32_t  at;     /* in the list of what was asked, if `asked` */
	bool      asked;  /* in this request, by the view itself */
	bool      opened; /* in this request: what is in it may be next */
	bool      ready;  /* had ahead by a scan, and not opened yet */
	/*
	 * A listing that must not be kept: what was in it when the view's stamp was this one. Whole,
	 * it may be served while the node is fresh and that has not moved; else it is a guess at what
	 * comes next.
	 */
	uint64_t  stamp;
	fsc_snapshot *listing;
} fsc_slot;

struct fsc_ahead {
	fsc_pool  *pool;     /* NULL: none yet */
	bool       failed;   /* there are no threads */
	bool       begun;    /* in this request */
	bool       learning; /* it is to begin once it is known how many helpers are of use */
	uint64_t   stamp;    /* of the view, for which the errands' answers are */

	fsc_trails trails;
	fsc_trail *trail;    /* of the script that runs; NULL: none yet */
	char      *script;
	size_t     script_length;
	bool       named;    /* it is that of this request, and all of it is noted */

	/* what this request asked: the trail up to `cursor`; if it differs, `asked` */
	fsc_paths  asked;
	size_t     cursor;
	bool       differs, full;
	fsc_paths  left;     /* names that were looked up by a client, and the sum of them */
	uint64_t   left_sum;
	const fsc_root *asked_root; /* that relative ones hang from */
	uint64_t   asked_id[3];     /* its mount, device and inode; all 0: none */

	fsc_slot  *slots;    /* open addressing by node; NULL, or mask + 1 of them */
	uint32_t   mask, used;

	/* the scan that runs: directories opened below an open one, and how deep */
	uint32_t   steps, depth;
	uint32_t   rest;      /* directories to be opened before it is looked again for more */
	size_t     held;      /* bytes of the slots' listings */
	size_t     bytes;     /* of slots and trails */
	size_t     trail_bytes;
	fsc_root  *base_root; /* whose directory is the pool's base; NULL: none */
	uint32_t   resets;    /* of the view when base_root was taken */
};

/* May directories of this mount be asked about ahead, in this mode? */
static inline bool fsc_ahead_suits(const fsc_view *view, const fsc_node *node)
{
	return view->ahead && node->mount &&
		(view->config.prefetch_local || fsc_mount_is_remote(node->mount)) &&
		!(node->flags & FSC_NODE_STRICT) && view->config.mode != FSC_MODE_STRICT;
}

/* The node's slot, or NULL. Good until the next fsc_ahead_add_slot(). */
fsc_slot *fsc_ahead_slot(const fsc_ahead *ahead, const fsc_node *node);
fsc_slot *fsc_ahead_add_slot(fsc_ahead *ahead, fsc_node *node); /* NULL: no memory */

void fsc_ahead_remove_slot(fsc_ahead *ahead, fsc_slot *slot);
/* The slot's own listing goes. */
void fsc_slot_drop_listing(fsc_ahead *ahead, fsc_slot *slot);

/* These will be listed next, all of them: absolute, or below the working directory. */
void fsc_ahead_list(fsc_view *view, const fsc_paths *directories);

/* From here on this request's list is its own. False: no memory. */
bool fsc_ahead_differ(fsc_ahead *ahead);

static inline bool fsc_trail_root_is(const fsc_trail *trail, const fsc_root *root)
{
	return root && root->relative && !root->anonymous && trail->mount == root->mount &&
		trail->device == root->device && trail->inode == root->inode;
}

/*
 * The errand that may bring the node a listing: as whoever opens it would ask, or, where the shared
 * tier may have the names, only what these are found by. mount: where the node is expected.
 */
void fsc_ahead_describe_fill(const fsc_view *view, const fsc_node *node, const fsc_mount *mount,
	fsc_errand *errand);

/* The pool, with helpers. NULL: there are none, or they rest. */
fsc_pool *fsc_ahead_pool(fsc_view *view);
/* With one processor: was it found that helpers are of no use? What is listed is no plan then. */
bool fsc_ahead_is_useless(const fsc_view *view);
/* Relative errands of this root may be added. */
bool fsc_ahead_set_base(fsc_view *view, fsc_root *root);
/* Make answers void that are older than the view's stamp. */
void fsc_ahead_keep_up(fsc_view *view);

#endif
