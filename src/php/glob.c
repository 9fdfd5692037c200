/* SPDX-License-Identifier: MIT */
/*
 * glob.c: glob(), by the C library's own code over the cache's listings.
 *
 * Two ways. The usual one, a pattern in the last part of the path alone and results in byte order:
 * the listing's names, sorted once, go through fnmatch(3) as glob(3) would put them. Every other
 * pattern is glob(3)'s, which asks here for listings and for what a path is
 * (src/platform/globbing.h). What the cache cannot answer is put to the system there, one by one,
 * so that the result is always that of the system's functions.
 *
 * Invariants: arrays and strings are fresh. No code of PHP's runs while glob(3) does, so that no
 * bailout passes through it. errno is left as the system's functions would leave it. Under
 * open_basedir each result is PHP's own check's to take away, unless the core, which then answers
 * only what that would allow, knows it. Where PHP's glob() is not the C library's nothing is
 * hooked. Locks: none.
 */
#include "src/php/glue.h"
#include "src/php/compat.h"

#include "src/platform/globbing.h"

/* Flags with which matches are no more than names of a listing in their order. */
#define PHP_FASTSCAN_GLOB_SIMPLE (FSC_GLOB_BRACE | FSC_GLOB_NOESCAPE | FSC_GLOB_ERR | \
	FSC_GLOB_ONLYDIR)

typedef struct php_fastscan_glob {
	const char *pattern; /* NUL-terminated; with a working directory before it under ZTS */
	size_t      length;
	size_t      skip;    /* of that directory and its slash */
	unsigned    flags;   /* FSC_GLOB_* */
	bool        limited; /* open_basedir took results away */
	size_t      prefix;  /* simple: length of the directory before the last slash, or 0 */
	fsc_pattern names;   /* simple: the pattern of its names */
} php_fastscan_glob;

/* The dearest answer of the running call. */
static TSRM_TLS fsc_how php_fastscan_glob_how;

/* ---- questions ---- */

static void php_fastscan_glob_note(fsc_reply reply)
{
	if (reply.answer == FSC_PASS || reply.how == FSC_HOW_MISS) {
		php_fastscan_glob_how = FSC_HOW_MISS;
	} else if (php_fastscan_glob_how == FSC_HOW_HIT) {
		php_fastscan_glob_how = (fsc_how) reply.how;
	}
}

static fsc_answer php_fastscan_glob_ask(const char *path, fsc_want want)
{
	const int saved_errno = errno;
	const fsc_reply reply = fsc_ask(FSG(view), path, strlen(path), want);

	php_fastscan_glob_note(reply);
	errno = reply.answer == FSC_ABSENT ? ENOENT : saved_errno;
	return (fsc_answer) reply.answer;
}

static bool php_fastscan_glob_list(const char *path, size_t length, fsc_snapshot **listing)
{
	const int saved_errno = errno;
	const fsc_reply reply = fsc_list(FSG(view), path, length, listing);

	php_fastscan_glob_note(reply);
	errno = saved_errno;
	return reply.answer == FSC_YES;
}

static void *php_fastscan_glob_open(const char *path, bool *absent)
{
	fsc_snapshot *listing;

	if (php_fastscan_glob_list(path, strlen(path), &listing)) {
		return listing;
	}
	*absent = php_fastscan_glob_ask(path, FSC_WANT_ABSENCE) == FSC_ABSENT;
	return NULL;
}

static bool php_fastscan_glob_read(void *listing, uint32_t at, fsc_glob_entry *out)
{
	fsc_entry entry;

	if (at >= fsc_snapshot_count(listing)) {
		return false;
	}
	entry = fsc_snapshot_entry(listing, at);
	out->name = entry.name;
	out->length = entry.length;
	out->type = entry.type;
	return true;
}

static void php_fastscan_glob_close(void *listing)
{
	fsc_snapshot_release(listing);
}

static fsc_glob_is php_fastscan_glob_followed(const char *path)
{
	switch (php_fastscan_glob_ask(path, FSC_WANT_DIR)) {
		case FSC_YES:
			return FSC_GLOB_IS_DIR;
		case FSC_NO:
			return FSC_GLOB_IS_OTHER;
		case FSC_ABSENT:
			return FSC_GLOB_IS_ABSENT;
		case FSC_PASS:
			break;
	}
	return FSC_GLOB_IS_UNKNOWN;
}

static fsc_glob_is php_fastscan_glob_is(const char *path, bool follow)
{
	fsc_answer link;

	if (follow) {
		return php_fastscan_glob_followed(path);
	}
	link = php_fastscan_glob_ask(path, FSC_WANT_LINK);
	if (link == FSC_NO) {
		return php_fastscan_glob_followed(path);
	}
	return link == FSC_YES ? FSC_GLOB_IS_OTHER
		: link == FSC_ABSENT ? FSC_GLOB_IS_ABSENT : FSC_GLOB_IS_UNKNOWN;
}

/* ---- results ---- */

/* What the core answers while open_basedir is set PHP would have allowed. */
static bool php_fastscan_glob_allows(const char *path)
{
	return !php_fastscan_open_basedir() ||
		php_fastscan_glob_ask(path, FSC_WANT_EXISTS) != FSC_PASS ||
		php_check_open_basedir_ex(path, 0) == 0;
}

/* PHP looks again at what glob() took for a directory. */
static bool php_fastscan_glob_keeps(php_fastscan_glob *call, const char *path)
{
	zend_stat_t found;
	fsc_glob_is is;

	if (!php_fastscan_glob_allows(path)) {
		call->limited = true;
		return false;
	}
	if (!(call->flags & FSC_GLOB_ONLYDIR)) {
		return true;
	}
	is = php_fastscan_glob_followed(path);
	if (is == FSC_GLOB_IS_UNKNOWN) {
		return VCWD_STAT(path, &found) == 0 && (found.st_mode & S_IFMT) == S_IFDIR;
	}
	return is == FSC_GLOB_IS_DIR;
}

static void php_fastscan_glob_copy(php_fastscan_glob *call, const fsc_glob_found *found,
	zval *return_value)
{
	size_t i;

	array_init(return_value);
	for (i = 0; i < found->count; i++) {
		zval path;

		if (php_fastscan_glob_keeps(call, found->paths[i])) {
			ZVAL_STRING(&path, found->paths[i] + call->skip);
			zend_hash_next_index_insert_new(Z_ARRVAL_P(return_value), &path);
		}
	}
}

static void php_fastscan_glob_any(php_fastscan_glob *call, zval *return_value)
{
	static const fsc_glob_calls calls = {php_fastscan_glob_open, php_fastscan_glob_read,
		php_fastscan_glob_close, php_fastscan_glob_is};
	fsc_glob_found found;

	switch (fsc_os_glob(call->pattern, call->flags, &calls, &found)) {
		case FSC_GLOB_NO_MATCH:
			array_init(return_value);
			return;
		case FSC_GLOB_FAILED:
			RETVAL_FALSE;
			return;
		case FSC_GLOB_OK:
			break;
	}
	zend_try {
		php_fastscan_glob_copy(call, &found, return_value);
	} zend_catch {
		fsc_os_glob_free(&found);
		zend_bailout();
	} zend_end_try();
	fsc_os_glob_free(&found);
}

/* ---- the usual pattern ---- */

/* Are nothing but the names of one directory to be matched? */
static bool php_fastscan_glob_is_simple(php_fastscan_glob *call)
{
	const char *special = call->flags & FSC_GLOB_BRACE ? "*?[\\{" : "*?[\\";
	const char *slash = strrchr(call->pattern, '/');
	const char *names = slash ? slash + 1 : call->pattern;

	call->prefix = slash ? (size_t) (slash - call->pattern) : 0;
	if ((call->flags & ~PHP_FASTSCAN_GLOB_SIMPLE) || !strpbrk(names, "*?") ||
			strpbrk(names, special + 3) || strcspn(call->pattern, special) < call->prefix) {
		return false;
	}
	/* In the root nothing is put before a name. PHP's check would warn of the longest paths. */
	if (call->prefix >= MAXPATHLEN - FSC_NAME_MAX - 2 ||
			(slash && (call->prefix == 0 || (call->prefix == 1 && call->pattern[0] == '/'))) ||
			((call->flags & FSC_GLOB_ONLYDIR) && php_fastscan_open_basedir())) {
		return false;
	}
	fsc_os_pattern_init(&call->names, names, !(call->flags & FSC_GLOB_NOESCAPE));
	return php_fastscan_collates_bytes();
}

/* The string of a match; without a prefix under ZTS the working directory before it falls away. */
static zend_string *php_fastscan_glob_string(const php_fastscan_glob *call, const fsc_entry *entry)
{
	size_t prefix = call->prefix ? call->prefix + 1 : 0;
	zend_string *path = zend_string_alloc(prefix - call->skip + entry->length, 0);
	char *at = ZSTR_VAL(path);

	memcpy(at, call->pattern + call->skip, prefix - call->skip);
	memcpy(at + prefix - call->skip, entry->name, entry->length + 1);
	return path;
}

/* What is to be said of the whole path. */
static bool php_fastscan_glob_keeps_entry(php_fastscan_glob *call, const fsc_entry *entry)
{
	char path[MAXPATHLEN + FSC_NAME_MAX + 1];
	size_t prefix = call->prefix ? call->prefix + 1 : 0;

	if (!(call->flags & FSC_GLOB_ONLYDIR) && !php_fastscan_open_basedir()) {
		return true;
	}
	memcpy(path, call->pattern, prefix);
	memcpy(path + prefix, entry->name, entry->length + 1);
	return php_fastscan_glob_keeps(call, path);
}

/* glob(3) matches all names before PHP looks at any, and errno tells who was the last to set it. */
typedef struct php_fastscan_glob_errno {
	int matching;
	int looking;
} php_fastscan_glob_errno;

static bool php_fastscan_glob_takes(php_fastscan_glob *call, const fsc_entry *entry,
	php_fastscan_glob_errno *left)
{
	bool takes;

	if ((call->flags & FSC_GLOB_ONLYDIR) &&
			(entry->type == FSC_TYPE_FILE || entry->type == FSC_TYPE_OTHER)) {
		return false;
	}
	/* fnmatch() sets it at bytes that are no characters */
	errno = left->matching;
	takes = fsc_os_pattern_fits(&call->names, entry->name, entry->length);
	left->matching = errno;
	if (takes) {
		errno = left->looking;
		takes = php_fastscan_glob_keeps_entry(call, entry);
		left->looking = errno;
	}
	return takes;
}

/* False: no memory to sort, and nothing was set. */
static bool php_fastscan_glob_match(php_fastscan_glob *call, fsc_snapshot *listing,
	zval *return_value)
{
	const uint32_t count = fsc_snapshot_count(listing);
	const uint32_t *sorted = fsc_snapshot_sorted(listing);
	php_fastscan_glob_errno left = {errno, 0};
	uint32_t i;

	if (!sorted) {
		return false;
	}
	array_init(return_value);
	for (i = 0; i < count; i++) {
		fsc_entry entry = fsc_snapshot_entry(listing, sorted[i]);
		zval path;

		if (php_fastscan_glob_takes(call, &entry, &left)) {
			ZVAL_STR(&path, php_fastscan_glob_string(call, &entry));
			zend_hash_next_index_insert_new(Z_ARRVAL_P(return_value), &path);
		}
	}
	errno = left.looking ? left.looking : left.matching;
	return true;
}

/* A reference that a bailout (memory_limit) keeps from being given back is given back next time. */
static bool php_fastscan_glob_simple(php_fastscan_glob *call, zval *return_value)
{
	char directory[MAXPATHLEN];
	fsc_snapshot *listing;
	size_t length;
	bool matched;

	if (!php_fastscan_glob_is_simple(call)) {
		return false;
	}
	length = call->prefix ? call->prefix : 1;
	memcpy(directory, call->prefix ? call->pattern : ".", length);
	directory[length] = '\0';
	if (!php_fastscan_glob_list(directory, length, &listing)) {
		return false;
	}
	fsc_snapshot_release(FSG(listing));
	FSG(listing) = listing;
	matched = php_fastscan_glob_match(call, listing, return_value);
	FSG(listing) = NULL;
	fsc_snapshot_release(listing);
	return matched;
}

/* ---- the handler ---- */

/* Only (string[, int]) with flags that PHP accepts. */
static bool php_fastscan_glob_arguments(zend_execute_data *execute_data, php_fastscan_glob *call)
{
	const uint32_t given = ZEND_NUM_ARGS();
	const zval *pattern = ZEND_CALL_ARG(execute_data, 1);
	zend_long flags = 0;

	if (given < 1 || given > 2 || Z_TYPE_P(pattern) != IS_STRING || Z_STRLEN_P(pattern) == 0 ||
			Z_STRLEN_P(pattern) >= MAXPATHLEN ||
			CHECK_NULL_PATH(Z_STRVAL_P(pattern), Z_STRLEN_P(pattern))) {
		return false;
	}
	if (given == 2) {
		if (Z_TYPE_P(ZEND_CALL_ARG(execute_data, 2)) != IS_LONG) {
			return false;
		}
		flags = Z_LVAL_P(ZEND_CALL_ARG(execute_data, 2));
	}
	call->pattern = Z_STRVAL_P(pattern);
	call->length = Z_STRLEN_P(pattern);
	call->skip = 0;
	call->flags = fsc_os_glob_flags((long) flags);
	call->limited = false;
	return call->flags != FSC_GLOB_NONE;
}

#ifdef ZTS
/* The thread's working directory before a relative pattern, as PHP puts it there. */
static bool php_fastscan_glob_place(php_fastscan_glob *call, char pattern[MAXPATHLEN])
{
	char cwd[MAXPATHLEN];

	if (IS_ABSOLUTE_PATH(call->pattern, call->length)) {
		return true;
	}
	if (!VCWD_GETCWD(cwd, MAXPATHLEN)) {
		return false;
	}
	call->skip = strlen(cwd) + 1;
	if (call->skip + call->length >= MAXPATHLEN) {
		return false;
	}
	snprintf(pattern, MAXPATHLEN, "%s%c%s", cwd, DEFAULT_SLASH, call->pattern);
	call->pattern = pattern;
	call->length += call->skip;
	return true;
}
#else
static bool php_fastscan_glob_place(const php_fastscan_glob *call, char pattern[MAXPATHLEN])
{
	(void) call;
	(void) pattern;
	return true;
}
#endif

static void php_fastscan_glob_count(void)
{
	php_fastscan_count *count = &FSG(counts)[PHP_FASTSCAN_FN_glob];

	switch (php_fastscan_glob_how) {
		case FSC_HOW_HIT:
			count->hit++;
			break;
		case FSC_HOW_CHECKED:
			count->checked++;
			break;
		case FSC_HOW_MISS:
			count->miss++;
			break;
	}
}

static void php_fastscan_glob_answer(php_fastscan_glob *call, zval *return_value)
{
	if (UNEXPECTED(FSG(changing))) {
		php_fastscan_changes_everything();
	}
	php_fastscan_glob_how = FSC_HOW_HIT;
	if (!php_fastscan_glob_simple(call, return_value)) {
		php_fastscan_glob_any(call, return_value);
	}
	if (call->limited && zend_hash_num_elements(Z_ARRVAL_P(return_value)) == 0) {
		zval_ptr_dtor(return_value);
		RETVAL_FALSE;
	}
	php_fastscan_glob_count();
}

PHP_FASTSCAN_ANSWERING_HANDLER(glob)
static ZEND_NAMED_FUNCTION(php_fastscan_body_glob)
{
	char pattern[MAXPATHLEN];
	php_fastscan_glob call;
	fsc_reason reason = FSC_REASON_ARGUMENT;

	php_fastscan_note_shutdown();
	if (php_fastscan_open_basedir() &&
			!(PHP_FASTSCAN_GLOB_UNDER_BASEDIR && php_fastscan_basedir_enter())) {
		reason = FSC_REASON_OPEN_BASEDIR;
	} else if (php_fastscan_glob_arguments(execute_data, &call) &&
			php_fastscan_glob_place(&call, pattern)) {
		php_fastscan_glob_answer(&call, return_value);
		return;
	}
	php_fastscan_count_bypass(PHP_FASTSCAN_FN_glob, reason);
	php_fastscan_original_glob(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* 8.5 brings a glob() of its own, with flags of its own, unless it was built without. */
static bool php_fastscan_glob_is_the_systems(void)
{
	const zval *flags = zend_get_constant_str(ZEND_STRL("GLOB_AVAILABLE_FLAGS"));

	return flags && Z_TYPE_P(flags) == IS_LONG && fsc_os_glob_all() != 0 &&
		Z_LVAL_P(flags) == fsc_os_glob_all();
}

void php_fastscan_glob_hooks(void)
{
	if (php_fastscan_glob_is_the_systems()) {
		php_fastscan_hook_function("glob", php_fastscan_hook_glob, &php_fastscan_original_glob);
	}
}
