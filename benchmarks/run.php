<?php
/* SPDX-License-Identifier: MIT
 *
 * run.php [NAME...] [--OPTION=VALUE...]: run the named benchmarks, or all of them, one after the
 * other (never two at once), and list at the end which goals were reached.
 *
 * The exit code says whether the answers were right; a goal that is missed does not change it.
 */

require __DIR__ . '/lib/bench.php';

const BENCHMARKS = ['calls', 'scan', 'cold', 'scale', 'memory', 'idle', 'syscalls', 'basedir', 'spl',
	'glob', 'include', 'mount', 'store', 'fresh'];

$names = $arguments = [];
foreach (array_slice($argv, 1) as $argument) {
	if (substr($argument, 0, 2) === '--') {
		$arguments[] = $argument;
	} elseif (in_array($argument, BENCHMARKS, true)) {
		$names[] = $argument;
	} else {
		bench_fail("no benchmark $argument; there are " . implode(', ', BENCHMARKS));
	}
}
$options = Options::parse(array_merge([$argv[0]], $arguments), 0);

$failed = [];
$names = $names ?: BENCHMARKS;
foreach ($names as $name) {
	@unlink("$options->results/$name.json");
	$command = array_merge([$options->php, __DIR__ . "/$name.php"], $arguments);
	passthru(implode(' ', array_map('escapeshellarg', $command)), $code);
	if ($code !== 0) {
		$failed[] = $name;
	}
}

echo "# goals\n";
foreach ($names as $name) {
	$document = json_decode((string) @file_get_contents("$options->results/$name.json"), true);
	foreach ($document['measures'] ?? [] as $measure) {
		if ($measure['goal'] === '') {
			continue;
		}
		$value = $measure['ratio'] ?? reset($measure['sides'])['median'];
		$what = $measure['ratio'] === null ? '' : ' ' . $measure['ratio_of'];
		printf("%-11s %-4s %9s %-6s %s\n", $measure['reached'] ? 'reached' : 'NOT reached',
			$measure['id'], bench_number($value), $measure['goal'], $measure['title'] . $what);
	}
}
if ($failed) {
	bench_fail('failed: ' . implode(', ', $failed));
}
