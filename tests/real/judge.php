<?php
/* SPDX-License-Identifier: MIT */
/*
 * Compares what run.php found, and counts the system calls in strace's logs.
 *
 *     php judge.php DIR VERDICTS WORKLOAD...
 *
 * DIR/WORKLOAD/ has, for "stock" and for each MODE-VERIFY: NAME.json from run.php, NAME.rc, its
 * exit status, and, where it was traced, NAME.strace. Prints the table and writes the verdicts, one
 * a line: "pass", "fail" or "skip", name, reason, with tabs between.
 */

const MODES = ['strict', 'request', 'interval', 'never'];
const FIRST = 0;
const WARM = 1;

[$dir, $verdicts] = array_slice($argv, 1, 2);
$verdicts = fopen($verdicts, 'w');

head();
foreach (array_slice($argv, 3) as $workload) {
	$stock = outcome("$dir/$workload/stock");
	if ($workload === 'control') {
		control($stock, outcome("$dir/control/never-0"), outcome("$dir/control/never-100"));
		continue;
	}
	if (is_string($stock)) {
		verdict("$workload stock", $stock);
		continue;
	}
	row($workload, 'stock', $stock, $stock, null);
	foreach (MODES as $mode) {
		$plain = outcome("$dir/$workload/$mode-0");
		$verified = outcome("$dir/$workload/$mode-100");
		verdict("$workload $mode", fault($plain, $stock, $mode) ?? unused($plain, $mode));
		verdict("$workload $mode verify=100",
			fault($verified, $stock, $mode) ?? mismatch($verified));
		if (is_string($plain)) {
			continue;
		}
		row($workload, $mode, $plain, $stock, is_string($verified) ? null : $verified);
		saved($mode === 'strict' ? "$workload strict costs no more system calls" :
			"$workload $mode saves system calls", $mode, $plain, $stock);
	}
}

/** @param string|null $fault null if there is none */
function verdict(string $name, $fault, string $bad = 'fail'): void
{
	global $verdicts;
	fwrite($verdicts, ($fault === null ? 'pass' : $bad) . "\t$name\t$fault\n");
}

/** @return array|string what run.php found, with "calls"; or why there is nothing */
function outcome(string $base)
{
	$status = trim((string) @file_get_contents("$base.rc"));
	$outcome = json_decode((string) @file_get_contents("$base.json"), true);
	if ($status !== '0' || !is_array($outcome)) {
		$printed = trim((string) @file_get_contents("$base.err"));
		return "ended with $status: " . substr(strtr($printed, "\t\n", '  '), 0, 300);
	}
	$outcome['calls'] = calls("$base.strace");
	return $outcome;
}

/* The system calls of each pass: "all", and "names", those about names. Null without strace. */
function calls(string $log): ?array
{
	if (!is_file($log)) {
		return null;
	}
	$calls = array_fill(0, 2, ['all' => 0, 'names' => 0]);
	$marks = 0;
	foreach (new SplFileObject($log) as $line) {
		if (!preg_match('/^\d+ +([a-z_0-9]+)\(/', $line, $call)) {
			continue;
		}
		if (strpos($line, '.mark", O_RDONLY') !== false) {
			$marks++;
		} elseif ($marks === 1 || $marks === 3) {
			$calls[$marks >> 1]['all']++;
			$calls[$marks >> 1]['names'] += asks_about_names($call[1], $line);
		}
	}
	return $marks === 4 ? $calls : null;
}

function asks_about_names(string $call, string $line): bool
{
	$names = '/^(l?stat|newfstatat|statx|access|faccessat2?|readlink(at)?|getdents(64)?)$/';
	return preg_match($names, $call) === 1
		|| (strncmp($call, 'open', 4) === 0 && preg_match('/O_DIRECTORY|O_PATH/', $line) === 1);
}

/** Any run with fastscan must have found what stock PHP found, in the same order. */
function fault($outcome, array $stock, string $mode): ?string
{
	if (is_string($outcome)) {
		return $outcome;
	}
	if ($outcome['mode'] !== $mode) {
		return "ran as {$outcome['mode']}";
	}
	foreach ([FIRST => 'first', WARM => 'second'] as $pass => $which) {
		if (count($stock['found'][$pass]) < 10) {
			return "stock PHP found almost nothing in the $which pass";
		}
		if ($outcome['found'][$pass] !== $stock['found'][$pass]) {
			return "$which pass: " . difference($outcome['found'][$pass], $stock['found'][$pass]);
		}
	}
	return null;
}

function difference(array $found, array $expected): string
{
	$extra = array_values(array_diff($found, $expected));
	$missing = array_values(array_diff($expected, $found));
	if (!$extra && !$missing) {
		return 'the same, in another order or number';
	}
	return json_encode(['not in stock' => array_slice($extra, 0, 3), 'only in stock' =>
		array_slice($missing, 0, 3), 'counts' => [count($extra), count($missing)]]);
}

/** A cache that was not asked proves nothing. */
function unused(array $outcome, string $mode): ?string
{
	$answers = totals($outcome, WARM);
	if ($mode === 'strict') {
		return $answers['checked'] > 0 || left_to_the_system($outcome) ? null :
			'nothing was answered by the cache';
	}
	return $answers['hit'] > 0 ? null : 'no hit in the second pass';
}

/** On local file systems strict mode answers listings, not lookups: some workloads only look up. */
function left_to_the_system(array $outcome): bool
{
	return $outcome['mode'] === 'strict' && totals($outcome, WARM)['checked'] === 0
		&& ($outcome['counted'][WARM]['cache']['bypass']['strict'] ?? 0) > 0;
}

function mismatch(array $outcome): ?string
{
	$sums = verified($outcome);
	if ($sums['checked'] === 0 && !left_to_the_system($outcome)) {
		return 'nothing was verified';
	}
	return $sums['mismatch'] + $sums['allowed'] > 0 ? json_encode($sums) : null;
}

/*
 * Between the passes of `control` another process changed the tree: `never` must have missed it,
 * and its verification must have given the system's answers and counted what the mode allows. Else
 * nothing above could have failed.
 */
function control($stock, $plain, $verified): void
{
	foreach ([$stock, $plain, $verified] as $outcome) {
		if (is_string($outcome)) {
			verdict('control', $outcome);
			return;
		}
	}
	verdict('control: a stale answer is found', $plain['found'][FIRST] === $stock['found'][FIRST]
		&& $plain['found'][WARM] !== $stock['found'][WARM] ? null : 'never saw the change');
	$sums = verified($verified);
	verdict('control: verification finds it too', $verified['found'] === $stock['found']
		&& $sums['mismatch'] === 0 && $sums['allowed'] > 0 ? null : json_encode($sums));
}

/** @return array sums of fastscan.verify over both passes */
function verified(array $outcome): array
{
	$sums = [];
	foreach (['checked', 'mismatch', 'allowed'] as $name) {
		$sums[$name] = array_sum(array_map(function ($counters) use ($name) {
			return $counters['cache']["verify_$name"];
		}, $outcome['counted']));
	}
	return $sums;
}

/** @return array sums over all functions */
function totals(array $outcome, int $pass): array
{
	$sums = ['hit' => 0, 'checked' => 0, 'miss' => 0, 'bypass' => 0];
	foreach ($outcome['counted'][$pass] as $function => $counters) {
		foreach ($function === 'cache' ? [] : array_keys($sums) as $name) {
			$sums[$name] += $counters[$name];
		}
	}
	return $sums;
}

/** The warm pass has to save calls; strict, which asks each time, may have a few of its own. */
function saved(string $name, string $mode, array $outcome, array $stock): void
{
	if ($outcome['calls'] === null || $stock['calls'] === null) {
		verdict($name, 'no strace, or it cannot trace here', 'skip');
		return;
	}
	$before = $stock['calls'][WARM]['names'];
	$after = $outcome['calls'][WARM]['names'];
	$most = $mode === 'strict' ? $before * 1.05 : $before - 1;
	verdict($name, $after <= $most ? null : "$before before, $after after");
}

function head(): void
{
	echo "System calls of the first pass and of the second, warm one; names: stat, access,\n",
		"readlink, reading of directories. hit, checked, miss: answers by fastscan's counters.\n",
		"verified, wrong, allowed: both passes with verify=100.\n";
	line('', '', 'found', 'calls', 'names', 'calls', 'names', 'fewer', 'hit', 'checked', 'miss',
		'verified', 'wrong', 'allowed');
	line('', '', '', '1st', '1st', 'warm', 'warm', '', 'warm', 'warm', 'warm', '', '', '');
}

function line(...$columns): void
{
	vprintf("%-18s %-8s %6s %6s %6s %6s %6s %7s %6s %7s %6s %8s %6s %7s\n", $columns);
}

/** @param array|null $verified the same with verify=100 */
function row(string $workload, string $mode, array $outcome, array $stock, ?array $verified): void
{
	$calls = $outcome['calls'] ?? array_fill(0, 2, ['all' => '-', 'names' => '-']);
	$saved = '';
	if ($outcome['calls'] !== null && $stock['calls'] !== null) {
		$saved = sprintf('%.1fx', $stock['calls'][WARM]['names'] / max(1, $calls[WARM]['names']));
	}
	$none = array_fill_keys(['hit', 'checked', 'miss', 'mismatch', 'allowed'], '');
	$answers = $mode === 'stock' ? $none : totals($outcome, WARM);
	$sums = $verified ? verified($verified) : $none;
	line($workload, $mode, count($outcome['found'][WARM]), $calls[FIRST]['all'],
		$calls[FIRST]['names'], $calls[WARM]['all'], $calls[WARM]['names'],
		$mode === 'stock' ? '' : $saved, $answers['hit'], $answers['checked'], $answers['miss'],
		$sums['checked'], $sums['mismatch'], $sums['allowed']);
}
