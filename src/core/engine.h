/* SPDX-License-Identifier: MIT */
/*
 * engine.h: all that the glue asks of the core. The view (one per thread) answers questions about
 * paths from directory listings whose versions it has validated; when it cannot, it says PASS and
 * the glue lets PHP do what it always did.
 *
 * Ownership: the view owns its nodes; a listing or directory handle holds its own reference and
 * stays valid after eviction, reset and changes. Threads: a view belongs to one thread, nothing is
 * locked. Failure: every function leaves the view usable; memory exhaustion costs entries.
 */
#ifndef FSC_ENGINE_H
#define FSC_ENGINE_H

#include "src/core/config.h"
#include "src/core/counters.h"
#include "src/core/policy.h"
#include "src/core/snapshot.h"
#include "src/core/store.h"

typedef struct fsc_view fsc_view;
typedef struct fsc_dir fsc_dir;

/* ---- lifecycle ---- */

/* policy is borrowed and must outlive the view. NULL out of memory. */
fsc_view *fsc_view_create(const fsc_config *config, const fsc_policy *policy);
void fsc_view_destroy(fsc_view *view);

/* New directive values; everything is validated anew before it is next used. */
void fsc_view_configure(fsc_view *view, const fsc_config *config);

/* PATH_SEPARATOR-separated absolute prefixes that pass through (fastscan.exclude).
 * False: no memory. */
bool fsc_view_exclude(fsc_view *view, const char *prefixes, char separator);

/*
 * Use this store, which must outlive the view; NULL: none any more. Not in the process `alone` (0:
 * in each), which shares it with nobody, and only while the effective user is `owner`, or with
 * FSC_STORE_NOBODY any.
 */
void fsc_view_share(fsc_view *view, fsc_store *store, uint32_t alone, uint32_t owner);
fsc_store *fsc_view_store(const fsc_view *view);
/* Was it used in the request that runs, or not yet, or not at all in this process? */
bool fsc_view_uses_store(const fsc_view *view);
/* What this process counted since its view was made, to be summed over all processes. */
void fsc_view_count(fsc_view *view, const uint64_t totals[FSC_TOTAL_COUNT]);
/* So much was counted by its parent. */
void fsc_view_count_from(fsc_view *view, const uint64_t totals[FSC_TOTAL_COUNT]);

/*
 * A request begins (or a long-lived worker starts its next one). Does nothing but note it: the ids,
 * namespace and clock are read by the request's first question, so that a request without one costs
 * nothing.
 */
void fsc_request_start(fsc_view *view);

/*
 * Directories whose nodes are validated at every answer whatever the mode (temporary directory,
 * session.save_path, ...): `subtree` also everything below. Cleared by fsc_request_start(). At most
 * 16 per request; with more, the mode of the request becomes strict.
 */
void fsc_strict_directory(fsc_view *view, const char *path, bool subtree);

/* ---- questions ---- */

typedef enum fsc_want {
	FSC_WANT_DIR,      /* is_dir: follows links */
	FSC_WANT_FILE,     /* is_file: follows links */
	FSC_WANT_LINK,     /* is_link: does not */
	FSC_WANT_EXISTS,   /* file_exists: follows links */
	FSC_WANT_ABSENCE,  /* stat family, is_readable...: only "not there" helps; follows links */
	FSC_WANT_LABSENCE  /* lstat: the same, not followed */
} fsc_want;

/* A name that is itself a symlink passes, but for FSC_WANT_LINK: the target is the system's. */

typedef enum fsc_answer {
	FSC_PASS = 0, /* ask the system */
	FSC_NO,       /* it exists and is not what was asked for */
	FSC_ABSENT,   /* it does not exist: ENOENT */
	FSC_YES
} fsc_answer;

typedef enum fsc_how {
	FSC_HOW_MISS = 0, /* passed, or the directory had to be read for the answer */
	FSC_HOW_HIT,      /* no system call was made */
	FSC_HOW_CHECKED   /* answered after a validation */
} fsc_how;

typedef struct fsc_reply {
	uint8_t answer; /* fsc_answer */
	uint8_t how;    /* fsc_how */
	uint8_t reason; /* fsc_reason, if FSC_PASS */
} fsc_reply;

/* path: no scheme, NUL-terminated at path[length]; bytes may include NUL (then PASS). */
fsc_reply fsc_ask(fsc_view *view, const char *path, size_t length, fsc_want want);

/*
 * The hit alone, with no system call: what fsc_ask() begins with, for callers that can do without
 * the rest of a reply. FSC_PASS: fsc_ask() may still answer. FSC_NO to FSC_WANT_(L)ABSENCE: the
 * name is listed, so that only the system can say more; fsc_ask() makes FSC_PASS of it.
 */
fsc_answer fsc_ask_hit(fsc_view *view, const char *path, size_t length, fsc_want want);

/*
 * The next question is part of the same call of PHP's as the last one: to name the same absent path
 * again is no polling (DESIGN section 3).
 */
void fsc_same_call(fsc_view *view);

/* The whole listing of a directory, as opendir+readdir would give it now. On FSC_YES *out holds one
 * reference for the caller to release. */
fsc_reply fsc_list(fsc_view *view, const char *path, size_t length, fsc_snapshot **out);

/* ---- directory handles (DESIGN section 4, "Directory handles") ---- */

/* opendir(): FSC_YES and *out, or FSC_PASS
 * (also for every failure: the original call reports it). */
fsc_reply fsc_dir_open(fsc_view *view, const char *path, size_t length, fsc_dir **out);
/* Next entry, false at the end. The name is valid until the next call on this handle. */
bool fsc_dir_read(fsc_dir *dir, fsc_entry *out);
void fsc_dir_rewind(fsc_dir *dir);
void fsc_dir_close(fsc_dir *dir);
/*
 * fsc_ask_hit() about the entry that was read last, without looking the directory and the name up.
 * The path asked about is the one that the caller opened the handle by, of which `directory` bytes
 * go before the slash and the name. FSC_PASS: fsc_ask_hit() may still answer; so it is where the
 * core was not given that very path (a scheme or slashes at its end were taken away), or another
 * entry than `name` was read last.
 */
fsc_answer fsc_dir_ask_hit(const fsc_dir *dir, size_t directory, const char *name, size_t length,
	fsc_want want);
/* Does the handle hold a descriptor, so that rewinding or closing it is a system call? */
bool fsc_dir_holds_descriptor(const fsc_dir *dir);
/*
 * After a fork, in the parent (fsc_identity_changed() does it in the child): both read from the
 * same positions, so nothing that is read through these descriptors may be kept.
 */
void fsc_dirs_shared(fsc_view *view);
/* Give every live handle a descriptor of its own: before an own rename, rmdir, chroot or set*id. */
void fsc_dirs_pin(fsc_view *view);

/* ---- own changes (DESIGN section 3) ---- */

/* Something may have changed anywhere: every node is validated before its next answer. */
void fsc_mark_everything(fsc_view *view);

/* Entries of the directory that holds `path` changed (path's last component is not followed). Costs
 * one stat; where the parent cannot be had, or the path contains "..", everything is marked. */
void fsc_mark_parent(fsc_view *view, const char *path, size_t length);

/*
 * A directory was made at `path`: fsc_mark_parent(). If one of its name is listed, another process
 * may have taken that away meanwhile: then what is known of it is old, and everything is marked.
 */
void fsc_mark_made(fsc_view *view, const char *path, size_t length);

/* The same for the directory `path` itself, followed. */
void fsc_mark_directory(fsc_view *view, const char *path, size_t length);

/* clearstatcache($clear, $file): the nodes reached by exactly this path's directory string.
 * No system call. */
void fsc_mark_path(fsc_view *view, const char *path, size_t length);

/* Is there anything that a mark could concern? False lets callers save their own system calls. */
bool fsc_view_needs_marks(const fsc_view *view);

/* chdir(), or PHP may have changed the directory by itself. */
void fsc_cwd_changed(fsc_view *view);

/*
 * How often a known path was found to lead elsewhere, by whomever: a link was switched, a directory
 * renamed. What else is remembered of where paths lead may be wrong when it moves.
 */
uint64_t fsc_view_redirects(const fsc_view *view);

/* ids, root or namespace changed; or this is a fork's child. Everything seen so far is dropped. */
void fsc_identity_changed(fsc_view *view);

/* ---- fence.c: answers only about what lies inside of certain directories (open_basedir) ---- */

/*
 * What the core asks of whoever knows the rule. is_relative: does the meaning of `text` depend on
 * the working directory? resolve: where the directories of `text` are now,
 * each given to fsc_fence_add(); false: it cannot be told. It is called once in a validation
 * period, at the beginning of a question, and may leave by longjmp(). allows: is this path allowed
 * now by the rule's own judgement? For fastscan.verify, with nothing held.
 */
typedef struct fsc_fence_calls {
	bool (*is_relative)(const char *text);
	bool (*resolve)(fsc_view *view, const char *text);
	bool (*allows)(const char *path);
} fsc_fence_calls;

/*
 * From now on a question passes (FSC_REASON_OPEN_BASEDIR) unless the answer is about something that
 * the rule `text` allows; so does every question in strict mode. calls is borrowed. The same text
 * as before costs a comparison. False, and nothing is to be asked: no memory.
 */
bool fsc_view_fence(fsc_view *view, const char *text, const fsc_fence_calls *calls);
void fsc_view_unfence(fsc_view *view);

/* Without links, absolute, with a slash at the end: it and all below is inside.
 * False: no memory. */
bool fsc_fence_add(fsc_view *view, const char *directory, size_t length);

/* ---- administration ---- */

/* Drop everything; what other processes hold is not concerned: fsc_store_reset(). */
void fsc_view_reset(fsc_view *view);

/*
 * Drop the node of `path` (and all whose path begins with it). Returns how many. All others are
 * validated before their next answer: links may lead there.
 */
uint32_t fsc_view_invalidate(fsc_view *view, const char *path, size_t length, bool recursive);

/* ---- real.c ---- */

/*
 * realpath(path): FSC_YES with the absolute path in buffer (NUL-terminated, *out_length without
 * it), FSC_ABSENT for a proven ENOENT, else FSC_PASS. buffer holds at least 4096 bytes.
 */
fsc_reply fsc_realpath(fsc_view *view, const char *path, size_t length, char *buffer, size_t size,
	size_t *out_length);

/* ---- ahead.c: questions asked by helper threads before their turn (DESIGN section 8) ---- */

/*
 * The entry script of the request that has begun at request_s (seconds): what its last requests
 * asked is asked ahead. The files that it included will be looked at again if the last request that
 * did so began more than files_s seconds ago. 0: in any case, negative: never.
 */
void fsc_request_script(fsc_view *view, const char *script, size_t length, int64_t request_s,
	int64_t files_s);

/*
 * At the request's end: the files it included are to be named by fsc_request_file(), each once.
 * False: not needed. sum: of their names, any that differs if they do; not 0.
 */
bool fsc_request_wants_files(fsc_view *view, uint64_t sum);
void fsc_request_file(fsc_view *view, const char *path, size_t length);

/* The request is over: what was asked ahead is forgotten. fsc_request_start() does it as well. */
void fsc_request_end(fsc_view *view);

/*
 * Helpers end, and come back when they are needed: for what a process may do only while it has one
 * thread, and before it forks.
 */
void fsc_view_stop_threads(fsc_view *view);

/* What fsc_warm() did. */
typedef struct fsc_warmed {
	uint64_t directories; /* looked at */
	uint64_t kept;        /* their listings are held now */
	uint64_t names;       /* in them */
	uint64_t passed;      /* could not be listed, or not be kept */
	uint32_t threads;     /* that helped */
} fsc_warmed;

/*
 * Have the listings of the directory and of all below it, `depth` levels down (0: it alone).
 * FSC_REASON_NONE, or why not even the first could be listed. Ends early when cache_bytes is full.
 */
fsc_reason fsc_warm(fsc_view *view, const char *path, size_t length, uint32_t depth,
	fsc_warmed *out);

/* ---- reports ---- */

/* How one path would be answered, and what is known of the directory that would answer it. */
typedef struct fsc_explanation {
	fsc_reply   reply;        /* what fsc_ask(FSC_WANT_EXISTS) says now; asking counts as a use */
	bool        known;        /* a node exists; the rest is meaningful only then */
	bool        listed;       /* a listing is held */
	char        type[64];     /* file system type of its mount, "" if not yet looked up */
	fsc_fs_kind kind;
	const char *distrust;     /* why the type is not trusted; "" if it is */
	fsc_version version;
	int64_t     age_ns;       /* since it was last validated; -1: never */
	fsc_reason  unkept;       /* why the last fill was not kept; FSC_REASON_NONE if it was */
	uint32_t    entries;      /* of the listing */
	uint32_t    uses;         /* lookups before it was listed */
	unsigned    granted;      /* FSC_ACCESS_* known to be granted */
	fsc_creds   creds;
	char        directory[4096]; /* the string the directory is known by */
} fsc_explanation;

void fsc_explain(fsc_view *view, const char *path, size_t length, fsc_explanation *out);

typedef struct fsc_view_status {
	size_t   bytes;       /* of nodes, listings and tables */
	size_t   limit;       /* cache_bytes */
	uint64_t directories; /* nodes */
	uint64_t listings;    /* nodes that hold a listing */
	uint64_t names;       /* in those listings */
	uint64_t mounts;      /* mounts seen */
	bool     features_ok; /* the kernel gives directory versions */
} fsc_view_status;

void fsc_view_get_status(const fsc_view *view, fsc_view_status *out);

/* Called for each node, in no particular order, until it returns false. */
typedef struct fsc_directory_info {
	const char *path;      /* as asked; relative ones hang from some former working directory */
	bool        relative;
	bool        listed;
	uint32_t    entries;
	size_t      bytes;
	int64_t     age_ns;    /* since it was last validated; -1: never */
	const char *type;      /* file system type, "" if unknown */
	fsc_reason  unkept;
	uint32_t    read_us;   /* what reading its names took; 0: not listed, or another read them */
} fsc_directory_info;
typedef bool (*fsc_directory_visit)(void *context, const fsc_directory_info *info);
void fsc_view_each(const fsc_view *view, fsc_directory_visit visit, void *context);

/* The view's own counters; the caller may read and zero them. */
fsc_cache_counters *fsc_view_counters(fsc_view *view);

#endif
