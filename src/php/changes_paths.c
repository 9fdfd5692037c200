/* SPDX-License-Identifier: MIT */
/*
 * changes_paths.c: own changes that concern a path.
 *
 * A change that can redirect other paths (of a symlink or of a directory) marks everything, any
 * other the directory that holds the entry, found by one stat that leads where the change's own
 * lookup led. What stood at the path is asked before the call where it may be gone afterwards,
 * after it where the call creates. In doubt, under open_basedir too (a forbidden path is not ours
 * to look at), everything is marked. A view that holds nothing costs nothing.
 *
 * Locks: none. errno is kept.
 */
#include "src/php/changes.h"
#include "src/php/compat.h"

#include "src/platform/platform.h"
#include "Zend/zend_virtual_cwd.h"

/* A path as the platform wants it: without "file://", under ZTS absolute. */
typedef struct php_fastscan_plain {
	const char *path;
	size_t      length;
#ifdef ZTS
	char        buffer[MAXPATHLEN];
#endif
} php_fastscan_plain;

#ifdef ZTS
/* Relative paths hang from the thread's own working directory. */
static bool php_fastscan_plain_absolute(php_fastscan_plain *plain)
{
	size_t cwd_length;

	if (IS_ABSOLUTE_PATH(plain->path, plain->length)) {
		return true;
	}
	if (!VCWD_GETCWD(plain->buffer, MAXPATHLEN)) {
		return false;
	}
	cwd_length = strlen(plain->buffer);
	if (cwd_length + 1 + plain->length >= MAXPATHLEN) {
		return false;
	}
	plain->buffer[cwd_length++] = DEFAULT_SLASH;
	memcpy(plain->buffer + cwd_length, plain->path, plain->length + 1);
	plain->path = plain->buffer;
	plain->length += cwd_length;
	return true;
}
#endif

static bool php_fastscan_plain_init(php_fastscan_plain *plain, const char *path)
{
	const size_t scheme = sizeof("file://") - 1;

	if (strncasecmp(path, "file://", scheme) == 0) {
		path += scheme;
	}
	plain->path = path;
	plain->length = strlen(path);
	if (plain->length == 0 || plain->length >= MAXPATHLEN) {
		return false;
	}
#ifdef ZTS
	return php_fastscan_plain_absolute(plain);
#else
	return true;
#endif
}

static bool php_fastscan_marks_wanted(void)
{
	return php_fastscan_marking() && fsc_view_needs_marks(FSG(view));
}

/* May what is at the path lead other paths elsewhere? */
static bool php_fastscan_redirects(const char *path, unsigned flags)
{
	php_fastscan_plain plain;
	const int saved_errno = errno;
	fsc_attr attr;
	fsc_os_result result;

	if (php_fastscan_open_basedir() || !php_fastscan_plain_init(&plain, path)) {
		return true;
	}
	result = fsc_os_stat(plain.path, flags, &attr);
	errno = saved_errno;
	if (result == FSC_OS_NOENT || result == FSC_OS_NOTDIR) {
		return false;
	}
	return result != FSC_OS_OK || attr.type == FSC_TYPE_LINK || attr.type == FSC_TYPE_DIR;
}

static void php_fastscan_mark_parent(const char *path,
	void (*mark)(fsc_view *view, const char *path, size_t length))
{
	php_fastscan_plain plain;
	const int saved_errno = errno;

	if (php_fastscan_plain_init(&plain, path)) {
		mark(FSG(view), plain.path, plain.length);
	} else {
		fsc_mark_everything(FSG(view));
	}
	errno = saved_errno;
}

void php_fastscan_changes_pin(void)
{
	const int saved_errno = errno;

	fsc_dirs_pin(FSG(view));
	errno = saved_errno;
}

/*
 * Live directory handles get a descriptor of their own before their path may stop leading to their
 * directory, or before they may no longer open it.
 */
static php_fastscan_before php_fastscan_look(const char *path, unsigned flags)
{
	php_fastscan_before before = {false, false};

	if (php_fastscan_marks_wanted()) {
		before.wanted = true;
		before.redirecting = php_fastscan_redirects(path, flags);
	}
	if (!before.wanted || before.redirecting) {
		php_fastscan_changes_pin();
	}
	return before;
}

php_fastscan_before php_fastscan_changes_before(const char *path)
{
	return php_fastscan_look(path, FSC_STAT_NOFOLLOW);
}

php_fastscan_before php_fastscan_changes_before_attributes(const char *path)
{
	return php_fastscan_look(path, 0);
}

/* Error handlers may have asked while the operation ran: then `before` is too old. */
void php_fastscan_changes_entry(const char *path, php_fastscan_before before)
{
	if (!php_fastscan_marks_wanted()) {
		return;
	}
	if (!before.wanted || before.redirecting || php_fastscan_open_basedir()) {
		fsc_mark_everything(FSG(view));
	} else {
		php_fastscan_mark_parent(path, fsc_mark_parent);
	}
}

/* A dangling link at the path: the file was created somewhere else. */
void php_fastscan_changes_created(const char *path)
{
	if (!php_fastscan_marks_wanted()) {
		return;
	}
	if (php_fastscan_open_basedir() || php_fastscan_redirects(path, FSC_STAT_NOFOLLOW)) {
		fsc_mark_everything(FSG(view));
	} else {
		php_fastscan_mark_parent(path, fsc_mark_parent);
	}
}

void php_fastscan_changes_made(const char *path)
{
	if (php_fastscan_marks_wanted()) {
		php_fastscan_mark_parent(path, fsc_mark_made);
	}
}

php_fastscan_rename php_fastscan_changes_before_rename(const char *from, const char *to)
{
	php_fastscan_rename before = {{false, false}, {false, false}};

	before.from = php_fastscan_changes_before(from);
	if (before.from.wanted && !before.from.redirecting) {
		before.to = php_fastscan_changes_before(to);
	}
	return before;
}

void php_fastscan_changes_renamed(const char *from, const char *to, php_fastscan_rename before)
{
	if (!php_fastscan_marks_wanted()) {
		return;
	}
	if (!before.from.wanted || before.from.redirecting || before.to.redirecting) {
		fsc_mark_everything(FSG(view));
		return;
	}
	php_fastscan_mark_parent(from, fsc_mark_parent);
	php_fastscan_mark_parent(to, fsc_mark_parent);
}

/* ---- mkdir, which in its recursive form takes paths apart as strings ---- */

/* Cut the last component off; false if none is left. */
static bool php_fastscan_cut_level(char *path)
{
	size_t end = strlen(path);

	while (end > 1 && !IS_SLASH(path[end - 1])) {
		end--;
	}
	while (end > 1 && IS_SLASH(path[end - 1])) {
		end--;
	}
	path[end] = '\0';
	return end > 1;
}

/* path is shorter than MAXPATHLEN */
static uint32_t php_fastscan_missing_levels(const char *path)
{
	char scan[MAXPATHLEN];
	fsc_attr attr;
	uint32_t missing = 0;

	memcpy(scan, path, strlen(path) + 1);
	while (fsc_os_stat(scan, 0, &attr) != FSC_OS_OK) {
		missing++;
		if (!php_fastscan_cut_level(scan)) {
			break;
		}
	}
	return missing;
}

void php_fastscan_changes_before_levels(const char *path, php_fastscan_levels *out)
{
	const size_t scheme = sizeof("file://") - 1;
	const int saved_errno = errno;

	out->missing = 0;
	out->path[0] = '\0';
	out->wanted = php_fastscan_marks_wanted() && !php_fastscan_open_basedir();
	if (!out->wanted) {
		return;
	}
	if (strncasecmp(path, "file://", scheme) == 0) {
		path += scheme;
	}
	if (expand_filepath_with_mode(path, out->path, NULL, 0, CWD_EXPAND)) {
		out->missing = php_fastscan_missing_levels(out->path);
	} else {
		out->wanted = false;
	}
	errno = saved_errno;
}

void php_fastscan_changes_levels(php_fastscan_levels *levels)
{
	if (!php_fastscan_marks_wanted()) {
		return;
	}
	if (!levels->wanted) {
		fsc_mark_everything(FSG(view));
		return;
	}
	do {
		php_fastscan_mark_parent(levels->path, fsc_mark_made);
	} while (levels->missing-- > 1 && php_fastscan_cut_level(levels->path));
}

/* ---- functions whose argument is a path ---- */

/* The path argument, or NULL where it cannot be told (an object, another type). */
static const char *php_fastscan_path_argument(zend_execute_data *execute_data, uint32_t number)
{
	zval *argument = php_fastscan_change_argument(execute_data, number);

	return argument && Z_TYPE_P(argument) == IS_STRING ? Z_STRVAL_P(argument) : NULL;
}

/* The entry is created, or a file is written that may not have existed. */
PHP_FASTSCAN_KIND(creates)
{
	const char *path;

	if (!php_fastscan_marking()) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_change_run(original, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	path = php_fastscan_path_argument(execute_data, argument);
	if (path) {
		php_fastscan_changes_created(path);
	} else {
		php_fastscan_changes_everything();
	}
}

/* The name of what was created is what the function returned: tempnam. */
PHP_FASTSCAN_KIND(returns_path)
{
	(void) argument;
	if (!php_fastscan_marking()) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_change_run(original, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (Z_TYPE_P(return_value) == IS_STRING) {
		php_fastscan_changes_created(Z_STRVAL_P(return_value));
	} else {
		php_fastscan_changes_everything();
	}
}

/* chmod, chown, chgrp. */
PHP_FASTSCAN_KIND(attributes)
{
	const char *path = php_fastscan_path_argument(execute_data, argument);
	php_fastscan_before before;

	if (!php_fastscan_marking()) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	if (!path) {
		php_fastscan_changes_pin();
		php_fastscan_change_run(original, INTERNAL_FUNCTION_PARAM_PASSTHRU);
		php_fastscan_changes_everything();
		return;
	}
	before = php_fastscan_changes_before_attributes(path);
	php_fastscan_change_run(original, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	php_fastscan_changes_entry(path, before);
}

/* move_uploaded_file(from, to): a rename, or a copy and a removal. */
PHP_FASTSCAN_KIND(moves)
{
	const char *from = php_fastscan_path_argument(execute_data, argument);
	const char *to = php_fastscan_path_argument(execute_data, argument + 1);
	php_fastscan_rename before;

	if (!php_fastscan_marking()) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	if (!from || !to) {
		php_fastscan_changes_pin();
		php_fastscan_change_run(original, INTERNAL_FUNCTION_PARAM_PASSTHRU);
		php_fastscan_changes_everything();
		return;
	}
	before = php_fastscan_changes_before_rename(from, to);
	php_fastscan_change_run(original, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	php_fastscan_changes_renamed(from, to, before);
}

/* clearstatcache(clear, file): that file's directory by its name. No system call. */
PHP_FASTSCAN_KIND(clears)
{
	const char *path;
	size_t length;
	fsc_reason reason;
	zval *file;

	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (!php_fastscan_marking()) {
		return;
	}
	file = php_fastscan_change_argument(execute_data, argument);
	if (!file || Z_TYPE_P(file) != IS_STRING || Z_STRLEN_P(file) == 0) {
		fsc_mark_everything(FSG(view));
	} else if (php_fastscan_lstat_differs(Z_STRVAL_P(file), Z_STRLEN_P(file))) {
		fsc_mark_everything(FSG(view));
	} else if (php_fastscan_local_path(Z_STRVAL_P(file), Z_STRLEN_P(file), &path, &length,
			&reason)) {
		fsc_mark_path(FSG(view), path, length);
	} else if (reason != FSC_REASON_WRAPPER) {
		fsc_mark_everything(FSG(view));
	}
}
