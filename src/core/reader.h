/* SPDX-License-Identifier: MIT */
/*
 * reader.h: what is asked of the system about one directory, without any view: in the thread that
 * asks, or in a helper thread (pool.h).
 *
 * Threads: every function may run in any thread; what it is given belongs to the caller alone.
 */
#ifndef FSC_READER_H
#define FSC_READER_H

#include "src/core/counters.h"
#include "src/core/snapshot.h"
#include "src/core/version.h"

/*
 * Read the open directory from the descriptor's position, its start, and look whether its version
 * is still `before` (NULL: never mind). flags: FSC_STAT_SYNC or 0. types: types that the file
 * system leaves out are looked up there and then. FSC_REASON_NONE, or why the names must not be
 * kept; *out is for fsc_read_finish(): NULL if they could not be read.
 */
fsc_reason fsc_read_names(int fd, uint32_t max_entries, unsigned flags, bool types,
	const fsc_version *before, fsc_snapshot_builder **out);

/*
 * The listing of what was read, indexed if it may be kept (reason is FSC_REASON_NONE). Consumes the
 * builder, which may be NULL. Returns the reason, or why there is no listing: then *out is NULL.
 */
fsc_reason fsc_read_finish(fsc_snapshot_builder *builder, fsc_reason reason, fsc_snapshot **out);

/* Why a listing is not kept whose version is judged so. */
fsc_reason fsc_reason_of_trust(fsc_trust trust);

typedef enum fsc_errand_kind {
	FSC_ERRAND_LOOK = 0, /* stat it */
	FSC_ERRAND_ENTER,    /* stat it, and ask what this process may do there */
	FSC_ERRAND_READ,     /* that, and its listing */
	FSC_ERRAND_TOUCH     /* stat a file, so that the system knows its attributes: for nobody here */
} fsc_errand_kind;

typedef struct fsc_errand {
	uint8_t     kind;        /* fsc_errand_kind */
	uint8_t     flags;       /* FSC_STAT_SYNC or 0 */
	bool        folds;       /* FSC_ERRAND_READ: look whether the directory ignores case */
	int         base;        /* what a relative path hangs from: a directory's descriptor, or -1 */
	uint32_t    max_entries; /* FSC_ERRAND_READ: */
	uint64_t    mount;       /* on which it must be */
	bool        open_asks;   /* there: fsc_fs_verdict */
	fsc_fs_kind fs_kind;     /* there */
	/* FSC_ERRAND_READ: to judge whether what is read may be kept. first_seen_ns: of `known` */
	fsc_trust_facts facts;
	fsc_version known;
	const char *path;
} fsc_errand;

typedef struct fsc_found {
	fsc_os_result result;
	fsc_attr      attr;        /* if FSC_OS_OK; of FSC_ERRAND_READ while it was read */
	unsigned      granted;     /* FSC_ACCESS_*, if access_known */
	bool          access_known, folded;
	bool          synced;      /* all of this is what the server says */
	fsc_reason    reason;      /* FSC_ERRAND_READ: FSC_REASON_NONE, or why not to be kept */
	fsc_snapshot *snapshot;    /* one reference, or NULL */
	int64_t       started_ns;  /* monotonic, before the first system call */
	int64_t       read_ns, realtime_ns; /* monotonic and real time right before the names */
} fsc_found;

/* Every field of *out is written. Its snapshot is the caller's. */
void fsc_errand_run(const fsc_errand *errand, fsc_found *out);
void fsc_found_drop(fsc_found *found);

#endif
