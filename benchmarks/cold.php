<?php
/* SPDX-License-Identifier: MIT
 *
 * cold.php: what does the first scan cost, when nothing is cached yet (S9)?
 *
 * The 200-module tree on the native disk, the kernel's caches warm on both sides. Once in
 * long-lived processes that forget everything before each scan, once in processes just started.
 */

require __DIR__ . '/lib/bench.php';

$options = Options::parse($argv, 15);
$report = new Report($options, 'cold', 'what does a scan cost with nothing cached?');
$site = fixture_site($options->work);
$folders = (new SiteTree())->totals()['folders'];
$ask = ['cwd' => $site, 'dir' => FIXTURE_MODULES, 'reset' => true];

/** One scan: its time, after a look at whether it was right and really cold. */
$scan = function (Worker $worker, bool $cached) use ($ask, $folders, &$answer): array {
	$result = $worker->run('scan', $ask);
	bench_same('scan', $answer ??= $result['hash'], $result['hash']);
	if ($cached && $result['fills'] < $folders) {
		bench_fail("the scan was not cold: {$result['fills']} folders read of $folders");
	}
	return ['ms' => $result['ns'] / 1e6];
};

$stock = new Worker($options->php, []);
$fastscan = new Worker($options->php, $options->fastscan());
$cached = $options->extension !== '';
$samples = bench_rounds($options->rounds, [
	'stock' => fn () => $scan($stock, false),
	'fastscan' => fn () => $scan($fastscan, $cached),
]);
$report->ratio('S9', 'scan after fastscan_reset(), request mode', 'ms', $samples['ms'], 'fastscan',
	'stock', '<= 0.8');

$samples = bench_rounds($options->rounds, [
	'stock' => fn () => $scan(new Worker($options->php, []), false),
	'fastscan' => fn () => $scan(new Worker($options->php, $options->fastscan()), $cached),
]);
$report->ratio('S9', 'first scan of a new process, request mode', 'ms', $samples['ms'],
	'fastscan', 'stock', '<= 0.8');
$report->finish();
