/* SPDX-License-Identifier: MIT */
/*
 * threads.c: an extension that runs a script in many threads at once, each with requests of its
 * own, as a threaded web server would; for PHP with threads (tests/stages/zts.sh).
 *
 *	threads_run(string $file, int $threads): array   the complaints of all
 *	threads_number(): int                            which thread is this? -1: the main one
 *	threads_complain(string $what): void
 *	threads_tick(int $slot, int $more): int          a counter that all share; after adding
 *	threads_type(string $path, bool $follow): string "", "dir", "file", "link" or "other"
 *	threads_names(string $path): array|false         as the system lists them
 *
 * The last two ask the system itself. Paths must be absolute: the process's directory is nobody's.
 */
#include "php.h"
#include "SAPI.h"
#include "php_main.h"

#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#ifndef ZTS
# error "only for PHP with threads"
#endif

ZEND_TSRMLS_CACHE_DEFINE()

#define THREADS    64
#define SLOTS      1024
#define COMPLAINTS 100

static _Thread_local int number = -1;
static atomic_long ticks[SLOTS];
static pthread_mutex_t complaints_lock = PTHREAD_MUTEX_INITIALIZER;
static char *complaints[COMPLAINTS];
static int complaints_count;
static char script[4096];

static void complain(const char *what)
{
	pthread_mutex_lock(&complaints_lock);
	if (complaints_count < COMPLAINTS) {
		complaints[complaints_count++] = strdup(what);
	}
	pthread_mutex_unlock(&complaints_lock);
}

/* ---- a thread ---- */

static void run_script(void)
{
	zend_file_handle handle;

	zend_stream_init_filename(&handle, script);
	if (!php_execute_script(&handle)) {
		complain("the script ended early");
	}
#if PHP_VERSION_ID >= 80100
	zend_destroy_file_handle(&handle); /* before, php_execute_script() did it */
#endif
}

static void *run_thread(void *context)
{
	number = (int) (intptr_t) context;
	ts_resource(0);
	ZEND_TSRMLS_CACHE_UPDATE();
	SG(server_context) = (void *) &script;
	SG(options) |= SAPI_OPTION_NO_CHDIR;
	if (php_request_startup() == SUCCESS) {
		SG(headers_sent) = 1;
		SG(request_info).no_headers = 1;
		run_script();
		php_request_shutdown(NULL);
	} else {
		complain("no request could be started");
	}
	ts_free_thread();
	return NULL;
}

/* ---- functions ---- */

static PHP_FUNCTION(threads_run)
{
	char *file;
	size_t length;
	zend_long count;
	pthread_t threads[THREADS];
	zend_long started = 0;

	if (zend_parse_parameters(ZEND_NUM_ARGS(), "pl", &file, &length, &count) == FAILURE) {
		return;
	}
	snprintf(script, sizeof script, "%s", file);
	while (started < count && started < THREADS && pthread_create(&threads[started], NULL,
			run_thread, (void *) (intptr_t) started) == 0) {
		started++;
	}
	if (started < count) {
		complain("not all threads could be made");
	}
	for (zend_long i = 0; i < started; i++) {
		pthread_join(threads[i], NULL);
	}
	array_init(return_value);
	for (int i = 0; i < complaints_count; i++) {
		add_next_index_string(return_value, complaints[i]);
		free(complaints[i]);
	}
	complaints_count = 0;
}

static PHP_FUNCTION(threads_number)
{
	if (zend_parse_parameters_none() == SUCCESS) {
		RETURN_LONG(number);
	}
}

static PHP_FUNCTION(threads_complain)
{
	char *what;
	size_t length;

	if (zend_parse_parameters(ZEND_NUM_ARGS(), "s", &what, &length) == SUCCESS) {
		complain(what);
	}
}

static PHP_FUNCTION(threads_tick)
{
	zend_long slot, more;

	if (zend_parse_parameters(ZEND_NUM_ARGS(), "ll", &slot, &more) == SUCCESS) {
		RETURN_LONG(atomic_fetch_add(&ticks[slot % SLOTS], more) + more);
	}
}

static PHP_FUNCTION(threads_type)
{
	char *path;
	size_t length;
	bool follow;
	struct stat st;

	if (zend_parse_parameters(ZEND_NUM_ARGS(), "pb", &path, &length, &follow) == FAILURE) {
		return;
	}
	if ((follow ? stat : lstat)(path, &st) != 0) {
		RETURN_STRING("");
	}
	RETURN_STRING(S_ISDIR(st.st_mode) ? "dir" : S_ISREG(st.st_mode) ? "file"
		: S_ISLNK(st.st_mode) ? "link" : "other");
}

static PHP_FUNCTION(threads_names)
{
	char *path;
	size_t length;
	struct dirent **found;
	int count;

	if (zend_parse_parameters(ZEND_NUM_ARGS(), "p", &path, &length) == FAILURE) {
		return;
	}
	count = scandir(path, &found, NULL, NULL);
	if (count < 0) {
		RETURN_FALSE;
	}
	array_init(return_value);
	for (int i = 0; i < count; i++) {
		add_next_index_string(return_value, found[i]->d_name);
		free(found[i]);
	}
	free(found);
}

/* ---- module ---- */

ZEND_BEGIN_ARG_INFO_EX(any_arguments, 0, 0, 0)
	ZEND_ARG_INFO(0, first)
	ZEND_ARG_INFO(0, second)
ZEND_END_ARG_INFO()

static const zend_function_entry functions[] = {
	PHP_FE(threads_run, any_arguments)
	PHP_FE(threads_number, any_arguments)
	PHP_FE(threads_complain, any_arguments)
	PHP_FE(threads_tick, any_arguments)
	PHP_FE(threads_type, any_arguments)
	PHP_FE(threads_names, any_arguments)
	PHP_FE_END
};

/* A thread's first use of any extension's globals is before its request. */
static PHP_RINIT_FUNCTION(threads)
{
	(void) type, (void) module_number;
	ZEND_TSRMLS_CACHE_UPDATE();
	return SUCCESS;
}

static zend_module_entry threads_module_entry = {
	STANDARD_MODULE_HEADER, "threads", functions, NULL, NULL, PHP_RINIT(threads), NULL, NULL, "1",
	STANDARD_MODULE_PROPERTIES
};

ZEND_GET_MODULE(threads)
