/* SPDX-License-Identifier: MIT */
/*
 * wrapper.c: the operations of PHP's plain-files wrapper.
 *
 * Two of them answer: url_stat (absence only: a made-up stat would stay in PHP's one-entry cache
 * and lend its size and times to the next filemtime) and dir_opener. The writing ones run PHP's own
 * code and note the change afterwards (changes.h). Include and fopen('r') pass with one comparison.
 *
 * Invariants: PHP's own operations do every check of open_basedir and print every warning. What a
 * user registered in place of file:// never comes here. errno, results and messages are PHP's own.
 * Only the pointer in the wrapper is exchanged, in MINIT and MSHUTDOWN. Locks: none.
 */
#include "src/php/changes.h"
#include "src/php/compat.h"

const php_stream_wrapper_ops *php_fastscan_plain_wops;
static php_stream_wrapper_ops php_fastscan_wops;

/* PHP's own code changes files and may end in a bailout: its warnings run user code. */
#define PHP_FASTSCAN_RUN(statement) \
	FSG(changing)++; \
	zend_try { \
		statement; \
	} zend_catch { \
		FSG(changing)--; \
		php_fastscan_changes_everything(); \
		zend_bailout(); \
	} zend_end_try(); \
	FSG(changing)--

/* ---- answers ---- */

/* Handlers that answer have asked before they called the original that comes here. */
static bool php_fastscan_is_absent(const char *url, int flags)
{
	const fsc_want want = flags & PHP_STREAM_URL_STAT_LINK ? FSC_WANT_LABSENCE : FSC_WANT_ABSENCE;
	const int saved_errno = errno;
	const char *path;
	size_t length;
	fsc_reason reason;
	fsc_reply reply;

	FSG(counts)[PHP_FASTSCAN_FN_stat].ct++;
	if (!php_fastscan_local_path_fast(url, strlen(url), &path, &length, &reason)) {
		php_fastscan_count_bypass(PHP_FASTSCAN_FN_stat, reason);
		return false;
	}
	if (want == FSC_WANT_LABSENCE && php_fastscan_lstat_differs(path, length)) {
		php_fastscan_count_bypass(PHP_FASTSCAN_FN_stat, FSC_REASON_FOLLOW);
		return false;
	}
	reply = fsc_ask(FSG(view), path, length, want);
	php_fastscan_count_reply(PHP_FASTSCAN_FN_stat, reply);
	errno = saved_errno;
	return reply.answer == FSC_ABSENT;
}

static int php_fastscan_url_stat(php_stream_wrapper *wrapper, const char *url, int flags,
	php_stream_statbuf *ssb, php_stream_context *context)
{
	if (FSG(answering) && FSG(function) == PHP_FASTSCAN_FN_NONE &&
		php_fastscan_is_absent(url, flags)) {
		errno = ENOENT;
		return -1;
	}
	return php_fastscan_plain_wops->url_stat(wrapper, url, flags, ssb, context);
}

/* The line of fastscan_counters() that an opened directory belongs to. */
static php_fastscan_function php_fastscan_opener(void)
{
	switch (FSG(function)) {
		case PHP_FASTSCAN_FN_opendir:
		case PHP_FASTSCAN_FN_dir:
		case PHP_FASTSCAN_FN_scandir:
			return (php_fastscan_function) FSG(function);
		default:
			FSG(counts)[PHP_FASTSCAN_FN_iterators].ct++;
			return PHP_FASTSCAN_FN_iterators;
	}
}

static fsc_dir *php_fastscan_open_dir(const char *url)
{
	const php_fastscan_function function = php_fastscan_opener();
	const int saved_errno = errno;
	const char *path;
	size_t length;
	fsc_reason reason;
	fsc_reply reply;
	fsc_dir *dir = NULL;

	if (!php_fastscan_local_path_fast(url, strlen(url), &path, &length, &reason)) {
		php_fastscan_count_bypass(function, reason);
		return NULL;
	}
	reply = fsc_dir_open(FSG(view), path, length, &dir);
	php_fastscan_count_reply(function, reply);
	errno = saved_errno;
	return reply.answer == FSC_YES ? dir : NULL;
}

static php_stream *php_fastscan_dir_opener(php_stream_wrapper *wrapper, const char *path,
	const char *mode, int options, zend_string **opened_path,
	php_stream_context *context STREAMS_DC)
{
	if (FSG(answering) && FSG(function) != PHP_FASTSCAN_FN_PASSED &&
		!(options & STREAM_USE_GLOB_DIR_OPEN)) {
		fsc_dir *dir = php_fastscan_open_dir(path);

		if (dir) {
			return php_fastscan_dirstream_create(dir, mode STREAMS_REL_CC);
		}
	}
	return php_fastscan_plain_wops->dir_opener(wrapper, path, mode, options, opened_path,
		context STREAMS_REL_CC);
}

/* ---- changes ---- */

static php_stream *php_fastscan_open_creating(php_stream_wrapper *wrapper, const char *path,
	const char *mode, int options, zend_string **opened_path,
	php_stream_context *context STREAMS_DC)
{
	zend_string *own = NULL;
	zend_string **opened = opened_path ? opened_path : &own;
	php_stream *stream = php_fastscan_plain_wops->stream_opener(
		wrapper, path, mode, options, opened, context STREAMS_REL_CC);

	/* Where PHP's realpath cache led it, which may not be where the path leads now. */
	php_fastscan_changes_created(stream && *opened ? ZSTR_VAL(*opened) : path);
	if (own) {
		zend_string_release(own);
	}
	return stream;
}

static php_stream *php_fastscan_stream_opener(php_stream_wrapper *wrapper, const char *path,
	const char *mode, int options, zend_string **opened_path,
	php_stream_context *context STREAMS_DC)
{
	php_stream *stream;

	if ((options & STREAM_OPEN_FOR_INCLUDE) && mode[0] == 'r' &&
		php_fastscan_include_is_absent(path, options)) {
		return NULL;
	}
	if ((options & STREAM_OPEN_FOR_INCLUDE) || !php_fastscan_marking()) {
		return php_fastscan_plain_wops->stream_opener(wrapper, path, mode, options, opened_path,
			context STREAMS_REL_CC);
	}
	if (mode[0] == 'r') {
		stream = php_fastscan_plain_wops->stream_opener(wrapper, path, mode, options, opened_path,
			context STREAMS_REL_CC);
	} else {
		stream = php_fastscan_open_creating(wrapper, path, mode, options, opened_path,
			context STREAMS_REL_CC);
	}
	if (stream && UNEXPECTED(php_fastscan_stream_is_outside(stream))) {
		php_fastscan_changes_everything();
	}
	return stream;
}

static int php_fastscan_unlink(php_stream_wrapper *wrapper, const char *url, int options,
	php_stream_context *context)
{
	php_fastscan_before before;
	int result;

	if (!php_fastscan_marking()) {
		return php_fastscan_plain_wops->unlink(wrapper, url, options, context);
	}
	before = php_fastscan_changes_before(url);
	PHP_FASTSCAN_RUN(result = php_fastscan_plain_wops->unlink(wrapper, url, options, context));
	php_fastscan_changes_entry(url, before);
	return result;
}

static int php_fastscan_rename_paths(php_stream_wrapper *wrapper, const char *from, const char *to,
	int options, php_stream_context *context)
{
	php_fastscan_rename before;
	int result;

	if (!php_fastscan_marking() || !from || !to) {
		return php_fastscan_plain_wops->rename(wrapper, from, to, options, context);
	}
	before = php_fastscan_changes_before_rename(from, to);
	PHP_FASTSCAN_RUN(result = php_fastscan_plain_wops->rename(wrapper, from, to, options, context));
	php_fastscan_changes_renamed(from, to, before);
	return result;
}

static int php_fastscan_mkdir(php_stream_wrapper *wrapper, const char *url, int mode, int options,
	php_stream_context *context)
{
	php_fastscan_levels levels;
	int result;

	if (!php_fastscan_marking()) {
		return php_fastscan_plain_wops->stream_mkdir(wrapper, url, mode, options, context);
	}
	if (options & PHP_STREAM_MKDIR_RECURSIVE) {
		php_fastscan_changes_before_levels(url, &levels);
	}
	PHP_FASTSCAN_RUN(
		result = php_fastscan_plain_wops->stream_mkdir(wrapper, url, mode, options, context));
	if (options & PHP_STREAM_MKDIR_RECURSIVE) {
		php_fastscan_changes_levels(&levels);
	} else {
		php_fastscan_changes_made(url);
	}
	return result;
}

static int php_fastscan_rmdir(php_stream_wrapper *wrapper, const char *url, int options,
	php_stream_context *context)
{
	int result;

	if (!php_fastscan_marking()) {
		return php_fastscan_plain_wops->stream_rmdir(wrapper, url, options, context);
	}
	php_fastscan_changes_pin();
	PHP_FASTSCAN_RUN(
		result = php_fastscan_plain_wops->stream_rmdir(wrapper, url, options, context));
	php_fastscan_changes_everything();
	return result;
}

/* PHP's own way here is touch(), chmod() and their kind with a URL, whose handlers mark as well. */
static int php_fastscan_metadata(php_stream_wrapper *wrapper, const char *url, int option,
	void *value, php_stream_context *context)
{
	php_fastscan_before before;
	int result;

	if (!php_fastscan_marking()) {
		return php_fastscan_plain_wops->stream_metadata(wrapper, url, option, value, context);
	}
	before = php_fastscan_changes_before_attributes(url);
	PHP_FASTSCAN_RUN(
		result = php_fastscan_plain_wops->stream_metadata(wrapper, url, option, value, context));
	if (option == PHP_STREAM_META_TOUCH) {
		php_fastscan_changes_created(url);
	} else {
		php_fastscan_changes_entry(url, before);
	}
	return result;
}

void php_fastscan_wrapper_startup(void)
{
	php_fastscan_plain_wops = php_plain_files_wrapper.wops;
	php_fastscan_wops = *php_fastscan_plain_wops;
	php_fastscan_wops.url_stat = php_fastscan_url_stat;
	php_fastscan_wops.dir_opener = php_fastscan_dir_opener;
	php_fastscan_wops.stream_opener = php_fastscan_stream_opener;
	php_fastscan_wops.unlink = php_fastscan_unlink;
	php_fastscan_wops.rename = php_fastscan_rename_paths;
	php_fastscan_wops.stream_mkdir = php_fastscan_mkdir;
	php_fastscan_wops.stream_rmdir = php_fastscan_rmdir;
	php_fastscan_wops.stream_metadata = php_fastscan_metadata;
	php_plain_files_wrapper.wops = &php_fastscan_wops;
	php_fastscan_streams_startup();
}

void php_fastscan_wrapper_shutdown(void)
{
	if (php_plain_files_wrapper.wops == &php_fastscan_wops) {
		php_plain_files_wrapper.wops = php_fastscan_plain_wops;
	}
	php_fastscan_streams_shutdown();
}
