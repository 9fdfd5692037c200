/* SPDX-License-Identifier: MIT */
/*
 * compat.h: differences between the supported PHP versions (7.4 to 8.5), each in one place with its
 * reason. Include after glue.h.
 */
#ifndef PHP_FASTSCAN_COMPAT_H
#define PHP_FASTSCAN_COMPAT_H

#include "ext/spl/spl_directory.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/php_filestat.h"

/* 8.1 turned the stat cache's names from char * into zend_string *. */
#if PHP_VERSION_ID >= 80100
# define PHP_FASTSCAN_STAT_NAME(s) ((s) ? ZSTR_VAL(s) : NULL)
# define PHP_FASTSCAN_STAT_LENGTH(s) ZSTR_LEN(s)
# define PHP_FASTSCAN_STAT_IS(s, path) ((s) && zend_string_equal_content(s, path))
# define PHP_FASTSCAN_STAT_IS_NAME(s, name, length) \
	((s) && ZSTR_LEN(s) == (length) && memcmp(ZSTR_VAL(s), name, length) == 0)
# define PHP_FASTSCAN_STAT_FREE(s) zend_string_release(s)
# define PHP_FASTSCAN_LSTAT_SERVES_STAT 1 /* an lstat() of no link is kept as its stat() too */
#else
# define PHP_FASTSCAN_STAT_NAME(s) (s)
# define PHP_FASTSCAN_STAT_LENGTH(s) strlen(s)
# define PHP_FASTSCAN_STAT_IS(s, path) ((s) && strcmp(s, ZSTR_VAL(path)) == 0)
# define PHP_FASTSCAN_STAT_IS_NAME(s, name, length) \
	((s) && strlen(s) == (length) && memcmp(s, name, length) == 0)
# define PHP_FASTSCAN_STAT_FREE(s) efree(s)
# define PHP_FASTSCAN_LSTAT_SERVES_STAT 0
#endif

/* 8.0 made scandir()'s context nullable; before, null there is a warning. */
#if PHP_VERSION_ID >= 80000
# define PHP_FASTSCAN_SCANDIR_ARGUMENTS 3
#else
# define PHP_FASTSCAN_SCANDIR_ARGUMENTS 2
#endif

#ifndef DT_LNK /* PHP's own for Windows lack some of them, or all */
# ifndef DT_DIR
#  define DT_DIR 4
# endif
# ifndef DT_REG
#  define DT_REG 8
# endif
# define DT_LNK 10
#endif

/*
 * 8.3 put a type behind the name, an unsigned char as readdir(3) knows it. With one,
 * RecursiveDirectoryIterator::hasChildren() asks no more about files and directories.
 */
#define PHP_FASTSCAN_DIRENT_TYPE_AT \
	(offsetof(php_stream_dirent, d_name) + sizeof ((php_stream_dirent *) 0)->d_name)
#define PHP_FASTSCAN_DIRENT_HAS_TYPE (sizeof(php_stream_dirent) > PHP_FASTSCAN_DIRENT_TYPE_AT)

static zend_always_inline void php_fastscan_set_dirent_type(php_stream_dirent *entry,
	unsigned char type)
{
	if (PHP_FASTSCAN_DIRENT_HAS_TYPE) {
		((unsigned char *) entry)[PHP_FASTSCAN_DIRENT_TYPE_AT] = type;
	}
}

/* 0, DT_UNKNOWN, where there is none. */
static zend_always_inline unsigned char php_fastscan_dirent_type(const php_stream_dirent *entry)
{
	return PHP_FASTSCAN_DIRENT_HAS_TYPE
		? ((const unsigned char *) entry)[PHP_FASTSCAN_DIRENT_TYPE_AT] : 0;
}

/* ---- SplFileInfo's object ---- */

#define PHP_FASTSCAN_SPL_OBJECT(object) \
	((spl_filesystem_object *) ((char *) (object) - XtOffsetOf(spl_filesystem_object, std)))

/*
 * 8.1 made its strings zend_string, and since then an iterator's name is kept until the next entry;
 * before, every method that needs it makes it anew.
 */
#if PHP_VERSION_ID >= 80100
# define PHP_FASTSCAN_SPL_VALUE(string) ZSTR_VAL(string)
# define PHP_FASTSCAN_SPL_NAME_LENGTH(object) ZSTR_LEN((object)->file_name)
# define PHP_FASTSCAN_SPL_PATH_LENGTH(object) ((object)->path ? ZSTR_LEN((object)->path) : 0)
# define PHP_FASTSCAN_SPL_NAME_IS_KEPT 1
#else
# define PHP_FASTSCAN_SPL_VALUE(string) (string)
# define PHP_FASTSCAN_SPL_NAME_LENGTH(object) ((object)->file_name_len)
# define PHP_FASTSCAN_SPL_PATH_LENGTH(object) ((object)->_path ? (object)->_path_len : 0)
# define PHP_FASTSCAN_SPL_NAME_IS_KEPT 0
#endif

/*
 * The name of an iterator's entry, which has `length` bytes, put where the methods of this version
 * leave it. False: it has no path to be put behind.
 */
static zend_always_inline bool php_fastscan_spl_make_name(spl_filesystem_object *object,
	size_t length)
{
	const char slash = object->flags & SPL_FILE_DIR_UNIXPATHS ? '/' : DEFAULT_SLASH;
	const size_t path_length = PHP_FASTSCAN_SPL_PATH_LENGTH(object);
	char *text;

	if (UNEXPECTED(path_length == 0)) {
		return false;
	}
#if PHP_VERSION_ID >= 80100
	object->file_name = zend_string_alloc(path_length + 1 + length, 0);
	text = ZSTR_VAL(object->file_name);
	memcpy(text, ZSTR_VAL(object->path), path_length);
#else
	text = emalloc(path_length + 1 + length + 1);
	memcpy(text, object->_path, path_length);
	if (object->file_name) {
		efree(object->file_name);
	}
	object->file_name = text;
	object->file_name_len = path_length + 1 + length;
#endif
	text[path_length] = slash;
	memcpy(text + path_length + 1, object->u.dir.entry.d_name, length + 1);
	return true;
}

/*
 * RecursiveDirectoryIterator::hasChildren() looks once, not following, since there is FS_LPERMS;
 * before, for a link and then for a directory: what it leaves in the two stat caches differs.
 */
#ifdef FS_LPERMS
# define PHP_FASTSCAN_HAS_CHILDREN_BY_LSTAT 1
#else
# define PHP_FASTSCAN_HAS_CHILDREN_BY_LSTAT 0
#endif

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

/* 8.1 hands zend_resolve_path() a zend_string; before, it is the characters and their number. */
#if PHP_VERSION_ID >= 80100
# define PHP_FASTSCAN_FILENAME zend_string *filename
# define PHP_FASTSCAN_FILENAME_PASSTHRU filename
# define PHP_FASTSCAN_FILENAME_TEXT ZSTR_VAL(filename)
# define PHP_FASTSCAN_FILENAME_LENGTH ZSTR_LEN(filename)
#else
# define PHP_FASTSCAN_FILENAME const char *filename, size_t filename_length
# define PHP_FASTSCAN_FILENAME_PASSTHRU filename, filename_length
# define PHP_FASTSCAN_FILENAME_TEXT filename
# define PHP_FASTSCAN_FILENAME_LENGTH filename_length
#endif

/* Older versions say false instead of nothing where open_basedir is set and nothing matches. */
#define PHP_FASTSCAN_GLOB_UNDER_BASEDIR (PHP_VERSION_ID >= 80200)

/* Before 8.0 no header of PHP's brings flock()'s constants along; these are Linux's. */
#ifndef LOCK_UN
# define LOCK_NB 4
# define LOCK_UN 8
#endif

#endif
