/* SPDX-License-Identifier: MIT */
/*
 * dirfuncs.c: opendir, dir, readdir, rewinddir, closedir, scandir.
 *
 * opendir and dir run PHP's own code, which comes to the wrapper's dir_opener (wrapper.c); only
 * the name they are counted under is set here. scandir is answered from the listing itself,
 * readdir from the handle of a stream of ours; whatever they do not recognise is the original's
 * business.
 *
 * Invariants: strings and arrays given to PHP are fresh. A stream is left as php_stream_readdir()
 * would leave it. FSG(function) is put back after each call; a bailout leaves it to the next
 * request's start. Locks: none.
 */
#include "src/php/glue.h"
#include "src/php/compat.h"

#include "ext/standard/php_dir.h"

#include <locale.h>

/* `marker` is what the wrapper's operations see in FSG(function) meanwhile. */
static void php_fastscan_run_original(zif_handler original, int marker,
	INTERNAL_FUNCTION_PARAMETERS)
{
	const int outer = FSG(function);

	FSG(function) = marker;
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	FSG(function) = outer;
}

/* Will this call come to the plain-files wrapper's dir_opener? */
static bool php_fastscan_reaches_wrapper(php_fastscan_function function,
	zend_execute_data *execute_data, fsc_reason *reason)
{
	zval *argument = ZEND_CALL_ARG(execute_data, 1);
	const char *path;
	size_t length;

	*reason = FSC_REASON_ARGUMENT;
	if (ZEND_NUM_ARGS() < 1 || Z_TYPE_P(argument) != IS_STRING || Z_STRLEN_P(argument) == 0 ||
			CHECK_NULL_PATH(Z_STRVAL_P(argument), Z_STRLEN_P(argument))) {
		return false;
	}
	if (php_fastscan_local_path_fast(Z_STRVAL_P(argument), Z_STRLEN_P(argument), &path, &length,
			reason)) {
		return true;
	}
	/* Of all these functions phar intercepts opendir alone. */
	return *reason != FSC_REASON_WRAPPER &&
		(*reason != FSC_REASON_PHAR || function != PHP_FASTSCAN_FN_opendir);
}

/* Let the wrapper answer, and count. */
static void php_fastscan_open(php_fastscan_function function, zif_handler original,
	INTERNAL_FUNCTION_PARAMETERS)
{
	int marker = (int) function;
	fsc_reason reason;

	if (UNEXPECTED(!php_fastscan_reaches_wrapper(function, execute_data, &reason))) {
		php_fastscan_count_bypass(function, reason);
		marker = PHP_FASTSCAN_FN_NONE;
	}
	php_fastscan_run_original(original, marker, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

PHP_FASTSCAN_ANSWERING_HANDLER(opendir)
static ZEND_NAMED_FUNCTION(php_fastscan_body_opendir)
{
	php_fastscan_open(PHP_FASTSCAN_FN_opendir, php_fastscan_original_opendir,
		INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

PHP_FASTSCAN_ANSWERING_HANDLER(dir)
static ZEND_NAMED_FUNCTION(php_fastscan_body_dir)
{
	php_fastscan_open(PHP_FASTSCAN_FN_dir, php_fastscan_original_dir,
		INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* ---- readdir, rewinddir, closedir ---- */

/* The open stream that is the only argument, or NULL; the reason then says why not. */
static zend_always_inline php_stream *php_fastscan_stream_argument(zend_execute_data *execute_data)
{
	zval *argument = ZEND_CALL_ARG(execute_data, 1);

	if (UNEXPECTED(ZEND_NUM_ARGS() != 1) || UNEXPECTED(Z_TYPE_P(argument) != IS_RESOURCE) ||
			UNEXPECTED(Z_RES_P(argument)->type != php_file_le_stream())) {
		return NULL;
	}
	return Z_RES_P(argument)->ptr;
}

/*
 * A call that was not answered: a stream of PHP's own is the system's, anybody else's is not
 * asked.
 */
static void php_fastscan_count_foreign(php_fastscan_function function, const php_stream *stream)
{
	if (!stream) {
		php_fastscan_count_bypass(function, FSC_REASON_ARGUMENT);
	} else if (stream->wrapper != &php_plain_files_wrapper) {
		php_fastscan_count_bypass(function, FSC_REASON_WRAPPER);
	} else {
		FSG(counts)[function].miss++;
	}
}

/* Would php_stream_read() go straight to the stream's own read operation? */
static zend_always_inline bool php_fastscan_is_unbuffered(const php_stream *stream)
{
	const uint32_t wanted = PHP_STREAM_FLAG_IS_DIR | PHP_STREAM_FLAG_NO_BUFFER;

	return (stream->flags & wanted) == wanted && !stream->readfilters.head &&
		stream->readpos == stream->writepos;
}

PHP_FASTSCAN_ANSWERING_HANDLER(readdir)
static ZEND_NAMED_FUNCTION(php_fastscan_body_readdir)
{
	php_stream *stream = php_fastscan_stream_argument(execute_data);
	fsc_dir *dir = stream ? php_fastscan_dirstream_handle(stream) : NULL;
	fsc_entry entry;

	if (UNEXPECTED(!dir) || UNEXPECTED(!php_fastscan_is_unbuffered(stream))) {
		php_fastscan_count_foreign(PHP_FASTSCAN_FN_readdir, stream);
		php_fastscan_original_readdir(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	FSG(counts)[PHP_FASTSCAN_FN_readdir].hit++;
	if (UNEXPECTED(!fsc_dir_read(dir, &entry))) {
		RETURN_FALSE;
	}
	stream->position += sizeof(php_stream_dirent);
	RETVAL_STR(zend_string_init(entry.name, entry.length, 0));
}

/* Ours and without a descriptor: the original reaches no further than the core. */
static void php_fastscan_count_handle(php_fastscan_function function,
	zend_execute_data *execute_data)
{
	php_stream *stream = php_fastscan_stream_argument(execute_data);
	fsc_dir *dir = stream ? php_fastscan_dirstream_handle(stream) : NULL;

	if (!dir) {
		php_fastscan_count_foreign(function, stream);
	} else if (fsc_dir_holds_descriptor(dir)) {
		FSG(counts)[function].miss++;
	} else {
		FSG(counts)[function].hit++;
	}
}

PHP_FASTSCAN_ANSWERING_HANDLER(rewinddir)
static ZEND_NAMED_FUNCTION(php_fastscan_body_rewinddir)
{
	php_fastscan_count_handle(PHP_FASTSCAN_FN_rewinddir, execute_data);
	php_fastscan_original_rewinddir(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

PHP_FASTSCAN_ANSWERING_HANDLER(closedir)
static ZEND_NAMED_FUNCTION(php_fastscan_body_closedir)
{
	php_fastscan_count_handle(PHP_FASTSCAN_FN_closedir, execute_data);
	php_fastscan_original_closedir(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* ---- scandir ---- */

/* True: *path, *order. Only forms whose every detail is plain: (string[, int[, null]]). */
static bool php_fastscan_scandir_arguments(zend_execute_data *execute_data, zend_string **path,
	zend_long *order)
{
	const uint32_t given = ZEND_NUM_ARGS();

	if (given < 1 || given > PHP_FASTSCAN_SCANDIR_ARGUMENTS) {
		return false;
	}
	if (Z_TYPE_P(ZEND_CALL_ARG(execute_data, 1)) != IS_STRING) {
		return false;
	}
	if (given > 1 && Z_TYPE_P(ZEND_CALL_ARG(execute_data, 2)) != IS_LONG) {
		return false;
	}
	if (given > 2 && Z_TYPE_P(ZEND_CALL_ARG(execute_data, 3)) != IS_NULL) {
		return false;
	}
	*path = Z_STR_P(ZEND_CALL_ARG(execute_data, 1));
	*order = given > 1 ? Z_LVAL_P(ZEND_CALL_ARG(execute_data, 2)) : PHP_SCANDIR_SORT_ASCENDING;
	return true;
}

bool php_fastscan_collates_bytes(void)
{
	const char *locale = setlocale(LC_COLLATE, NULL);

	return locale && (strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0);
}

/* False: no memory to sort, and nothing was set. Every order but these two is descending. */
static bool php_fastscan_fill_array(zval *return_value, fsc_snapshot *listing, zend_long order)
{
	const uint32_t count = fsc_snapshot_count(listing);
	const bool backwards = order != PHP_SCANDIR_SORT_ASCENDING;
	const uint32_t *sorted = NULL;
	uint32_t i;

	if (order != PHP_SCANDIR_SORT_NONE && !(sorted = fsc_snapshot_sorted(listing))) {
		return false;
	}
	array_init_size(return_value, count);
	zend_hash_real_init_packed(Z_ARRVAL_P(return_value));
	ZEND_HASH_FILL_PACKED(Z_ARRVAL_P(return_value)) {
		for (i = 0; i < count; i++) {
			uint32_t at = sorted ? sorted[backwards ? count - 1 - i : i] : i;
			fsc_entry entry = fsc_snapshot_entry(listing, at);
			zval name;

			ZVAL_STR(&name, zend_string_init(entry.name, entry.length, 0));
			ZEND_HASH_FILL_ADD(&name);
		}
	} ZEND_HASH_FILL_END();
	return true;
}

/* PHP's scandir() opens a stream: what is opened next has the number it would have had. */
static void php_fastscan_skip_resource_number(void)
{
	HashTable *resources = &EG(regular_list);

	resources->nNextFreeElement = MAX(resources->nNextFreeElement, 1) + 1;
}

/* A reference that a bailout (memory_limit) kept fill_array from giving back is given back here. */
static bool php_fastscan_list_array(zval *return_value, fsc_snapshot *listing, zend_long order)
{
	bool filled;

	fsc_snapshot_release(FSG(listing));
	FSG(listing) = listing;
	filled = php_fastscan_fill_array(return_value, listing, order);
	FSG(listing) = NULL;
	fsc_snapshot_release(listing);
	return filled;
}

PHP_FASTSCAN_ANSWERING_HANDLER(scandir)
static ZEND_NAMED_FUNCTION(php_fastscan_body_scandir)
{
	const int saved_errno = errno;
	fsc_snapshot *listing;
	zend_string *argument;
	zend_long order;
	const char *path;
	size_t length;
	fsc_reason reason;
	fsc_reply reply;

	if (!php_fastscan_scandir_arguments(execute_data, &argument, &order) ||
			(order != PHP_SCANDIR_SORT_NONE && !php_fastscan_collates_bytes()) ||
			!php_fastscan_local_path_fast(ZSTR_VAL(argument), ZSTR_LEN(argument), &path,
				&length, &reason)) {
		php_fastscan_open(PHP_FASTSCAN_FN_scandir, php_fastscan_original_scandir,
			INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	reply = fsc_list(FSG(view), path, length, &listing);
	errno = saved_errno;
	if (reply.answer == FSC_YES && php_fastscan_list_array(return_value, listing, order)) {
		php_fastscan_count_reply(PHP_FASTSCAN_FN_scandir, reply);
		php_fastscan_skip_resource_number();
		return;
	}
	FSG(counts)[PHP_FASTSCAN_FN_scandir].miss++;
	php_fastscan_run_original(php_fastscan_original_scandir, PHP_FASTSCAN_FN_PASSED,
		INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

void php_fastscan_dirfuncs_hooks(void)
{
#define PHP_FASTSCAN_HOOK(name) \
	php_fastscan_hook_function(#name, php_fastscan_hook_##name, &php_fastscan_original_##name);
	PHP_FASTSCAN_HOOK(opendir)
	PHP_FASTSCAN_HOOK(dir)
	PHP_FASTSCAN_HOOK(readdir)
	PHP_FASTSCAN_HOOK(rewinddir)
	PHP_FASTSCAN_HOOK(closedir)
	PHP_FASTSCAN_HOOK(scandir)
#undef PHP_FASTSCAN_HOOK
}
