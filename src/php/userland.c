/* SPDX-License-Identifier: MIT */
/*
 * userland.c: the fastscan_*() functions. What they return is described in fastscan.stub.php, once.
 *
 * All of them work on the calling thread's own state; none needs a lock. Each must bear that there
 * is no view (fastscan is switched off, or no memory).
 */
#include "src/php/changes.h"

#include "src/php/compat.h"
#include "src/platform/platform.h"

#include "SAPI.h"

const char *php_fastscan_function_name(php_fastscan_function function)
{
	static const char *const names[] = {
#define PHP_FASTSCAN_TEXT(name) #name,
#define PHP_FASTSCAN_METHOD_TEXT(class_name, method) #class_name "::" #method,
		PHP_FASTSCAN_FUNCTIONS(PHP_FASTSCAN_TEXT)
		PHP_FASTSCAN_METHODS(PHP_FASTSCAN_METHOD_TEXT)
#undef PHP_FASTSCAN_METHOD_TEXT
#undef PHP_FASTSCAN_TEXT
		"(stat)", "(iterators)", "(include)"
	};
	_Static_assert(sizeof names / sizeof *names == PHP_FASTSCAN_FN_COUNT, "one name each");

	return names[function];
}

/* The rule of opcache.restrict_api: the main script's path begins with the directive's value. */
bool php_fastscan_api_is_allowed(void)
{
	const char *prefix = FSG(restrict_api);
	const char *script = SG(request_info).path_translated;

	if (!prefix || !*prefix || (script && strncmp(script, prefix, strlen(prefix)) == 0)) {
		return true;
	}
	php_error_docref(NULL, E_WARNING, "restricted by fastscan.restrict_api to scripts below %s",
		prefix);
	return false;
}

/* A sub-array of `parent`, to be filled in place. */
static zval *add_group(zval *parent, const char *name)
{
	zval group;

	array_init(&group);
	return zend_hash_str_update(Z_ARRVAL_P(parent), name, strlen(name), &group);
}

static void add_seconds(zval *array, const char *name, int64_t ns)
{
	if (ns < 0) {
		add_assoc_null(array, name);
	} else {
		add_assoc_double(array, name, (double) ns / 1e9);
	}
}

/* ---- fastscan_counters() ---- */

static void add_counts(zval *array, php_fastscan_function function)
{
	const php_fastscan_count *count = &FSG(counts)[function];
	zval *group = add_group(array, php_fastscan_function_name(function));

	add_assoc_long(group, "ct", (zend_long) count->ct);
	add_assoc_long(group, "wt", (zend_long) ((count->wt_ns + 500) / 1000));
	add_assoc_long(group, "hit", (zend_long) count->hit);
	add_assoc_long(group, "checked", (zend_long) count->checked);
	add_assoc_long(group, "miss", (zend_long) count->miss);
	add_assoc_long(group, "negative", (zend_long) count->negative);
	add_assoc_long(group, "bypass", (zend_long) count->bypass);
}

static void add_cache(zval *array, const fsc_cache_counters *counters)
{
	zval *group = add_group(array, "cache");
	zval *reasons;
	int reason;

	add_assoc_long(group, "validations", (zend_long) counters->validations);
	add_assoc_long(group, "fills", (zend_long) counters->fills);
	add_assoc_long(group, "racy", (zend_long) counters->racy);
	add_assoc_long(group, "stale", (zend_long) counters->stale);
	add_assoc_long(group, "evictions", (zend_long) counters->evictions);
	add_assoc_long(group, "shared_hits", (zend_long) counters->shared_hits);
	add_assoc_long(group, "shared_flips", (zend_long) counters->shared_flips);
	add_assoc_long(group, "owner_deaths", (zend_long) counters->owner_deaths);
	add_assoc_long(group, "syscalls_saved", (zend_long) counters->syscalls_saved);
	add_assoc_long(group, "marks", (zend_long) counters->marks);
	add_assoc_long(group, "epochs", (zend_long) counters->epochs);
	add_assoc_long(group, "prefetch_issued", (zend_long) counters->prefetch_issued);
	add_assoc_long(group, "prefetch_used", (zend_long) counters->prefetch_used);
	add_assoc_long(group, "prefetch_wasted", (zend_long) counters->prefetch_wasted);
	add_assoc_long(group, "prefetch_waited_us",
		(zend_long) ((counters->prefetch_waited_ns + 500) / 1000));
	add_assoc_long(group, "verify_checked", (zend_long) counters->verify_checked);
	add_assoc_long(group, "verify_mismatch", (zend_long) counters->verify_mismatch);
	add_assoc_long(group, "verify_allowed", (zend_long) counters->verify_allowed);
	reasons = add_group(group, "bypass");
	for (reason = FSC_REASON_NONE + 1; reason < FSC_REASON_COUNT; reason++) {
		if (counters->bypass[reason] > 0) {
			add_assoc_long(reasons, fsc_reason_name((fsc_reason) reason),
				(zend_long) counters->bypass[reason]);
		}
	}
}

ZEND_FUNCTION(fastscan_counters)
{
	static const fsc_cache_counters none;
	php_fastscan_param_bool reset = false;
	int function;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(reset)
	ZEND_PARSE_PARAMETERS_END();
	array_init(return_value);
	if (!php_fastscan_api_is_allowed()) {
		return;
	}
	for (function = 0; function < PHP_FASTSCAN_FN_COUNT; function++) {
		add_counts(return_value, (php_fastscan_function) function);
	}
	add_cache(return_value, FSG(view) ? fsc_view_counters(FSG(view)) : &none);
	if (reset) {
		php_fastscan_shared_count();
		memset(FSG(counts), 0, sizeof FSG(counts));
		if (FSG(view)) {
			memset(fsc_view_counters(FSG(view)), 0, sizeof none);
		}
	}
}

/* ---- fastscan_status() ---- */

static void add_config(zval *array, const fsc_config *config)
{
	zval *group = add_group(array, "config");

	add_assoc_double(group, "revalidate_freq", (double) config->revalidate_ns / 1e9);
	add_assoc_long(group, "cache_size", (zend_long) config->cache_bytes);
	add_assoc_long(group, "max_entries", config->max_entries);
	add_assoc_long(group, "min_uses", config->min_uses);
	if (config->settle_ns == FSC_SETTLE_AUTO) {
		add_assoc_null(group, "settle");
	} else {
		add_assoc_double(group, "settle", (double) config->settle_ns / 1e6);
	}
	add_assoc_bool(group, "negative", config->negative);
	add_assoc_bool(group, "sync", config->sync);
	add_assoc_long(group, "prefetch_threads", config->prefetch_threads);
	add_assoc_bool(group, "prefetch_local", config->prefetch_local);
	add_assoc_bool(group, "warm_includes", config->warm_includes);
	add_assoc_long(group, "verify", config->verify_percent);
	add_assoc_bool(group, "profile", FSG(profiling));
	add_assoc_string(group, "filesystems", FSG(filesystems) ? FSG(filesystems) : "");
	add_assoc_string(group, "exclude", FSG(exclude) ? FSG(exclude) : "");
	add_assoc_string(group, "hooks", FSG(hooks) ? FSG(hooks) : "");
}

static void add_features(zval *array)
{
	unsigned features = fsc_os_features();
	zval *group = add_group(array, "features");

	add_assoc_bool(group, "versions", (features & FSC_OS_VERSIONS) != 0);
	add_assoc_bool(group, "unique_mount", (features & FSC_OS_UNIQUE_MOUNT) != 0);
	add_assoc_bool(group, "mount_events", (features & FSC_OS_MOUNT_EVENTS) != 0);
	add_assoc_bool(group, "fd_access", (features & FSC_OS_FD_ACCESS) != 0);
	add_assoc_bool(group, "fold_flag", (features & FSC_OS_FOLD_FLAG) != 0);
}

static void add_sizes(zval *array, const fsc_view_status *status)
{
	zval *memory = add_group(array, "memory");
	zval *entries;

	add_assoc_long(memory, "used", (zend_long) status->bytes);
	add_assoc_long(memory, "limit", (zend_long) status->limit);
	entries = add_group(array, "entries");
	add_assoc_long(entries, "directories", (zend_long) status->directories);
	add_assoc_long(entries, "listings", (zend_long) status->listings);
	add_assoc_long(entries, "names", (zend_long) status->names);
	add_assoc_long(entries, "mounts", (zend_long) status->mounts);
}

static void add_totals(zval *array)
{
	php_fastscan_count sum = { 0 };
	uint64_t answers, outcomes;
	zval *group;
	int i;

	for (i = 0; i < PHP_FASTSCAN_FN_COUNT; i++) {
		sum.ct += FSG(counts)[i].ct;
		sum.hit += FSG(counts)[i].hit;
		sum.checked += FSG(counts)[i].checked;
		sum.miss += FSG(counts)[i].miss;
		sum.bypass += FSG(counts)[i].bypass;
	}
	answers = sum.hit + sum.checked;
	outcomes = answers + sum.miss + sum.bypass;
	group = add_group(array, "totals");
	add_assoc_long(group, "calls", (zend_long) sum.ct);
	add_assoc_long(group, "hits", (zend_long) sum.hit);
	add_assoc_long(group, "checked", (zend_long) sum.checked);
	add_assoc_long(group, "misses", (zend_long) sum.miss);
	add_assoc_long(group, "bypassed", (zend_long) sum.bypass);
	add_assoc_double(group, "hit_rate", outcomes ? (double) answers / (double) outcomes : 0.0);
}

/* Other scripts of this process may have been allowed more. */
static bool may_be_named(const fsc_directory_info *info)
{
	return !php_fastscan_open_basedir() ||
		(!info->relative && php_check_open_basedir_ex(info->path, 0) == 0);
}

static bool add_directory(void *context, const fsc_directory_info *info)
{
	zval row;

	if (!may_be_named(info)) {
		return true;
	}
	array_init(&row);
	add_assoc_string(&row, "path", info->path);
	add_assoc_bool(&row, "relative", info->relative);
	add_assoc_bool(&row, "listed", info->listed);
	add_assoc_long(&row, "entries", info->entries);
	add_assoc_long(&row, "bytes", (zend_long) info->bytes);
	add_seconds(&row, "age", info->age_ns);
	add_assoc_string(&row, "filesystem", info->type);
	add_assoc_string(&row, "unkept", fsc_reason_name(info->unkept));
	add_assoc_long(&row, "read_us", (zend_long) info->read_us);
	return add_next_index_zval(context, &row) == SUCCESS;
}

ZEND_FUNCTION(fastscan_status)
{
	char advice[PHP_FASTSCAN_ADVICE];
	fsc_view_status status = { 0 };
	php_fastscan_param_bool directories = false;
	fsc_config config;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(directories)
	ZEND_PARSE_PARAMETERS_END();
	if (!php_fastscan_api_is_allowed()) {
		RETURN_FALSE;
	}
	php_fastscan_ini_config(&config);
	status.limit = config.cache_bytes;
	if (FSG(view)) {
		fsc_view_get_status(FSG(view), &status);
	}
	array_init(return_value);
	add_assoc_bool(return_value, "enabled", FSG(answering));
	add_assoc_string(return_value, "version", PHP_FASTSCAN_VERSION);
	add_assoc_string(return_value, "mode", php_fastscan_mode_name(config.mode));
	add_config(return_value, &config);
	add_features(return_value);
	add_sizes(return_value, &status);
	add_totals(return_value);
	php_fastscan_shared_status(return_value);
	php_fastscan_advice(advice, sizeof advice);
	add_assoc_string(return_value, "advice", advice);
	if (directories) {
		zval *list = add_group(return_value, "directories");

		if (FSG(view)) {
			fsc_view_each(FSG(view), add_directory, list);
		}
	}
}

/* ---- fastscan_explain() ---- */

static const char *answer_name(uint8_t answer)
{
	static const char *const names[] = { "pass", "no", "absent", "yes" };

	return names[answer];
}

static const char *how_name(uint8_t how)
{
	static const char *const names[] = { "miss", "hit", "checked" };

	return names[how];
}

static const char *kind_name(fsc_fs_kind kind)
{
	static const char *const names[] = { "untrusted", "local", "network", "fuse" };

	return names[kind];
}

static void add_reply(zval *array, fsc_reply reply)
{
	add_assoc_string(array, "answer", answer_name(reply.answer));
	add_assoc_string(array, "how", how_name(reply.how));
	add_assoc_string(array, "reason",
		fsc_reason_name(reply.answer == FSC_PASS ? (fsc_reason) reply.reason : FSC_REASON_NONE));
}

static void add_identity(zval *array, const fsc_explanation *found)
{
	zval *group = add_group(array, "version");

	add_assoc_long(group, "mount", (zend_long) found->version.mount);
	add_assoc_long(group, "device", (zend_long) found->version.device);
	add_assoc_long(group, "inode", (zend_long) found->version.inode);
	add_assoc_long(group, "ctime_ns", (zend_long) found->version.ctime_ns);
	add_assoc_long(group, "mtime_ns", (zend_long) found->version.mtime_ns);
	group = add_group(array, "permission");
	add_assoc_bool(group, "read", (found->granted & FSC_ACCESS_READ) != 0);
	add_assoc_bool(group, "search", (found->granted & FSC_ACCESS_SEARCH) != 0);
	group = add_group(array, "credentials");
	add_assoc_long(group, "ruid", found->creds.ruid);
	add_assoc_long(group, "euid", found->creds.euid);
	add_assoc_long(group, "rgid", found->creds.rgid);
	add_assoc_long(group, "egid", found->creds.egid);
}

static void add_known(zval *array, const fsc_explanation *found)
{
	add_assoc_string(array, "directory", found->directory);
	add_assoc_bool(array, "listed", found->listed);
	add_assoc_long(array, "entries", found->entries);
	add_assoc_long(array, "uses", found->uses);
	add_assoc_long(array, "min_uses", FSG(min_uses));
	add_assoc_string(array, "filesystem", found->type);
	add_assoc_string(array, "kind", kind_name(found->kind));
	add_assoc_string(array, "distrust", found->distrust ? found->distrust : "");
	add_assoc_string(array, "trust",
		found->unkept == FSC_REASON_NONE ? "settled" : fsc_reason_name(found->unkept));
	add_seconds(array, "age", found->age_ns);
	add_identity(array, found);
}

/* What the hooks would decide before they ask the core; false: `reason` says why they would not. */
static bool is_askable(const zend_string *path, const char **local, size_t *length,
	fsc_reason *reason)
{
	if (!FSG(answering)) {
		*reason = FSC_REASON_DISABLED;
		return false;
	}
	if (strlen(ZSTR_VAL(path)) != ZSTR_LEN(path)) {
		*reason = FSC_REASON_ARGUMENT;
		return false;
	}
	return php_fastscan_local_path(ZSTR_VAL(path), ZSTR_LEN(path), local, length, reason);
}

ZEND_FUNCTION(fastscan_explain)
{
	fsc_reason reason = FSC_REASON_NONE;
	fsc_explanation *found;
	zend_string *path;
	const char *local;
	size_t length;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_STR(path)
	ZEND_PARSE_PARAMETERS_END();
	array_init(return_value);
	if (!php_fastscan_api_is_allowed()) {
		return;
	}
	found = ecalloc(1, sizeof *found);
	if (is_askable(path, &local, &length, &reason)) {
		fsc_explain(FSG(view), local, length, found);
	} else {
		found->reply.reason = (uint8_t) reason;
	}
	add_assoc_str(return_value, "path", zend_string_copy(path));
	add_reply(return_value, found->reply);
	add_assoc_bool(return_value, "known", found->known);
	if (found->known) {
		add_known(return_value, found);
	}
	efree(found);
}

/* ---- the others ---- */

ZEND_FUNCTION(fastscan_xhprof)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (!php_fastscan_api_is_allowed()) {
		array_init(return_value);
		return;
	}
	php_fastscan_profile_array(return_value);
}

ZEND_FUNCTION(fastscan_reset)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (!php_fastscan_api_is_allowed() || !FSG(view)) {
		RETURN_FALSE;
	}
	fsc_view_reset(FSG(view));
	php_fastscan_shared_reset();
	RETURN_TRUE;
}

/* Forgetting is harmless: it is not held back by what would keep the hooks from asking. */
ZEND_FUNCTION(fastscan_invalidate)
{
	php_fastscan_param_bool recursive = false;
	zend_string *path;
	const char *local;
	size_t length;
	fsc_reason reason;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_PATH_STR(path)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(recursive)
	ZEND_PARSE_PARAMETERS_END();
	if (!php_fastscan_api_is_allowed() || !FSG(view)) {
		RETURN_LONG(0);
	}
	if (!php_fastscan_local_path(ZSTR_VAL(path), ZSTR_LEN(path), &local, &length, &reason)) {
		local = ZSTR_VAL(path);
		length = ZSTR_LEN(path);
	}
	RETURN_LONG((zend_long) fsc_view_invalidate(FSG(view), local, length, recursive));
}

ZEND_FUNCTION(fastscan_probe)
{
	zend_string *directory;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_PATH_STR(directory)
	ZEND_PARSE_PARAMETERS_END();
	if (!php_fastscan_api_is_allowed()) {
		array_init(return_value);
		return;
	}
	php_fastscan_probe(directory, return_value);
}

ZEND_FUNCTION(fastscan_request_start)
{
	bool native;

	(void) return_value;
	ZEND_PARSE_PARAMETERS_NONE();
	/* Native code that was called lives on in a worker. */
	native = FSG(strict_hold);
	php_fastscan_ahead_request_end(true);
	php_fastscan_deactivate();
	php_fastscan_activate();
	if (native) {
		php_fastscan_watch_native();
	}
}
