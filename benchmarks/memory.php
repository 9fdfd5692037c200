<?php
/* SPDX-License-Identifier: MIT
 *
 * memory.php: how much memory does a cached name take (S11)?
 *
 * Two figures for each set of folders: what fastscan says of itself, and how much the process'
 * private memory really grew, compared with stock PHP that did the same. Every sample is a new
 * process.
 */

require __DIR__ . '/lib/bench.php';

$options = Options::parse($argv, 5);
$report = new Report($options, 'memory', 'how much memory does a cached name take?');
$tree = (new SiteTree())->totals();
$sets = [
	'200-module tree, 5.6 names a folder' => ['<= 96', $tree['folders'] - 1 + $tree['files'],
		['scan' => fixture_site($options->work) . '/' . FIXTURE_MODULES]],
	'20 names a folder' => ['<= 48', 5000 * 20,
		['base' => fixture_folders($options->work, 5000, 20), 'count' => 5000]],
	'200 names a folder' => ['<= 48', 1000 * 200,
		['base' => fixture_folders($options->work, 5000, 200), 'count' => 1000]],
];

/** Bytes that fastscan_status() reports as used by its private tier. */
function used_bytes(?array $status): ?float
{
	return $status['memory']['used'] ?? null;
}

foreach ($sets as $title => [$goal, $names, $ask]) {
	$samples = bench_rounds($options->rounds, [
		'stock' => fn () => (new Worker($options->php, []))->run('memory', $ask),
		'fastscan' => fn () => (new Worker($options->php,
			$options->fastscan(['cache_size' => '512M'])))->run('memory', $ask),
	]);
	$status = $samples['status']['fastscan'];
	$cached = $status[0]['entries']['names'] ?? 0;
	if ($cached < $names) {
		$report->note("$title: only $cached of $names names are cached");
	}
	$used = array_map('used_bytes', $status);
	if ($used[0] !== null) {
		$report->value('S11', "$title: by fastscan_status()", 'bytes',
			array_map(fn ($bytes) => $bytes / $names, $used), $goal);
	}
	$grown = array_map(fn ($fastscan, $stock) => ($fastscan - $stock) / $names,
		$samples['grown']['fastscan'], $samples['grown']['stock']);
	$report->value('S11', "$title: private memory of the process", 'bytes', $grown, $goal);
}
$report->finish();
