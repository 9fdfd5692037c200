<?php
/* SPDX-License-Identifier: MIT
 *
 * demo.php --extension=FILE: the second half of demo.sh.
 *
 * Prints the four rows of the field report: exclusive wall time of is_dir, readdir, opendir and
 * file_scan_directory. The scans that the ratios come from run without instruments; the time of
 * the single functions comes from scans in which the script reads the clock around each call, the
 * same way on both sides, what that costs taken off again. The row of file_scan_directory is what
 * the calls leave of its time.
 */

require __DIR__ . '/bench.php';
require __DIR__ . '/mount.php';

const LATENCY = 200;

/** Milliseconds by row of the table, medians over the rounds. */
function rows(array $samples, string $side): array
{
	$median = fn (string $figure) => bench_quantile($samples[$figure][$side], 0.5) / 1e6;
	$rows = [];
	foreach (['is_dir', 'readdir', 'opendir', 'file_scan_directory'] as $function) {
		$rows[$function] = $median($function);
	}
	$rows['the four together'] = array_sum($rows);
	$rows['whole scan'] = $median('ns');
	return $rows;
}

function print_table(array $columns): void
{
	printf("\n%-22s", 'wall time, ms');
	foreach ($columns as $side => $_) {
		printf(' %18s', $side);
	}
	foreach (array_keys(reset($columns)) as $row) {
		printf("\n%-22s", $row);
		foreach ($columns as $rows) {
			printf(' %18s', number_format($rows[$row], 2));
		}
	}
	echo "\n\n";
}

function print_ratio(array $columns, string $over, string $under, string $text): void
{
	if (isset($columns[$over], $columns[$under])) {
		printf("  %6sx  %s\n", bench_number($columns[$over]['whole scan']
			/ $columns[$under]['whole scan']), $text);
	}
}

$options = Options::parse($argv, 3);
$site = fixture_site($options->work);
$sides = [
	'disk, stock' => new ScanSide($options, $site, null, []),
	'disk, fastscan' => new ScanSide($options, $site, null, $options->fastscan()),
];
if (Mount::usable()) {
	$interval = ['validate' => 'interval', 'revalidate_freq' => 60];
	$sides += [
		'mount, stock' => new ScanSide($options, $site, LATENCY, []),
		'mount, fastscan' => new ScanSide($options, $site, LATENCY, $options->fastscan()),
		'... interval' => new ScanSide($options, $site, LATENCY, $options->fastscan($interval)),
	];
} else {
	echo "no latency mount: that needs root and /dev/fuse\n";
}

$scan = function (ScanSide $side) use (&$answer): array {
	$result = $side->scan();
	bench_same('scan', $answer ??= $result['hash'], $result['hash']);
	return ['ns' => $result['ns']] + $side->timedScan();
};
echo "scanning the tree of 200 modules: $options->rounds rounds on every side\n";
ScanSide::warm($sides);
$samples = bench_rounds($options->rounds, array_map(fn ($side) => fn () => $scan($side), $sides));
echo "every scan on every side saw the same\n";

$columns = [];
foreach ($sides as $name => $_) {
	$columns[$name] = rows($samples, $name);
}
print_table($columns);
print_ratio($columns, 'disk, stock', 'disk, fastscan', 'the speed of stock on the native disk');
print_ratio($columns, 'mount, stock', 'mount, fastscan', 'the speed of stock on the mount with a latency of '
	. LATENCY . ' us, every directory checked in every request');
print_ratio($columns, 'mount, stock', '... interval', 'the speed of stock there when they are checked once a'
	. ' minute (validate=interval)');
print_ratio($columns, 'disk, stock', '... interval', 'that mount, so used, against the native disk'
	. ' with stock PHP');
