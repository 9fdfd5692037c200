/* SPDX-License-Identifier: MIT */
/*
 * realpath.c: realpath().
 *
 * Invariants: the answer is a fresh string, or false with errno as the system leaves it for a name
 * that is not there. Unlike the functions of answer.c, realpath takes no URL, never sees phar's
 * interceptors and has no use for the stat cache; PHP's own realpath cache is neither read nor
 * written. Locks: none.
 */
#include "src/php/glue.h"

PHP_FASTSCAN_ANSWERING_HANDLER(realpath)

bool php_fastscan_realpath_answer(php_fastscan_function function, const char *name,
	size_t name_length, zval *return_value)
{
	const int saved_errno = errno;
	char resolved[MAXPATHLEN];
	const char *path;
	size_t length, resolved_length;
	fsc_reason reason;
	fsc_reply reply;

	if (!php_fastscan_system_path(name, name_length, &path, &length, &reason)) {
		php_fastscan_count_bypass(function, reason);
		return false;
	}
	reply = fsc_realpath(FSG(view), path, length, resolved, sizeof resolved, &resolved_length);
	php_fastscan_count_reply(function, reply);
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

/* True if return_value was set. */
static bool php_fastscan_realpath(INTERNAL_FUNCTION_PARAMETERS)
{
	zval *argument = ZEND_CALL_ARG(execute_data, 1);

	if (ZEND_NUM_ARGS() != 1 || Z_TYPE_P(argument) != IS_STRING) {
		php_fastscan_count_bypass(PHP_FASTSCAN_FN_realpath, FSC_REASON_ARGUMENT);
		return false;
	}
	return php_fastscan_realpath_answer(PHP_FASTSCAN_FN_realpath, Z_STRVAL_P(argument),
		Z_STRLEN_P(argument), return_value);
}

static ZEND_NAMED_FUNCTION(php_fastscan_body_realpath)
{
	if (!php_fastscan_realpath(INTERNAL_FUNCTION_PARAM_PASSTHRU)) {
		php_fastscan_original_realpath(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
}

void php_fastscan_realpath_hooks(void)
{
	php_fastscan_hook_function("realpath", php_fastscan_hook_realpath,
		&php_fastscan_original_realpath);
}
