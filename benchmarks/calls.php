<?php
/* SPDX-License-Identifier: MIT
 *
 * calls.php: what does one warm call cost (S1, S2, S3, S4, S8)?
 *
 * Two long-lived processes, stock PHP and PHP with fastscan in request mode, take turns. All calls
 * cycle over 200 names, because PHP's own stat cache would answer for a single one.
 */

require __DIR__ . '/lib/bench.php';

const PASSES = 100;

$options = Options::parse($argv, 21);
$report = new Report($options, 'calls', 'what does one warm call cost?');

$site = fixture_site($options->work);
$folder = fixture_folder200($options->work);
$realpathCache = ['-d', 'realpath_cache_size=16M', '-d', 'realpath_cache_ttl=3600'];
$stock = new Worker($options->php, $realpathCache);
$fastscan = new Worker($options->php, array_merge($realpathCache, $options->fastscan()));
foreach ([$stock, $fastscan] as $worker) {
	$worker->run('chdir', ['dir' => $site]);
}

/** 200 names for each question, relative as Drupal asks them: in one folder, and one in each of 200. */
function names(string $site, string $prefix): array
{
	$modules = array_diff(scandir($site . '/' . FIXTURE_MODULES), ['.', '..']);
	$names = ['dirs' => [], 'none' => [], 'files' => [], 'absent' => []];
	foreach ($modules as $module) {
		$path = $prefix . FIXTURE_MODULES . "/$module";
		$names['dirs'][] = $path;
		$names['none'][] = "$path.tar";
		$names['files'][] = "$path/$module.info";
		$names['absent'][] = "$path/$module.api.php";
	}
	return $names;
}

function measure_call(Report $report, int $rounds, Worker $stock, Worker $fastscan, string $title,
	string $function, array $names): void
{
	$ask = ['function' => $function, 'names' => $names];
	bench_same($title, $stock->run('answers', $ask), $fastscan->run('answers', $ask));
	$side = fn (Worker $worker, string $function) => fn () => $worker->run('calls',
		['function' => $function, 'names' => $names, 'passes' => PASSES]);
	$samples = bench_rounds($rounds, [
		'stock' => $side($stock, $function),
		'lcfirst' => $side($fastscan, 'lcfirst'),
		'fastscan' => $side($fastscan, $function),
	]);
	$ns = $samples['ns'];
	$report->ratio('S1', $title, 'ns', ['lcfirst' => $ns['lcfirst'],
		'fastscan' => $ns['fastscan']], 'fastscan', 'lcfirst', '<= 2.5');
	$report->ratio('S2', $title, 'ns', ['stock' => $ns['stock'],
		'fastscan' => $ns['fastscan']], 'stock', 'fastscan', '>= 10');
	$hits = min($samples['hits']['fastscan']);
	if ($hits < 0.99) {
		$report->note(sprintf('%s: only %.1f%% answered from the cache', $title, $hits * 100));
	}
}

foreach (['relative' => '', 'absolute' => "$site/"] as $kind => $prefix) {
	$names = names($site, $prefix);
	$questions = [['is_dir', 'dirs', 'is_dir, one folder'],
		['file_exists', 'dirs', 'file_exists, present, one folder'],
		['file_exists', 'none', 'file_exists, absent, one folder'],
		['file_exists', 'files', 'file_exists, present, 200 folders'],
		['file_exists', 'absent', 'file_exists, absent, 200 folders']];
	foreach ($questions as [$function, $which, $title]) {
		measure_call($report, $options->rounds, $stock, $fastscan, "$title, $kind path",
			$function, $names[$which]);
	}
}

bench_same('listing', $stock->run('listing', ['dir' => $folder]),
	$fastscan->run('listing', ['dir' => $folder]));
$side = fn (Worker $worker) => fn () => $worker->run('opendir',
	['dir' => $folder, 'passes' => PASSES]);
$ns = bench_rounds($options->rounds,
	['stock' => $side($stock), 'fastscan' => $side($fastscan)])['ns'];
$report->ratio('S3', 'opendir, readdir to the end, closedir: 200 entries', 'ns', $ns, 'stock',
	'fastscan', '>= 5');

$scandir = fn (Worker $worker) => fn () => ['ns' => $worker->run('calls',
	['function' => 'scandir', 'names' => [$folder], 'passes' => PASSES])['ns']];
bench_same('scandir', $stock->run('answers', ['function' => 'scandir', 'names' => [$folder]]),
	$fastscan->run('answers', ['function' => 'scandir', 'names' => [$folder]]));
$ns = bench_rounds($options->rounds,
	['stock' => $scandir($stock), 'fastscan' => $scandir($fastscan)])['ns'];
$report->ratio('S4', 'scandir: 200 entries', 'ns', $ns, 'stock', 'fastscan', '>= 10');

foreach (['relative' => '', 'absolute' => "$site/"] as $kind => $prefix) {
	$names = names($site, $prefix)['files'];
	$ask = ['function' => 'realpath', 'names' => $names];
	bench_same('realpath', $stock->run('answers', $ask), $fastscan->run('answers', $ask));
	$side = fn (Worker $worker) => fn () => ['ns' => $worker->run('calls',
		$ask + ['passes' => PASSES])['ns']];
	$ns = bench_rounds($options->rounds,
		['stock' => $side($stock), 'fastscan' => $side($fastscan)])['ns'];
	$report->ratio('S8', "realpath, $kind path, stock with a warm realpath_cache", 'ns', $ns,
		'fastscan', 'stock', '<= 1.2');
}

$report->finish();
