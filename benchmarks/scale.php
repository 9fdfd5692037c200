<?php
/* SPDX-License-Identifier: MIT
 *
 * scale.php: does a full cache answer more slowly than a small one (S10)?
 *
 * Two processes with fastscan: one holds 1,000 names, the other 1,000,000. Both are asked for the
 * same 200 names; then each for names drawn at random from all it holds, where the processor's
 * caches decide. Making the million names takes about half a minute, once.
 */

require __DIR__ . '/lib/bench.php';

const PASSES = 100;
const RANDOM_NAMES = 20000;
const FOLDERS = ['1,000 names' => 5, '1,000,000 names' => 5000];

$options = Options::parse($argv, 15);
$report = new Report($options, 'scale', 'does a full cache answer more slowly?');
$base = fixture_folders($options->work, 5000, 200);
$names = array_map(fn ($i) => sprintf('%s/000000/entry_%03d.inc', $base, $i), range(0, 199));

$workers = [];
foreach (FOLDERS as $side => $count) {
	/* a period longer than the run: with a million names one re-check of all takes its time */
	$workers[$side] = new Worker($options->php, $options->fastscan(['cache_size' => '512M',
		'revalidate_freq' => 3600]));
	$workers[$side]->run('fill', ['base' => $base, 'count' => $count]);
}
$absent = preg_replace('/entry/', 'none', $names);
foreach (['present' => $names, 'absent' => $absent] as $kind => $asked) {
	$ask = ['function' => 'file_exists', 'names' => $asked];
	foreach ($workers as $worker) {
		bench_same("file_exists, $kind", array_fill(0, 200, $kind === 'present'),
			$worker->run('answers', $ask));
	}
	$ns = bench_rounds($options->rounds, array_map(fn ($worker) => fn () => $worker->run('calls',
		$ask + ['passes' => PASSES]), $workers))['ns'];
	$report->ratio('S10', "file_exists, $kind, the same 200 names", 'ns', $ns, '1,000,000 names',
		'1,000 names', '<= 2');
}

$workers['stock'] = new Worker($options->php, []);
$sides = [];
foreach (FOLDERS + ['stock' => max(FOLDERS)] as $side => $count) {
	$ask = ['base' => $base, 'count' => $count, 'names' => RANDOM_NAMES];
	$sides[$side] = fn () => $workers[$side]->run('random', $ask);
}
$samples = bench_rounds($options->rounds, $sides);
$ns = $samples['ns'];
$report->ratio('', 'is_file, random names out of all', 'ns', ['1,000,000 names' =>
	$ns['1,000,000 names'], '1,000 names' => $ns['1,000 names']], '1,000,000 names',
	'1,000 names');
$report->ratio('', 'is_file, random names out of 1,000,000', 'ns', ['stock' => $ns['stock'],
	'fastscan' => $ns['1,000,000 names']], 'stock', 'fastscan');
if (min($samples['hits']['1,000,000 names']) < 0.99) {
	$report->note(sprintf('only %.1f%% of the random names were answered from the cache',
		100 * min($samples['hits']['1,000,000 names'])));
}
$report->finish();
