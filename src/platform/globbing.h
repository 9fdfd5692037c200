/* SPDX-License-Identifier: MIT */
/*
 * globbing.h: the C library's own glob(3) and fnmatch(3), with directories and answers that come
 * from elsewhere where they can. For the glue; the core has no patterns.
 *
 * Where the C library's glob(3) cannot be given other functions to read directories with (it must
 * be glibc's), fsc_os_glob_all() says 0, and nothing else is called.
 */
#ifndef FSC_GLOBBING_H
#define FSC_GLOBBING_H

#include "src/platform/platform.h"

/* The C library's flags by our names. */
#define FSC_GLOB_BRACE    0x01u
#define FSC_GLOB_MARK     0x02u
#define FSC_GLOB_NOSORT   0x04u
#define FSC_GLOB_NOCHECK  0x08u
#define FSC_GLOB_NOESCAPE 0x10u
#define FSC_GLOB_ERR      0x20u
#define FSC_GLOB_ONLYDIR  0x40u
#define FSC_GLOB_NONE     0x80u /* there are others among them, or none can be used */

/*
 * The C library's own value of all these flags together; 0: not to be used. Called once before
 * everything else here, by the process's only thread.
 */
long fsc_os_glob_all(void);
/* What a value of the C library's means. */
unsigned fsc_os_glob_flags(long value);

/* ---- fnmatch(3) as glob(3) calls it for the names of a directory ---- */

typedef struct fsc_pattern {
	const char *text;    /* borrowed */
	bool        escapes; /* a backslash takes the meaning of what follows */
	/* means the same for bytes as for characters: fnmatch(3) need not think of the latter */
	bool        bytes;
} fsc_pattern;

/* For the locale of now. */
void fsc_os_pattern_init(fsc_pattern *out, const char *text, bool escapes);
/* name is NUL-terminated at name[length]. */
bool fsc_os_pattern_fits(const fsc_pattern *pattern, const char *name, size_t length);

/* ---- glob(3) ---- */

/* What is known of a path. Links are followed or not, as asked. */
typedef enum fsc_glob_is {
	FSC_GLOB_IS_UNKNOWN = 0, /* the system is asked */
	FSC_GLOB_IS_ABSENT,
	FSC_GLOB_IS_DIR,
	FSC_GLOB_IS_OTHER
} fsc_glob_is;

/*
 * What glob(3) asks. None of them may leave by longjmp(), and none but `is`, to ENOENT with
 * FSC_GLOB_IS_ABSENT, changes errno.
 *
 * open: a listing, or NULL; then *absent says if there is no such directory; else the system opens
 * it. read: entry number `at` of the listing, false at the end; out->name lives until close.
 */
typedef struct fsc_glob_entry {
	const char *name; /* NUL-terminated at name[length]; at most 255 bytes */
	uint32_t    length;
	fsc_type    type;
} fsc_glob_entry;

typedef struct fsc_glob_calls {
	void *(*open)(const char *path, bool *absent);
	bool (*read)(void *listing, uint32_t at, fsc_glob_entry *out);
	void (*close)(void *listing);
	fsc_glob_is (*is)(const char *path, bool follow);
} fsc_glob_calls;

typedef enum fsc_glob_result {
	FSC_GLOB_OK = 0,
	FSC_GLOB_NO_MATCH,
	FSC_GLOB_FAILED /* a directory could not be read (FSC_GLOB_ERR), or no memory */
} fsc_glob_result;

typedef struct fsc_glob_found {
	size_t count;
	char **paths; /* NUL-terminated; the C library's memory */
} fsc_glob_found;

/* flags: without FSC_GLOB_NONE. On FSC_GLOB_OK *out is the caller's, to be given back. */
fsc_glob_result fsc_os_glob(const char *pattern, unsigned flags, const fsc_glob_calls *calls,
	fsc_glob_found *out);
void fsc_os_glob_free(fsc_glob_found *found);

#endif
