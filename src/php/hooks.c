/* SPDX-License-Identifier: MIT */
/*
 * hooks.c: whose handler was replaced by which, so that it can be put back.
 *
 * Invariants: handlers change in MINIT and MSHUTDOWN only (the JIT bakes them in), on tables that
 * all threads share, before there is a second thread. A handler is put back only where it still is
 * ours: an extension that hooked the same function later calls ours, which stays callable.
 * Functions may have gone meanwhile (disable_functions), so they are looked up by name both times.
 * Locks: none.
 */
#include "src/php/glue.h"

typedef struct php_fastscan_hook {
	const char  *class_name; /* NULL: a function */
	const char  *name;
	zif_handler  handler;
	zif_handler *original;
} php_fastscan_hook;

static php_fastscan_hook *php_fastscan_hooks;
static size_t php_fastscan_hook_count;
static size_t php_fastscan_hook_size;

/* An internal function of the table by its name in any case, or NULL. */
static zend_internal_function *php_fastscan_find(const HashTable *table, const char *name)
{
	zend_string *key = zend_string_init(name, strlen(name), 0);
	zend_string *lower = zend_string_tolower(key);
	zend_function *function = zend_hash_find_ptr(table, lower);

	zend_string_release(lower);
	zend_string_release(key);
	if (!function || function->type != ZEND_INTERNAL_FUNCTION) {
		return NULL;
	}
	return &function->internal_function;
}

static zend_class_entry *php_fastscan_find_class(const char *name)
{
	zend_string *key = zend_string_init(name, strlen(name), 0);
	zend_string *lower = zend_string_tolower(key);
	zend_class_entry *class_entry = zend_hash_find_ptr(CG(class_table), lower);

	zend_string_release(lower);
	zend_string_release(key);
	return class_entry;
}

static bool php_fastscan_descends(
	const zend_class_entry *class_entry, const zend_class_entry *ancestor)
{
	while (class_entry && class_entry != ancestor) {
		class_entry = class_entry->parent;
	}
	return class_entry != NULL;
}

/*
 * Each class has its own copy of what it inherited. Later subclasses copy the replaced handler;
 * user classes are gone or (preloaded) never called again when this runs for the second time.
 */
static void php_fastscan_exchange_method(
	const char *class_name, const char *method, zif_handler from, zif_handler to)
{
	const zend_class_entry *ancestor = php_fastscan_find_class(class_name);
	zend_class_entry *class_entry;
	zend_internal_function *function;

	if (!ancestor) {
		return;
	}
	ZEND_HASH_FOREACH_PTR(CG(class_table), class_entry) {
		if (class_entry->type != ZEND_INTERNAL_CLASS ||
			!php_fastscan_descends(class_entry, ancestor)) {
			continue;
		}
		function = php_fastscan_find(&class_entry->function_table, method);
		if (function && function->handler == from) {
			function->handler = to;
		}
	} ZEND_HASH_FOREACH_END();
}

static bool php_fastscan_remember(php_fastscan_hook hook)
{
	if (php_fastscan_hook_count == php_fastscan_hook_size) {
		size_t size = php_fastscan_hook_size ? 2 * php_fastscan_hook_size : 256;
		php_fastscan_hook *grown = realloc(php_fastscan_hooks, size * sizeof *grown);

		if (!grown) {
			return false;
		}
		php_fastscan_hooks = grown;
		php_fastscan_hook_size = size;
	}
	php_fastscan_hooks[php_fastscan_hook_count++] = hook;
	return true;
}

bool php_fastscan_hook_function(const char *name, zif_handler handler, zif_handler *original)
{
	zend_internal_function *function = php_fastscan_find(CG(function_table), name);
	php_fastscan_hook hook = {NULL, name, handler, original};

	if (!function || !php_fastscan_hook_is_wanted(name) || !php_fastscan_remember(hook)) {
		return false;
	}
	*original = function->handler;
	function->handler = handler;
	return true;
}

bool php_fastscan_hook_method(const char *class_name, const char *method, zif_handler handler,
	zif_handler *original)
{
	zend_class_entry *class_entry = php_fastscan_find_class(class_name);
	zend_internal_function *function = class_entry
		? php_fastscan_find(&class_entry->function_table, method) : NULL;
	php_fastscan_hook hook = {class_name, method, handler, original};
	char name[256];

	snprintf(name, sizeof name, "%s::%s", class_name, method);
	if (!function || !php_fastscan_hook_is_wanted(name) || !php_fastscan_remember(hook)) {
		return false;
	}
	*original = function->handler;
	php_fastscan_exchange_method(class_name, method, *original, handler);
	return true;
}

void php_fastscan_hooks_startup(void)
{
	php_fastscan_answer_hooks();
	php_fastscan_dirfuncs_hooks();
	php_fastscan_realpath_hooks();
	php_fastscan_spl_hooks();
	php_fastscan_glob_hooks();
	php_fastscan_changes_hooks();
	php_fastscan_wrapper_startup();
	php_fastscan_include_startup();
}

static void php_fastscan_unhook(const php_fastscan_hook *hook)
{
	zend_internal_function *function;

	if (hook->class_name) {
		php_fastscan_exchange_method(hook->class_name, hook->name, hook->handler, *hook->original);
		return;
	}
	function = php_fastscan_find(CG(function_table), hook->name);
	if (function && function->handler == hook->handler) {
		function->handler = *hook->original;
	}
}

void php_fastscan_hooks_shutdown(void)
{
	php_fastscan_include_shutdown();
	php_fastscan_wrapper_shutdown();
	while (php_fastscan_hook_count > 0) {
		php_fastscan_unhook(&php_fastscan_hooks[--php_fastscan_hook_count]);
	}
	free(php_fastscan_hooks);
	php_fastscan_hooks = NULL;
	php_fastscan_hook_size = 0;
}
