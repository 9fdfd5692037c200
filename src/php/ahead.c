/* SPDX-License-Identifier: MIT */
/*
 * ahead.c: what the core's helper threads need to know of a request: which script it runs, and
 * which files that included; and fastscan_warm().
 */
#include "src/php/glue.h"

#include "src/php/compat.h"

#include "SAPI.h"

/* Seconds for which opcache believes what it knows of a file. Without it each file is opened. */
static int64_t opcache_believes_s(void)
{
	if (!zend_hash_str_exists(EG(ini_directives), ZEND_STRL("opcache.validate_timestamps")) ||
		!zend_ini_long((char *) ZEND_STRL("opcache.enable"), 0)) {
		return 0;
	}
	return zend_ini_long((char *) ZEND_STRL("opcache.validate_timestamps"), 0)
		? zend_ini_long((char *) ZEND_STRL("opcache.revalidate_freq"), 0) : -1;
}

void php_fastscan_ahead_request_start(void)
{
	const char *script = SG(request_info).path_translated;

	if (script && *script) {
		fsc_request_script(FSG(view), script, strlen(script), (int64_t) sapi_get_request_time(),
			opcache_believes_s());
	}
}

/* By their names and their order: requests that include the same do it in the same order. */
static uint64_t sum_of_files(void)
{
	zend_string *file;
	uint64_t sum = 1;

	ZEND_HASH_FOREACH_STR_KEY(&EG(included_files), file) {
		if (file) {
			sum = sum * UINT64_C(0x9e3779b97f4a7c15) + ZSTR_HASH(file);
		}
	} ZEND_HASH_FOREACH_END();
	return sum | 1;
}

void php_fastscan_ahead_request_end(bool again)
{
	zend_string *file;

	if (!FSG(answering)) {
		return;
	}
	if (again && FSG(warm_includes) && fsc_request_wants_files(FSG(view), sum_of_files())) {
		ZEND_HASH_FOREACH_STR_KEY(&EG(included_files), file) {
			if (file) {
				fsc_request_file(FSG(view), ZSTR_VAL(file), ZSTR_LEN(file));
			}
		} ZEND_HASH_FOREACH_END();
	}
	fsc_request_end(FSG(view));
}

/* ---- fastscan_warm() ---- */

static void add_warmed(zval *array, const fsc_warmed *warmed, fsc_reason reason, int64_t ns)
{
	array_init(array);
	add_assoc_long(array, "directories", (zend_long) warmed->directories);
	add_assoc_long(array, "kept", (zend_long) warmed->kept);
	add_assoc_long(array, "passed", (zend_long) warmed->passed);
	add_assoc_long(array, "names", (zend_long) warmed->names);
	add_assoc_long(array, "threads", warmed->threads);
	add_assoc_double(array, "seconds", (double) ns / 1e9);
	add_assoc_string(array, "reason", fsc_reason_name(reason));
}

ZEND_FUNCTION(fastscan_warm)
{
	zend_long depth = PHP_FASTSCAN_WARM_DEPTH;
	fsc_warmed warmed = { 0 };
	fsc_reason reason = FSC_REASON_DISABLED;
	int64_t since = fsc_os_precise_ns();
	zend_string *path;
	const char *local;
	size_t length;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_PATH_STR(path)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(depth)
	ZEND_PARSE_PARAMETERS_END();
	if (!php_fastscan_api_is_allowed()) {
		array_init(return_value);
		return;
	}
	if (depth < 0 || depth > PHP_FASTSCAN_WARM_DEPTH) {
		php_error_docref(NULL, E_WARNING, "Argument #2 ($depth) must be 0 to %d",
			PHP_FASTSCAN_WARM_DEPTH);
		array_init(return_value);
		return;
	}
	if (php_check_open_basedir(ZSTR_VAL(path))) {
		array_init(return_value);
		return;
	}
	if (FSG(answering) && php_fastscan_local_path(ZSTR_VAL(path), ZSTR_LEN(path), &local, &length,
			&reason)) {
		reason = fsc_warm(FSG(view), local, length, (uint32_t) depth, &warmed);
	}
	add_warmed(return_value, &warmed, reason, fsc_os_precise_ns() - since);
}
