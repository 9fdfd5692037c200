<?php
/* SPDX-License-Identifier: MIT
 *
 * scan.php: how long does one warm scan of the 200-module tree take on the native disk, in each
 * mode?
 *
 * Every side is PHP's built-in web server: a scan is one request to a warm process.
 */

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/mount.php';

const MODES = ['strict', 'request', 'interval', 'never'];

$options = Options::parse($argv, 21);
$report = new Report($options, 'scan', 'how long does one warm scan take on the native disk?');
$site = fixture_site($options->work);
$sides = ['stock' => new ScanSide($options, $site, null, [])];
foreach (MODES as $mode) {
	$settings = ['validate' => $mode, 'revalidate_freq' => $mode === 'interval' ? 60 : 2];
	$sides["fastscan $mode"] = new ScanSide($options, $site, null, $options->fastscan($settings));
}

$scan = function (ScanSide $side) use (&$answer): array {
	$result = $side->scan();
	bench_same('scan', $answer ??= $result['hash'], $result['hash']);
	return ['ms' => $result['ns'] / 1e6];
};
array_map($scan, $sides);
$ms = bench_rounds($options->rounds, array_map(fn ($side) => fn () => $scan($side), $sides))['ms'];
foreach (MODES as $mode) {
	$name = "fastscan $mode";
	$report->ratio('', "scan, $mode mode", 'ms', ['stock' => $ms['stock'], $name => $ms[$name]],
		'stock', $name);
}
$report->finish();
