/* SPDX-License-Identifier: MIT */
/*
 * spl.c: SplFileInfo::isDir and its kind, and RecursiveDirectoryIterator::hasChildren. The
 * iterators themselves read through dirstream.c.
 *
 * Invariants: an answer is given only to a call without arguments on an object that has a plain
 * name; it leaves behind what the original leaves: the name an iterator makes for its entry, the
 * stat caches, errno. Everything else, objects never constructed included, is the original's
 * business. These methods never warn nor throw about a file that is there. Locks: none.
 *
 * No method takes a URL away from its wrapper: PharFileInfo's names begin with phar:// and are
 * refused like any other scheme's.
 */
#include "src/php/stat_cache.h"

/* What one call is about. */
typedef struct php_fastscan_spl_call {
	php_fastscan_function function;
	spl_filesystem_object *object;
	const char *path;  /* as the core wants it */
	size_t length;
} php_fastscan_spl_call;

/* Would the original find it in the cache it looks into? */
static zend_always_inline bool php_fastscan_is_known(const char *name, size_t length,
	php_fastscan_stat_cache cache)
{
	switch (cache) {
		case PHP_FASTSCAN_CACHE_STAT:
			return UNEXPECTED(PHP_FASTSCAN_STAT_IS_NAME(BG(CurrentStatFile), name, length));
		case PHP_FASTSCAN_CACHE_LSTAT:
			return UNEXPECTED(PHP_FASTSCAN_STAT_IS_NAME(BG(CurrentLStatFile), name, length));
		case PHP_FASTSCAN_CACHE_NONE:
			break;
	}
	return false;
}

/* Of an iterator on an entry, where its methods would make it; the reason if it has none. */
static zend_always_inline fsc_reason php_fastscan_spl_entry_name(spl_filesystem_object *object)
{
	const php_stream *stream = object->u.dir.dirp;

	if (UNEXPECTED(!stream) || UNEXPECTED(object->u.dir.entry.d_name[0] == '\0')) {
		return FSC_REASON_ARGUMENT;
	}
	/* glob's iterator knows only in its stream where an entry is from */
	if (UNEXPECTED(stream->wrapper != &php_plain_files_wrapper)) {
		return FSC_REASON_WRAPPER;
	}
	return php_fastscan_spl_make_name(object, strlen(object->u.dir.entry.d_name)) ? FSC_REASON_NONE
		: FSC_REASON_ARGUMENT;
}

/* object->file_name is what the methods ask about; or the reason why there is none. */
static zend_always_inline fsc_reason php_fastscan_spl_name(spl_filesystem_object *object)
{
	if (object->type == SPL_FS_DIR && !(PHP_FASTSCAN_SPL_NAME_IS_KEPT && object->file_name)) {
		return php_fastscan_spl_entry_name(object);
	}
	return EXPECTED(object->file_name) ? FSC_REASON_NONE : FSC_REASON_ARGUMENT;
}

static bool php_fastscan_spl_refuse(php_fastscan_function function, fsc_reason reason)
{
	php_fastscan_count_bypass(function, reason);
	return false;
}

/*
 * May the core be asked about this call's object? Else the reason has been counted. The original
 * looks into one of the stat caches, or two.
 */
static zend_always_inline bool php_fastscan_spl_begin(php_fastscan_spl_call *call,
	php_fastscan_stat_cache cache, php_fastscan_stat_cache second, bool arguments_are_plain,
	zend_execute_data *execute_data)
{
	const char *name;
	size_t length;
	fsc_reason reason = FSC_REASON_ARGUMENT;

	call->object = PHP_FASTSCAN_SPL_OBJECT(Z_OBJ(execute_data->This));
	if (UNEXPECTED(!arguments_are_plain) ||
		UNEXPECTED((reason = php_fastscan_spl_name(call->object)) != FSC_REASON_NONE)) {
		return php_fastscan_spl_refuse(call->function, reason);
	}
	name = PHP_FASTSCAN_SPL_VALUE(call->object->file_name);
	length = PHP_FASTSCAN_SPL_NAME_LENGTH(call->object);
	if (php_fastscan_is_known(name, length, cache) ||
		(second != cache && php_fastscan_is_known(name, length, second))) {
		return php_fastscan_spl_refuse(call->function, FSC_REASON_STAT_CACHE);
	}
	if (UNEXPECTED(!php_fastscan_local_path_fast(name, length, &call->path, &call->length,
			&reason))) {
		return php_fastscan_spl_refuse(call->function, reason);
	}
	if (cache == PHP_FASTSCAN_CACHE_LSTAT &&
		UNEXPECTED(php_fastscan_lstat_differs(call->path, call->length))) {
		return php_fastscan_spl_refuse(call->function, FSC_REASON_FOLLOW);
	}
	return true;
}

/*
 * An iterator's own stream knows what its entry is. Asked while nothing is unusual and neither stat
 * cache holds anything; then nothing is left to be done but to count.
 */
static zend_always_inline fsc_answer php_fastscan_spl_entry_hit(spl_filesystem_object *object,
	fsc_want want)
{
	const php_stream *stream = object->u.dir.dirp;
	const char *name = object->u.dir.entry.d_name;
	const fsc_dir *dir;
	size_t length;

	if (UNEXPECTED(object->type != SPL_FS_DIR) || UNEXPECTED(!stream) ||
		UNEXPECTED(!(dir = php_fastscan_dirstream_handle(stream))) ||
		UNEXPECTED(BG(CurrentStatFile)) || UNEXPECTED(BG(CurrentLStatFile)) ||
		UNEXPECTED(FSG(changing)) || UNEXPECTED((length = strlen(name)) == 0)) {
		return FSC_PASS;
	}
	if (!(PHP_FASTSCAN_SPL_NAME_IS_KEPT && object->file_name) &&
		!php_fastscan_spl_make_name(object, length)) {
		return FSC_PASS;
	}
	return php_fastscan_path_is_usual(PHP_FASTSCAN_SPL_VALUE(object->file_name),
			PHP_FASTSCAN_SPL_NAME_LENGTH(object))
		? fsc_dir_ask_hit(dir, PHP_FASTSCAN_SPL_PATH_LENGTH(object), name, length, want) : FSC_PASS;
}

/* Uncounted, errno as it was. */
static fsc_reply php_fastscan_spl_look(const php_fastscan_spl_call *call, fsc_want want)
{
	const int saved_errno = errno;
	const fsc_reply reply = fsc_ask(FSG(view), call->path, call->length, want);

	errno = saved_errno;
	return reply;
}

/* The reply that decides is the one that counts. errno as stock leaves it. */
static fsc_answer php_fastscan_spl_decide(const php_fastscan_spl_call *call, fsc_reply reply)
{
	php_fastscan_count_reply(call->function, reply);
	if (reply.answer == FSC_ABSENT) {
		errno = ENOENT;
	}
	return (fsc_answer) reply.answer;
}

/* The wrapper's url_stat sees by FSG(function) that the core was asked already. */
static void php_fastscan_spl_original(php_fastscan_function function, zif_handler original,
	INTERNAL_FUNCTION_PARAMETERS)
{
	const int outer = FSG(function);

	FSG(function) = (int) function;
	original(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	FSG(function) = outer;
}

/* ---- yes or no ---- */

/* True if return_value was set. */
static zend_always_inline bool php_fastscan_spl_answer(php_fastscan_function function,
	fsc_want want, php_fastscan_stat_cache cache, INTERNAL_FUNCTION_PARAMETERS)
{
	php_fastscan_spl_call call = { function, NULL, NULL, 0 };
	fsc_answer answer;

	if (EXPECTED(ZEND_NUM_ARGS() == 0) && want < FSC_WANT_ABSENCE &&
		(answer = php_fastscan_spl_entry_hit(
			PHP_FASTSCAN_SPL_OBJECT(Z_OBJ(execute_data->This)), want)) != FSC_PASS) {
		FSG(counts)[function].hit++;
		RETVAL_BOOL(answer == FSC_YES);
		return true;
	}
	if (!php_fastscan_spl_begin(&call, cache, cache, ZEND_NUM_ARGS() == 0, execute_data)) {
		return false;
	}
	answer = fsc_ask_hit(FSG(view), call.path, call.length, want);
	if (EXPECTED(answer != FSC_PASS) && (want < FSC_WANT_ABSENCE || answer == FSC_ABSENT)) {
		const fsc_reply reply = { (uint8_t) answer, FSC_HOW_HIT, FSC_REASON_NONE };

		php_fastscan_spl_decide(&call, reply);
	} else {
		answer = php_fastscan_spl_decide(&call, php_fastscan_spl_look(&call, want));
	}
	if (answer == FSC_PASS) {
		return false;
	}
	if (answer != FSC_ABSENT) {
		php_fastscan_stat_cache_drop(cache, want == FSC_WANT_LINK && answer == FSC_YES);
	}
	RETVAL_BOOL(answer == FSC_YES);
	return true;
}

#define PHP_FASTSCAN_SPL_ANSWER(method, wanted, stat_cache) \
	PHP_FASTSCAN_ANSWERING_HANDLER(SplFileInfo_##method) \
	static ZEND_NAMED_FUNCTION(php_fastscan_body_SplFileInfo_##method) \
	{ \
		if (UNEXPECTED(!php_fastscan_spl_answer(PHP_FASTSCAN_FN_SplFileInfo_##method, wanted, \
				stat_cache, INTERNAL_FUNCTION_PARAM_PASSTHRU))) { \
			php_fastscan_spl_original(PHP_FASTSCAN_FN_SplFileInfo_##method, \
				php_fastscan_original_SplFileInfo_##method, INTERNAL_FUNCTION_PARAM_PASSTHRU); \
		} \
	}

PHP_FASTSCAN_SPL_ANSWER(isDir, FSC_WANT_DIR, PHP_FASTSCAN_CACHE_STAT)
PHP_FASTSCAN_SPL_ANSWER(isFile, FSC_WANT_FILE, PHP_FASTSCAN_CACHE_STAT)
PHP_FASTSCAN_SPL_ANSWER(isLink, FSC_WANT_LINK, PHP_FASTSCAN_CACHE_LSTAT)
PHP_FASTSCAN_SPL_ANSWER(isReadable, FSC_WANT_ABSENCE, PHP_FASTSCAN_CACHE_NONE)
PHP_FASTSCAN_SPL_ANSWER(isWritable, FSC_WANT_ABSENCE, PHP_FASTSCAN_CACHE_NONE)
PHP_FASTSCAN_SPL_ANSWER(isExecutable, FSC_WANT_ABSENCE, PHP_FASTSCAN_CACHE_NONE)

/* ---- getType ---- */

/* What it returns for a name that is there and not rare; else NULL, and the reply says why. */
static const char *php_fastscan_type_name(const php_fastscan_spl_call *call, fsc_reply *reply)
{
	*reply = php_fastscan_spl_look(call, FSC_WANT_LINK);
	if (reply->answer != FSC_NO) {
		return reply->answer == FSC_YES ? "link" : NULL;
	}
	*reply = php_fastscan_spl_look(call, FSC_WANT_DIR);
	if (reply->answer != FSC_NO) {
		return reply->answer == FSC_YES ? "dir" : NULL;
	}
	*reply = php_fastscan_spl_look(call, FSC_WANT_FILE);
	return reply->answer == FSC_YES ? "file" : NULL;
}

PHP_FASTSCAN_ANSWERING_HANDLER(SplFileInfo_getType)
static ZEND_NAMED_FUNCTION(php_fastscan_body_SplFileInfo_getType)
{
	php_fastscan_spl_call call = { PHP_FASTSCAN_FN_SplFileInfo_getType, NULL, NULL, 0 };
	const char *type;
	fsc_reply reply;

	if (php_fastscan_spl_begin(&call, PHP_FASTSCAN_CACHE_LSTAT, PHP_FASTSCAN_CACHE_LSTAT,
			ZEND_NUM_ARGS() == 0, execute_data)) {
		type = php_fastscan_type_name(&call, &reply);
		if (type) {
			php_fastscan_count_reply(call.function, reply);
			php_fastscan_stat_cache_drop(PHP_FASTSCAN_CACHE_LSTAT, *type == 'l');
			RETURN_STRING(type);
		}
		/* a FIFO or the like, or an absence, about which the original throws */
		FSG(counts)[call.function].miss++;
	}
	php_fastscan_spl_original(call.function, php_fastscan_original_SplFileInfo_getType,
		INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* ---- getRealPath ---- */

/* The path that it resolves: not that of the other methods. */
static fsc_reason php_fastscan_real_name(spl_filesystem_object *object, const char **name,
	size_t *length)
{
	if (object->type == SPL_FS_DIR && !object->file_name) {
		const fsc_reason reason = php_fastscan_spl_entry_name(object);

		if (reason != FSC_REASON_NONE) {
			return reason;
		}
	}
	/* of a file object: as its stream was opened */
	if (object->orig_path || !object->file_name) {
		return FSC_REASON_ARGUMENT;
	}
	*name = PHP_FASTSCAN_SPL_VALUE(object->file_name);
	*length = PHP_FASTSCAN_SPL_NAME_LENGTH(object);
	return FSC_REASON_NONE;
}

PHP_FASTSCAN_ANSWERING_HANDLER(SplFileInfo_getRealPath)
static ZEND_NAMED_FUNCTION(php_fastscan_body_SplFileInfo_getRealPath)
{
	const php_fastscan_function function = PHP_FASTSCAN_FN_SplFileInfo_getRealPath;
	const char *name = NULL;
	size_t length = 0;
	fsc_reason reason = FSC_REASON_ARGUMENT;

	if (ZEND_NUM_ARGS() == 0) {
		reason = php_fastscan_real_name(PHP_FASTSCAN_SPL_OBJECT(Z_OBJ(execute_data->This)), &name,
			&length);
	}
	if (reason != FSC_REASON_NONE) {
		php_fastscan_count_bypass(function, reason);
	} else if (php_fastscan_realpath_answer(function, name, length, return_value,
			&reason)) {
		return;
	}
	if (!name || reason == FSC_REASON_ARGUMENT) {
		php_fastscan_original_SplFileInfo_getRealPath(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		return;
	}
	php_fastscan_realpath_original(php_fastscan_original_SplFileInfo_getRealPath, reason, name,
		length, INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* ---- hasChildren ---- */

/* Does the iterator itself know, as it does for the original? */
static zend_always_inline bool php_fastscan_entry_decides(const spl_filesystem_object *object,
	bool *children)
{
	const char *name = object->u.dir.entry.d_name;
	const unsigned char type = php_fastscan_dirent_type(&object->u.dir.entry);

	*children = false;
	if (name[0] == '\0' ||
		(name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0')))) {
		return true;
	}
	*children = type == DT_DIR;
	return type == DT_DIR || type == DT_REG;
}

/* hasChildren(), or with a boolean; then *follow: into links as well. */
static zend_always_inline bool php_fastscan_children_arguments(zend_execute_data *execute_data,
	bool *follow)
{
	if (ZEND_NUM_ARGS() == 0) {
		return true;
	}
	if (Z_TYPE_P(ZEND_CALL_ARG(execute_data, 1)) == IS_TRUE) {
		*follow = true;
	}
	return ZEND_NUM_ARGS() == 1 && (Z_TYPE_P(ZEND_CALL_ARG(execute_data, 1)) == IS_TRUE ||
		Z_TYPE_P(ZEND_CALL_ARG(execute_data, 1)) == IS_FALSE);
}

/* The long way: is the entry a link, and if not, a directory? */
static fsc_answer php_fastscan_ask_children(const php_fastscan_spl_call *call, bool follow,
	bool *is_link)
{
	fsc_reply reply = php_fastscan_spl_look(call, FSC_WANT_LINK);

	*is_link = reply.answer == FSC_YES;
	if (*is_link && follow) {
		FSG(counts)[call->function].miss++;
		fsc_view_counters(FSG(view))->bypass[FSC_REASON_FOLLOW]++;
		return FSC_PASS;
	}
	if (*is_link) {
		reply.answer = FSC_NO;
	} else if (reply.answer == FSC_NO) {
		const uint8_t how = reply.how;

		reply = php_fastscan_spl_look(call, FSC_WANT_DIR);
		reply.how = how == FSC_HOW_HIT ? reply.how : how;
	}
	return php_fastscan_spl_decide(call, reply);
}

/* The original's looks as each version has them, at a name that exists. */
static zend_always_inline void php_fastscan_children_drop(bool follow, bool is_link)
{
	if (PHP_FASTSCAN_HAS_CHILDREN_BY_LSTAT || !follow) {
		php_fastscan_stat_cache_drop(PHP_FASTSCAN_CACHE_LSTAT, is_link);
	}
	if (!PHP_FASTSCAN_HAS_CHILDREN_BY_LSTAT && !is_link) {
		php_fastscan_stat_cache_drop(PHP_FASTSCAN_CACHE_STAT, false);
	}
}

/* True if return_value was set. */
static zend_always_inline bool php_fastscan_has_children(INTERNAL_FUNCTION_PARAMETERS)
{
	php_fastscan_spl_call call = {
		PHP_FASTSCAN_FN_RecursiveDirectoryIterator_hasChildren, NULL, NULL, 0 };
	spl_filesystem_object *object = PHP_FASTSCAN_SPL_OBJECT(Z_OBJ(execute_data->This));
	bool follow = (object->flags & SPL_FILE_DIR_FOLLOW_SYMLINKS) != 0;
	const bool plain = php_fastscan_children_arguments(execute_data, &follow);
	bool is_link = false;
	fsc_reply reply = { FSC_PASS, FSC_HOW_HIT, FSC_REASON_NONE };
	bool children;

	if (UNEXPECTED(object->type != SPL_FS_DIR) || UNEXPECTED(!object->u.dir.dirp)) {
		return php_fastscan_spl_refuse(call.function, FSC_REASON_ARGUMENT);
	}
	if (EXPECTED(plain) && php_fastscan_entry_decides(object, &children)) {
		FSG(counts)[call.function].hit++;
		RETVAL_BOOL(children);
		return true;
	}
	if (EXPECTED(plain)) {
		const fsc_answer answer = php_fastscan_spl_entry_hit(object, FSC_WANT_DIR);

		if (EXPECTED(answer != FSC_PASS)) {
			FSG(counts)[call.function].hit++;
			RETVAL_BOOL(answer == FSC_YES);
			return true;
		}
	}
	if (!php_fastscan_spl_begin(&call, PHP_FASTSCAN_CACHE_LSTAT,
			PHP_FASTSCAN_HAS_CHILDREN_BY_LSTAT ? PHP_FASTSCAN_CACHE_LSTAT : PHP_FASTSCAN_CACHE_STAT,
			plain, execute_data)) {
		return false;
	}
	reply.answer = (uint8_t) fsc_ask_hit(FSG(view), call.path, call.length, FSC_WANT_DIR);
	if (EXPECTED(reply.answer != FSC_PASS)) {
		php_fastscan_spl_decide(&call, reply);
	} else {
		reply.answer = (uint8_t) php_fastscan_ask_children(&call, follow, &is_link);
		if (reply.answer == FSC_PASS) {
			return false;
		}
	}
	if (reply.answer != FSC_ABSENT) {
		php_fastscan_children_drop(follow, is_link);
	}
	RETVAL_BOOL(reply.answer == FSC_YES);
	return true;
}

PHP_FASTSCAN_ANSWERING_HANDLER(RecursiveDirectoryIterator_hasChildren)
static ZEND_NAMED_FUNCTION(php_fastscan_body_RecursiveDirectoryIterator_hasChildren)
{
	if (UNEXPECTED(!php_fastscan_has_children(INTERNAL_FUNCTION_PARAM_PASSTHRU))) {
		php_fastscan_spl_original(PHP_FASTSCAN_FN_RecursiveDirectoryIterator_hasChildren,
			php_fastscan_original_RecursiveDirectoryIterator_hasChildren,
			INTERNAL_FUNCTION_PARAM_PASSTHRU);
	}
}

void php_fastscan_spl_hooks(void)
{
#define PHP_FASTSCAN_HOOK(class_name, method) \
	php_fastscan_hook_method(#class_name, #method, php_fastscan_hook_##class_name##_##method, \
		&php_fastscan_original_##class_name##_##method);
	PHP_FASTSCAN_METHODS(PHP_FASTSCAN_HOOK)
#undef PHP_FASTSCAN_HOOK
}
