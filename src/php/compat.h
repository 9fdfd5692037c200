/* SPDX-License-Identifier: MIT */
/*
 * compat.h: differences between the supported PHP versions (7.4 to 8.5), each in one place with its
 * reason. Include after glue.h.
 */
#ifndef PHP_FASTSCAN_COMPAT_H
#define PHP_FASTSCAN_COMPAT_H

#include "ext/standard/basic_functions.h"

/* 8.1 turned the stat cache's names from char * into zend_string *. */
#if PHP_VERSION_ID >= 80100
# define PHP_FASTSCAN_STAT_NAME(s) ((s) ? ZSTR_VAL(s) : NULL)
# define PHP_FASTSCAN_STAT_LENGTH(s) ZSTR_LEN(s)
# define PHP_FASTSCAN_STAT_IS(s, path) ((s) && zend_string_equal_content(s, path))
# define PHP_FASTSCAN_STAT_FREE(s) zend_string_release(s)
# define PHP_FASTSCAN_LSTAT_SERVES_STAT 1 /* an lstat() of no link is kept as its stat() too */
#else
# define PHP_FASTSCAN_STAT_NAME(s) (s)
# define PHP_FASTSCAN_STAT_LENGTH(s) strlen(s)
# define PHP_FASTSCAN_STAT_IS(s, path) ((s) && strcmp(s, ZSTR_VAL(path)) == 0)
# define PHP_FASTSCAN_STAT_FREE(s) efree(s)
# define PHP_FASTSCAN_LSTAT_SERVES_STAT 0
#endif

/* 8.0 made scandir()'s context nullable; before, null there is a warning. */
#if PHP_VERSION_ID >= 80000
# define PHP_FASTSCAN_SCANDIR_ARGUMENTS 3
#else
# define PHP_FASTSCAN_SCANDIR_ARGUMENTS 2
#endif

/* Newer versions have a type behind the name; cleared, it is DT_UNKNOWN: PHP then asks itself. */
static zend_always_inline void php_fastscan_clear_dirent_type(php_stream_dirent *entry)
{
	memset(entry->d_name + sizeof entry->d_name, 0, sizeof *entry - sizeof entry->d_name);
}

/* 8.0 gave the handlers of directives a way to their target. */
#ifndef ZEND_INI_GET_ADDR
# ifdef ZTS
#  define ZEND_INI_GET_ADDR() ((char *) ts_resource(*((int *) mh_arg2)) + (size_t) mh_arg1)
# else
#  define ZEND_INI_GET_ADDR() ((char *) mh_arg2 + (size_t) mh_arg1)
# endif
#endif

/* What Z_PARAM_BOOL() fills: 8.0 made it a bool. */
#if PHP_VERSION_ID >= 80000
typedef bool php_fastscan_param_bool;
#else
typedef zend_bool php_fastscan_param_bool;
#endif

/* Before 8.0 no header of PHP's brings flock()'s constants along; these are Linux's. */
#ifndef LOCK_UN
# define LOCK_NB 4
# define LOCK_UN 8
#endif

#endif
