/* SPDX-License-Identifier: MIT */
/*
 * handle.h: an open directory handle. dir.c does everything with it, but for hit.c's answers about
 * the entry that was read last.
 */
#ifndef FSC_HANDLE_H
#define FSC_HANDLE_H

#include "src/core/view.h"

/* What no snapshot can hold, buffer by buffer. */
typedef struct fsc_dir_stream {
	char  *names;   /* length (2 bytes), type (1), name, NUL; one after the other */
	size_t used, size, at;
	size_t given;   /* entries handed out so far */
	bool   failed;  /* out of memory: entry by entry, each found by its place in the order */
	char   name[FSC_NAME_MAX + 1];
} fsc_dir_stream;

struct fsc_dir {
	fsc_view     *view;
	fsc_dir      *next, **link;  /* live handles of the view */
	/* being iterated, or validated at opendir; may be NULL with a descriptor */
	fsc_snapshot *listing;
	bool          streaming;     /* from the descriptor, instead of from a listing */
	int           fd;            /* -1: by path */
	bool          fresh;         /* the listing is read from `at`; else taken at the next read */
	bool          filled;        /* the listing was read for opendir, when the view's stamp was: */
	uint64_t      stamp;
	bool          moved;         /* the descriptor's position is no longer its start */
	bool          shared;        /* another process reads from the descriptor's position as well */
	uint32_t      at;            /* entries read */
	const char   *record;        /* the last one of them, unless `at` is 0 */
	uint32_t      resets;        /* of the view when `root` was taken: it is gone if they differ */
	fsc_root     *root;
	fsc_node     *node;          /* of this path, if one is known */
	fsc_version   version;       /* device and inode are those of opendir */
	size_t        prefix;        /* length of the working directory before the node's own path */
	size_t        path_length;
	fsc_dir_stream    stream;
	char          path[];        /* absolute; relative only with a descriptor */
};

#endif
