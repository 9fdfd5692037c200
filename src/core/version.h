/* SPDX-License-Identifier: MIT */
/*
 * version.h: when does a directory version prove its listing? (DESIGN section 2, "Trust".)
 *
 * A version is *settled* when a later change could not carry the same stamps. Pure functions of
 * their arguments: no state, no system calls, no locks.
 */
#ifndef FSC_VERSION_H
#define FSC_VERSION_H

#include "src/core/policy.h"
#include "src/platform/platform.h"

#include <string.h>

/* Source of the constants: DESIGN section 2; ext3 and HFS+ stamp whole seconds, FAT even ones. */
/* W for whole-second stamps, network and FUSE. */
#define FSC_SETTLE_COARSE_NS INT64_C(3000000000)
/* W for nanosecond stamps, in coarse clock ticks. */
#define FSC_SETTLE_TICKS 4
/* W where no age proves a version; sums with any time of a clock do not overflow. */
#define FSC_SETTLE_NEVER (INT64_MAX / 4)
/* A server whose clock was seen to be right is trusted this far. */
#define FSC_SKEW_ALLOWED_NS INT64_C(60000000000)
/* No server clock is believed to be off by more than a day. */
#define FSC_SKEW_MAXIMUM_NS INT64_C(86400000000000)

typedef enum fsc_trust {
	FSC_TRUST_SETTLED = 0, /* the listing may be kept */
	FSC_TRUST_RACY,        /* changed too recently: look again later */
	FSC_TRUST_FUTURE,      /* a stamp lies in the future of our own clock */
	FSC_TRUST_UNPROVEN     /* network or FUSE: its clock is unknown, a second look is needed */
} fsc_trust;

/* The clocks and the history that a judgement needs. All nanoseconds. */
typedef struct fsc_trust_facts {
	int64_t realtime_ns;     /* CLOCK_REALTIME_COARSE before the fill began */
	int64_t monotonic_ns;    /* CLOCK_MONOTONIC_COARSE before the fill began */
	int64_t tick_ns;         /* resolution of the coarse clocks */
	int64_t first_seen_ns;   /* monotonic time when this version was first seen; 0 = just now */
	int64_t newest_ctime_ns; /* of this mount: its server's clock has passed it; 0 = none seen */
	int64_t settle_ns;       /* configured W, or FSC_SETTLE_AUTO */
} fsc_trust_facts;

/* May a listing filled now, with both stats equal to `version`, be kept? */
fsc_trust fsc_version_judge(
	const fsc_version *version, fsc_fs_kind kind, const fsc_trust_facts *facts);

/* The window W for a version on a file system of this kind. */
int64_t fsc_version_window(
	const fsc_version *version, fsc_fs_kind kind, const fsc_trust_facts *facts);

static inline bool fsc_version_equal(const fsc_version *a, const fsc_version *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

#endif
