/* SPDX-License-Identifier: MIT */
/*
 * policy.h: on which file systems do directory times mean what fastscan needs them to mean?
 * (DESIGN section 2, "Where it applies"; directive fastscan.filesystems.)
 *
 * A policy is built once at start-up and then only read, by any thread.
 */
#ifndef FSC_POLICY_H
#define FSC_POLICY_H

#include "src/platform/platform.h"

/*
 * How far a trusted file system's clock and caches are from ours; FSC_FS_UNTRUSTED passes through.
 */
typedef enum fsc_fs_kind {
	FSC_FS_UNTRUSTED = 0,
	FSC_FS_LOCAL,   /* stamps come from this kernel's clock, absence is cached and coherent */
	FSC_FS_NETWORK, /* the server's clock; the kernel caches attributes and absence for a while */
	FSC_FS_FUSE     /* as network, and absence is never cached */
} fsc_fs_kind;

typedef struct fsc_fs_verdict {
	fsc_fs_kind kind;
	bool        fold_possible; /* names may match whatever their case: absence needs a test */
	bool        fold_flagged;  /* fsc_os_is_casefolded() is it; else a lookup in swapped case */
	bool        per_user;      /* each user has a session of his own: listings may differ */
	bool        listed;        /* a look may tell less than a listing would: none is kept longer
	                            * than its period, unless the user trusts the client's cache */
	bool        open_asks;     /* to open a directory is to ask the server for its attributes */
	const char *reason;        /* static text: why untrusted; "" if trusted */
} fsc_fs_verdict;

typedef struct fsc_policy fsc_policy; /* opaque; holds the edited list of types */

/*
 * Build from the directive's text: NULL or "" is the default list; "+type,-type" edits it, a list
 * without signs replaces it, "*" trusts every type ("*,-type" all but one). Kernel pseudo file
 * systems (proc, sysfs, ...) are never trusted, whatever the text says. On a syntax error returns
 * NULL and *error_at points at the offending word in text, *error_length bytes long. NULL with
 * *error_at NULL: out of memory.
 */
fsc_policy *fsc_policy_create(const char *text, const char **error_at, size_t *error_length);
void fsc_policy_destroy(fsc_policy *policy);

/* Judge one mount. Types that only the user added are FSC_FS_FUSE: the most careful kind. */
fsc_fs_verdict fsc_policy_judge(const fsc_policy *policy, const fsc_fs_info *info);

#endif
