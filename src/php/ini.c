/* SPDX-License-Identifier: MIT */
/*
 * ini.c: the directives: names, defaults, who may change them, what they may be.
 *
 * Invariant: a value in the module globals is a valid one. A bad one is refused with a warning
 * that names the directive, the value and what is allowed; at start-up PHP then takes the default,
 * ini_set() returns false. What a change means for a running request is
 * php_fastscan_reconfigure()'s business; changes between requests are seen by
 * php_fastscan_activate().
 *
 * PHP calls the handlers for each thread, with the thread's globals as base: FSG() is not used in
 * them.
 */
#include "src/php/glue.h"

#include "src/php/compat.h"

#include "php_ini.h"

/* What a number may be; mh_arg3 of its directive. */
typedef struct number_rule {
	zend_long   minimum;
	zend_long   maximum;
	bool        suffix;   /* K, M, G */
	const char *automatic;/* a word that stands for -1, or NULL */
	const char *allowed;  /* for the warning */
} number_rule;

#define KILO ((zend_long) 1024)
/* Where questions are round trips. DESIGN section 8 measured the most at 8 to 32. */
#define PREFETCH_THREADS 16

/* The largest size is what a 32-bit process could address, or 1T. */
static const number_rule revalidate_rule = { 0, 31536000, false, NULL, "0 to 31536000 (seconds)" };
static const number_rule cache_size_rule = { 64 * KILO,
	sizeof(size_t) > 4 ? (zend_long) ((uint64_t) 1 << 40) : 1024 * KILO * KILO, true, NULL,
	sizeof(size_t) > 4 ? "64K to 1024G (bytes; K, M, G may follow)"
		: "64K to 1G (bytes; K, M, G may follow)" };
static const number_rule max_entries_rule = { 1, 4194304, false, NULL, "1 to 4194304" };
static const number_rule min_uses_rule = { 1, 1000000, false, NULL, "1 to 1000000" };
static const number_rule settle_rule = { 0, 3600000, false, "auto",
	"auto, or 0 to 3600000 (milliseconds)" };
static const number_rule shm_size_rule = { 1024 * KILO,
	sizeof(size_t) > 4 ? (zend_long) FSC_STORE_SIZE_MAX : 1024 * KILO * KILO, true, NULL,
	sizeof(size_t) > 4 ? "0, or 1M to 32G (bytes; K, M, G may follow)"
		: "0, or 1M to 1G (bytes; K, M, G may follow)" };
static const number_rule prefetch_rule = { 0, 64, false, "auto", "auto, or 0 to 64 (threads)" };
static const number_rule verify_rule = { 0, 100, false, NULL, "0 to 100 (percent)" };

static const char *const mode_names[] = { "strict", "request", "interval", "never" };

const char *php_fastscan_mode_name(fsc_mode mode)
{
	return mode_names[mode];
}

/* ---- refusing and reporting ---- */

static const char *text(const zend_string *value)
{
	return value ? ZSTR_VAL(value) : "";
}

static bool has_nul(const zend_string *value)
{
	return value && strlen(ZSTR_VAL(value)) != ZSTR_LEN(value);
}

static int refuse(const zend_ini_entry *entry, const zend_string *value, const char *allowed)
{
	php_error_docref(NULL, E_WARNING, "%s cannot be \"%s%s\"; allowed: %s", ZSTR_VAL(entry->name),
		text(value), has_nul(value) ? "\\0..." : "", allowed);
	return FAILURE;
}

/* A handler's good end. At every other stage no request runs, or it has not begun. */
static int accepted(int stage)
{
	if (stage == ZEND_INI_STAGE_RUNTIME) {
		php_fastscan_reconfigure();
	}
	return SUCCESS;
}

static bool equals(const zend_string *value, const char *word)
{
	return !has_nul(value) && strcasecmp(text(value), word) == 0;
}

static bool equals_any(const zend_string *value, const char *const *words)
{
	for (; *words; words++) {
		if (equals(value, *words)) {
			return true;
		}
	}
	return false;
}

/* ---- kinds of values ---- */

static bool parse_bool(const zend_string *value, bool *out)
{
	static const char *const on[] = { "1", "on", "yes", "true", NULL };
	static const char *const off[] = { "", "0", "off", "no", "false", "none", NULL };

	*out = equals_any(value, on);
	return *out || equals_any(value, off);
}

static int suffix_shift(char letter)
{
	switch (letter) {
		case 'k': case 'K': return 10;
		case 'm': case 'M': return 20;
		case 'g': case 'G': return 30;
		default: return 0;
	}
}

/* The whole text must be digits, and one suffix where the rule has them. */
static bool parse_number(const zend_string *value, const number_rule *rule, zend_long *out)
{
	const char *p = text(value);
	uint64_t number = 0;
	uint64_t maximum = (uint64_t) rule->maximum;
	int shift;

	if (has_nul(value) || *p < '0' || *p > '9') {
		return false;
	}
	for (; *p >= '0' && *p <= '9'; p++) {
		if (number > maximum) {
			return false;
		}
		number = number * 10 + (uint64_t) (*p - '0');
	}
	shift = rule->suffix ? suffix_shift(*p) : 0;
	if (p[shift != 0] != '\0' || number > maximum >> shift) {
		return false;
	}
	*out = (zend_long) (number << shift);
	return *out >= rule->minimum;
}

static ZEND_INI_MH(on_bool)
{
	bool *target = (bool *) ZEND_INI_GET_ADDR();
	bool value;

	(void) mh_arg3;
	if (!parse_bool(new_value, &value)) {
		return refuse(entry, new_value, "0, 1, on, off");
	}
	*target = value;
	return accepted(stage);
}

static ZEND_INI_MH(on_number)
{
	zend_long *target = (zend_long *) ZEND_INI_GET_ADDR();
	const number_rule *rule = mh_arg3;
	zend_long number;

	if (rule->automatic && equals(new_value, rule->automatic)) {
		*target = -1;
		return accepted(stage);
	}
	if (!parse_number(new_value, rule, &number)) {
		return refuse(entry, new_value, rule->allowed);
	}
	*target = number;
	return accepted(stage);
}

static ZEND_INI_MH(on_shm_size)
{
	if (equals(new_value, "0")) {
		*(zend_long *) ZEND_INI_GET_ADDR() = 0;
		return accepted(stage);
	}
	return on_number(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
}

static ZEND_INI_MH(on_mode)
{
	zend_long *target = (zend_long *) ZEND_INI_GET_ADDR();
	zend_long mode = FSC_MODE_STRICT;

	(void) mh_arg3;
	if (equals(new_value, "auto")) {
		*target = PHP_FASTSCAN_VALIDATE_AUTO;
		return accepted(stage);
	}
	while (mode <= FSC_MODE_NEVER && !equals(new_value, mode_names[mode])) {
		mode++;
	}
	if (mode > FSC_MODE_NEVER) {
		return refuse(entry, new_value, "auto, strict, request, interval, never");
	}
	*target = mode;
	return accepted(stage);
}

/* Keeps PHP's own copy of the value, as OnUpdateString does. */
static int take_text(char **target, zend_string *value, int stage)
{
	*target = value ? ZSTR_VAL(value) : NULL;
	return accepted(stage);
}

static ZEND_INI_MH(on_text)
{
	(void) mh_arg3;
	if (has_nul(new_value)) {
		return refuse(entry, new_value, "no NUL bytes");
	}
	return take_text((char **) ZEND_INI_GET_ADDR(), new_value, stage);
}

/* ---- directives with rules of their own ---- */

/*
 * From inside a request it can only be switched off: what the process did meanwhile was not noted.
 * PHP puts php.ini's value back at the request's end.
 */
static ZEND_INI_MH(on_enable)
{
	bool *target = (bool *) ZEND_INI_GET_ADDR();
	bool value;

	(void) mh_arg3;
	if (!parse_bool(new_value, &value)) {
		return refuse(entry, new_value, "0, 1, on, off");
	}
	if (stage == ZEND_INI_STAGE_RUNTIME && value && !*target) {
		return refuse(entry, new_value, "while a script runs, only 0");
	}
	*target = value;
	return accepted(stage);
}

static ZEND_INI_MH(on_filesystems)
{
	const char *bad = NULL;
	size_t bad_length = 0;
	fsc_policy *policy;

	(void) mh_arg3;
	if (has_nul(new_value)) {
		return refuse(entry, new_value, "no NUL bytes");
	}
	policy = fsc_policy_create(text(new_value), &bad, &bad_length);
	if (!policy && bad) {
		php_error_docref(NULL, E_WARNING, "%s cannot be \"%s\", because of \"%.*s\"; allowed: *, "
			"or a comma list of types of file systems, all of them, or none, with + or -",
			ZSTR_VAL(entry->name), text(new_value), (int) bad_length, bad);
		return FAILURE;
	}
	fsc_policy_destroy(policy);
	return take_text((char **) ZEND_INI_GET_ADDR(), new_value, stage);
}

/* On Windows: a drive or a share. */
static bool is_absolute(const char *path)
{
	return IS_ABSOLUTE_PATH(path, strlen(path));
}

static ZEND_INI_MH(on_exclude)
{
	static const char separators[] = { ZEND_PATHS_SEPARATOR, '\0' };
	const char *p = text(new_value);
	size_t length;

	(void) mh_arg3;
	if (has_nul(new_value)) {
		return refuse(entry, new_value, "no NUL bytes");
	}
	for (;; p += length + 1) {
		length = strcspn(p, separators);
		if (length > 0 && !is_absolute(p)) {
			return refuse(entry, new_value, "absolute paths, with PATH_SEPARATOR between");
		}
		if (p[length] == '\0') {
			break;
		}
	}
	return take_text((char **) ZEND_INI_GET_ADDR(), new_value, stage);
}

static ZEND_INI_MH(on_absolute_path)
{
	const char *p = text(new_value);

	(void) mh_arg3;
	if (has_nul(new_value) || (*p && !is_absolute(p))) {
		return refuse(entry, new_value, "an absolute path, or nothing");
	}
	return take_text((char **) ZEND_INI_GET_ADDR(), new_value, stage);
}

/* ---- fastscan.hooks ---- */

static const char *const answering_names[] = {
#define PHP_FASTSCAN_TEXT(name) #name,
#define PHP_FASTSCAN_METHOD_TEXT(class_name, method) #class_name "::" #method,
	PHP_FASTSCAN_FUNCTIONS(PHP_FASTSCAN_TEXT)
	PHP_FASTSCAN_METHODS(PHP_FASTSCAN_METHOD_TEXT)
#undef PHP_FASTSCAN_METHOD_TEXT
#undef PHP_FASTSCAN_TEXT
	"include",
	NULL
};

static bool word_is(const char *word, size_t length, const char *name)
{
	return strlen(name) == length && strncasecmp(word, name, length) == 0;
}

static bool is_answering_name(const char *word, size_t length)
{
	const char *const *name = answering_names;

	while (*name && !word_is(word, length, *name)) {
		name++;
	}
	return *name != NULL;
}

/* Next word between commas and blanks; false at the end. */
static bool next_word(const char **list, const char **word, size_t *length)
{
	*word = *list + strspn(*list, ", \t");
	*length = strcspn(*word, ", \t");
	*list = *word + *length;
	return *length > 0;
}

static bool are_hooks(const zend_string *value)
{
	const char *list = text(value);
	const char *word;
	size_t length;

	while (next_word(&list, &word, &length)) {
		if (!word_is(word, length, "*") && !is_answering_name(word, length)) {
			return false;
		}
	}
	return !has_nul(value);
}

static ZEND_INI_MH(on_hooks)
{
	(void) mh_arg3;
	if (stage != ZEND_INI_STAGE_STARTUP && stage != ZEND_INI_STAGE_SHUTDOWN &&
		stage != ZEND_INI_STAGE_DEACTIVATE) {
		return refuse(entry, new_value, "a change in php.ini only");
	}
	if (!are_hooks(new_value)) {
		return refuse(entry, new_value, "*, or a comma list of is_dir, is_file, is_link, "
			"file_exists, is_readable, is_writable, is_writeable, is_executable, opendir, dir, "
			"readdir, rewinddir, closedir, scandir, realpath, glob, SplFileInfo::isDir, "
			"SplFileInfo::isFile, SplFileInfo::isLink, SplFileInfo::isReadable, "
			"SplFileInfo::isWritable, SplFileInfo::isExecutable, SplFileInfo::getType, "
			"SplFileInfo::getRealPath, RecursiveDirectoryIterator::hasChildren, include");
	}
	return take_text((char **) ZEND_INI_GET_ADDR(), new_value, stage);
}

bool php_fastscan_hook_is_wanted(const char *name)
{
	const char *list = FSG(hooks) ? FSG(hooks) : "";
	const char *word;
	size_t length;

	if (!is_answering_name(name, strlen(name))) {
		return true;
	}
	while (next_word(&list, &word, &length)) {
		if (word_is(word, length, "*") || word_is(word, length, name)) {
			return true;
		}
	}
	return false;
}

/* ---- the table ---- */

#ifdef ZTS
# define GLOBALS ((void *) &fastscan_globals_id)
#else
# define GLOBALS ((void *) &fastscan_globals)
#endif
#define DIRECTIVE(name, value, changeable, handler, rule, displayer) \
	ZEND_INI_ENTRY3_EX("fastscan." #name, value, changeable, handler, \
		(void *) offsetof(zend_fastscan_globals, name), GLOBALS, (void *) (rule), displayer)
#define SWITCH(name, value, changeable, handler) \
	DIRECTIVE(name, value, changeable, handler, NULL, zend_ini_boolean_displayer_cb)

PHP_INI_BEGIN()
	SWITCH(enable, "1", PHP_INI_ALL, on_enable)
	SWITCH(enable_cli, "1", PHP_INI_SYSTEM, on_bool)
	DIRECTIVE(validate, "auto", PHP_INI_ALL, on_mode, NULL, NULL)
	DIRECTIVE(revalidate_freq, "2", PHP_INI_ALL, on_number, &revalidate_rule, NULL)
	DIRECTIVE(cache_size, "16M", PHP_INI_SYSTEM, on_number, &cache_size_rule, NULL)
	DIRECTIVE(max_entries, "65536", PHP_INI_SYSTEM, on_number, &max_entries_rule, NULL)
	DIRECTIVE(min_uses, "3", PHP_INI_SYSTEM, on_number, &min_uses_rule, NULL)
	DIRECTIVE(filesystems, "", PHP_INI_SYSTEM, on_filesystems, NULL, NULL)
	DIRECTIVE(exclude, "", PHP_INI_SYSTEM, on_exclude, NULL, NULL)
	DIRECTIVE(shm_size, "64M", PHP_INI_SYSTEM, on_shm_size, &shm_size_rule, NULL)
	DIRECTIVE(shm_file, "", PHP_INI_SYSTEM, on_absolute_path, NULL, NULL)
	SWITCH(negative, "1", PHP_INI_ALL, on_bool)
	DIRECTIVE(settle, "auto", PHP_INI_SYSTEM, on_number, &settle_rule, NULL)
	SWITCH(sync, "1", PHP_INI_ALL, on_bool)
	DIRECTIVE(prefetch_threads, "auto", PHP_INI_SYSTEM, on_number, &prefetch_rule, NULL)
	SWITCH(warm_includes, "1", PHP_INI_SYSTEM, on_bool)
	DIRECTIVE(hooks, "*", PHP_INI_SYSTEM, on_hooks, NULL, NULL)
	SWITCH(profile, "0", PHP_INI_ALL, on_bool)
	DIRECTIVE(profile_dir, "", PHP_INI_PERDIR | PHP_INI_SYSTEM, on_absolute_path, NULL, NULL)
	DIRECTIVE(verify, "0", PHP_INI_ALL, on_number, &verify_rule, NULL)
	DIRECTIVE(restrict_api, "", PHP_INI_SYSTEM, on_text, NULL, NULL)
PHP_INI_END()

void php_fastscan_ini_startup(int type, int module_number)
{
	(void) type;
	REGISTER_INI_ENTRIES();
}

void php_fastscan_ini_shutdown(int type, int module_number)
{
	(void) type;
	UNREGISTER_INI_ENTRIES();
}

void php_fastscan_ini_config(fsc_config *out)
{
	zend_long mode = FSG(validate);

	if (mode == PHP_FASTSCAN_VALIDATE_AUTO) {
		mode = php_fastscan_is_command_line() ? FSC_MODE_STRICT : FSC_MODE_REQUEST;
	}
	if (FSG(strict_hold)) {
		mode = FSC_MODE_STRICT;
	}
	/* Compared as a whole, padding included. */
	memset(out, 0, sizeof *out);
	out->mode = (fsc_mode) mode;
	out->revalidate_ns = (int64_t) FSG(revalidate_freq) * 1000000000;
	out->cache_bytes = (size_t) FSG(cache_size);
	out->max_entries = (uint32_t) FSG(max_entries);
	out->min_uses = (uint32_t) FSG(min_uses);
	out->settle_ns = FSG(settle) < 0 ? FSC_SETTLE_AUTO : (int64_t) FSG(settle) * 1000000;
	out->verify_percent = (uint32_t) FSG(verify);
	out->negative = FSG(negative);
	out->sync = FSG(sync);
	out->prefetch_threads = FSG(prefetch_threads) < 0 ? PREFETCH_THREADS
		: (uint32_t) FSG(prefetch_threads);
	out->prefetch_local = FSG(prefetch_threads) > 0;
	out->warm_includes = FSG(warm_includes);
}
