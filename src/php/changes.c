/* SPDX-License-Identifier: MIT */
/*
 * changes.c: handlers of the functions that change the file system, run a child or wait (DESIGN
 * section 3), made from changes_table.h, and those kinds of them that concern no path and no
 * stream.
 *
 * Invariants: the original always runs, exactly once, with the caller's own arguments; the mark is
 * made after it. A thread without a view marks nothing and pays one comparison a call. These
 * handlers are installed whatever fastscan.hooks says: leaving one out would make answers wrong,
 * not slow.
 *
 * Locks: none.
 */
#include "src/php/changes.h"
#include "src/php/compat.h"
#include "src/php/changes_table.h"

#include "src/platform/platform.h"

/* Some PDO connection of this thread is, or was, sqlite's. */
static TSRM_TLS bool php_fastscan_sqlite_seen;

void php_fastscan_changes_everything(void)
{
	if (php_fastscan_marking()) {
		fsc_mark_everything(FSG(view));
	}
}

void php_fastscan_change_run(zif_handler original, INTERNAL_FUNCTION_PARAMETERS)
{
	FSG(changing)++;
	zend_try {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} zend_catch {
		FSG(changing)--;
		php_fastscan_changes_everything();
		zend_bailout();
	} zend_end_try();
	FSG(changing)--;
}

/* A child may take the path of a directory that is open here, or empty it before it is read. */
PHP_FASTSCAN_KIND(everything)
{
	(void) argument;
	if (!php_fastscan_marking()) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_changes_pin();
	fsc_view_stop_threads(FSG(view)); /* some of these are for processes of one thread only */
	php_fastscan_change_run(original, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	php_fastscan_changes_everything();
}

/* ---- where this process stands ---- */

static PHP_FASTSCAN_KIND(moves_cwd)
{
	(void) argument;
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (php_fastscan_marking()) {
		const int saved_errno = errno;

		fsc_cwd_changed(FSG(view));
		php_fastscan_strict_moved();
		errno = saved_errno;
	}
}

static void php_fastscan_new_identity(bool other_mounts)
{
	const int saved_errno = errno;

	if (other_mounts) {
		fsc_os_after_unshare();
	}
	fsc_identity_changed(FSG(view));
	errno = saved_errno;
}

/* Open directory handles must not be led elsewhere, or refused, by what comes. */
static void php_fastscan_become(bool other_mounts, zif_handler original,
	INTERNAL_FUNCTION_PARAMETERS)
{
	if (!FSG(view)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_changes_pin();
	/* unshare() of users is for processes of one thread; and who waits keeps setuid() waiting. */
	fsc_view_stop_threads(FSG(view));
	php_fastscan_change_run(original, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	php_fastscan_new_identity(other_mounts);
}

static PHP_FASTSCAN_KIND(identity)
{
	(void) argument;
	php_fastscan_become(false, original, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static PHP_FASTSCAN_KIND(namespaces)
{
	(void) argument;
	php_fastscan_become(true, original, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static PHP_FASTSCAN_KIND(forks)
{
	(void) argument;
	if (FSG(view)) {
		fsc_view_stop_threads(FSG(view));
	}
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (!FSG(view)) {
		return;
	}
	if (Z_TYPE_P(return_value) == IS_LONG && Z_LVAL_P(return_value) == 0) {
		php_fastscan_new_identity(false);
		php_fastscan_shared_forked();
	} else {
		php_fastscan_changes_everything();
		fsc_dirs_shared(FSG(view));
	}
}

/* ---- what PHP is told about itself ---- */

/* open_basedir and the directories that PHP writes to by itself. */
static bool php_fastscan_is_relevant_directive(const zval *name)
{
	static const char *const names[] = {
		"error_log", "open_basedir", "session.save_path", "sys_temp_dir", "upload_tmp_dir"};
	size_t i;

	if (Z_TYPE_P(name) != IS_STRING) {
		return true;
	}
	for (i = 0; i < sizeof names / sizeof *names; i++) {
		if (Z_STRVAL_P(name)[0] == names[i][0] && strcmp(Z_STRVAL_P(name), names[i]) == 0) {
			return true;
		}
	}
	return false;
}

/* Without an argument to look at: session_start, which waits too, and session_save_path. */
static PHP_FASTSCAN_KIND(directive)
{
	const zval *name = php_fastscan_change_argument(execute_data, argument);

	if (!php_fastscan_marking() || (name && !php_fastscan_is_relevant_directive(name))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_change_run(original, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	php_fastscan_changes_everything();
	php_fastscan_strict_refresh();
}

static PHP_FASTSCAN_KIND(environment)
{
	const zval *setting = php_fastscan_change_argument(execute_data, argument);

	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (setting && Z_TYPE_P(setting) == IS_STRING &&
		strncmp(Z_STRVAL_P(setting), "TMPDIR", 6) == 0) {
		php_fastscan_strict_refresh();
	}
}

/* error_log(message, type): the logs and the file (opened by the wrapper) are seen elsewhere. */
static PHP_FASTSCAN_KIND(logs)
{
	const zval *type;

	if (!php_fastscan_marking()) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_change_run(original, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	type = php_fastscan_change_argument(execute_data, argument);
	if (type && !(Z_TYPE_P(type) == IS_LONG &&
			(Z_LVAL_P(type) == 0 || Z_LVAL_P(type) == 3 || Z_LVAL_P(type) == 4))) {
		php_fastscan_changes_everything();
	}
}

/* ---- what goes on after, or within, the call ---- */

static PHP_FASTSCAN_KIND(native)
{
	php_fastscan_watch_native();
	php_fastscan_change_everything(original, argument, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static PHP_FASTSCAN_KIND(writer)
{
	php_fastscan_change_everything(original, argument, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (Z_TYPE(EX(This)) == IS_OBJECT) {
		php_fastscan_watch_object(Z_OBJ(EX(This)));
	}
	if (Z_TYPE_P(return_value) == IS_OBJECT) {
		php_fastscan_watch_object(Z_OBJ_P(return_value));
	}
}

/*
 * CURLOPT_COOKIEJAR, CURLOPT_ALTSVC and CURLOPT_HSTS: written when the handle goes;
 * CURLOPT_COOKIELIST: on "FLUSH".
 */
static const zend_ulong php_fastscan_curl_files[] = { 10082, 10287, 10300, 10135 };

/* A handle is an object since 8.0. The end of a resource cannot be seen. */
static void php_fastscan_watch_curl(zend_execute_data *execute_data)
{
	const zval *handle = php_fastscan_change_argument(execute_data, 1);

	php_fastscan_changes_everything();
	if (handle && Z_TYPE_P(handle) == IS_OBJECT) {
		php_fastscan_watch_object(Z_OBJ_P(handle));
	} else {
		php_fastscan_watch_native();
	}
}

static PHP_FASTSCAN_KIND(option)
{
	const zval *option = php_fastscan_change_argument(execute_data, argument);
	size_t i;

	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	for (i = 0; i < sizeof php_fastscan_curl_files / sizeof *php_fastscan_curl_files; i++) {
		if (option && Z_TYPE_P(option) == IS_LONG &&
			(zend_ulong) Z_LVAL_P(option) == php_fastscan_curl_files[i]) {
			php_fastscan_watch_curl(execute_data);
			return;
		}
	}
}

static PHP_FASTSCAN_KIND(options)
{
	const zval *options = php_fastscan_change_argument(execute_data, argument);
	size_t i;

	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	for (i = 0; i < sizeof php_fastscan_curl_files / sizeof *php_fastscan_curl_files; i++) {
		if (options && Z_TYPE_P(options) == IS_ARRAY &&
				zend_hash_index_exists(Z_ARRVAL_P(options), php_fastscan_curl_files[i])) {
			php_fastscan_watch_curl(execute_data);
			return;
		}
	}
}

/* "sqlite:FILE"; "uri:WHERE" and a name of a directive pdo.dsn.NAME may be that too. */
static bool php_fastscan_is_sqlite(const zval *dsn)
{
	return !dsn || Z_TYPE_P(dsn) != IS_STRING || strncasecmp(Z_STRVAL_P(dsn), "sqlite", 6) == 0 ||
		strncasecmp(Z_STRVAL_P(dsn), "uri:", 4) == 0 || !strchr(Z_STRVAL_P(dsn), ':');
}

static PHP_FASTSCAN_KIND(connects)
{
	if (!php_fastscan_is_sqlite(php_fastscan_change_argument(execute_data, argument))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_sqlite_seen = true;
	php_fastscan_change_writer(original, argument, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static PHP_FASTSCAN_KIND(database)
{
	if (!php_fastscan_sqlite_seen) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_change_everything(original, argument, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* ---- the handlers ---- */

#define PHP_FASTSCAN_CHANGE(name, kind, argument) \
	static zif_handler php_fastscan_original_##name; \
	static ZEND_NAMED_FUNCTION(php_fastscan_hook_##name) \
	{ \
		php_fastscan_change_##kind(php_fastscan_original_##name, argument, \
			INTERNAL_FUNCTION_PARAM_PASSTHRU); \
	}
#define PHP_FASTSCAN_CHANGE_METHOD(name, class_name, method, kind, argument) \
	PHP_FASTSCAN_CHANGE(name, kind, argument)

PHP_FASTSCAN_CHANGES(PHP_FASTSCAN_CHANGE, PHP_FASTSCAN_CHANGE_METHOD)

static void php_fastscan_hook_functions(void)
{
#define PHP_FASTSCAN_HOOK(name, kind, argument) \
	php_fastscan_hook_function(#name, php_fastscan_hook_##name, &php_fastscan_original_##name);
#define PHP_FASTSCAN_NO_HOOK(name, class_name, method, kind, argument)
	PHP_FASTSCAN_CHANGES(PHP_FASTSCAN_HOOK, PHP_FASTSCAN_NO_HOOK)
#undef PHP_FASTSCAN_HOOK
#undef PHP_FASTSCAN_NO_HOOK
}

static void php_fastscan_hook_methods(void)
{
#define PHP_FASTSCAN_NO_HOOK(name, kind, argument)
#define PHP_FASTSCAN_HOOK(name, class_name, method, kind, argument) \
	php_fastscan_hook_method(class_name, method, php_fastscan_hook_##name, \
		&php_fastscan_original_##name);
	PHP_FASTSCAN_CHANGES(PHP_FASTSCAN_NO_HOOK, PHP_FASTSCAN_HOOK)
#undef PHP_FASTSCAN_HOOK
#undef PHP_FASTSCAN_NO_HOOK
}

void php_fastscan_changes_hooks(void)
{
	php_fastscan_hook_functions();
	php_fastscan_hook_methods();
}
