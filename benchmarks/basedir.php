<?php
/* SPDX-License-Identifier: MIT
 *
 * basedir.php: what does open_basedir cost a warm scan of the 200-module tree, with and without
 * fastscan (S7)?
 *
 * PHP resolves the path of every question and every entry of open_basedir anew. The entries are
 * those of a shared host: the site, a folder of libraries, the temporary folder. Every side is
 * PHP's built-in web server; a scan is one request to a warm process.
 */

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/mount.php';

$options = Options::parse($argv, 15);
$report = new Report($options, 'basedir', 'what does open_basedir cost one warm scan?');
$site = fixture_site($options->work);
$basedir = ['-d', "open_basedir=$site:" . __DIR__ . '/lib:' . sys_get_temp_dir()];
$modes = ['request' => 2, 'interval' => 60];

$sides = ['stock' => [], 'stock, open_basedir' => $basedir];
foreach ($modes as $mode => $freq) {
	$settings = $options->fastscan(['validate' => $mode, 'revalidate_freq' => $freq]);
	$sides["fastscan $mode, open_basedir"] = array_merge($settings, $basedir);
}
$sides['fastscan request'] = $options->fastscan(['revalidate_freq' => 2]);
foreach ($sides as $name => $arguments) {
	$sides[$name] = new ScanSide($options, $site, null, $arguments);
}

$scan = function (ScanSide $side) use (&$answer): array {
	$result = $side->scan();
	bench_same('scan', $answer ??= $result['hash'], $result['hash']);
	return ['ms' => $result['ns'] / 1e6];
};
array_map($scan, $sides);
array_map($scan, $sides);
$ms = bench_rounds($options->rounds, array_map(fn ($side) => fn () => $scan($side), $sides))['ms'];
foreach (array_keys($modes) as $mode) {
	$name = "fastscan $mode, open_basedir";
	$report->ratio('S7', "scan under open_basedir, $mode mode", 'ms',
		['stock, open_basedir' => $ms['stock, open_basedir'], $name => $ms[$name]],
		'stock, open_basedir', $name, '>= 10');
	$report->ratio('S7', "the same, against stock without open_basedir", 'ms',
		['stock' => $ms['stock'], $name => $ms[$name]], 'stock', $name, '>= 1');
}
$report->ratio('', 'what open_basedir adds, request mode', 'ms',
	['fastscan request, open_basedir' => $ms['fastscan request, open_basedir'],
		'fastscan request' => $ms['fastscan request']],
	'fastscan request, open_basedir', 'fastscan request');
$report->finish();
