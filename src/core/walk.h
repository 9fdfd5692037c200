/* SPDX-License-Identifier: MIT */
/*
 * walk.h: what walk.c and real.c share. A walk resolves the string of a directory into its
 * buffer; after a failure the buffer holds nothing of use, and `reason` says why.
 */
#ifndef FSC_WALK_H
#define FSC_WALK_H

#include "src/core/view.h"

/* PHP refuses paths and steps on the way that come near MAXPATHLEN: let it. */
#define FSC_REAL_MAX  4000
#define FSC_LINKS_MAX 8

typedef struct fsc_walk {
	fsc_view  *view;
	char      *buffer;  /* the real path so far, NUL-terminated, FSC_REAL_MAX + 1 bytes at least */
	size_t     length;
	uint32_t   links;
	uint32_t   spelled; /* bytes of the texts of these links */
	uint32_t   depth;
	bool       asked;   /* the system */
	/* all of it was walked: no listing that was judged tells of its last name */
	bool       whole;
	fsc_reason reason;  /* after failure */
} fsc_walk;

/* The directory's string exists and is one, or false. Nodes may be evicted. */
bool fsc_walk_to(fsc_walk *w, fsc_root *root, const char *path, size_t length);

/* Note the reason; always false. */
bool fsc_walk_fail(fsc_walk *w, fsc_reason reason);

/* One more name. False: too long. */
bool fsc_walk_append(fsc_walk *w, const char *name, size_t length);

/* Is it known in this period where the node's string leads? Then recall it into the buffer. */
bool fsc_walk_remembers(const fsc_walk *w, const fsc_node *node);
bool fsc_walk_recall(fsc_walk *w, const fsc_node *node);

/* Would PHP, too, have got through a path of this length? root: it is relative; may be NULL. */
bool fsc_walk_is_short(const fsc_walk *w, const fsc_root *root, size_t length);

#endif
