<?php
/* SPDX-License-Identifier: MIT */
/*
 * Runs one workload twice in this process and writes what it found to OUT.json.
 *
 *     php run.php WORKLOAD PLACE SCRATCH OUT
 *
 * workloads/WORKLOAD.php is included with $place, the tree to walk, and $scratch, a folder that it
 * may write to, and returns a function that walks the tree by the software's own code and returns
 * strings. Warnings that were not silenced count as found; SCRATCH's own name is taken out of it.
 * The second pass is the warm one; in request mode a new request begins between the two.
 *
 * A file that does not exist, OUT.mark, is opened before and after each pass: that divides the
 * lines of strace.
 */

/* Code older than this PHP has deprecations to report, each as often as it is compiled. */
error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
ini_set('memory_limit', '1G');
date_default_timezone_set('UTC');

list(, $workload, $place, $scratch, $out) = $argv;
$warnings = [];
set_error_handler(function ($level, $text) use (&$warnings) {
	if (error_reporting() & $level) {
		$warnings[] = "warning: $text";
	}
	return true;
});
$pass = require __DIR__ . "/workloads/$workload.php";
$cached = extension_loaded('fastscan');

$found = [];
$counted = [];
for ($i = 0; $i < 2; $i++) {
	if ($i > 0) {
		wait_for_changes($out);
	}
	if ($cached) {
		if ($i > 0 && ini_get('fastscan.validate') === 'request') {
			fastscan_request_start();
		}
		fastscan_counters(true);
	}
	$warnings = [];
	@fopen("$out.mark", 'r');
	$answers = $pass();
	@fopen("$out.mark", 'r');
	$counted[] = $cached ? fastscan_counters() : [];
	$found[] = str_replace($scratch, 'SCRATCH', array_merge($answers, $warnings));
}
file_put_contents("$out.json", json_encode([
	'found' => $found,
	'counted' => $counted,
	'mode' => $cached ? fastscan_status()['mode'] : 'stock',
], JSON_INVALID_UTF8_SUBSTITUTE));

/*
 * While there is OUT.wait someone changes the tree. Seen by opening it and without sleeping: to
 * read is not to wait, and sleeping makes fastscan look again.
 */
function wait_for_changes(string $out): void
{
	if (@file_get_contents("$out.wait") === false) {
		return;
	}
	touch("$out.waits");
	while (@file_get_contents("$out.wait") !== false) {
	}
}
