/* SPDX-License-Identifier: MIT */
/*
 * basedir.c: open_basedir. The rule is PHP's own, main/fopen_wrappers.c; the core answers only what
 * PHP would have allowed (src/core/fence.c), and all else goes to PHP, which judges and warns.
 *
 * How PHP judges, in all versions from 7.4 on: the path is resolved, links and all. Of one that
 * does not exist, the nearest directory that does is what is judged. It is allowed if it is one of
 * the entries or below it, where each entry is resolved anew at each call as far as it exists, a
 * relative one from the working directory. Entries that end in a slash mean the same as without.
 * (From 8.3 on ini_set() resolves them once, which this code sees as absolute entries.)
 *
 * Here the entries are resolved by the very same function, once in a validation period.
 *
 * Invariants: PHP's realpath cache is not relied upon. Nothing of PHP's is called while the core
 * holds anything. Locks: none.
 */
#include "src/php/glue.h"

#include "main/fopen_wrappers.h"
#include "Zend/zend_virtual_cwd.h"

/* One entry: php_check_specific_open_basedir(), as far as it looks at the entry alone. */
static bool php_fastscan_basedir_entry(fsc_view *view, const char *entry, size_t length)
{
	char directory[MAXPATHLEN], resolved[MAXPATHLEN + 2];
	size_t used;

	if (length == 0 || length >= MAXPATHLEN) {
		return true; /* never matches; or is cut by PHP, to something that nobody means */
	}
	memcpy(directory, entry, length);
	directory[length] = '\0';
	if (length == 1 && entry[0] == '.' && !VCWD_GETCWD(directory, MAXPATHLEN)) {
		return true;
	}
	if (!expand_filepath(directory, resolved) || resolved[0] != DEFAULT_SLASH) {
		return true;
	}
	used = strlen(resolved);
	if (entry[length - 1] != DEFAULT_SLASH || resolved[used - 1] != DEFAULT_SLASH) {
		resolved[used++] = DEFAULT_SLASH;
	}
	/* "//": PHP then allows the root itself and nothing below it. */
	return (used == 2 && resolved[0] == resolved[1]) || fsc_fence_add(view, resolved, used);
}

static size_t php_fastscan_basedir_entry_length(const char *text)
{
	const char *end = strchr(text, DEFAULT_DIR_SEPARATOR);

	return end ? (size_t) (end - text) : strlen(text);
}

static bool php_fastscan_basedir_resolve(fsc_view *view, const char *text)
{
	while (*text) {
		size_t length = php_fastscan_basedir_entry_length(text);

		if (!php_fastscan_basedir_entry(view, text, length)) {
			return false;
		}
		text += length;
		text += *text != '\0';
	}
	return true;
}

/* A refusal may come from PHP's realpath cache, which is on if a script set the rule. */
static bool php_fastscan_basedir_allows(const char *path)
{
	if (php_check_open_basedir_ex(path, 0) == 0) {
		return true;
	}
	realpath_cache_clean();
	return php_check_open_basedir_ex(path, 0) == 0;
}

static bool php_fastscan_basedir_is_relative(const char *text)
{
	while (*text) {
		if (!IS_ABSOLUTE_PATH(text, strlen(text))) {
			return true;
		}
		text += php_fastscan_basedir_entry_length(text);
		text += *text != '\0';
	}
	return false;
}

bool php_fastscan_basedir_enter(void)
{
	static const fsc_fence_calls calls = {php_fastscan_basedir_is_relative,
		php_fastscan_basedir_resolve, php_fastscan_basedir_allows};

	/* Before the script runs PHP has yet to change to its directory. */
	if (!FSG(view) || FSG(configured).mode == FSC_MODE_STRICT || !EG(current_execute_data)) {
		return false;
	}
	return fsc_view_fence(FSG(view), PG(open_basedir), &calls);
}

void php_fastscan_basedir_request_start(void)
{
	if (FSG(view) && !php_fastscan_open_basedir()) {
		fsc_view_unfence(FSG(view));
	}
}
