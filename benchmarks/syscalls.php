<?php
/* SPDX-License-Identifier: MIT
 *
 * syscalls.php: how many system calls does one warm scan of the 200-module tree take?
 *
 * Counted with strace in the built-in web server, all threads included, between two marks that the
 * script sets around its third scan. Stock PHP takes about 11 per folder; in request mode fastscan
 * is to take no more than 1.2. Counts do not vary as times do: one run is enough.
 */

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/mount.php';
require __DIR__ . '/lib/trace.php';

const MODES = ['strict', 'request', 'interval'];

/** @return array{counts: array<string, int>, hash: string} */
function trace_scan(Options $options, array $arguments, string $site): array
{
	$trace = $options->work . '/strace.out';
	$server = traced_server($options, $arguments, $trace);
	$ask = ['cwd' => $site, 'dir' => FIXTURE_MODULES];
	$server->run('scan', $ask);
	usleep(REMOTE_SETTLE_US);
	$server->run('scan', $ask);
	$answer = $server->run('marked_scan', $ask + ['mark' => MARK]);
	unset($server);
	return ['counts' => count_marked($trace), 'hash' => $answer['hash']];
}

function report_counts(Report $report, string $title, array $counts, int $folders,
	string $goal): void
{
	$side = strpos($title, 'stock') !== false ? 'stock' : 'fastscan';
	$report->value('', $title, 'calls', [array_sum($counts) / $folders], $goal, $side);
	arsort($counts);
	$text = [];
	foreach (array_slice($counts, 0, 6) as $call => $count) {
		$text[] = "$call $count";
	}
	$report->note(array_sum($counts) . ' in all: ' . implode(', ', $text));
}

$options = Options::parse($argv, 1);
$report = new Report($options, 'syscalls', 'how many system calls does one warm scan take?');
if (!can_trace()) {
	echo "skipped: needs strace and PHP's posix extension\n";
	exit(0);
}
$site = fixture_site($options->work);
$folders = (new SiteTree())->totals()['folders'];

/* The native disk, then a mount without latency: the number of calls does not depend on it. */
$places = ['native disk' => $site];
if (Mount::usable()) {
	$mount = new Mount($site, $options->work . '/mount', 'attr_timeout=1,entry_timeout=1');
	$places['latency mount'] = $mount->path;
}
foreach ($places as $place => $root) {
	$stock = trace_scan($options, [], $root);
	report_counts($report, "$place, stock, per folder", $stock['counts'], $folders, '');
	foreach (MODES as $mode) {
		/* under strace a scan takes seconds: the interval must outlast them */
		$settings = ['validate' => $mode, 'revalidate_freq' => $mode === 'interval' ? 60 : 2];
		$fastscan = trace_scan($options, $options->fastscan($settings), $root);
		bench_same("scan in $mode mode", $stock['hash'], $fastscan['hash']);
		report_counts($report, "$place, fastscan $mode, per folder", $fastscan['counts'], $folders,
			$mode === 'request' ? '<= 1.2' : '');
	}
}
$report->finish();
