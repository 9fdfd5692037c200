/* SPDX-License-Identifier: MIT */
/*
 * local_path.c: which PHP paths may the core be asked about, and what are they to the system?
 *
 * Invariants: what is handed on leads PHP's own call to the same file as it leads the core to. A
 * path whose meaning is in doubt is refused with its reason, never repaired. A refusal costs
 * nothing but the original call. Nothing is allocated: *local points into the caller's string or,
 * under ZTS, into this thread's buffer, good until the next question. No locks.
 */
#include "src/php/glue.h"

#include "Zend/zend_virtual_cwd.h"

#ifdef ZTS
/* One path at a time is asked about in a thread. */
static TSRM_TLS char php_fastscan_absolute[MAXPATHLEN];
#endif

/*
 * How php_stream_locate_url_wrapper() sees the path: letters, digits and "+-." before "://", at
 * least two of them, or "data:". *scheme_length is only set on true.
 */
static bool php_fastscan_has_scheme(const char *path, size_t *scheme_length)
{
	const char *end = path;
	size_t length;

	while (isalnum((unsigned char) *end) || *end == '+' || *end == '-' || *end == '.') {
		end++;
	}
	length = (size_t) (end - path);
	if (*end != ':' || length < 2) {
		return false;
	}
	if (end[1] == '/' && end[2] == '/') {
		*scheme_length = length;
		return true;
	}
	if (length == 4 && memcmp(path, "data", 4) == 0) {
		*scheme_length = length;
		return true;
	}
	return false;
}

/*
 * "file:///a" is "/a", whatever the number of slashes. Other hosts, "localhost" too, are left to
 * PHP.
 */
static bool php_fastscan_strip_file_scheme(const char **path, size_t *length)
{
	const size_t prefix = sizeof("file://") - 1;
	const char *at = *path;
	const char *end = at + *length;

	if (*length <= prefix || strncasecmp(at, "file://", prefix) != 0 || at[prefix] != '/') {
		return false;
	}
	at += prefix;
	while (at + 1 < end && at[1] == '/') {
		at++;
	}
	*path = at;
	*length = (size_t) (end - at);
	return true;
}

/* phar's interceptors look relative paths up inside the archive that asks. */
static bool php_fastscan_asked_from_phar(void)
{
	const zend_execute_data *frame = EG(current_execute_data);
	const char *file;

	while (frame && (!frame->func || !ZEND_USER_CODE(frame->func->type))) {
		frame = frame->prev_execute_data;
	}
	if (!frame) {
		return false;
	}
	file = ZSTR_VAL(frame->func->op_array.filename);
	return (file[0] == 'p' || file[0] == 'P') && strncasecmp(file, "phar://", 7) == 0;
}

/*
 * PHP goes back to the directory it was started in before shutdown functions and destructors run.
 */
void php_fastscan_note_shutdown(void)
{
	if (UNEXPECTED(EG(flags) & EG_FLAGS_IN_SHUTDOWN) && !FSG(shutdown_noted)) {
		FSG(shutdown_noted) = true;
		if (FSG(view)) {
			fsc_cwd_changed(FSG(view));
		}
	}
}

#ifdef ZTS
static bool php_fastscan_only_slashes(const char *at, const char *end)
{
	while (at < end && IS_SLASH(*at)) {
		at++;
	}
	return at == end;
}

/*
 * Thread-safe PHP resolves paths itself before it asks the system. For all but lstat() it finds the
 * real path, so that any path leads where it leads the system. For lstat() it goes by the text:
 * ".." takes away the part before it, be that a link, and a "." at the end is nothing.
 */
bool php_fastscan_lstat_differs(const char *path, size_t length)
{
	const char *end = path + length;
	const char *at = path;

	while (at < end) {
		const char *stop = memchr(at, DEFAULT_SLASH, (size_t) (end - at));
		size_t part = (size_t) ((stop ? stop : end) - at);

		if (part == 2 && at[0] == '.' && at[1] == '.') {
			return true;
		}
		if (part == 1 && at[0] == '.' && php_fastscan_only_slashes(at + 1, end)) {
			return true;
		}
		if (!stop) {
			break;
		}
		at = stop + 1;
	}
	return false;
}

/* Relative paths hang from the thread's own working directory, which the system does not know. */
static bool php_fastscan_zts_path(const char **path, size_t *length)
{
	size_t cwd_length;

	/* It also refuses what is one byte shorter than the system's own limit. */
	if (*length >= MAXPATHLEN - 1 || memchr(*path, '\0', *length)) {
		return false;
	}
	if (IS_ABSOLUTE_PATH(*path, *length)) {
		return true;
	}
	if (!VCWD_GETCWD(php_fastscan_absolute, MAXPATHLEN)) {
		return false;
	}
	cwd_length = strlen(php_fastscan_absolute);
	if (cwd_length + 1 + *length >= MAXPATHLEN - 1) {
		return false;
	}
	if (cwd_length > 0 && !IS_SLASH(php_fastscan_absolute[cwd_length - 1])) {
		php_fastscan_absolute[cwd_length++] = DEFAULT_SLASH;
	}
	memcpy(php_fastscan_absolute + cwd_length, *path, *length + 1);
	*path = php_fastscan_absolute;
	*length += cwd_length;
	return true;
}
#endif

bool php_fastscan_system_path(const char *path, size_t path_length, const char **local,
	size_t *length, fsc_reason *reason)
{
	size_t scheme_length;

	if (UNEXPECTED(path_length == 0 || path_length >= MAXPATHLEN)) {
		*reason = FSC_REASON_ARGUMENT;
		return false;
	}
	if (php_fastscan_open_basedir()) {
		php_fastscan_note_shutdown(); /* entries may be relative */
		if (!php_fastscan_basedir_enter()) {
			*reason = FSC_REASON_OPEN_BASEDIR;
			return false;
		}
	}
	if (!IS_ABSOLUTE_PATH(path, path_length)) {
		/* To the system "file://x" is a relative path, but hardly one that anybody meant. */
		if (UNEXPECTED(php_fastscan_has_scheme(path, &scheme_length))) {
			*reason = FSC_REASON_WRAPPER;
			return false;
		}
		php_fastscan_note_shutdown();
	}
	*local = path;
	*length = path_length;
#ifdef ZTS
	if (!php_fastscan_zts_path(local, length)) {
		*reason = FSC_REASON_FOLLOW;
		return false;
	}
#endif
	return true;
}

bool php_fastscan_local_path(const char *path, size_t path_length, const char **local,
	size_t *length, fsc_reason *reason)
{
	size_t scheme_length;

	if (UNEXPECTED(!php_fastscan_file_wrapper_is_plain())) {
		*reason = FSC_REASON_WRAPPER;
		return false;
	}
	if (!IS_ABSOLUTE_PATH(path, path_length)) {
		if (UNEXPECTED(php_fastscan_has_scheme(path, &scheme_length))) {
			if (!php_fastscan_strip_file_scheme(&path, &path_length)) {
				*reason = FSC_REASON_WRAPPER;
				return false;
			}
		} else if (UNEXPECTED(php_fastscan_asked_from_phar())) {
			*reason = FSC_REASON_PHAR;
			return false;
		}
	}
	return php_fastscan_system_path(path, path_length, local, length, reason);
}
