<?php
/* SPDX-License-Identifier: MIT
 *
 * idle.php: what does fastscan cost where it does nothing (S12)?
 *
 * Functions it does not hook, a request that touches no file, calls that it hooks but leaves to the
 * system. A second stock process runs along: what differs between the two stock sides is noise, and
 * a difference within it is none.
 */

require __DIR__ . '/lib/bench.php';

const SIDES = ['stock', 'stock again', 'fastscan'];

$options = Options::parse($argv, 31);
$report = new Report($options, 'idle', 'what does fastscan cost where it does nothing?');
$arguments = [[], [], $options->fastscan()];

function report_side_by_side(Report $report, string $id, string $title, string $unit,
	array $samples): void
{
	$report->ratio('', "$title: noise", $unit, ['stock' => $samples['stock'],
		'stock again' => $samples['stock again']], 'stock again', 'stock');
	$report->ratio($id, $title, $unit, ['stock' => $samples['stock'],
		'fastscan' => $samples['fastscan']], 'fastscan', 'stock');
}

$workers = array_map(fn ($arguments) => new Worker($options->php, $arguments), $arguments);
$sides = array_map(fn ($worker) => fn () => $worker->run('unhooked', ['passes' => 5000]), $workers);
$samples = bench_rounds($options->rounds, array_combine(SIDES, $sides));
report_side_by_side($report, 'S12', 'functions that are not hooked', 'ns', $samples['ns']);

$modules = fixture_site($options->work) . '/' . FIXTURE_MODULES;
$names = array_map(fn ($module) => "$modules/$module/README.txt",
	array_values(array_diff(scandir($modules), ['.', '..'])));
$ask = ['names' => $names, 'passes' => 20];
$sides = array_map(fn ($worker) => fn () => $worker->run('passed_through', $ask), $workers);
foreach (bench_rounds($options->rounds, array_combine(SIDES, $sides)) as $function => $samples) {
	report_side_by_side($report, '', "$function, answered by the system", 'ns', $samples);
}

/** Microseconds for one of a hundred requests, the web server's own time included. */
$request = function (Server $server): array {
	$start = hrtime(true);
	for ($i = 0; $i < 100; $i++) {
		$server->get('empty');
	}
	return ['us' => (hrtime(true) - $start) / 100 / 1e3];
};
$servers = array_map(fn ($arguments) => new Server($options->php, $arguments), $arguments);
bench_same('an empty request', '[]', $servers[2]->get('empty'));
$sides = array_map(fn ($server) => fn () => $request($server), $servers);
$samples = bench_rounds($options->rounds, array_combine(SIDES, $sides));
report_side_by_side($report, 'S12', 'a request that touches no file', 'us', $samples['us']);
$report->finish();
