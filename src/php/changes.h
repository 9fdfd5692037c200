/* SPDX-License-Identifier: MIT */
/*
 * changes.h: what the files that note own changes share (DESIGN section 3).
 *
 *	changes_table.h   which function marks what: read this first
 *	changes.c         the handlers made from the table, and the kinds that concern no path
 *	changes_paths.c   marks that concern a path
 *	changes_streams.c pipes, sockets and remote streams
 *	changes_strict.c  what writes behind every hook's back: directories that are always asked anew
 *
 * Order: the original runs first, then the mark is made, since what was seen during the call may be
 * old by its end. A call that ends in a bailout (fatal error in a callback, exit before PHP 8)
 * marks everything on the way out: php_fastscan_change_run(). Failed calls mark like successful
 * ones.
 *
 * All of it leaves errno, the return value and exceptions as the original left them.
 */
#ifndef PHP_FASTSCAN_CHANGES_H
#define PHP_FASTSCAN_CHANGES_H

#include "src/php/glue.h"

/* Kinds of handlers: the original, the number of the argument that matters (from 1), the call. */
#define PHP_FASTSCAN_KIND(kind) \
	void php_fastscan_change_##kind(zif_handler original, uint32_t argument, \
		INTERNAL_FUNCTION_PARAMETERS)

/*
 * Must changes be noted? Also between RSHUTDOWN and the next request, when nothing answers any more
 * but session handlers and destructors still write; not in requests after which everything is
 * re-checked anyway (unseen_changes: fastscan.enable is off).
 */
static zend_always_inline bool php_fastscan_marking(void)
{
	return FSG(view) && (FSG(answering) || !FSG(unseen_changes));
}

/* Kinds that several files or other kinds use; the rest are static where they are. */
PHP_FASTSCAN_KIND(everything);
PHP_FASTSCAN_KIND(creates);
PHP_FASTSCAN_KIND(returns_path);
PHP_FASTSCAN_KIND(attributes);
PHP_FASTSCAN_KIND(moves);
PHP_FASTSCAN_KIND(clears);
PHP_FASTSCAN_KIND(opens);
PHP_FASTSCAN_KIND(reads);
PHP_FASTSCAN_KIND(reads_itself);
PHP_FASTSCAN_KIND(copies);

/* Call the original; a bailout out of it marks everything and goes on. */
void php_fastscan_change_run(zif_handler original, INTERNAL_FUNCTION_PARAMETERS);

/* Argument `number` of the running call, or NULL if it was not given. */
static zend_always_inline zval *php_fastscan_change_argument(
	zend_execute_data *execute_data, uint32_t number)
{
	return number > 0 && number <= ZEND_NUM_ARGS() ? ZEND_CALL_ARG(execute_data, number) : NULL;
}

/* ---- changes_paths.c ---- */

/* Both sides of a rename, whose parents changed. */
typedef struct php_fastscan_rename {
	php_fastscan_before from;
	php_fastscan_before to;
} php_fastscan_rename;
php_fastscan_rename php_fastscan_changes_before_rename(const char *from, const char *to);
void php_fastscan_changes_renamed(const char *from, const char *to, php_fastscan_rename before);

/* Before chmod, chown, chgrp: follows links; a directory's permission concerns all below it. */
php_fastscan_before php_fastscan_changes_before_attributes(const char *path);

/* mkdir(..., recursive): how many levels at the end of the path are missing. */
typedef struct php_fastscan_levels {
	bool     wanted;
	uint32_t missing;
	char     path[MAXPATHLEN];
} php_fastscan_levels;
void php_fastscan_changes_before_levels(const char *path, php_fastscan_levels *out);
void php_fastscan_changes_levels(php_fastscan_levels *levels);

/* A directory was made at the path: only its parent's entries changed. */
void php_fastscan_changes_made(const char *path);
/* Live directory handles may lose their path in what comes. */
void php_fastscan_changes_pin(void);

/* ---- changes_streams.c ---- */
void php_fastscan_streams_startup(void);  /* reads, locks and closes of PHP's stdio streams */
void php_fastscan_streams_shutdown(void);
/* Does the stream lead out of this process by something else than a regular file? */
bool php_fastscan_stream_is_outside(const php_stream *stream);

/* ---- changes_strict.c ---- */

/* Directories that PHP writes to by itself; cheap if nothing changed since the last call. */
void php_fastscan_strict_refresh(void);
/* chdir() was called: a relative error log lies elsewhere now. */
void php_fastscan_strict_moved(void);
/* The object writes files when it is freed: everything is marked then. */
void php_fastscan_watch_object(zend_object *object);
/* Native code may do anything until the request's end. */
void php_fastscan_watch_native(void);

#endif
