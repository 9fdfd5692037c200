/* SPDX-License-Identifier: MIT */
/*
 * advice.c: one sentence on what to do where nothing is answered, or the shared file is not used,
 * for phpinfo() and fastscan_status(). Reads counters; no locks.
 */
#include "src/php/glue.h"

#include "src/platform/platform.h"

/* What keeps a process from answering at all. */
static const char *switched_off(void)
{
	if (!FSG(enable)) {
		return "fastscan.enable is 0: set it to 1";
	}
	if (!FSG(enable_cli) && php_fastscan_is_command_line()) {
		return "fastscan.enable_cli is 0: set it to 1 to have the command line answered too";
	}
	if (!(fsc_os_features() & FSC_OS_VERSIONS)) {
		return "this system gives no directory versions: run Linux 5.8 or later, and let the "
			"sandbox, if there is one, allow statx and faccessat2";
	}
	return NULL;
}

/* NULL: nothing that a user could do about it. */
static const char *remedy(fsc_reason reason)
{
	switch (reason) {
		case FSC_REASON_FILESYSTEM:
			return "its file system is not trusted: ask fastscan_probe() of that directory, and "
				"if it is reliable add the type to fastscan.filesystems";
		case FSC_REASON_EXCLUDED:
			return "fastscan.exclude names it: take out what you want answered";
		case FSC_REASON_OPEN_BASEDIR:
			return "open_basedir is set: use fastscan.validate=request or interval, and set it in "
				"php.ini or for the pool";
		case FSC_REASON_STRICT:
			return "mode strict leaves lookups to the system: use fastscan.validate=request or "
				"interval";
		case FSC_REASON_WRAPPER:
			return "another extension or script has put a stream wrapper in the place of file://";
		case FSC_REASON_CREDENTIALS:
			return "the real and the effective user differ: start PHP as the user that it runs as";
		case FSC_REASON_PERMISSION:
			return "this user may not read or search those directories";
		case FSC_REASON_RACY:
		case FSC_REASON_UNPROVEN:
			return "those directories changed, or were first seen, a moment ago: ask again in "
				"some seconds";
		case FSC_REASON_FUTURE:
			return "those directories' times lie in the future: set the clocks of this machine "
				"and of the file server";
		case FSC_REASON_TOO_LARGE:
			return "those directories have more than fastscan.max_entries entries";
		case FSC_REASON_FEW_USES:
			return "too few lookups so far: a directory is listed at its fastscan.min_uses-th";
		default:
			return NULL;
	}
}

/* Of the reasons with a remedy. */
static fsc_reason most_frequent(const fsc_cache_counters *counters)
{
	uint64_t times = 0;
	int most = FSC_REASON_NONE;
	int reason;

	for (reason = FSC_REASON_NONE + 1; reason < FSC_REASON_COUNT; reason++) {
		if (counters->bypass[reason] > times && remedy((fsc_reason) reason)) {
			times = counters->bypass[reason];
			most = reason;
		}
	}
	return (fsc_reason) most;
}

static bool something_was_answered(void)
{
	int i;

	for (i = 0; i < PHP_FASTSCAN_FN_COUNT; i++) {
		if (FSG(counts)[i].hit + FSG(counts)[i].checked > 0) {
			return true;
		}
	}
	return false;
}

void php_fastscan_advice(char *buffer, size_t size)
{
	const char *off = switched_off();
	const char *refused = php_fastscan_shared_refused();
	fsc_reason reason = FSC_REASON_NONE;

	*buffer = '\0';
	if (off) {
		snprintf(buffer, size, "%s", off);
		return;
	}
	if (refused) {
		snprintf(buffer, size, "fastscan.shm_file is not used: %s; name an absolute path in a "
			"local folder in which this user may write, /dev/shm/fastscan for example", refused);
		return;
	}
	if (FSG(view) && !something_was_answered()) {
		reason = most_frequent(fsc_view_counters(FSG(view)));
	}
	if (reason != FSC_REASON_NONE) {
		snprintf(buffer, size, "nothing was answered from the cache so far, mostly because of "
			"\"%s\": %s",
			fsc_reason_name(reason), remedy(reason));
	}
}
