<?php
/* SPDX-License-Identifier: MIT
 *
 * mount.php: does a slow mount with fastscan beat the native disk without it (S5), and how much
 * faster is the slow mount for it (S6)?
 *
 * Every side is PHP's built-in web server (real requests in a warm process) scanning the 200-module
 * tree, with a latency mount of its own. A round is two requests one after the other: before the
 * first, more than a second passed, so that all the kernel knew of the mount has expired; the
 * second follows at once. Of 'interval' the first request finds the interval over, the second
 * within it.
 */

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/mount.php';

/* microseconds => seconds of the interval mode's interval: over before the next round, but longer
 * than the request that validates everything */
const LATENCIES = [50 => 2, 200 => 5];
/* fastscan's directives by side; and whether its goal is for the first or the second request */
const SETTINGS = [
	'fastscan request' => ['validate' => 'request'],
	'fastscan request sync=0' => ['validate' => 'request', 'sync' => 0],
	'fastscan interval' => ['validate' => 'interval'],
];
const GOALS_S5 = [
	50 => ['fastscan request' => ['first', '<= 1.0'], 'fastscan request sync=0' => ['second',
		'<= 0.5'], 'fastscan interval' => ['second', '<= 0.4']],
	200 => ['fastscan request' => ['first', '<= 2.0'], 'fastscan interval' => ['second', '<= 0.4']],
];
const GOALS_S6 = [50 => '>= 10', 200 => '>= 15'];

$options = Options::parse($argv, 11);
$report = new Report($options, 'mount', 'does a slow mount with fastscan beat the native disk?');
if (!Mount::usable()) {
	echo "skipped: needs root and /dev/fuse\n";
	exit(0);
}
$site = fixture_site($options->work);

/** Both requests of one round, in milliseconds. */
$round = function (ScanSide $side) use (&$answer): array {
	$ms = [];
	foreach (['first', 'second'] as $which) {
		$result = $side->scan();
		bench_same('scan', $answer ??= $result['hash'], $result['hash']);
		$ms[$which] = $result['ns'] / 1e6;
	}
	return $ms;
};

foreach (LATENCIES as $latency => $interval) {
	$sides = [
		'native stock' => new ScanSide($options, $site, null, []),
		'native fastscan request' => new ScanSide($options, $site, null, $options->fastscan()),
		'stock' => new ScanSide($options, $site, $latency, []),
	];
	foreach (SETTINGS as $name => $settings) {
		$settings += ['revalidate_freq' => $name === 'fastscan interval' ? $interval : 2];
		$sides[$name] = new ScanSide($options, $site, $latency, $options->fastscan($settings));
	}
	ScanSide::warm($sides);
	$samples = bench_rounds($options->rounds, array_map(fn ($side) => fn () => $round($side),
		$sides));
	$at = "at $latency us";
	foreach (SETTINGS as $name => $_) {
		[$goalFor, $goal] = GOALS_S5[$latency][$name] ?? ['', ''];
		foreach (['first', 'second'] as $which) {
			$ms = $samples[$which];
			$report->ratio('S5', "$at, $which request", 'ms', ['native stock' =>
				$ms['native stock'], $name => $ms[$name]], $name, 'native stock',
				$which === $goalFor ? $goal : '');
		}
		$which = $goalFor ?: 'second';
		$report->ratio('S6', "$at, $which request", 'ms', ['stock' => $samples[$which]['stock'],
			$name => $samples[$which][$name]], 'stock', $name,
			$name === 'fastscan request' ? GOALS_S6[$latency] : '');
	}
	$report->ratio('', "native disk, second request (run $at)", 'ms', ['native stock' =>
		$samples['second']['native stock'], 'native fastscan request' =>
		$samples['second']['native fastscan request']], 'native stock', 'native fastscan request');
	unset($sides);
}
$report->finish();
