/* SPDX-License-Identifier: MIT */
/*
 * glue.h: what the files of src/php share. Zend ends here: src/core knows none of it.
 *
 * Threads: everything hangs from the module globals, one per thread under ZTS. Memory: the view and
 * the policy are persistent; whatever is returned to PHP is the request's.
 * Reading order: hooks.h (who is replaced), answer.c, dirfuncs.c, dirstream.c, wrapper.c (who
 * answers), changes.c (who marks), ini.c, userland.c, profile.c (what users see).
 */
#ifndef PHP_FASTSCAN_GLUE_H
#define PHP_FASTSCAN_GLUE_H

#include "php_fastscan.h"
#include "src/core/bytes.h"

#include "ext/standard/basic_functions.h"
#include "ext/standard/file.h"

/* ---- hooks.c: who is replaced. MINIT only: the JIT bakes handlers in ---- */

/*
 * Replace the handler of an internal function; *original receives the old one, to be called
 * through. Does nothing and returns false if the function does not exist or fastscan.hooks does not
 * name it. The old handlers are put back by php_fastscan_hooks_shutdown(). original must be static
 * storage.
 */
bool php_fastscan_hook_function(const char *name, zif_handler handler, zif_handler *original);

/* The same for a method in the class's own table;
 * subclasses that inherited it before are included. */
bool php_fastscan_hook_method(const char *class_name, const char *method, zif_handler handler,
	zif_handler *original);

/* Calls each part's ..._hooks() below, then wrapper_startup. */
void php_fastscan_hooks_startup(void);
void php_fastscan_hooks_shutdown(void);

void php_fastscan_answer_hooks(void);   /* answer.c: is_dir and its kind, realpath (realpath.c) */
/* dirfuncs.c: opendir, dir, readdir, rewinddir, closedir, scandir */
void php_fastscan_dirfuncs_hooks(void);
void php_fastscan_changes_hooks(void);  /* changes.c */
void php_fastscan_realpath_hooks(void); /* realpath.c */
void php_fastscan_spl_hooks(void);      /* spl.c: SplFileInfo and its family */
void php_fastscan_glob_hooks(void);     /* glob.c */

/* ---- paths ---- */

/*
 * May the core be asked about this PHP path? No NUL needed. True: *local and *length are the plain
 * path ("file://" stripped; under ZTS a relative path is made absolute in FSG-owned storage).
 * False: *reason says why: another scheme or wrapper, open_basedir, a relative path inside a phar,
 * empty, too long. Notes the working directory's loss at shutdown. Inline fast path for absolute
 * paths with no wrapper replaced.
 */
bool php_fastscan_local_path(const char *path, size_t path_length, const char **local,
	size_t *length, fsc_reason *reason);

/* The same for functions that take no URL (realpath): no wrapper and no phar stands between. */
bool php_fastscan_system_path(const char *path, size_t path_length, const char **local,
	size_t *length, fsc_reason *reason);

/*
 * Does lstat() of thread-safe PHP understand this path otherwise than the system does? Then the
 * core, which answers as the system would, must not be asked about links by it. Any string.
 */
#ifdef ZTS
bool php_fastscan_lstat_differs(const char *path, size_t length);
#else
static zend_always_inline bool php_fastscan_lstat_differs(const char *path, size_t length)
{
	(void) path;
	(void) length;
	return false;
}
#endif

/* PHP changes the working directory by itself at the request's end: before a relative question. */
void php_fastscan_note_shutdown(void);

/* Is file:// still PHP's own wrapper in this request? */
static zend_always_inline bool php_fastscan_file_wrapper_is_plain(void)
{
	return EXPECTED(FG(stream_wrappers) == NULL) ||
		zend_hash_str_find_ptr(FG(stream_wrappers), "file", sizeof("file") - 1) ==
			(void *) &php_plain_files_wrapper;
}

static zend_always_inline bool php_fastscan_open_basedir(void)
{
	return UNEXPECTED(PG(open_basedir) && *PG(open_basedir));
}

/* Has the path a colon in its first part? It may also see one that stands a little behind. */
static zend_always_inline bool php_fastscan_may_have_scheme(const char *path, size_t length)
{
#if defined(__GNUC__) && defined(__SSE2__)
	for (; length >= 16; path += 16, length -= 16) {
		if (UNEXPECTED(fsc_bytes_equal(path, ':'))) {
			return true;
		}
		if (EXPECTED(fsc_bytes_equal(path, '/'))) {
			return false;
		}
	}
#endif
	return memchr(path, ':', length) != NULL;
}

/* Phar's interceptors look relative paths up inside the archive that asks. */
static zend_always_inline bool php_fastscan_caller_may_be_phar(void)
{
	const zend_execute_data *caller = EG(current_execute_data)->prev_execute_data;

	return !caller || !caller->func || !ZEND_USER_CODE(caller->func->type) ||
		(ZSTR_VAL(caller->func->op_array.filename)[0] | 0x20) == 'p';
}

/* changes.c: anything may have changed. */
void php_fastscan_changes_everything(void);

/* Is the path to the core what it is to PHP? False: php_fastscan_local_path() looks closer. */
static zend_always_inline bool php_fastscan_path_is_usual(const char *path, size_t length)
{
#ifndef ZTS
	return EXPECTED(FG(stream_wrappers) == NULL) && !php_fastscan_open_basedir() &&
		EXPECTED(length != 0) &&
		(path[0] == '/' || (EXPECTED(!php_fastscan_may_have_scheme(path, length)) &&
		EXPECTED(!php_fastscan_caller_may_be_phar()) &&
		EXPECTED(!(EG(flags) & EG_FLAGS_IN_SHUTDOWN))));
#else
	(void) path;
	(void) length;
	return false;
#endif
}

/* php_fastscan_local_path() without the call where nothing is unusual. */
static zend_always_inline bool php_fastscan_local_path_fast(const char *path, size_t path_length,
	const char **local, size_t *length, fsc_reason *reason)
{
	if (UNEXPECTED(FSG(changing))) {
		php_fastscan_changes_everything();
	}
	if (php_fastscan_path_is_usual(path, path_length)) {
		*local = path;
		*length = path_length;
		return true;
	}
	return php_fastscan_local_path(path, path_length, local, length, reason);
}

/* ---- basedir.c ---- */

/*
 * May the core be asked while open_basedir is set? True: it knows the rule in force, and answers
 * only what PHP would allow.
 */
bool php_fastscan_basedir_enter(void);
void php_fastscan_basedir_request_start(void);

/* ---- counting ---- */

static zend_always_inline void php_fastscan_count_bypass(php_fastscan_function function,
	fsc_reason reason)
{
	FSG(counts)[function].bypass++;
	if (FSG(view)) {
		fsc_view_counters(FSG(view))->bypass[reason]++;
	}
}

/* realpath.c: a known path was found to lead elsewhere. */
void php_fastscan_redirected(void);

/*
 * hit, checked, negative, or miss. A directory that had to be read for the answer is a miss too.
 * The core has counted the reason.
 */
static zend_always_inline void php_fastscan_count_reply(php_fastscan_function function,
	fsc_reply reply)
{
	php_fastscan_count *count = &FSG(counts)[function];

	if (EXPECTED(reply.how == FSC_HOW_HIT)) {
		count->hit++;
	} else {
		if (reply.how == FSC_HOW_CHECKED && reply.answer != FSC_PASS) {
			count->checked++;
		} else {
			count->miss++;
		}
		if (UNEXPECTED(fsc_view_redirects(FSG(view)) != FSG(redirects))) {
			php_fastscan_redirected();
		}
	}
	count->negative += reply.answer == FSC_ABSENT;
}

/* "is_dir", "(stat)", "(iterators)" */
const char *php_fastscan_function_name(php_fastscan_function function);

/* ---- profile.c ---- */

/*
 * Timing of answering handlers while fastscan.profile is on. A handler that sees FSG(profiling)
 * calls php_fastscan_profile_call() with its own untimed body. Records the edge caller==>function.
 */
void php_fastscan_profile_call(php_fastscan_function function, zif_handler body,
	INTERNAL_FUNCTION_PARAMETERS);
void php_fastscan_profile_request_start(void);
void php_fastscan_profile_request_end(void); /* writes profile_dir's file */
void php_fastscan_profile_array(zval *return_value); /* fastscan_xhprof() */
void php_fastscan_profile_globals_dtor(zend_fastscan_globals *globals);

/*
 * Defines the handler php_fastscan_hook_NAME around a static body function
 *	static ZEND_NAMED_FUNCTION(php_fastscan_body_NAME)
 * counting the call and timing it if asked to. While not answering, the original runs alone.
 */
#define PHP_FASTSCAN_ANSWERING_HANDLER(name) \
	static zif_handler php_fastscan_original_##name; \
	static ZEND_NAMED_FUNCTION(php_fastscan_body_##name); \
	static ZEND_NAMED_FUNCTION(php_fastscan_hook_##name) \
	{ \
		if (UNEXPECTED(!FSG(answering))) { \
			php_fastscan_original_##name(INTERNAL_FUNCTION_PARAM_PASSTHRU); \
			return; \
		} \
		FSG(counts)[PHP_FASTSCAN_FN_##name].ct++; \
		if (UNEXPECTED(FSG(profiling))) { \
			php_fastscan_profile_call(PHP_FASTSCAN_FN_##name, php_fastscan_body_##name, \
				INTERNAL_FUNCTION_PARAM_PASSTHRU); \
			return; \
		} \
		php_fastscan_body_##name(INTERNAL_FUNCTION_PARAM_PASSTHRU); \
	}

/*
 * realpath.c: what realpath() returns for this name, counted for `function`. True if return_value
 * was set; else *reason is php_fastscan_realpath_original()'s.
 */
bool php_fastscan_realpath_answer(php_fastscan_function function, const char *name,
	size_t name_length, zval *return_value, fsc_reason *reason);
/*
 * Calls the original for a name that is a string. PHP's realpath cache must not tell it where a
 * link led up to two minutes ago, unless fastscan has nothing to do with the path. (Under
 * open_basedir PHP's answer to a dangling link depends on that cache, which is only there if the
 * script has set it.)
 */
void php_fastscan_realpath_original(zif_handler original, fsc_reason reason, const char *name,
	size_t length, INTERNAL_FUNCTION_PARAMETERS);

/* ---- dirstream.c ---- */

/*
 * A PHP directory stream over a core handle, indistinguishable from PHP's own ("dir", seekable, not
 * castable). Takes the handle over, also on failure (NULL).
 */
php_stream *php_fastscan_dirstream_create(fsc_dir *dir, const char *mode STREAMS_DC);
extern const php_stream_ops php_fastscan_dirstream_ops;
/* The core handle of a stream of ours, or NULL for any other stream. */
static zend_always_inline fsc_dir *php_fastscan_dirstream_handle(const php_stream *stream)
{
	return stream->ops == &php_fastscan_dirstream_ops ? stream->abstract : NULL;
}

/* ---- dirfuncs.c ---- */

/* PHP sorts with strcoll(): is that the byte order, the one that the core sorts in? */
bool php_fastscan_collates_bytes(void);

/* ---- include.c ---- */

void php_fastscan_include_startup(void);  /* hooks zend_resolve_path */
void php_fastscan_include_shutdown(void);
/* For a stream_opener that opens for an include: is it proven that open() fails? errno says so. */
bool php_fastscan_include_is_absent(const char *path, int options);

/* ---- wrapper.c ---- */
void php_fastscan_wrapper_startup(void);  /* points php_plain_files_wrapper.wops at our copy */
void php_fastscan_wrapper_shutdown(void);
extern const php_stream_wrapper_ops *php_fastscan_plain_wops; /* PHP's own operations */

/* ---- changes.c: own changes, DESIGN section 3; for the wrapper's writing operations too ---- */
/* Strict directories: temp, upload, session, error log. */
void php_fastscan_changes_request_start(void);
void php_fastscan_changes_request_end(void);

/* What the path was before an operation: taken only if fsc_view_needs_marks(). */
typedef struct php_fastscan_before {
	bool wanted;      /* marks are needed at all */
	bool redirecting; /* a symlink or a directory was (or may have been) at the path */
} php_fastscan_before;
php_fastscan_before php_fastscan_changes_before(const char *path);
/* After the operation, failed or not: the entry `path` may have come, gone or changed its type. */
void php_fastscan_changes_entry(const char *path, php_fastscan_before before);
/* A file was opened in a creating mode: follows a symlink in the last component. */
void php_fastscan_changes_created(const char *path);

/* ---- ini.c ---- */
/* Registers and checks the directives. */
void php_fastscan_ini_startup(int type, int module_number);
void php_fastscan_ini_shutdown(int type, int module_number);
/* The directives as the core wants them, auto resolved. */
void php_fastscan_ini_config(fsc_config *out);
const char *php_fastscan_mode_name(fsc_mode mode); /* "strict", ...; static */
/* fastscan.hooks: true for every function that does not answer,
 * since what marks is never left out. */
bool php_fastscan_hook_is_wanted(const char *name);

/* ---- activate.c: does this request answer? ---- */
void php_fastscan_activate(void);       /* RINIT, and fastscan_request_start() */
void php_fastscan_deactivate(void);     /* RSHUTDOWN */
void php_fastscan_reconfigure(void);    /* a directive changed while a request runs */
void php_fastscan_view_destroy(zend_fastscan_globals *globals); /* end of the process or thread */
bool php_fastscan_is_command_line(void);

/* May this script use the functions that fastscan.restrict_api is about? Warns if not. */
bool php_fastscan_api_is_allowed(void);

/* ---- ahead.c: what helper threads need to know of a request ---- */
void php_fastscan_ahead_request_start(void);
/* again: there may be another request of this script, for which to remember what it included. */
void php_fastscan_ahead_request_end(bool again);

/* ---- shared.c: memory for the shared tier ---- */
void php_fastscan_shared_startup(void);
void php_fastscan_shared_shutdown(void);
/* A request begins: give the view the store that is there for it, opening shm_file if it must. */
void php_fastscan_shared_request(void);
/* The thread's view is about to be destroyed. */
void php_fastscan_shared_leave(fsc_view *view);
/* Add what the request counted to the sums of all processes. */
void php_fastscan_shared_count(void);
/* This is a fork's child: its parent counts what it inherited. */
void php_fastscan_shared_forked(void);
/* Everything is out of date for all processes. */
void php_fastscan_shared_reset(void);
void php_fastscan_shared_status(zval *status); /* adds "shared" */
/* Why fastscan.shm_file is set but not used, or NULL. */
const char *php_fastscan_shared_refused(void);

/* ---- probe.c ---- */
void php_fastscan_probe(const zend_string *directory, zval *return_value); /* fastscan_probe() */

/* ---- info.c ---- */
void php_fastscan_info(zend_module_entry *module);

/* ---- advice.c ---- */

#define PHP_FASTSCAN_ADVICE 512

/* What to do where nothing is answered, or the shared file is not used; "": nothing. */
void php_fastscan_advice(char *buffer, size_t size);

#endif
