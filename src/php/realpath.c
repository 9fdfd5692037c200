/* SPDX-License-Identifier: MIT */
/*
 * realpath.c: realpath().
 *
 * Invariants: the answer is a fresh string, or false with errno as the system leaves it for a name
 * that is not there. Unlike the functions of answer.c, realpath takes no URL, never sees phar's
 * interceptors and has no use for the stat cache; PHP's own realpath cache is neither read nor
 * written, and emptied when it is known to be out of date. Locks: none.
 */
#include "src/php/glue.h"
#include "src/core/path.h"

#include "Zend/zend_virtual_cwd.h"

PHP_FASTSCAN_ANSWERING_HANDLER(realpath)

static const zend_ini_entry *php_fastscan_cache_size;

bool php_fastscan_realpath_answer(php_fastscan_function function, const char *name,
	size_t name_length, zval *return_value, fsc_reason *reason)
{
	const int saved_errno = errno;
	char resolved[MAXPATHLEN];
	const char *path;
	size_t length, resolved_length;
	fsc_reply reply;

	if (!php_fastscan_system_path(name, name_length, &path, &length, reason)) {
		php_fastscan_count_bypass(function, *reason);
		return false;
	}
	reply = fsc_realpath(FSG(view), path, length, resolved, sizeof resolved, &resolved_length);
	php_fastscan_count_reply(function, reply);
	*reason = (fsc_reason) reply.reason;
	errno = reply.answer == FSC_ABSENT ? ENOENT : saved_errno;
	if (reply.answer == FSC_YES) {
		RETVAL_STRINGL(resolved, resolved_length);
		return true;
	}
	if (reply.answer == FSC_ABSENT) {
		RETVAL_FALSE;
		return true;
	}
	return false;
}

/* What was resolved through a link that was switched may lead elsewhere: includes too. */
void php_fastscan_redirected(void)
{
	FSG(redirects) = fsc_view_redirects(FSG(view));
	realpath_cache_clean();
}

/* Has fastscan nothing to do with the path, so that stock PHP answers as it always did? */
static bool php_fastscan_is_stock(fsc_reason reason)
{
	switch (reason) {
		case FSC_REASON_DISABLED:
		case FSC_REASON_KERNEL:
		case FSC_REASON_FILESYSTEM:
		case FSC_REASON_EXCLUDED:
		case FSC_REASON_OPEN_BASEDIR:
		case FSC_REASON_ARGUMENT:
		case FSC_REASON_CREDENTIALS:
			return true;
		default:
			return false;
	}
}

/*
 * The bound of PHP's realpath cache, which is no symbol for extensions: by its directive, whose own
 * handler writes there. NULL: another PHP than those known.
 */
static zend_long *php_fastscan_cache_limit(void)
{
	const zend_ini_entry *entry = php_fastscan_cache_size;

	if (!entry || entry->on_modify != OnUpdateLong || !entry->mh_arg2) {
		return NULL;
	}
#ifdef ZTS
	return (zend_long *) ((char *) ts_resource(*(ts_rsrc_id *) entry->mh_arg2) +
		(size_t) entry->mh_arg1);
#else
	return (zend_long *) ((char *) entry->mh_arg2 + (size_t) entry->mh_arg1);
#endif
}

static void php_fastscan_uncached(zif_handler original, zend_long *limit,
	INTERNAL_FUNCTION_PARAMETERS)
{
	const zend_long size = *limit;

	*limit = 0;
	zend_try {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} zend_catch {
		*limit = size;
		zend_bailout();
	} zend_end_try();
	*limit = size;
}

/*
 * The command line asks for so many real paths that to walk each without PHP's cache would cost
 * several times the system calls. One that is the name itself, written without dots, came through
 * no link that could have been switched.
 */
static bool php_fastscan_came_through_a_link(const zval *real, const char *name, size_t length)
{
	char path[MAXPATHLEN * 2], plain[MAXPATHLEN * 2 + 1];
	size_t prefix = 0;

	if (Z_TYPE_P(real) != IS_STRING || length == 0 || length >= MAXPATHLEN) {
		return true;
	}
	if (name[0] != '/') {
		if (!VCWD_GETCWD(path, MAXPATHLEN)) {
			return true;
		}
		prefix = strlen(path);
		path[prefix++] = '/';
	}
	memcpy(path + prefix, name, length);
	length = fsc_path_normalize(path, prefix + length, plain);
	return Z_STRLEN_P(real) != length || memcmp(Z_STRVAL_P(real), plain, length) != 0;
}

void php_fastscan_realpath_original(zif_handler original, fsc_reason reason, const char *name,
	size_t length, INTERNAL_FUNCTION_PARAMETERS)
{
	zend_long *limit = php_fastscan_cache_limit();

	if (!limit || *limit == 0 || php_fastscan_open_basedir() ||
			php_fastscan_is_stock(reason)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	if (FSG(configured).mode == FSC_MODE_STRICT) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		if (EG(exception) || !php_fastscan_came_through_a_link(return_value, name, length)) {
			return;
		}
		zval_ptr_dtor(return_value);
		ZVAL_NULL(return_value);
	}
	php_fastscan_uncached(original, limit, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* True if return_value was set. */
static bool php_fastscan_realpath(INTERNAL_FUNCTION_PARAMETERS, fsc_reason *reason)
{
	zval *argument = ZEND_CALL_ARG(execute_data, 1);

	if (ZEND_NUM_ARGS() != 1 || Z_TYPE_P(argument) != IS_STRING) {
		*reason = FSC_REASON_ARGUMENT;
		php_fastscan_count_bypass(PHP_FASTSCAN_FN_realpath, *reason);
		return false;
	}
	return php_fastscan_realpath_answer(PHP_FASTSCAN_FN_realpath, Z_STRVAL_P(argument),
		Z_STRLEN_P(argument), return_value, reason);
}

static ZEND_NAMED_FUNCTION(php_fastscan_body_realpath)
{
	const zval *name = ZEND_CALL_ARG(execute_data, 1);
	fsc_reason reason;

	if (php_fastscan_realpath(INTERNAL_FUNCTION_PARAM_PASSTHRU, &reason)) {
		return;
	}
	/* Before 8.0 a NUL byte is warned of, by each call. */
	if (reason == FSC_REASON_ARGUMENT || memchr(Z_STRVAL_P(name), '\0', Z_STRLEN_P(name))) {
		php_fastscan_original_realpath(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_realpath_original(php_fastscan_original_realpath, reason, Z_STRVAL_P(name),
		Z_STRLEN_P(name), INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

void php_fastscan_realpath_hooks(void)
{
	php_fastscan_cache_size = zend_hash_str_find_ptr(EG(ini_directives),
		ZEND_STRL("realpath_cache_size"));
	php_fastscan_hook_function("realpath", php_fastscan_hook_realpath,
		&php_fastscan_original_realpath);
}
