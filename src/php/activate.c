/* SPDX-License-Identifier: MIT */
/*
 * activate.c: does this request answer, and with which view?
 *
 * The view is made at the thread's first request that may answer, and lives as long as the thread.
 * It is made anew only if the directives that it cannot be told later (filesystems, exclude)
 * differ at the beginning of a request, as they may where a web server sets them for each host.
 * Invariant: while a view exists, a request that could not mark its own changes leaves
 * unseen_changes behind.
 *
 * No system call is made here once the view exists: what a request needs to know is read at its
 * first question.
 */
#include "src/php/changes.h"

#include "SAPI.h"

bool php_fastscan_is_command_line(void)
{
	static const char *const names[] = { "cli", "phpdbg", "embed", "micro" };
	size_t i;

	for (i = 0; i < sizeof names / sizeof *names; i++) {
		if (sapi_module.name && strcmp(sapi_module.name, names[i]) == 0) {
			return true;
		}
	}
	return false;
}

void php_fastscan_view_destroy(zend_fastscan_globals *globals)
{
	if (globals->view) {
		php_fastscan_shared_leave(globals->view);
		fsc_view_destroy(globals->view);
	}
	fsc_policy_destroy(globals->policy);
	free(globals->made_filesystems);
	free(globals->made_exclude);
	globals->view = NULL;
	globals->policy = NULL;
	globals->made_filesystems = globals->made_exclude = NULL;
	globals->answering = false;
}

static const char *text(const char *directive)
{
	return directive ? directive : "";
}

/* NULL out of memory, as with everything else that the view is made of. */
static char *copy(const char *directive)
{
	size_t size = strlen(text(directive)) + 1;
	char *copied = malloc(size);

	return copied ? memcpy(copied, text(directive), size) : NULL;
}

static bool make_parts(void)
{
	const char *bad;
	size_t bad_length;

	FSG(made_filesystems) = copy(FSG(filesystems));
	FSG(made_exclude) = copy(FSG(exclude));
	FSG(policy) = fsc_policy_create(FSG(filesystems), &bad, &bad_length);
	if (!FSG(made_filesystems) || !FSG(made_exclude) || !FSG(policy)) {
		return false;
	}
	FSG(view) = fsc_view_create(&FSG(configured), FSG(policy));
	return FSG(view) && fsc_view_exclude(FSG(view), FSG(made_exclude), ZEND_PATHS_SEPARATOR);
}

/* False only out of memory: then this request answers nothing, and the next one tries again. */
static bool make_view(void)
{
	php_fastscan_ini_config(&FSG(configured));
	FSG(unseen_changes) = false;
	if (make_parts()) {
		return true;
	}
	php_fastscan_view_destroy(ZEND_MODULE_GLOBALS_BULK(fastscan));
	return false;
}

static bool view_fits(void)
{
	return strcmp(FSG(made_filesystems), text(FSG(filesystems))) == 0 &&
		strcmp(FSG(made_exclude), text(FSG(exclude))) == 0;
}

static void tell_view(void)
{
	fsc_config now;

	php_fastscan_ini_config(&now);
	if (memcmp(&now, &FSG(configured), sizeof now) != 0) {
		FSG(configured) = now;
		fsc_view_configure(FSG(view), &now);
	}
}

static bool prepare_view(void)
{
	if (FSG(view) && !view_fits()) {
		php_fastscan_view_destroy(ZEND_MODULE_GLOBALS_BULK(fastscan));
	}
	if (!FSG(view)) {
		return make_view();
	}
	tell_view();
	return true;
}

static bool wanted(void)
{
	return FSG(enable) && (FSG(enable_cli) || !php_fastscan_is_command_line());
}

void php_fastscan_activate(void)
{
	FSG(function) = -1;
	FSG(changing) = 0;
	FSG(shutdown_noted) = false;
	FSG(profiling) = FSG(profile);
	FSG(answering) = wanted() && prepare_view();
	if (FSG(answering)) {
		php_fastscan_shared_request();
		fsc_request_start(FSG(view));
		if (FSG(unseen_changes)) {
			fsc_mark_everything(FSG(view));
			FSG(unseen_changes) = false;
		}
		php_fastscan_ahead_request_start();
		php_fastscan_changes_request_start();
		php_fastscan_basedir_request_start();
	} else {
		FSG(unseen_changes) = FSG(view) != NULL;
	}
	php_fastscan_profile_request_start();
}

/* The profile's file is the last change of the request, and no question follows it. */
void php_fastscan_deactivate(void)
{
	php_fastscan_ahead_request_end(!php_fastscan_is_command_line());
	php_fastscan_profile_request_end();
	php_fastscan_changes_request_end();
	php_fastscan_shared_count();
	FSG(answering) = false;
	FSG(profiling) = false;
}

/* fastscan.enable can only have been switched off: php.ini decides about on. */
void php_fastscan_reconfigure(void)
{
	FSG(profiling) = FSG(profile);
	if (!FSG(enable) && FSG(answering)) {
		/* From here on nothing is marked: open handles ask their own descriptors. */
		php_fastscan_changes_pin();
		php_fastscan_changes_everything();
		FSG(answering) = false;
		FSG(unseen_changes) = true;
	}
	if (FSG(view)) {
		tell_view();
	}
}
