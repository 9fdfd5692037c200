/* SPDX-License-Identifier: MIT */
/*
 * info.c: fastscan's part of phpinfo(): what a reader needs to see whether it works, then the
 * directives.
 */
#include "src/php/glue.h"

#include "src/platform/platform.h"

#include "ext/standard/info.h"
#include "php_ini.h"

/* Why nothing is answered, or that something is. */
static const char *state(void)
{
	if (!FSG(enable)) {
		return "off (fastscan.enable)";
	}
	if (!FSG(enable_cli) && php_fastscan_is_command_line()) {
		return "off (fastscan.enable_cli)";
	}
	if (!(fsc_os_features() & FSC_OS_VERSIONS)) {
		return "off (the kernel gives no directory versions)";
	}
	return FSG(view) ? "on" : "off (no request yet, or no memory)";
}

static void number_row(const char *label, uint64_t number)
{
	char text[32];

	snprintf(text, sizeof text, "%llu", (unsigned long long) number);
	php_info_print_table_row(2, label, text);
}

static void usage_rows(void)
{
	fsc_view_status status;
	const fsc_cache_counters *counters;

	if (!FSG(view)) {
		return;
	}
	fsc_view_get_status(FSG(view), &status);
	counters = fsc_view_counters(FSG(view));
	number_row("Bytes used", status.bytes);
	number_row("Bytes allowed", status.limit);
	number_row("Directories", status.directories);
	number_row("Listings", status.listings);
	number_row("Names", status.names);
	number_row("Mounts", status.mounts);
	number_row("Validations", counters->validations);
	number_row("System calls saved", counters->syscalls_saved);
}

void php_fastscan_info(zend_module_entry *module)
{
	char advice[PHP_FASTSCAN_ADVICE];
	fsc_config config;

	php_fastscan_ini_config(&config);
	php_info_print_table_start();
	php_info_print_table_row(2, "fastscan", state());
	php_info_print_table_row(2, "Version", PHP_FASTSCAN_VERSION);
	php_info_print_table_row(2, "Mode", php_fastscan_mode_name(config.mode));
	usage_rows();
	php_fastscan_advice(advice, sizeof advice);
	if (*advice) {
		php_info_print_table_row(2, "Advice", advice);
	}
	php_info_print_table_end();
	display_ini_entries(module);
}
