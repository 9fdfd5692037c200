/* SPDX-License-Identifier: MIT */
/*
 * answer.c: is_dir, is_file, is_link, file_exists, and the absence half of is_readable,
 * is_writable, is_writeable and is_executable.
 *
 * Invariants: an answer is given only for exactly one string that PHP's own code would have handed
 * to the system; everything else, bad arguments included, is the original's business. After an
 * answer PHP's one-entry stat cache holds nothing that stock PHP would have replaced, and errno is
 * what stock PHP would have left. Locks: none.
 *
 * These are the hottest lines of the extension: each handler is one straight path, and every step
 * off it calls the original.
 */
#include "src/php/stat_cache.h"

/* Everything about one handler that its shared body needs; always a compile-time constant. */
typedef struct php_fastscan_question {
	php_fastscan_function function;
	fsc_want want;
	php_fastscan_stat_cache cache;
} php_fastscan_question;

static zend_always_inline bool php_fastscan_stat_cache_knows(zend_string *path,
	php_fastscan_stat_cache cache)
{
	switch (cache) {
		case PHP_FASTSCAN_CACHE_STAT:
			return PHP_FASTSCAN_STAT_IS(BG(CurrentStatFile), path);
		case PHP_FASTSCAN_CACHE_LSTAT:
			return PHP_FASTSCAN_STAT_IS(BG(CurrentLStatFile), path);
		case PHP_FASTSCAN_CACHE_NONE:
			break;
	}
	return false;
}

/* The long way, with system calls where they are due. errno is left as stock would leave it. */
static zend_never_inline fsc_answer php_fastscan_ask(php_fastscan_question question,
	const char *path, size_t length)
{
	const int saved_errno = errno;
	const fsc_reply reply = fsc_ask(FSG(view), path, length, question.want);

	php_fastscan_count_reply(question.function, reply);
	errno = reply.answer == FSC_ABSENT ? ENOENT : saved_errno;
	return (fsc_answer) reply.answer;
}

/* A hit on a usual path, which is what every handler is made for. True if return_value was set. */
static zend_always_inline bool php_fastscan_answer_hit(php_fastscan_question question,
	INTERNAL_FUNCTION_PARAMETERS)
{
	const zval *argument = ZEND_CALL_ARG(execute_data, 1);
	fsc_answer answer;

	if (UNEXPECTED(ZEND_NUM_ARGS() != 1) || UNEXPECTED(Z_TYPE_P(argument) != IS_STRING) ||
		UNEXPECTED(FSG(changing)) ||
		UNEXPECTED(php_fastscan_stat_cache_knows(Z_STR_P(argument), question.cache)) ||
		UNEXPECTED(!php_fastscan_path_is_usual(Z_STRVAL_P(argument), Z_STRLEN_P(argument))) ||
		(question.want == FSC_WANT_LINK &&
		UNEXPECTED(php_fastscan_lstat_differs(Z_STRVAL_P(argument), Z_STRLEN_P(argument))))) {
		return false;
	}
	answer = fsc_ask_hit(FSG(view), Z_STRVAL_P(argument), Z_STRLEN_P(argument), question.want);
	if (UNEXPECTED(answer == FSC_PASS) || (question.want >= FSC_WANT_ABSENCE && answer == FSC_NO)) {
		return false;
	}
	FSG(counts)[question.function].hit++;
	if (answer == FSC_ABSENT) {
		FSG(counts)[question.function].negative++;
		errno = ENOENT;
		RETVAL_FALSE;
		return true;
	}
	php_fastscan_stat_cache_drop(question.cache,
		question.want == FSC_WANT_LINK && answer == FSC_YES);
	RETVAL_BOOL(answer == FSC_YES);
	return true;
}

/* All else. True if return_value was set. */
static zend_never_inline bool php_fastscan_answer(php_fastscan_question question,
	INTERNAL_FUNCTION_PARAMETERS)
{
	zval *argument = ZEND_CALL_ARG(execute_data, 1);
	const char *path;
	size_t length;
	fsc_reason reason;
	fsc_answer answer;

	if (UNEXPECTED(ZEND_NUM_ARGS() != 1) || UNEXPECTED(Z_TYPE_P(argument) != IS_STRING)) {
		php_fastscan_count_bypass(question.function, FSC_REASON_ARGUMENT);
		return false;
	}
	if (UNEXPECTED(php_fastscan_stat_cache_knows(Z_STR_P(argument), question.cache))) {
		php_fastscan_count_bypass(question.function, FSC_REASON_STAT_CACHE);
		return false;
	}
	if (UNEXPECTED(!php_fastscan_local_path_fast(Z_STRVAL_P(argument), Z_STRLEN_P(argument), &path,
			&length, &reason))) {
		php_fastscan_count_bypass(question.function, reason);
		return false;
	}
	if (question.want == FSC_WANT_LINK && UNEXPECTED(php_fastscan_lstat_differs(path, length))) {
		php_fastscan_count_bypass(question.function, FSC_REASON_FOLLOW);
		return false;
	}
	answer = php_fastscan_ask(question, path, length);
	if (answer == FSC_PASS) {
		return false;
	}
	if (answer != FSC_ABSENT) {
		php_fastscan_stat_cache_drop(question.cache,
			question.want == FSC_WANT_LINK && answer == FSC_YES);
	}
	RETVAL_BOOL(answer == FSC_YES);
	return true;
}

/* The wrapper's url_stat sees by FSG(function) that the core was asked already. */
static zend_never_inline void php_fastscan_answer_original(php_fastscan_function function,
	zif_handler original, INTERNAL_FUNCTION_PARAMETERS)
{
	const int outer = FSG(function);

	FSG(function) = (int) function;
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	FSG(function) = outer;
}

#define PHP_FASTSCAN_ANSWER(name, wanted, stat_cache) \
	PHP_FASTSCAN_ANSWERING_HANDLER(name) \
	static ZEND_NAMED_FUNCTION(php_fastscan_body_##name) \
	{ \
		const php_fastscan_question question = {PHP_FASTSCAN_FN_##name, wanted, stat_cache}; \
		\
		if (EXPECTED(php_fastscan_answer_hit(question, INTERNAL_FUNCTION_PARAM_PASSTHRU))) { \
			return; \
		} \
		if (!php_fastscan_answer(question, INTERNAL_FUNCTION_PARAM_PASSTHRU)) { \
			php_fastscan_answer_original(PHP_FASTSCAN_FN_##name, php_fastscan_original_##name, \
				INTERNAL_FUNCTION_PARAM_PASSTHRU); \
		} \
	}

PHP_FASTSCAN_ANSWER(is_dir, FSC_WANT_DIR, PHP_FASTSCAN_CACHE_STAT)
PHP_FASTSCAN_ANSWER(is_file, FSC_WANT_FILE, PHP_FASTSCAN_CACHE_STAT)
PHP_FASTSCAN_ANSWER(is_link, FSC_WANT_LINK, PHP_FASTSCAN_CACHE_LSTAT)
PHP_FASTSCAN_ANSWER(file_exists, FSC_WANT_EXISTS, PHP_FASTSCAN_CACHE_NONE)
PHP_FASTSCAN_ANSWER(is_readable, FSC_WANT_ABSENCE, PHP_FASTSCAN_CACHE_NONE)
PHP_FASTSCAN_ANSWER(is_writable, FSC_WANT_ABSENCE, PHP_FASTSCAN_CACHE_NONE)
PHP_FASTSCAN_ANSWER(is_writeable, FSC_WANT_ABSENCE, PHP_FASTSCAN_CACHE_NONE)
PHP_FASTSCAN_ANSWER(is_executable, FSC_WANT_ABSENCE, PHP_FASTSCAN_CACHE_NONE)

void php_fastscan_answer_hooks(void)
{
#define PHP_FASTSCAN_HOOK(name) \
	php_fastscan_hook_function(#name, php_fastscan_hook_##name, &php_fastscan_original_##name);
	PHP_FASTSCAN_HOOK(is_dir)
	PHP_FASTSCAN_HOOK(is_file)
	PHP_FASTSCAN_HOOK(is_link)
	PHP_FASTSCAN_HOOK(file_exists)
	PHP_FASTSCAN_HOOK(is_readable)
	PHP_FASTSCAN_HOOK(is_writable)
	PHP_FASTSCAN_HOOK(is_writeable)
	PHP_FASTSCAN_HOOK(is_executable)
#undef PHP_FASTSCAN_HOOK
}
