/* SPDX-License-Identifier: MIT */
/*
 * counters.h: what the cache did, and why it passed a question through. One struct per view
 * (thread); plain additions, no locks.
 */
#ifndef FSC_COUNTERS_H
#define FSC_COUNTERS_H

#include <stdint.h>

/* Why a question went to the system. Names for users: fsc_reason_name(). */
typedef enum fsc_reason {
	FSC_REASON_NONE = 0,
	FSC_REASON_DISABLED,     /* enable=0, or enable_cli=0 */
	FSC_REASON_KERNEL,       /* the kernel gives no directory versions */
	FSC_REASON_FILESYSTEM,   /* type of the mount is not trusted */
	FSC_REASON_EXCLUDED,     /* fastscan.exclude */
	FSC_REASON_OPEN_BASEDIR, /* open_basedir is set, and it is not sure to allow this */
	FSC_REASON_WRAPPER,      /* another scheme, or file:// is somebody else's */
	FSC_REASON_STAT_CACHE,   /* PHP's own one-entry stat cache answers */
	FSC_REASON_ARGUMENT,     /* wrong type or number of arguments, empty, NUL byte, too long */
	FSC_REASON_CREDENTIALS,  /* real and effective ids differ */
	FSC_REASON_PERMISSION,   /* the directory may not be read or searched */
	FSC_REASON_FOLLOW,       /* a symlink, or a special final component ("." and "..") */
	FSC_REASON_STRICT,       /* validated at every answer: the system's own lookup costs no more */
	FSC_REASON_MOUNT_POINT,  /* the name is a mount point somewhere on this mount */
	FSC_REASON_ABSENCE,      /* absence is not answered: dot name, case folding, negative=0 */
	FSC_REASON_RACY,         /* the directory changed too recently */
	FSC_REASON_UNPROVEN,     /* network mount: a second look is needed */
	FSC_REASON_FUTURE,       /* stamp in the future */
	FSC_REASON_CHANGED,      /* the directory changed while it was read */
	FSC_REASON_FEW_USES,     /* fewer than min_uses lookups so far */
	FSC_REASON_CLIENT,       /* the network client may know it without asking */
	FSC_REASON_TOO_LARGE,    /* more than max_entries */
	FSC_REASON_ODD_NAMES,    /* names that a listing cannot hold */
	FSC_REASON_GONE,         /* not there, or not a directory */
	FSC_REASON_IO_ERROR,     /* the system failed half way */
	FSC_REASON_LIMIT,        /* descriptors or memory exhausted */
	FSC_REASON_PHAR,         /* a relative path asked from inside a phar */
	FSC_REASON_VERIFY,       /* fastscan.verify found a difference: the system's answer was given */
	FSC_REASON_COUNT
} fsc_reason;

/* "racy", "filesystem", ...; "" for FSC_REASON_NONE. Static text. */
const char *fsc_reason_name(fsc_reason reason);

/* Process-wide (per thread under ZTS) sums since the view was made or reset. */
typedef struct fsc_cache_counters {
	uint64_t validations;     /* stats of a directory to check its version */
	uint64_t fills;           /* directories read */
	uint64_t racy;            /* fills whose result was not kept */
	uint64_t stale;           /* validations that found another version */
	uint64_t evictions;       /* nodes dropped for cache_size */
	uint64_t shared_hits;     /* listings that another process had read */
	uint64_t shared_flips;    /* halves of the shared tier that this one found full */
	uint64_t owner_deaths;    /* writers of the shared tier that this one found dead */
	uint64_t syscalls_saved;  /* calls that stock PHP would have made for the answers given */
	uint64_t marks;           /* own changes noted for one directory */
	uint64_t epochs;          /* own changes, children and waits that made everything re-check */
	uint64_t prefetch_issued;    /* questions that helper threads asked */
	uint64_t prefetch_used;      /* of them: in the place of one of ours */
	uint64_t prefetch_wasted;    /* of them: for nothing */
	uint64_t prefetch_waited_ns; /* for one that was under way */
	uint64_t verify_checked;
	uint64_t verify_mismatch;
	uint64_t verify_allowed;
	uint64_t bypass[FSC_REASON_COUNT];
} fsc_cache_counters;

#endif
