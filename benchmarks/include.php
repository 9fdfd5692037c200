<?php
/* SPDX-License-Identifier: MIT
 *
 * include.php: what does an autoloader cost that looks for a class through five entries of
 * include_path in vain?
 *
 * Times: two long-lived processes take turns, 200 classes in 40 packages. System calls: counted
 * with strace in the built-in web server, in its third request.
 */

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/trace.php';

const PASSES = 10;
const LOADERS = ['resolve' => 'stream_resolve_include_path()', 'include' => '@include',
	'include_once' => '@include_once', 'spl_autoload' => 'spl_autoload()'];

function count_calls(Options $options, array $arguments, array $ask): array
{
	$trace = $options->work . '/strace.out';
	$server = traced_server($options, $arguments, $trace);
	$found = [];
	for ($i = 0; $i < 3; $i++) {
		$found[] = $server->run('marked_autoload', $ask + ['mark' => $i < 2 ? MARK + 4 : MARK]);
	}
	unset($server);
	bench_same('nothing is found', [['found' => 0], ['found' => 0], ['found' => 0]], $found);
	return count_marked($trace);
}

function report_calls(Report $report, Options $options, string $title, array $ask): void
{
	foreach (['stock' => [], 'fastscan' => $options->fastscan()] as $side => $arguments) {
		$counts = count_calls($options, $arguments, $ask);
		$report->value('', "$title, system calls per class, $side", 'calls',
			[array_sum($counts) / 200], '', $side);
		arsort($counts);
		$report->note(json_encode(array_slice($counts, 0, 5)));
	}
}

$options = Options::parse($argv, 21);
$report = new Report($options, 'include', 'what does a class cost that no entry of include_path has?');
$libraries = fixture_libraries($options->work);
$stock = new Worker($options->php, []);
$fastscan = new Worker($options->php, $options->fastscan());
$include_path = implode(PATH_SEPARATOR, ['.', "$libraries/lib0", "$libraries/lib1",
	"$libraries/lib2", "$libraries/lib3"]);
foreach (LOADERS as $loader => $title) {
	$ask = ['cwd' => "$libraries/lib4", 'include_path' => $include_path, 'loader' => $loader,
		'passes' => PASSES];
	bench_same($title, $stock->run('autoload', $ask)['found'],
		$fastscan->run('autoload', $ask)['found']);
	$samples = bench_rounds($options->rounds, [
		'stock' => fn () => $stock->run('autoload', $ask),
		'fastscan' => fn () => $fastscan->run('autoload', $ask),
	]);
	$report->ratio('', $title, 'ns', $samples['ns'], 'stock', 'fastscan', '');
	if (can_trace()) {
		report_calls($report, $options, $title, $ask);
	}
}
$report->finish();
