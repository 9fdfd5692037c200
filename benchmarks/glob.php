<?php
/* SPDX-License-Identifier: MIT
 *
 * glob.php: what does one warm glob() of a folder of 200 entries cost?
 *
 * Two long-lived processes, stock PHP and PHP with fastscan in request mode, take turns. Patterns
 * of one folder's names in byte order are matched over the sorted listing, all others by the C
 * library's own glob() over listings.
 */

require __DIR__ . '/lib/bench.php';

const PASSES = 100;

$options = Options::parse($argv, 21);
$report = new Report($options, 'glob', 'what does one warm glob() of 200 entries cost?');
$folder = fixture_folder200($options->work);
$modules = fixture_site($options->work) . '/' . FIXTURE_MODULES;
$stock = new Worker($options->php, []);
$fastscan = new Worker($options->php, $options->fastscan());

$asks = [
	['GLOB', '*', "$folder/*", 0, '>= 5'],
	['GLOB', '*.inc', "$folder/*.inc", 0, '>= 5'],
	['GLOB', 'entry_1*', "$folder/entry_1*", 0, '>= 5'],
	['GLOB', '*, GLOB_ONLYDIR, 200 folders', "$modules/*", GLOB_ONLYDIR, '>= 5'],
	['', '*.inc, unsorted', "$folder/*.inc", GLOB_NOSORT, ''],
	['', '*.{inc,php}', "$folder/*.{inc,php}", GLOB_BRACE, ''],
	['', '*, GLOB_MARK', "$folder/*", GLOB_MARK, ''],
	['', '*/*.info, 200 folders', "$modules/*/*.info", 0, ''],
];
$all = ['asks' => array_map(static fn (array $ask) => [$ask[2], $ask[3]], $asks)];
for ($i = 0; $i < 3; $i++) {
	bench_same('glob', $stock->run('globbed', $all), $fastscan->run('globbed', $all));
}
foreach ($asks as [$id, $title, $pattern, $flags, $goal]) {
	$task = ['pattern' => $pattern, 'flags' => $flags, 'passes' => PASSES];
	if (strpos($title, 'folders')) {
		$task['passes'] = 10;
	}
	$samples = bench_rounds($options->rounds, [
		'stock' => fn () => $stock->run('glob', $task),
		'fastscan' => fn () => $fastscan->run('glob', $task),
	]);
	$report->ratio($id, $title, 'ns', $samples['ns'], 'stock', 'fastscan', $goal);
	$hits = min($samples['hits']['fastscan']);
	if ($hits < 0.99 && $options->extension !== '') {
		$report->note(sprintf('only %.1f%% answered from the cache', $hits * 100));
	}
}
$report->finish();
