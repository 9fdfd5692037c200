/* SPDX-License-Identifier: MIT */
/*
 * php_fastscan.h: the module's name, version and globals. Lifecycle is in php_fastscan.c,
 * everything that knows PHP in src/php/ (start with src/php/glue.h), the cache itself in src/core/.
 */
#ifndef PHP_FASTSCAN_H
#define PHP_FASTSCAN_H

#ifdef HAVE_CONFIG_H
# include "config.h" /* the build's: COMPILE_DL_FASTSCAN */
#endif

#include "php.h"
#include "src/core/engine.h"

#define PHP_FASTSCAN_EXTNAME "fastscan"
#define PHP_FASTSCAN_VERSION "0.1.0"

extern zend_module_entry fastscan_module_entry;
#define phpext_fastscan_ptr &fastscan_module_entry

#if PHP_VERSION_ID < 70400
# error "fastscan needs PHP 7.4 or later"
#endif

/* Every function that answers: DESIGN section 4. The order is that of fastscan_counters(). */
#define PHP_FASTSCAN_FUNCTIONS(X) \
	X(is_dir) \
	X(is_file) \
	X(is_link) \
	X(file_exists) \
	X(is_readable) \
	X(is_writable) \
	X(is_writeable) \
	X(is_executable) \
	X(opendir) \
	X(dir) \
	X(readdir) \
	X(rewinddir) \
	X(closedir) \
	X(scandir) \
	X(realpath) \
	X(glob)

/*
 * The methods that answer, named as XHProf names them: by the class that has the code, whatever the
 * class of the object. X(class, method).
 */
#define PHP_FASTSCAN_METHODS(X) \
	X(SplFileInfo, isDir) \
	X(SplFileInfo, isFile) \
	X(SplFileInfo, isLink) \
	X(SplFileInfo, isReadable) \
	X(SplFileInfo, isWritable) \
	X(SplFileInfo, isExecutable) \
	X(SplFileInfo, getType) \
	X(SplFileInfo, getRealPath) \
	X(RecursiveDirectoryIterator, hasChildren)

typedef enum php_fastscan_function {
#define PHP_FASTSCAN_ENUM(name) PHP_FASTSCAN_FN_##name,
#define PHP_FASTSCAN_METHOD_ENUM(class_name, method) PHP_FASTSCAN_FN_##class_name##_##method,
	PHP_FASTSCAN_FUNCTIONS(PHP_FASTSCAN_ENUM)
	PHP_FASTSCAN_METHODS(PHP_FASTSCAN_METHOD_ENUM)
#undef PHP_FASTSCAN_METHOD_ENUM
#undef PHP_FASTSCAN_ENUM
	/* reached by anything that is not in the list */
	PHP_FASTSCAN_FN_stat,      /* url_stat: stat family, SPL */
	PHP_FASTSCAN_FN_iterators, /* dir_opener: SPL iterators */
	PHP_FASTSCAN_FN_include,   /* zend_resolve_path: include, require, *_once, spl_autoload */
	PHP_FASTSCAN_FN_COUNT
} php_fastscan_function;

#define PHP_FASTSCAN_FN_NONE   (-1) /* no handler of ours is running */
/* scandir asked the core, was passed and has counted it: only PHP's own */
#define PHP_FASTSCAN_FN_PASSED (-2)

/* One line of fastscan_counters(). */
typedef struct php_fastscan_count {
	uint64_t ct;       /* calls */
	uint64_t wt_ns;    /* wall time, only while profiling */
	uint64_t hit;      /* answered without a system call */
	uint64_t checked;  /* answered after a validation */
	uint64_t miss;     /* passed to the system by the core */
	uint64_t negative; /* of hit and checked: absent */
	uint64_t bypass;   /* passed to the system before the core was asked */
} php_fastscan_count;

#define PHP_FASTSCAN_VALIDATE_AUTO (-1)
/* of fastscan_warm(): no tree is deeper, since a path has at most 4096 bytes */
#define PHP_FASTSCAN_WARM_DEPTH 2048

ZEND_BEGIN_MODULE_GLOBALS(fastscan)
	/* directives (src/php/ini.c) */
	bool      enable;
	bool      enable_cli;
	zend_long validate;        /* fsc_mode or PHP_FASTSCAN_VALIDATE_AUTO */
	zend_long revalidate_freq; /* seconds */
	zend_long cache_size;      /* bytes */
	zend_long max_entries;
	zend_long min_uses;
	zend_long settle;          /* milliseconds, or FSC_SETTLE_AUTO */
	zend_long shm_size;        /* bytes; 0: no shared tier */
	zend_long verify;          /* percent */
	bool      negative;
	bool      sync;
	zend_long prefetch_threads;/* -1: auto */
	bool      warm_includes;
	bool      profile;
	char     *filesystems;
	char     *exclude;
	char     *hooks;
	char     *profile_dir;
	char     *shm_file;
	char     *restrict_api;

	/* state */
	fsc_view *view;            /* made at the first request, NULL: nothing is answered */
	/* hooks may answer: enabled for this SAPI and request, and a view exists */
	bool      answering;
	bool      profiling;       /* profile and answering hooks are timed */
	bool      shutdown_noted;  /* the working directory was forgotten because shutdown began */
	/* for the wrapper's operations: the php_fastscan_function now running,
	 * PHP_FASTSCAN_FN_NONE, or PHP_FASTSCAN_FN_PASSED */
	int       function;
	fsc_snapshot *listing;     /* being copied out by scandir; still here only after a bailout */
	/* calls now running that may change anything and run PHP code meanwhile (a callback, an error
	 * handler): every question of that code is validated */
	uint32_t  changing;
	/* native code may change anything: strict until the request's end (changes_strict.c) */
	bool      strict_hold;
	php_fastscan_count counts[PHP_FASTSCAN_FN_COUNT];
	uint64_t  redirects;       /* of the view, when PHP's realpath cache was last emptied for it */
	fsc_policy *policy;        /* borrowed by the view; made and destroyed with it (activate.c) */
	fsc_config configured;     /* what the view was last told */
	char     *made_filesystems;/* the directives that the view was made of, persistent copies */
	char     *made_exclude;
	/* a view exists, but some request ran without marking its own changes */
	bool      unseen_changes;
	void     *profile_data;    /* src/php/profile.c */
ZEND_END_MODULE_GLOBALS(fastscan)

ZEND_EXTERN_MODULE_GLOBALS(fastscan)
#define FSG(v) ZEND_MODULE_GLOBALS_ACCESSOR(fastscan, v)

#if defined(ZTS) && defined(COMPILE_DL_FASTSCAN)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

#endif
