<?php
/* SPDX-License-Identifier: MIT
 *
 * application.php WORKLOAD PLACE SCRATCH: run a workload of tests/real twice and write to SCRATCH/result.json how
 * long each pass took, in ms, and hashes of what the first one found, as it came and sorted.
 */

error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
ini_set('memory_limit', '1G');
date_default_timezone_set('UTC');

/* What is left of $place without the folders that $scratch is in too. */
function application_beside(string $place, string $scratch): string
{
	[$parts, $others] = [explode('/', $place), explode('/', $scratch)];
	while (count($parts) > 1 && $parts[0] === array_shift($others)) {
		array_shift($parts);
	}
	return implode('/', $parts);
}

[, $workload, $place, $scratch] = $argv;
$pass = require __DIR__ . "/../../tests/real/workloads/$workload.php";
$ms = [];
foreach (['ms', 'again'] as $which) {
	function_exists('fastscan_request_start') && $which === 'again' && ini_get('fastscan.validate') === 'request'
		&& fastscan_request_start();
	$start = hrtime(true);
	$answers = $pass();
	$ms[$which] = (hrtime(true) - $start) / 1e6;
	/* Composer writes paths from one folder to another: how far up they go is the place's, not the answer's */
	$found[$which] = str_replace([$scratch, $place, '/' . application_beside($place, $scratch) . '/'],
		['SCRATCH', 'PLACE', '/PLACE/'], preg_replace('~(/?\.\.)+/~', '/', $answers));
}
$exact = md5(serialize($found['ms']));
sort($found['ms']);
file_put_contents("$scratch/result.json", json_encode($ms + ['exact' => $exact, 'sorted' => md5(serialize($found['ms']))]));
