/* SPDX-License-Identifier: MIT */
/*
 * changes_strict.c: what is written behind every hook's back.
 *
 * Directories that PHP writes to by itself (temporary files, uploads, sessions, a new error log,
 * opcache's files) are told to the core as always strict, by name only: a request that asks nothing
 * makes no system call. They are computed without PHP's own functions, which would fix their
 * results (php_get_temporary_directory() never looks at TMPDIR again).
 *
 * Objects that write when they are freed get a copy of their class's handlers whose free_obj marks
 * afterwards. (A popen() handle that is forgotten waits too, in a stream's close:
 * changes_streams.c. One of proc_open() does not wait.) After native code was called every answer
 * is validated (strict mode) until the request's end.
 *
 * State is per thread. Locks: none.
 */
#include "src/php/changes.h"

#define PHP_FASTSCAN_CLASSES 16 /* classes whose objects are watched */
#define PHP_FASTSCAN_NOTED 8192 /* bytes of the directories last told to the core */

typedef struct php_fastscan_watched_class {
	const zend_object_handlers *original;
	zend_object_handlers        handlers;
} php_fastscan_watched_class;

/* Never freed: handlers must outlive every object, and there are few classes. */
static TSRM_TLS php_fastscan_watched_class php_fastscan_classes[PHP_FASTSCAN_CLASSES];
static TSRM_TLS char php_fastscan_noted[PHP_FASTSCAN_NOTED];
static TSRM_TLS bool php_fastscan_moved; /* chdir() was called in this request */
static TSRM_TLS bool php_fastscan_nested_sessions; /* in this request */

/* ---- directories ---- */

/* Directories as lines of text, those with everything below them ending in a slash. */
typedef struct php_fastscan_directories {
	bool   overflow;
	size_t length;
	char   text[PHP_FASTSCAN_NOTED];
} php_fastscan_directories;

static void php_fastscan_collect(php_fastscan_directories *list, const char *path, size_t length,
	bool subtree)
{
	while (length > 1 && IS_SLASH(path[length - 1])) {
		length--;
	}
	if (length == 0) {
		return;
	}
	if (list->length + length + 3 > sizeof list->text) {
		list->overflow = true;
		return;
	}
	memcpy(list->text + list->length, path, length);
	list->length += length;
	if (subtree) {
		list->text[list->length++] = '/';
	}
	list->text[list->length++] = '\n';
	list->text[list->length] = '\0';
}

/* What php_get_temporary_directory() says, or would say if it were asked now. */
static const char *php_fastscan_temporary_directory(void)
{
	const char *environment;

	if (PG(php_sys_temp_dir)) {
		return PG(php_sys_temp_dir);
	}
	if (PG(sys_temp_dir) && *PG(sys_temp_dir)) {
		return PG(sys_temp_dir);
	}
	environment = getenv("TMPDIR");
	if (environment && *environment) {
		return environment;
	}
#ifdef P_tmpdir
	return P_tmpdir;
#else
	return "/tmp";
#endif
}

/*
 * "N;path" and "N;MODE;path" spread the sessions over subdirectories. The core knows what lies
 * below a directory by its name only; for other names session functions mark (changes_table.h), and
 * the write at the request's end is left for the next one to see.
 */
static void php_fastscan_collect_sessions(php_fastscan_directories *list)
{
	const char *save_path =
		zend_ini_string("session.save_path", sizeof("session.save_path") - 1, 0);
	const char *path = save_path ? strrchr(save_path, ';') : NULL;

	if (path) {
		php_fastscan_collect(list, path + 1, strlen(path + 1), true);
		php_fastscan_nested_sessions = true;
	} else if (save_path) {
		php_fastscan_collect(list, save_path, strlen(save_path), false);
	}
}

/*
 * The error log's directory. A relative name hangs from the working directory of the moment: until
 * the script first changes it, from where the request's first question is asked.
 */
static void php_fastscan_collect_error_log(php_fastscan_directories *list)
{
	const char *log = PG(error_log);
	const char *slash = log ? strrchr(log, DEFAULT_SLASH) : NULL;
	size_t length = slash ? (size_t) (slash - log) : 0;
	char path[2 * MAXPATHLEN];

	if (!log || !*log || strlen(log) >= MAXPATHLEN || strcmp(log, "syslog") == 0) {
		return;
	}
	if (IS_ABSOLUTE_PATH(log, strlen(log)) && slash) {
		php_fastscan_collect(list, log, MAX(length, 1), false);
#ifndef ZTS
	} else if (!php_fastscan_moved) {
		php_fastscan_collect(list, slash ? log : ".", slash ? length : 1, false);
#endif
	} else if (VCWD_GETCWD(path, MAXPATHLEN)) {
		size_t end = strlen(path);

		path[end] = DEFAULT_SLASH;
		memcpy(path + end + 1, log, length);
		php_fastscan_collect(list, path, end + 1 + length, false);
	}
}

static void php_fastscan_collect_all(php_fastscan_directories *list)
{
	const char *path = php_fastscan_temporary_directory();

	list->overflow = false;
	list->length = 0;
	list->text[0] = '\0';
	php_fastscan_collect(list, path, strlen(path), false);
	if (PG(upload_tmp_dir)) {
		php_fastscan_collect(list, PG(upload_tmp_dir), strlen(PG(upload_tmp_dir)), false);
	}
	php_fastscan_collect_sessions(list);
	php_fastscan_collect_error_log(list);
	path = zend_ini_string("opcache.file_cache", sizeof("opcache.file_cache") - 1, 0);
	if (path) {
		php_fastscan_collect(list, path, strlen(path), true);
	}
}

/* Tell the core what is in `list` and was not told yet. */
static void php_fastscan_tell(const char *list)
{
	char line[MAXPATHLEN + 2];

	while (*list) {
		const size_t length = strcspn(list, "\n");
		const bool subtree = length > 1 && IS_SLASH(list[length - 1]);

		if (length < MAXPATHLEN) {
			memcpy(line, list, length + 1);
			line[length + 1] = '\0';
			if (!strstr(php_fastscan_noted, line)) {
				line[length - (subtree ? 1 : 0)] = '\0';
				fsc_strict_directory(FSG(view), line, subtree);
			}
		}
		list += length + 1;
	}
}

void php_fastscan_strict_refresh(void)
{
	php_fastscan_directories list;

	if (!FSG(view) || !FSG(answering)) {
		return;
	}
	php_fastscan_collect_all(&list);
	if (strcmp(list.text, php_fastscan_noted) != 0) {
		php_fastscan_tell(list.text);
		memcpy(php_fastscan_noted, list.text, list.length + 1);
	}
	if (list.overflow) {
		php_fastscan_watch_native();
	}
}

/* Sets where a relative error log lies from now on. */
void php_fastscan_strict_moved(void)
{
	php_fastscan_moved = true;
	if (PG(error_log) && !IS_ABSOLUTE_PATH(PG(error_log), strlen(PG(error_log)))) {
		php_fastscan_strict_refresh();
	}
}

void php_fastscan_changes_request_start(void)
{
	php_fastscan_noted[0] = '\0';
	php_fastscan_moved = false;
	php_fastscan_nested_sessions = false;
	php_fastscan_strict_refresh();
}

/* Native code's objects are freed after this, and sessions written. */
void php_fastscan_changes_request_end(void)
{
	if ((FSG(strict_hold) || php_fastscan_nested_sessions) && FSG(view)) {
		FSG(unseen_changes) = true;
	}
	FSG(strict_hold) = false;
}

/* ---- objects ---- */

static void php_fastscan_free_watched(zend_object *object)
{
	const zend_object_handlers *handlers = object->handlers;
	uint32_t i;

	for (i = 0; i < PHP_FASTSCAN_CLASSES; i++) {
		if (handlers == &php_fastscan_classes[i].handlers) {
			php_fastscan_classes[i].original->free_obj(object);
			php_fastscan_changes_everything();
			return;
		}
	}
}

void php_fastscan_watch_object(zend_object *object)
{
	uint32_t i;

	if (!php_fastscan_marking() || object->handlers->free_obj == php_fastscan_free_watched) {
		return;
	}
	for (i = 0; i < PHP_FASTSCAN_CLASSES; i++) {
		php_fastscan_watched_class *watched = &php_fastscan_classes[i];

		if (!watched->original) {
			watched->original = object->handlers;
			watched->handlers = *object->handlers;
			watched->handlers.free_obj = php_fastscan_free_watched;
		}
		if (watched->original == object->handlers) {
			object->handlers = &watched->handlers;
			return;
		}
	}
	php_fastscan_watch_native();
}

/* ---- native code ---- */

void php_fastscan_watch_native(void)
{
	if (FSG(view) && FSG(answering) && !FSG(strict_hold)) {
		FSG(strict_hold) = true;
		php_fastscan_reconfigure();
	}
}
