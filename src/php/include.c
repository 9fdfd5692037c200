/* SPDX-License-Identifier: MIT */
/*
 * include.c: include, require, *_once, stream_resolve_include_path() and spl_autoload() of what is
 * not there.
 *
 * zend_resolve_path() finds the file that a name stands for: the name itself, or the first of one
 * candidate for each entry of include_path and one beside the running script. Candidates that are
 * absent are skipped here; every other one is put to PHP's own tsrm_realpath(), in PHP's order, so
 * that what is found, and what PHP's realpath cache keeps of it, is PHP's own. A name that resolves
 * to nothing is then opened by PHP all the same, for its warning: the wrapper's stream_opener asks
 * php_fastscan_include_is_absent().
 *
 * Invariants: a candidate is absent only if stock PHP would find it so: its realpath cache has no
 * entry for it, and lstat() would fail. PHP's code for a candidate that is not a plain path
 * (another wrapper, a script in an archive, too long a name) runs as it is. The hook is put in
 * MINIT, below opcache, which puts its own over it after every module has started, in whatever
 * order they are loaded. The main script and what is prepended to it are left alone. Locks: none.
 */
#include "src/php/glue.h"
#include "src/php/compat.h"

#include "Zend/zend_virtual_cwd.h"

typedef zend_string *(*php_fastscan_resolve)(PHP_FASTSCAN_FILENAME);
static php_fastscan_resolve php_fastscan_original_resolve; /* NULL: not hooked */

/*
 * PHP resolves the name of an include_once twice. The instruction whose name was just found absent,
 * so that the second time is no polling.
 */
static TSRM_TLS const zend_op *php_fastscan_once;

/* One name that is looked for. */
typedef struct php_fastscan_search {
	const char *name;
	size_t      length;
	bool        checked; /* some answer cost a validation */
	bool        unknown; /* some candidate was not known to be absent */
	bool        cached;  /* PHP's realpath cache knows one */
} php_fastscan_search;

/* ---- one candidate ---- */

/*
 * PHP puts the working directory before a relative candidate and asks for the whole, its realpath
 * cache first. Returns the length of that; 0: it cannot be told.
 */
static size_t php_fastscan_absolute(php_fastscan_search *search, const char *path, size_t length,
	char absolute[MAXPATHLEN])
{
#ifdef ZTS
	size_t cwd_length = VCWD_GETCWD(absolute, MAXPATHLEN) ? strlen(absolute) : 0;

	(void) search;
#else
	/* The same text; and seen in this period to lead to where relative paths hang from. */
	size_t cwd_length = 0;
	const fsc_reply reply = fsc_realpath(FSG(view), ".", 1, absolute, MAXPATHLEN, &cwd_length);

	if (reply.answer != FSC_YES) {
		return 0;
	}
	search->checked |= reply.how == FSC_HOW_CHECKED;
#endif
	if (cwd_length == 0 || cwd_length + 1 + length >= MAXPATHLEN - 1) {
		return 0;
	}
	if (!IS_SLASH(absolute[cwd_length - 1])) {
		absolute[cwd_length++] = DEFAULT_SLASH;
	}
	memcpy(absolute + cwd_length, path, length + 1);
	return cwd_length + length;
}

/* While it is there, PHP takes its word for up to realpath_cache_ttl. */
static bool php_fastscan_realpath_cache_knows(const char *path, size_t length)
{
	return realpath_cache_lookup(path, length, time(NULL)) != NULL;
}

/*
 * Would tsrm_realpath() find nothing? The path is as PHP puts it together. errno is left as it
 * would leave it: what is found to be no regular file later is reported by the errno of now.
 */
static bool php_fastscan_candidate_is_absent(php_fastscan_search *search, const char *path,
	size_t length)
{
	const int saved_errno = errno;
	char absolute[MAXPATHLEN];
	const char *whole = path;
	size_t whole_length = length;
	fsc_reply reply = {FSC_PASS, FSC_HOW_MISS, FSC_REASON_NONE};

	if (length > 0 && !IS_SLASH(path[length - 1])) {
		if (!IS_ABSOLUTE_PATH(path, length)) {
			php_fastscan_note_shutdown();
			whole = absolute;
			whole_length = php_fastscan_absolute(search, path, length, absolute);
		}
		search->cached = whole_length > 0 &&
			php_fastscan_realpath_cache_knows(whole, whole_length);
		if (whole_length > 0 && !search->cached) {
#ifdef ZTS
			path = whole;
			length = whole_length;
#endif
			reply = fsc_ask(FSG(view), path, length, FSC_WANT_LABSENCE);
		}
	}
	search->unknown |= reply.answer != FSC_ABSENT;
	search->checked |= reply.how == FSC_HOW_CHECKED;
	errno = reply.answer == FSC_ABSENT ? ENOENT : saved_errno;
	return reply.answer == FSC_ABSENT;
}

static zend_string *php_fastscan_real(const char *path)
{
	char *real = tsrm_realpath(path, NULL);
	zend_string *result;

	if (!real) {
		return NULL;
	}
	result = zend_string_init(real, strlen(real), 0);
	efree(real);
	return result;
}

/* ---- the candidates of include_path ---- */

/* As php_stream_locate_url_wrapper() and php_resolve_path() see one. */
static bool php_fastscan_has_wrapper(const char *path)
{
	const char *end = path;

	while (isalnum((unsigned char) *end) || *end == '+' || *end == '-' || *end == '.') {
		end++;
	}
	return end - path > 1 && end[0] == ':' && end[1] == '/' && end[2] == '/';
}

/* "directory/name". False: longer than a path may be. */
static bool php_fastscan_join(const php_fastscan_search *search, const char *directory,
	size_t length, char candidate[MAXPATHLEN])
{
	if (length > MAXPATHLEN || length + 1 + search->length + 1 >= MAXPATHLEN) {
		return false;
	}
	memcpy(candidate, directory, length);
	candidate[length] = '/';
	memcpy(candidate + length + 1, search->name, search->length + 1);
	return true;
}

/* What PHP would find from this entry of include_path on, by its own code. */
static zend_string *php_fastscan_rest(php_fastscan_search *search, const char *entry)
{
	search->unknown = true;
	return php_resolve_path(search->name, search->length, entry);
}

/* A candidate that is not absent is PHP's business. */
static zend_string *php_fastscan_try(php_fastscan_search *search, const char *candidate)
{
	if (php_fastscan_candidate_is_absent(search, candidate, strlen(candidate))) {
		return NULL;
	}
	return php_fastscan_real(candidate);
}

/*
 * Beside the running script, after all entries of include_path. Where the script is no plain file
 * PHP's code goes through the last entry once more.
 */
static zend_string *php_fastscan_beside_script(php_fastscan_search *search, const char *last)
{
	zend_string *script = zend_get_executed_filename_ex();
	char candidate[MAXPATHLEN];
	const char *slash;

	if (!script) {
		return NULL;
	}
	slash = zend_memrchr(ZSTR_VAL(script), DEFAULT_SLASH, ZSTR_LEN(script));
	if (!slash || slash == ZSTR_VAL(script) || !IS_SLASH(ZSTR_VAL(script)[0]) ||
			!php_fastscan_join(search, ZSTR_VAL(script), (size_t) (slash - ZSTR_VAL(script)),
				candidate)) {
		return php_fastscan_rest(search, last);
	}
	return php_fastscan_try(search, candidate);
}

static zend_string *php_fastscan_search_include_path(php_fastscan_search *search,
	const char *include_path)
{
	char candidate[MAXPATHLEN];
	const char *entry = include_path;
	const char *last = entry;
	zend_string *found;

	while (entry && *entry) {
		const char *end = strchr(entry, DEFAULT_DIR_SEPARATOR);
		size_t length = end ? (size_t) (end - entry) : strlen(entry);

		if (php_fastscan_has_wrapper(entry) ||
				!php_fastscan_join(search, entry, length, candidate)) {
			return php_fastscan_rest(search, entry);
		}
		found = php_fastscan_try(search, candidate);
		if (found) {
			return found;
		}
		last = entry;
		entry = end ? end + 1 : NULL;
	}
	return php_fastscan_beside_script(search, last);
}

/* ---- the hook ---- */

static bool php_fastscan_is_direct(const php_fastscan_search *search)
{
	const char *name = search->name;

	return IS_ABSOLUTE_PATH(name, search->length) || (name[0] == '.' &&
		(IS_SLASH(name[1]) || (name[1] == '.' && IS_SLASH(name[2]))));
}

/* Does code of PHP's run, and none of an archive's, and may anything be cached? */
static bool php_fastscan_may_search(const char *name, size_t length, fsc_reason *reason)
{
	zend_string *script;

	*reason = FSC_REASON_ARGUMENT;
	if (length == 0 || length >= MAXPATHLEN || CHECK_NULL_PATH(name, length)) {
		return false;
	}
	*reason = FSC_REASON_WRAPPER;
	if (php_fastscan_has_wrapper(name)) {
		return false;
	}
	*reason = FSC_REASON_PHAR;
	script = zend_get_executed_filename_ex();
	if (script && php_fastscan_has_wrapper(ZSTR_VAL(script))) {
		return false;
	}
	*reason = FSC_REASON_STRICT;
	return FSG(configured).mode != FSC_MODE_STRICT;
}

/* The instruction of a running include_once or require_once, or NULL. */
static const zend_op *php_fastscan_once_instruction(void)
{
	const zend_execute_data *frame = EG(current_execute_data);
	const zend_op *instruction;

	if (!frame->func || !ZEND_USER_CODE(frame->func->type)) {
		return NULL;
	}
	instruction = frame->opline;
	return instruction->opcode == ZEND_INCLUDE_OR_EVAL &&
		(instruction->extended_value == ZEND_INCLUDE_ONCE ||
			instruction->extended_value == ZEND_REQUIRE_ONCE) ? instruction : NULL;
}

static void php_fastscan_count_search(const php_fastscan_search *search, bool found)
{
	fsc_reply reply = {FSC_PASS, FSC_HOW_MISS, FSC_REASON_NONE};

	if (search->cached) {
		php_fastscan_count_bypass(PHP_FASTSCAN_FN_include, FSC_REASON_STAT_CACHE);
		return;
	}
	if (!found && !search->unknown) {
		reply.answer = FSC_ABSENT;
		reply.how = search->checked ? FSC_HOW_CHECKED : FSC_HOW_HIT;
	}
	php_fastscan_count_reply(PHP_FASTSCAN_FN_include, reply);
}

/* NULL without *answered: the original has to say. */
static zend_string *php_fastscan_look(php_fastscan_search *search, bool *answered)
{
	const char *include_path = PG(include_path);
	zend_string *found = NULL;

	*answered = true;
	if (php_fastscan_is_direct(search) || !include_path || !*include_path) {
		*answered = php_fastscan_candidate_is_absent(search, search->name, search->length);
	} else {
		found = php_fastscan_search_include_path(search, include_path);
	}
	php_fastscan_count_search(search, found != NULL);
	return found;
}

static zend_string *php_fastscan_resolve_path(PHP_FASTSCAN_FILENAME)
{
	php_fastscan_search search = {PHP_FASTSCAN_FILENAME_TEXT, PHP_FASTSCAN_FILENAME_LENGTH,
		false, false, false};
	const zend_op *once;
	zend_string *found;
	fsc_reason reason;
	bool answered;

	if (!FSG(answering) || !EG(current_execute_data)) {
		return php_fastscan_original_resolve(PHP_FASTSCAN_FILENAME_PASSTHRU);
	}
	FSG(counts)[PHP_FASTSCAN_FN_include].ct++;
	if (!php_fastscan_may_search(search.name, search.length, &reason)) {
		php_fastscan_count_bypass(PHP_FASTSCAN_FN_include, reason);
		return php_fastscan_original_resolve(PHP_FASTSCAN_FILENAME_PASSTHRU);
	}
	if (UNEXPECTED(FSG(changing))) {
		php_fastscan_changes_everything();
	}
	once = php_fastscan_once_instruction();
	if (once && once == php_fastscan_once) {
		fsc_same_call(FSG(view));
		once = NULL;
	}
	found = php_fastscan_look(&search, &answered);
	php_fastscan_once = found || !answered ? NULL : once;
	return answered ? found : php_fastscan_original_resolve(PHP_FASTSCAN_FILENAME_PASSTHRU);
}

/*
 * open() goes by the path as PHP takes it apart: "a/.." is dropped there. Where open_basedir is set
 * PHP's check and its warning come first.
 */
bool php_fastscan_include_is_absent(const char *path, int options)
{
	php_fastscan_search search = {path, strlen(path), false, false, false};

	if (!php_fastscan_original_resolve || !FSG(answering) || !EG(current_execute_data) ||
		(options & (STREAM_ASSUME_REALPATH | STREAM_OPEN_PERSISTENT)) ||
		php_fastscan_open_basedir() || FSG(configured).mode == FSC_MODE_STRICT ||
		strstr(path, "..")) {
		return false;
	}
	fsc_same_call(FSG(view));
	return php_fastscan_candidate_is_absent(&search, path, search.length);
}

/* Loaded by dl() in a running script it would stand above opcache's. */
void php_fastscan_include_startup(void)
{
	if (!EG(current_execute_data) && php_fastscan_hook_is_wanted("include")) {
		php_fastscan_original_resolve = zend_resolve_path;
		zend_resolve_path = php_fastscan_resolve_path;
	}
}

/* Opcache's hook may be over ours; it is never called again. */
void php_fastscan_include_shutdown(void)
{
	if (zend_resolve_path == php_fastscan_resolve_path) {
		zend_resolve_path = php_fastscan_original_resolve;
	}
	php_fastscan_original_resolve = NULL;
}
