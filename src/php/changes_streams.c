/* SPDX-License-Identifier: MIT */
/*
 * changes_streams.c: what came from another process may tell of changes it made: reading pipes,
 * FIFOs, devices, sockets and remote streams, taking a lock and waiting for a child by closing its
 * pipe mark everything. Reading a regular file, php://memory and the like marks nothing.
 *
 * Everything that PHP opens as a file or descriptor is one kind of stream, whose table of
 * operations is writable (phpdbg writes to it too). So read, close and lock are caught in that
 * table, whoever calls: functions, SplFileObject, the destruction of a popen() handle. Streams of
 * other kinds have constant tables: for them the reading functions are hooked. A user's wrapper or
 * filter is PHP code that runs hooked functions itself.
 *
 * Locks: none. errno is kept: marking everything makes no system call.
 */
#include "src/php/changes.h"
#include "src/php/compat.h"

#include "ext/spl/spl_directory.h"
#include "ext/standard/flock_compat.h"

static php_stream_ops php_fastscan_stdio; /* PHP's own operations */
static int php_fastscan_stream_type;      /* of stream resources */

static ssize_t php_fastscan_stdio_read(php_stream *stream, char *buffer, size_t count)
{
	ssize_t got = php_fastscan_stdio.read(stream, buffer, count);

	if (UNEXPECTED(stream->flags & PHP_STREAM_FLAG_NO_SEEK)) {
		php_fastscan_changes_everything();
	}
	return got;
}

static int php_fastscan_stdio_close(php_stream *stream, int close_handle)
{
	const bool outside = (stream->flags & PHP_STREAM_FLAG_NO_SEEK) != 0;
	int result = php_fastscan_stdio.close(stream, close_handle);

	if (UNEXPECTED(outside)) {
		php_fastscan_changes_everything();
	}
	return result;
}

static int php_fastscan_stdio_set_option(php_stream *stream, int option, int value, void *parameter)
{
	int result = php_fastscan_stdio.set_option(stream, option, value, parameter);

	if (option == PHP_STREAM_OPTION_LOCKING && value != 0 && (value & ~LOCK_NB) != LOCK_UN) {
		php_fastscan_changes_everything();
	}
	return result;
}

void php_fastscan_streams_startup(void)
{
	php_fastscan_stdio = php_stream_stdio_ops;
	php_fastscan_stream_type = php_file_le_stream();
	php_stream_stdio_ops.read = php_fastscan_stdio_read;
	php_stream_stdio_ops.close = php_fastscan_stdio_close;
	php_stream_stdio_ops.set_option = php_fastscan_stdio_set_option;
}

void php_fastscan_streams_shutdown(void)
{
	if (php_stream_stdio_ops.read == php_fastscan_stdio_read) {
		php_stream_stdio_ops.read = php_fastscan_stdio.read;
	}
	if (php_stream_stdio_ops.close == php_fastscan_stdio_close) {
		php_stream_stdio_ops.close = php_fastscan_stdio.close;
	}
	if (php_stream_stdio_ops.set_option == php_fastscan_stdio_set_option) {
		php_stream_stdio_ops.set_option = php_fastscan_stdio.set_option;
	}
}

static bool php_fastscan_is_one_of(const char *label, const char *const *labels)
{
	while (*labels) {
		if (label && strcmp(label, *labels) == 0) {
			return true;
		}
		labels++;
	}
	return false;
}

bool php_fastscan_stream_is_outside(const php_stream *stream)
{
	/* Ends in memory, in PHP code, or in a regular file that was opened as a stream of its own. */
	static const char *const inside[] = {"MEMORY", "TEMP", "RFC2397", "user-space",
		"user-space-dir", "Output", "phar stream", "zip", "dir", "glob", NULL};

	if (EXPECTED(stream->ops == &php_stream_stdio_ops)) {
		return (stream->flags & PHP_STREAM_FLAG_NO_SEEK) != 0;
	}
	return !php_fastscan_is_one_of(stream->ops->label, inside);
}

/* The wrapper of a URL's scheme, found without the warnings that PHP's own search prints. */
static const php_stream_wrapper *php_fastscan_url_wrapper(const char *path, size_t scheme)
{
	char name[32];
	size_t i;

	if (scheme >= sizeof name) {
		return NULL;
	}
	for (i = 0; i < scheme; i++) {
		name[i] = (char) tolower((unsigned char) path[i]);
	}
	return zend_hash_str_find_ptr(php_stream_get_url_stream_wrappers_hash(), name, scheme);
}

/* Does opening or reading this URL reach another process or machine? A plain path does not. */
static bool php_fastscan_url_is_outside(const char *path)
{
	static const char *const inside[] = {
		"plainfile", "user-space", "RFC2397", "phar", "zip wrapper", "glob", NULL};
	const char *mark = strstr(path, "://");
	const php_stream_wrapper *wrapper;

	if (EXPECTED(!mark)) {
		return false;
	}
	wrapper = php_fastscan_url_wrapper(path, (size_t) (mark - path));
	if (!wrapper || !wrapper->wops || php_fastscan_is_one_of(wrapper->wops->label, inside)) {
		return false;
	}
	return strncasecmp(path, "php://memory", sizeof("php://memory") - 1) != 0 &&
		strncasecmp(path, "php://temp", sizeof("php://temp") - 1) != 0 &&
		strncasecmp(path, "php://output", sizeof("php://output") - 1) != 0;
}

static zend_always_inline php_stream *php_fastscan_stream_of_file(const zend_object *object)
{
	const spl_filesystem_object *file =
		(const void *) ((const char *) object - XtOffsetOf(spl_filesystem_object, std));

	return file->type == SPL_FS_FILE ? file->u.file.stream : NULL;
}

static php_stream *php_fastscan_stream_of(const zval *value)
{
	if (Z_TYPE_P(value) == IS_RESOURCE && (Z_RES_P(value)->type == php_file_le_stream() ||
			Z_RES_P(value)->type == php_file_le_pstream())) {
		return Z_RES_P(value)->ptr;
	}
	if (Z_TYPE_P(value) == IS_OBJECT &&
		instanceof_function(Z_OBJCE_P(value), spl_ce_SplFileObject)) {
		return php_fastscan_stream_of_file(Z_OBJ_P(value));
	}
	return NULL;
}

/* Of a kind of stream whose operations cannot be caught, and that leads outside? */
static bool php_fastscan_value_is_outside(const zval *value)
{
	const php_stream *stream = php_fastscan_stream_of(value);

	return stream && stream->ops != &php_stream_stdio_ops && php_fastscan_stream_is_outside(stream);
}

/* ---- kinds ---- */

static void php_fastscan_outside(zif_handler original, bool outside, INTERNAL_FUNCTION_PARAMETERS)
{
	if (EXPECTED(!outside)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_change_run(original, INTERNAL_FUNCTION_PARAM_PASSTHRU);
	php_fastscan_changes_everything();
}

/* Reading files line by line must cost no more than these comparisons. */
static zend_always_inline bool php_fastscan_is_stdio(const zval *value)
{
	return value && Z_TYPE_P(value) == IS_RESOURCE &&
		Z_RES_P(value)->type == php_fastscan_stream_type &&
		((const php_stream *) Z_RES_P(value)->ptr)->ops == &php_stream_stdio_ops;
}

/* The argument is a stream to be read. */
PHP_FASTSCAN_KIND(reads)
{
	const zval *stream = php_fastscan_change_argument(execute_data, argument);

	if (EXPECTED(php_fastscan_is_stdio(stream))) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_outside(original, stream && php_fastscan_value_is_outside(stream),
		INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* The object is an SplFileObject to be read. */
PHP_FASTSCAN_KIND(reads_itself)
{
	const php_stream *stream = php_fastscan_stream_of_file(Z_OBJ(EX(This)));

	(void) argument;
	if (EXPECTED(!stream || stream->ops == &php_stream_stdio_ops)) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_outside(
		original, php_fastscan_stream_is_outside(stream), INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/*
 * The argument is a path or URL to be opened, and perhaps read to its end; the stream may be what
 * is returned, or the object itself.
 */
PHP_FASTSCAN_KIND(opens)
{
	const zval *path = php_fastscan_change_argument(execute_data, argument);

	if (!php_fastscan_marking()) {
		original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_outside(original,
		path && Z_TYPE_P(path) == IS_STRING && php_fastscan_url_is_outside(Z_STRVAL_P(path)),
		INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (php_fastscan_value_is_outside(return_value) ||
			(Z_TYPE(EX(This)) == IS_OBJECT && php_fastscan_value_is_outside(&EX(This)))) {
		php_fastscan_changes_everything();
	}
}

/*
 * copy(from, to). PHP looks whether both are one file, or the second a directory, before it writes:
 * an absence that another process has ended since would let it empty the file.
 */
PHP_FASTSCAN_KIND(copies)
{
	const zval *from = php_fastscan_change_argument(execute_data, argument);
	const zval *to = php_fastscan_change_argument(execute_data, argument + 1);
	const int outer = FSG(function);

	FSG(function) = PHP_FASTSCAN_FN_PASSED;
	php_fastscan_outside(original,
		(from && Z_TYPE_P(from) == IS_STRING && php_fastscan_url_is_outside(Z_STRVAL_P(from))) ||
		(to && Z_TYPE_P(to) == IS_STRING && php_fastscan_url_is_outside(Z_STRVAL_P(to))),
		INTERNAL_FUNCTION_PARAM_PASSTHRU);
	FSG(function) = outer;
}
