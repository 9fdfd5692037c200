/* SPDX-License-Identifier: MIT */
/*
 * view.h: the private tier, and what the core's own files share. The glue sees engine.h only.
 *
 * A view holds *nodes*: a directory by the string it was asked with, the version last seen there,
 * when that was validated, and the listing that belongs to the version. Nodes are found by path
 * (uthash, one table per *root*: absolute paths, and one for each working directory) and by device
 * and inode (own changes). Aliases of one directory are separate nodes that share the snapshot.
 *
 * Freshness is one comparison: a node is fresh while node->stamp == view->stamp. The view's stamp
 * moves when a validation period ends and when "everything" is marked; marking one directory zeroes
 * the stamps of its nodes.
 *
 * Bounded by config.cache_bytes, measured in bytes of nodes, snapshots and tables; CLOCK eviction.
 * Threads: a view belongs to one thread. Nothing here is locked.
 */
#ifndef FSC_VIEW_H
#define FSC_VIEW_H

#include "src/core/engine.h"
#include "src/core/hash.h"
#include "src/core/memory.h"
#include "src/core/path.h"
#include "src/core/reader.h"
#include "src/core/store.h"
#include "src/core/version.h"

/* A failed bucket growth or insert must cost an entry, not the process. */
#define HASH_NONFATAL_OOM 1
#define uthash_malloc(size) fsc_mem_alloc(size)
#define uthash_free(block, size) fsc_mem_free(block)
#include <uthash.h>

#define FSC_RECENT      512  /* directories guessed at before they are looked up; a power of two */
#define FSC_NAMES_BITS  1024 /* of a mount's filter of mount points; a power of two */
#define FSC_ROOTS_MAX   64   /* working directories remembered; more start over */
#define FSC_MOUNTS_MAX  1024 /* mounts remembered; more start over */
#define FSC_STRICT_MAX  16   /* always-strict directories of one request */
/* DESIGN 2: on network mounts permission is asked again after 60 s */
#define FSC_ACCESS_S    60
#define FSC_ACCESS_NS   (FSC_ACCESS_S * INT64_C(1000000000))
/* a directory that no listing can hold is not tried again so long */
#define FSC_HOPELESS_NS INT64_C(60000000000)
/* DESIGN 3: absence is re-checked after 2 s where revalidate_freq is 0 */
#define FSC_ABSENCE_NS  INT64_C(2000000000)

/* How a node was last validated. */
typedef enum fsc_level {
	FSC_LEVEL_NONE = 0,
	/* as stat(2) would: network file systems may answer from their attribute cache */
	FSC_LEVEL_PLAIN,
	FSC_LEVEL_SYNC   /* the server was asked */
} fsc_level;

/* Does lookup agree with listing about case? */
typedef enum fsc_fold {
	FSC_FOLD_UNKNOWN = 0,
	FSC_FOLD_SENSITIVE,
	FSC_FOLD_DOUBTFUL /* insensitive, or nothing to test with: no absence */
} fsc_fold;

/* One mount, or one life of a reused mount id. */
typedef struct fsc_mount {
	uint64_t       id;              /* fsc_version.mount */
	uint64_t       table_id;
	fsc_fs_verdict verdict;
	bool           fold_test;       /* absence needs the swapped-case test */
	char           type[64];
	int64_t        newest_ctime_ns; /* newest ctime seen of its directories: fsc_version_judge() */
	uint64_t       names_generation;/* mount table generation the names below belong to, plus one */
	bool           names_unknown;   /* the table could not be read: any name may be a mount point */
	/* A bit for each name's hash: a quick "none of them". Right for every fresh node. */
	uint64_t       names_mask[FSC_NAMES_BITS / 64];
	uint64_t      *names;           /* hashes of the names that are mount points on this mount */
	uint32_t       names_count;
	uint32_t       names_size;
} fsc_mount;

#define FSC_NODE_REFERENCED 0x01u /* CLOCK */
#define FSC_NODE_INDEXED    0x02u /* in the inode index: version is meaningful */
#define FSC_NODE_STRICT     0x04u /* validated at every answer */
#define FSC_NODE_GONE       0x08u /* the last validation found no directory */
/* while fresh, absence may be said of any plain name: see answer_absent() */
#define FSC_NODE_ABSENT     0x10u
/* validated at a level that does for directories, not for other names: see fsc_node_level() */
#define FSC_NODE_LIGHT      0x20u
/* validated for a listing that nobody has asked for yet: fsc_node_check_early() */
#define FSC_NODE_EARLY      0x40u
/* validated by a call that follows no link at the end: the string's last name is none */
#define FSC_NODE_NO_LINK    0x80u

typedef struct fsc_root fsc_root;
typedef struct fsc_ahead fsc_ahead;

/* Where a directory's string really leads, without links: walk.c. */
typedef struct fsc_real {
	uint64_t    stamp;  /* == view->stamp: still so */
	fsc_version parent; /* of the listing that told what the last component is, or zeros */
	uint32_t    length;
	uint16_t    links;  /* followed on the way */
	uint16_t    spelled;/* bytes of their texts */
	uint16_t    below;  /* names in it that were walked since then */
	char        text[]; /* absolute; no NUL */
} fsc_real;

typedef struct fsc_node {
	UT_hash_handle   hh;
	struct fsc_node *inode_next;   /* chain of the inode index */
	fsc_version      version;
	int64_t          checked_ns;   /* monotonic time of the last validation; 0: never */
	int64_t          first_seen_ns;/* monotonic time at which `version` was first seen */
	int64_t          retry_ns;     /* not listed for lookups before this monotonic time */
	uint32_t         access_s;     /* monotonic second in which permission was last asked */
	/* bytes of the listing in view->bytes: a sorted index may come later */
	uint32_t         charged;
	uint16_t         uses;         /* lookups while not listed */
	uint8_t          fold;         /* fsc_fold of `version` */
	uint8_t          unkept;       /* fsc_reason: why the last fill was not kept */
	uint32_t         path_length;
	/* what a hit reads, next to each other */
	fsc_root        *root;
	fsc_snapshot    *listing;      /* of `version`; NULL: not listed */
	fsc_mount       *mount;        /* of `version`; NULL: not looked up yet */
	fsc_real        *real;         /* NULL: not asked yet */
	uint64_t         stamp;        /* == view->stamp: fresh */
	uint64_t         judged;       /* fence.c: FSC_JUDGED() of this version, or anything older */
	uint8_t          flags;
	uint8_t          level;        /* fsc_level of the last validation */
	uint8_t          granted;      /* FSC_ACCESS_* granted for `version` */
	uint8_t          asked;        /* FSC_ACCESS_* whose verdict is known */
	uint8_t          left;         /* lookups left to the network client, or fsc_node_is_busy() */
	uint8_t          left_period;  /* in which: the end of view->stamp then */
	char             path[];       /* NUL-terminated */
} fsc_node;

/* Many of its files were looked up in a period that is at most so many periods ago (engine.c). */
#define FSC_BUSY_PERIODS 16u

static inline bool fsc_node_is_busy(const fsc_node *node)
{
	return node->left > UINT8_MAX - FSC_BUSY_PERIODS;
}

/* Without what the compiler adds at the end of the structure, but never less than it. */
static inline size_t fsc_node_size(size_t path_length)
{
	size_t size = offsetof(fsc_node, path) + path_length + 1;

	return size < sizeof(fsc_node) ? sizeof(fsc_node) : size;
}

/* What paths hang from. */
struct fsc_root {
	fsc_root *next;
	fsc_node *nodes;      /* uthash head */
	bool      relative;
	/* relative, of no known directory: strict mode, where every answer is validated */
	bool      anonymous;
	uint64_t  mount, device, inode;
	int64_t   ctime_ns, mtime_ns; /* of the directory when last seen: a reused inode has others */
	bool      young;      /* they were too new to tell it from another one */
	/* of the working directory when it was last asked for; NULL if it could not be had */
	char     *path;
	size_t    path_length;
	uint64_t  path_stamp; /* == view->stamp: the path leads there now (walk.c) */
};

/* fence.c */
typedef struct fsc_fence {
	char    *text;     /* NULL: there is none */
	bool     relative;
	const fsc_fence_calls *calls;
	uint64_t stamp;    /* == view->stamp: resolved in this period */
	char    *entries;  /* resolved directories, each NUL-terminated */
	size_t   used, size;
} fsc_fence;

typedef struct fsc_strict {
	char    *path;
	bool     subtree;
	bool     found;
	uint64_t device, inode;
} fsc_strict;

struct fsc_view {
	/* the hot part of a question */
	uint64_t    stamp;        /* moves on: never 0 */
	const fsc_word *epoch;    /* of resets by any process; &no_epoch without a store */
	uint64_t    epoch_seen;
	int64_t     period_ns;    /* length of a validation period by the clock; 0: not by the clock */
	int64_t     deadline_ns;  /* end of the running one */
	bool        request_open; /* the request's first question has been asked */
	/* periods may outlast a permission on network mounts: FSC_ACCESS_NS */
	bool        ages;
	/* nothing about any question is special: not passing, no exclude, no verify */
	bool        plain;
	/* nor needs each answer a validation of its own, and the request is open: fsc_ask_hit() */
	bool        quick;
	bool        passing;      /* nothing can be cached now: see passing_reason */
	uint8_t     passing_reason;
	/* of the immediately preceding question, if it was answered "absent" */
	const fsc_node *absent_node;
	uint64_t    absent_hash;
	fsc_node   *last;         /* node of the last question, a guess for the next one */
	fsc_node   *opened;       /* node last listed: the one behind it is guessed to be the next */
	uint32_t    in_order;     /* guessed right so often in succession */
	fsc_node   *recent[FSC_RECENT]; /* by hash of the directory string: hit.c's guesses */

	fsc_config  config;
	const fsc_policy *policy;
	unsigned    features;
	fsc_creds   creds;
	int64_t     tick_ns;

	fsc_root    absolute;     /* first of the list of roots */
	fsc_root   *cwd;          /* valid while cwd_stamp == stamp */
	uint64_t    cwd_stamp;
	uint32_t    root_count;

	fsc_mount **mounts;
	uint32_t    mount_count, mount_size;
	uint64_t    mounts_generation;
	bool        mounts_due;   /* the mount table has not been polled in this period */

	fsc_node  **inodes;       /* inode index */
	uint32_t    inode_mask;   /* buckets - 1; inodes NULL: no index (no memory), nothing is kept */
	uint32_t    indexed;

	uint64_t    node_count;
	size_t      bytes;        /* nodes and listings */
	fsc_root   *hand_root;    /* CLOCK */
	fsc_node   *hand;

	fsc_strict  strict[FSC_STRICT_MAX];
	uint32_t    strict_count;
	bool        strict_overflow;
	/* of the identities in force: when they change, everything is re-checked */
	uint64_t    strict_sum;

	char      **exclude;      /* prefixes without trailing slash, NUL-terminated */
	uint32_t    exclude_count;

	fsc_fence   fence;
	/* quick, but for the fence: fsc_fence_hit() */
	bool        fence_quick;

	fsc_dir    *dirs;         /* live handles */
	uint32_t    resets;       /* times that roots and nodes were freed: handles compare */
	uint64_t    key;          /* of fsc_path_hash(): unknown outside of this process */
	uint64_t    random;       /* state of verify's dice */
	uint64_t    redirects;    /* known paths found to lead elsewhere */
	fsc_cache_counters counters;

	fsc_ahead  *ahead;        /* helper threads; NULL: none wanted */
	const fsc_node *pinned;   /* not to be evicted */
	fsc_store  *store;        /* the shared tier; NULL: none */
	fsc_word    no_epoch;
	uint32_t    store_alone;  /* process that does not use it: nobody shares with it */
	uint32_t    store_owner;  /* effective user whose it is, or FSC_STORE_NOBODY */
	bool        store_usable; /* in this request */
	uint64_t    store_mounts; /* fsc_store_mounts() after this period's poll */
	uint32_t    store_misses; /* since the last hit */
	fsc_store_record record;  /* for copying in and out */
	const fsc_mount *filled_mount; /* of the last fill: a guess for the next one */
	uint32_t    worker;       /* place in the store for counting, of: */
	uint32_t    worker_process; /* 0: none yet */
	uint64_t    counted[FSC_TOTAL_COUNT]; /* there so far */
};

/* ---- view.c ---- */

/* What was left to a client in another period does not count; that it was much is remembered. */
static inline void fsc_node_begin_left(const fsc_view *view, fsc_node *node)
{
	if (node->left_period != (uint8_t) view->stamp) {
		node->left_period = (uint8_t) view->stamp;
		node->left -= fsc_node_is_busy(node);
		node->left = fsc_node_is_busy(node) ? node->left : 0;
	}
}

/* The hash of a node's directory string. */
static inline uint64_t fsc_path_hash(const fsc_view *view, const char *path, size_t length)
{
	return fsc_hash_keyed(path, length, view->key);
}

/*
 * Where the node of a directory string is guessed to be. By its end alone: most directories differ
 * there, and a wrong guess costs a search.
 */
static inline fsc_node **fsc_view_guess(fsc_view *view, const char *path, size_t length)
{
	size_t end = length < 32 ? length : 32;

	return &view->recent[fsc_hash(path + length - end, end) % FSC_RECENT];
}

/* Find a node by its directory string. Borrowed; valid until the next create, evict or reset. */
fsc_node *fsc_node_find(fsc_root *root, const char *path, size_t length, uint64_t hash);
/* Make one (may evict others, never the one returned). NULL out of memory. */
fsc_node *fsc_node_create(fsc_view *view, fsc_root *root, const char *path, size_t length,
	uint64_t hash);
void fsc_node_destroy(fsc_view *view, fsc_node *node);

/* A known path was found to lead elsewhere: everything is validated before its next answer. */
void fsc_view_redirected(fsc_view *view);
/* The node was seen with this version: an old listing is dropped, a known alias's one is shared. */
void fsc_node_set_version(fsc_view *view, fsc_node *node, const fsc_version *version);
/* Nothing is known of it any more. */
void fsc_node_forget(fsc_view *view, fsc_node *node);
/* The node's listing may have grown by its sorted index: put view->bytes right. */
void fsc_node_recharge(fsc_view *view, fsc_node *node);
/* Keep a listing, and what is known of its case folding, for every node that has this version. */
void fsc_view_publish(fsc_view *view, const fsc_version *version, fsc_snapshot *snapshot,
	fsc_fold fold);
/* Any node that has this version, or NULL. Borrowed. */
fsc_node *fsc_view_find_version(fsc_view *view, const fsc_version *version);
/* A listing of this version that some node holds, or NULL. Borrowed. */
fsc_snapshot *fsc_view_find_listing(fsc_view *view, const fsc_version *version);
/* The node is validated before its next answer, by a call that is made from now on. */
void fsc_node_outdate(fsc_view *view, fsc_node *node);
/* All nodes of this directory are validated before their next answer. */
void fsc_mark_inode(fsc_view *view, uint64_t device, uint64_t inode);
/* Evict until within cache_bytes; never `keep`. */
void fsc_view_shrink(fsc_view *view, const fsc_node *keep);
size_t fsc_view_overhead(const fsc_view *view);

/* ---- period.c: requests, validation periods, working directory ---- */
void fsc_request_begin(fsc_view *view);
/* Without certain features no version can be trusted, whatever the file system. */
bool fsc_features_suffice(unsigned features);
/* What relative paths hang from now; NULL: cannot be told. Asks the system unless it is known. */
fsc_root *fsc_view_cwd(fsc_view *view);
static inline bool fsc_view_cwd_known(const fsc_view *view)
{
	return view->cwd && view->cwd_stamp == view->stamp;
}
/*
 * A path that hangs from a root, in the form in which prefixes are compared; buffer holds
 * FSC_JOINED_MAX bytes. Returns its length; 0: it cannot be told.
 */
#define FSC_JOINED_MAX (FSC_PATH_MAX * 2 + 2)
size_t fsc_path_from_root(const fsc_root *root, const char *path, size_t length, char *buffer);
void fsc_view_poll_mounts(fsc_view *view);
bool fsc_view_is_excluded(fsc_view *view, const char *path, size_t length);
bool fsc_node_is_strict(const fsc_view *view, const fsc_node *node);

/* The next question begins the request anew: what it depends on may have changed. */
static inline void fsc_request_reopen(fsc_view *view)
{
	view->request_open = false;
	view->quick = view->fence_quick = false;
}

/* shared.c: some process called fastscan_reset(). */
void fsc_view_epoch_moved(fsc_view *view);

/* Begin a question: open the request, end the period if it is over. */
static inline void fsc_view_advance(fsc_view *view)
{
	if (FSC_UNLIKELY(fsc_word_peek(view->epoch) != view->epoch_seen)) {
		fsc_view_epoch_moved(view);
	}
	if (FSC_UNLIKELY(!view->request_open)) {
		fsc_request_begin(view);
	}
	if (view->period_ns > 0) {
		int64_t now = fsc_os_monotonic_ns();

		if (FSC_UNLIKELY(now >= view->deadline_ns)) {
			view->deadline_ns = now + view->period_ns;
			view->stamp++;
			view->mounts_due = true;
		}
	} else if (view->config.mode == FSC_MODE_STRICT) {
		view->stamp++;
		view->mounts_due = true;
	}
}

static inline bool fsc_node_is_fresh(const fsc_view *view, const fsc_node *node)
{
	return node->stamp == view->stamp && !(node->flags & FSC_NODE_STRICT);
}

/* ---- walk.c ---- */
void fsc_node_drop_real(fsc_view *view, fsc_node *node);

/*
 * Where a directory's string really leads, by what was validated in this period. The buffer as in
 * fsc_realpath(). False: it cannot be told; nodes may have been evicted in either case.
 */
bool fsc_walk_directory(fsc_view *view, fsc_root *root, const char *path, size_t length,
	char *buffer, size_t *out_length);

/* ---- fence.c ---- */
/* of a question, and of a real path: both together stay below PHP's MAXPATHLEN */
#define FSC_FENCE_PATH 2000
#define FSC_JUDGED(view, inside) ((view)->stamp << 1 | (inside))
static inline bool fsc_view_is_fenced(const fsc_view *view)
{
	return view->fence.text != NULL;
}
static inline bool fsc_node_is_inside(const fsc_view *view, const fsc_node *node)
{
	return node->judged == FSC_JUDGED(view, 1) && !(node->flags & FSC_NODE_STRICT);
}
/* Found outside in this period? Then nothing need be looked up in it. */
static inline bool fsc_node_is_outside(const fsc_view *view, const fsc_node *node)
{
	return node->judged == FSC_JUDGED(view, 0);
}

/* Answered, but another directory since it was judged: the answer is not given. */
static inline bool fsc_fence_was_left(
	const fsc_view *view, const fsc_node *node, fsc_reply reply)
{
	return FSC_UNLIKELY(fsc_view_is_fenced(view)) && reply.answer == FSC_YES &&
		!fsc_node_is_inside(view, node);
}

/* Make the rule's directories known for this period. False: nothing is inside. */
bool fsc_fence_prepare(fsc_view *view);
/* Is the text, absolute and without links, inside? */
bool fsc_fence_contains(const fsc_view *view, const char *text, size_t length);
/* Is it the real path of a directory, now? */
bool fsc_fence_proves(fsc_view *view, const char *text);
/*
 * Is the directory that node->version names inside? Asks the system once a period; *asked becomes
 * true. The node may be gone afterwards.
 */
bool fsc_fence_admits(fsc_view *view, fsc_node *node, bool *asked);
/* fsc_ask_hit() where all but the fence is quick. */
fsc_answer fsc_fence_hit(fsc_view *view, const char *path, size_t length, fsc_want want);
/* A lookup's first step. False: nothing can be inside. The node may be gone afterwards. */
bool fsc_fence_lookup(fsc_view *view, fsc_node *node);
/* The question's last step: the reply, or FSC_PASS. The node that answered is view->last. */
fsc_reply fsc_fence_reply(fsc_view *view, size_t length, fsc_want want, fsc_reply reply);
/*
 * A listing's first step, before anything is read: FSC_REASON_NONE if the node, looked at anew, is
 * inside. It may be gone afterwards.
 */
fsc_reason fsc_fence_listing(fsc_view *view, fsc_node *node, const char *path, size_t length);
/* Does the rule's own judgement agree that the path, answered by view->last, is inside? Counts. */
bool fsc_fence_verify(fsc_view *view, const char *path);
/* The working directory is another one. */
void fsc_fence_cwd_changed(fsc_view *view);

/* ---- mounts.c ---- */

/* The mount with this id, made from the open descriptor if new. NULL: it cannot be told. */
fsc_mount *fsc_mount_get(fsc_view *view, uint64_t id, int fd);
fsc_mount *fsc_mount_find(const fsc_view *view, uint64_t id);
/* May `name` (by its hash) be a mount point on this mount? */
bool fsc_mount_covers(fsc_view *view, fsc_mount *mount, uint64_t name_hash);
void fsc_mounts_clear(fsc_view *view);
static inline bool fsc_mount_may_cover(const fsc_mount *mount, uint64_t name_hash)
{
	return mount->names_mask[name_hash % FSC_NAMES_BITS / 64] >> (name_hash & 63) & 1;
}
/* Read the mount points on this mount if the table has changed since. */
void fsc_mount_refresh(fsc_view *view, fsc_mount *mount);
static inline bool fsc_mount_is_remote(const fsc_mount *mount)
{
	return mount && (mount->verdict.kind == FSC_FS_NETWORK || mount->verdict.kind == FSC_FS_FUSE);
}
/* The window W for listings of this mount, as fsc_trust_facts has it. */
static inline int64_t fsc_mount_settle_ns(const fsc_view *view, const fsc_mount *mount)
{
	return mount->verdict.listed && view->config.sync ? FSC_SETTLE_NEVER : view->config.settle_ns;
}

#include "src/core/validate.h"

/* ---- absence.c ---- */

/*
 * May a name that the node's listing does not have be called absent? FSC_REASON_NONE: yes.
 * *asked becomes true if the system had to be asked.
 */
fsc_reason fsc_absence_allowed(fsc_view *view, fsc_node *node, const char *name, size_t length,
	bool *asked);

/* ---- ahead.c, ahead_scan.c: only if view->ahead ---- */

fsc_ahead *fsc_ahead_create(void);
void fsc_ahead_destroy(fsc_view *view); /* view->ahead may be NULL */
/* What was had ahead is gone, and this request is not followed any more; may be NULL. */
void fsc_ahead_cancel(fsc_view *view);
/* What it takes beside the nodes. */
size_t fsc_ahead_bytes(const fsc_view *view);
/* What was asked of this node ahead is void: of one, or of all paths to this directory. */
void fsc_ahead_void(fsc_view *view, const fsc_node *node);
/* It has another version: names that are held for it are not its any more. */
void fsc_ahead_void_names(fsc_view *view, const fsc_node *node);
void fsc_ahead_void_inode(fsc_view *view, uint64_t device, uint64_t inode);
/* The node is about to be freed. */
void fsc_ahead_forget(fsc_view *view, const fsc_node *node);
/* The view itself validates the node, or has. */
void fsc_ahead_note(fsc_view *view, fsc_node *node, fsc_level level);
/* The system looks up a name in it: so that a client has the attributes next time. */
void fsc_ahead_left(fsc_view *view, const fsc_node *node, const char *name, size_t length);
/* The same, and was that asked ahead, at this level? False: it is to be asked now. */
bool fsc_ahead_look(fsc_view *view, fsc_node *node, fsc_level level, fsc_found *out);
/* The whole listing of the node is asked for. */
void fsc_ahead_opening(fsc_view *view, fsc_node *node);
/* The same, and was it had ahead? *out then is what fsc_node_fill() would have brought. */
bool fsc_ahead_fill(fsc_view *view, fsc_node *node, fsc_filled *out);
/*
 * The node's names as they were read in this period, though they must not be kept, until another
 * try to keep them is worthwhile. One reference, or NULL.
 */
fsc_snapshot *fsc_ahead_held(const fsc_view *view, const fsc_node *node);
/* The node was listed now, by reading it. */
void fsc_ahead_listed(fsc_view *view, fsc_node *node, const fsc_filled *filled);

/* ---- shared.c ---- */

/* A request begins: may this process use the store now? */
void fsc_shared_begin(fsc_view *view);
/* The mount table had moved when it was polled; it was polled. */
void fsc_shared_mounts_moved(fsc_view *view);
void fsc_shared_polled(fsc_view *view);
/*
 * What another process read at this version, which this one has just seen and may read. One
 * reference, or NULL.
 */
fsc_snapshot *fsc_shared_find(fsc_view *view, const fsc_mount *mount, const fsc_version *version,
	fsc_fold *fold);
/* May the store have it, on a mount where even an open is a round trip? */
bool fsc_shared_is_worth_a_look(const fsc_view *view, const fsc_node *node);
/* A settled listing, for the other processes. */
void fsc_shared_keep(fsc_view *view, const fsc_mount *mount, const fsc_version *version,
	const fsc_snapshot *snapshot, fsc_fold fold);

/* ---- hit.c, dir.c ---- */

/* The node is about to be freed. */
void fsc_dirs_forget(fsc_view *view, const fsc_node *node);

/* ---- engine.c ---- */

/* fsc_ask() of a fenced view without the verdict: the caller judges. */
fsc_reply fsc_ask_unfenced(fsc_view *view, const char *path, size_t length, fsc_want want);

/* Count the reason; what the glue gets when the system must answer. */
fsc_reply fsc_pass(fsc_view *view, fsc_reason reason);

/* The node of a directory string, made if new, now the last one.
 * NULL: a NUL in it, or out of memory. */
fsc_node *fsc_node_get(fsc_view *view, fsc_root *root, const char *path, size_t length);

/* ---- list.c ---- */

/* Begin a question for the whole listing of a path. NULL: *reason says why it passes. */
fsc_node *fsc_node_for_listing(fsc_view *view, const char *path, size_t length, fsc_reason *reason);

/*
 * Validate the node for its listing and ask for read permission. FSC_REASON_NONE: node->listing may
 * be served. FSC_REASON_FEW_USES: it is a directory that must be read first.
 */
fsc_reason fsc_node_prepare_listing(fsc_view *view, fsc_node *node, fsc_how *how);

/* ---- verify.c ---- */

/* Roll verify's dice. */
bool fsc_verify_wanted(fsc_view *view);
/* Ask the system as well and give *its* answer. */
fsc_reply fsc_verify_lookup(fsc_view *view, fsc_node *node, const char *path, fsc_want want,
	fsc_reply reply);
/*
 * Compare a cached listing with the system's, read by `path`; *listing may be exchanged for the
 * system's. Unless `anything`, only if the path still leads to the node's directory.
 */
void fsc_verify_listing(fsc_view *view, fsc_node *node, const char *path, bool anything,
	fsc_snapshot **listing);

#endif
