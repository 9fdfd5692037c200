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

const MARK = 1999990;
const MODES = ['strict', 'request', 'interval'];

/** @return array<string, int> system call => how often, between the marks */
function count_marked(string $trace): array
{
	$counts = [];
	$inside = false;
	foreach (file($trace) as $line) {
		/* "PID name(arguments...": a call cut in two by another thread has a second line, without
		 * its name's bracket, that is not counted */
		if (!preg_match('/^\d+\s+(\w+)\(/', $line, $match)) {
			continue;
		}
		if (strpos($line, 'getpgid(' . MARK . ')') !== false) {
			$inside = true;
		} elseif (strpos($line, 'getpgid(' . (MARK + 1) . ')') !== false) {
			return $counts;
		} elseif ($inside) {
			$counts[$match[1]] = ($counts[$match[1]] ?? 0) + 1;
		}
	}
	bench_fail("$trace does not have both marks");
}

/** @return array{counts: array<string, int>, hash: string} */
function trace_scan(Options $options, array $arguments, string $site): array
{
	$trace = $options->work . '/strace.out';
	$server = new Server($options->php, $arguments, ['strace', '-I', '2', '-f', '-qq', '-o',
		$trace]);
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
if (!function_exists('posix_getpgid') || exec('command -v strace') === '') {
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
