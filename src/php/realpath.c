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

/* Has fastscan nothing to do with the path, so that it is stock PHP's to answer as it always did? */
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

void php_fastscan_realpath_original(zif_handler original, fsc_reason reason,
	INTERNAL_FUNCTION_PARAMETERS)
{
	zend_long *limit = php_fastscan_cache_limit();
	zend_long size;

	if (!limit || *limit == 0 || php_fastscan_open_basedir() ||
			php_fastscan_is_stock(reason)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	size = *limit;
	*limit = 0;
	zend_try {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} zend_catch {
		*limit = size;
		zend_bailout();
	} zend_end_try();
	*limit = size;
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
	fsc_reason reason;

	if (!php_fastscan_realpath(INTERNAL_FUNCTION_PARAM_PASSTHRU, &reason)) {
		php_fastscan_realpath_original(php_fastscan_original_realpath, reason,
			INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
}

void php_fastscan_realpath_hooks(void)
{
	php_fastscan_cache_size = zend_hash_str_find_ptr(EG(ini_directives),
		ZEND_STRL("realpath_cache_size"));
	php_fastscan_hook_function("realpath", php_fastscan_hook_realpath,
		&php_fastscan_original_realpath);
}
