<?php
/* SPDX-License-Identifier: MIT
 *
 * What the measured processes can do: task_NAME(array $arguments) for process.php's run('NAME').
 *
 * This file is in the global namespace and the measured calls are written out (or compiled from
 * text), because a call through a variable or a namespace costs more than a cached answer.
 */

require_once __DIR__ . '/scan.php';
require_once __DIR__ . '/spl.php';
require_once __DIR__ . '/lookups.php';
require_once __DIR__ . '/seen.php';

/* Passes over the names before the clock starts: enough for fastscan to list each directory
 * (fastscan.min_uses) and to re-check it after this process read its task. */
const WARM_PASSES = 5;

/** Is fastscan loaded here, and what does it say of itself? */
function task_status(): array
{
	return ['loaded' => extension_loaded('fastscan'),
		'status' => function_exists('fastscan_status') ? fastscan_status() : null];
}

function task_chdir(array $arguments): bool
{
	return chdir($arguments['dir']);
}

/** The answers of one function for all names. */
function task_answers(array $arguments): array
{
	return array_map($arguments['function'], $arguments['names']);
}

/**
 * Nanoseconds per call of a function, over all names in turn; and how many of the calls fastscan
 * says it answered without the system.
 */
function task_calls(array $arguments): array
{
	['function' => $function, 'names' => $names, 'passes' => $passes] = $arguments;
	$loop = bench_loop($function);
	$loop($names, WARM_PASSES);
	$hits = bench_hits($function);
	$ns = $loop($names, $passes);
	$calls = count($names) * $passes;
	return ['ns' => $ns / $calls, 'hits' => (bench_hits($function) - $hits) / $calls];
}

function bench_loop(string $function): Closure
{
	static $loops = [];
	return $loops[$function] ??= eval("return static function (array \$names, int \$passes): int {
		\$start = hrtime(true);
		for (\$pass = 0; \$pass < \$passes; \$pass++) {
			foreach (\$names as \$name) {
				$function(\$name);
			}
		}
		return hrtime(true) - \$start;
	};");
}

function bench_hits(string $function): int
{
	return function_exists('fastscan_counters')
		? (fastscan_counters()[$function]['hit'] ?? 0) : 0;
}

/** Nanoseconds to read one folder with opendir, readdir until false, closedir. */
function task_opendir(array $arguments): array
{
	['dir' => $dir, 'passes' => $passes] = $arguments;
	for ($pass = -WARM_PASSES; $pass < $passes; $pass++) {
		if ($pass === 0) {
			$start = hrtime(true);
		}
		$handle = opendir($dir);
		while (readdir($handle) !== false) {
		}
		closedir($handle);
	}
	return ['ns' => (hrtime(true) - $start) / $passes];
}

/** Every name that readdir gives, in its order. */
function task_listing(array $arguments): array
{
	$names = [];
	$handle = opendir($arguments['dir']);
	while (($name = readdir($handle)) !== false) {
		$names[] = $name;
	}
	closedir($handle);
	return $names;
}

/** One scan; with 'reset' as if nothing had been cached before. */
function task_scan(array $arguments): array
{
	chdir($arguments['cwd']);
	if (($arguments['reset'] ?? false) && function_exists('fastscan_reset')) {
		fastscan_reset();
	}
	$fills = bench_fills();
	$start = hrtime(true);
	$found = file_scan_directory($arguments['dir'], SCAN_MASK);
	$ns = hrtime(true) - $start;
	return ['ns' => $ns, 'found' => count($found), 'hash' => md5(serialize($found)),
		'fills' => bench_fills() - $fills];
}

/** Directories that fastscan has read from the system so far. */
function bench_fills(): int
{
	return function_exists('fastscan_counters')
		? (fastscan_counters()['cache']['fills'] ?? 0) : 0;
}

/** One scan with every call timed: nanoseconds by function. */
function task_timed_scan(array $arguments): array
{
	chdir($arguments['cwd']);
	return (new TimedScan())->run($arguments['dir'], SCAN_MASK);
}

/** A scan between two calls that strace can tell: getpgid of two ids no process has. */
function task_marked_scan(array $arguments): array
{
	chdir($arguments['cwd']);
	$mark = [$arguments['mark'], $arguments['mark'] + 1];
	posix_getpgid($mark[0]);
	$found = file_scan_directory($arguments['dir'], SCAN_MASK);
	posix_getpgid($mark[1]);
	return ['found' => count($found), 'hash' => md5(serialize($found))];
}

/**
 * List folders base/000000 to base/COUNT-1 and say how much private memory the process gained.
 * With 'scan', scan that tree instead.
 */
function task_memory(array $arguments): array
{
	/* once beforehand, so that the code which reads the figures is not part of them */
	bench_private_bytes();
	$before = bench_private_bytes();
	$heap = memory_get_usage(true);
	if (isset($arguments['scan'])) {
		bench_walk($arguments['scan']);
	} else {
		bench_list_folders($arguments['base'], $arguments['count']);
	}
	$grown = bench_private_bytes() - $before - (memory_get_usage(true) - $heap);
	return ['grown' => $grown,
		'status' => function_exists('fastscan_status') ? fastscan_status() : null];
}

function bench_list_folders(string $base, int $count): int
{
	$names = 0;
	for ($i = 0; $i < $count; $i++) {
		$handle = opendir(sprintf('%s/%06d', $base, $i));
		while (readdir($handle) !== false) {
			$names++;
		}
		closedir($handle);
	}
	return $names;
}

/* A scan that keeps nothing, so that the memory gained is fastscan's. */
function bench_walk(string $dir): void
{
	$handle = opendir($dir);
	while (($name = readdir($handle)) !== false) {
		if ($name[0] !== '.' && is_dir("$dir/$name")) {
			bench_walk("$dir/$name");
		}
	}
	closedir($handle);
}

function bench_private_bytes(): int
{
	preg_match('/^Private_Dirty:\s+(\d+) kB/m', file_get_contents('/proc/self/smaps_rollup'),
		$match);
	return (int) $match[1] * 1024;
}

/** List folders so that their names are cached; returns how many names. */
function task_fill(array $arguments): int
{
	return bench_list_folders($arguments['base'], $arguments['count']);
}

/** Nanoseconds per is_file over names drawn at random from count folders of 200. */
function task_random(array $arguments): array
{
	mt_srand(1);
	$names = [];
	for ($i = 0; $i < $arguments['names']; $i++) {
		$names[] = sprintf('%s/%06d/entry_%03d.inc', $arguments['base'],
			mt_rand(0, $arguments['count'] - 1), mt_rand(0, 199));
	}
	$baseline = bench_loop('lcfirst');
	$loop = bench_loop('is_file');
	$loop($names, 1);
	$hits = bench_hits('is_file');
	$ns = $loop($names, 3);
	$calls = 3 * count($names);
	return ['ns' => $ns / $calls, 'lcfirst' => $baseline($names, 3) / $calls,
		'hits' => (bench_hits('is_file') - $hits) / $calls];
}

/** Work that fastscan does not touch, in nanoseconds per round of it. */
function task_unhooked(array $arguments): array
{
	$start = hrtime(true);
	for ($i = 0; $i < $arguments['passes']; $i++) {
		$text = sprintf('%05d/%s', $i, strtoupper(lcfirst('Some text')));
		$parts = explode('/', str_replace('T', 't', $text));
		in_array(md5($text), $parts, true);
		preg_match('/(\d+)/', $text);
		array_sum(array_map('strlen', $parts));
	}
	return ['ns' => (hrtime(true) - $start) / $arguments['passes']];
}

/** Calls that pass through a hook and are answered by the system: nanoseconds by function. */
function task_passed_through(array $arguments): array
{
	$ns = [];
	foreach (['filesize', 'filemtime', 'stat', 'is_readable'] as $function) {
		$ns[$function] = bench_loop($function)($arguments['names'], $arguments['passes'])
			/ (count($arguments['names']) * $arguments['passes']);
	}
	return $ns;
}

/** The first walk of this request by a function of spl.php, and the one after it. */
function task_spl(array $arguments): array
{
	['walk' => $walk, 'dir' => $dir] = $arguments;
	$none = null;
	prepare_walk($walk, $dir);
	$start = hrtime(true);
	$walk($dir, $none);
	$first = hrtime(true);
	$walk($dir, $none);
	return ['first' => $first - $start, 'again' => hrtime(true) - $first];
}

/** What such a walk finds. */
function task_spl_found(array $arguments): array
{
	$found = [];
	prepare_walk($arguments['walk'], $arguments['dir']);
	$arguments['walk']($arguments['dir'], $found);
	return ['count' => count($found), 'hash' => md5(serialize($found))];
}

/**
 * The first scan of a worker just forked, as a server's new one makes it. With 'again', microseconds
 * after which it scans once more: that one is timed.
 */
function task_worker_scan(array $arguments): array
{
	[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$pid = pcntl_fork();
	if ($pid === 0) {
		if (isset($arguments['mode']) && extension_loaded('fastscan')) {
			ini_set('fastscan.validate', $arguments['mode']);
		}
		$result = task_scan($arguments);
		if (isset($arguments['again'])) {
			usleep($arguments['again']);
			$result = task_scan($arguments);
		}
		$result['shared'] = function_exists('fastscan_counters')
			? fastscan_counters()['cache']['shared_hits'] : 0;
		fwrite($theirs, json_encode($result));
		posix_kill(getmypid(), SIGKILL);
	}
	fclose($theirs);
	$result = json_decode(stream_get_contents($ours), true);
	pcntl_waitpid($pid, $status);
	return $result;
}

/** One scan of a web request, and what it took of the worker: processor time and waits. */
function task_web_scan(array $arguments): array
{
	$before = getrusage();
	$result = task_scan($arguments);
	$after = getrusage();
	$us = fn (string $name) => ($after["ru_$name.tv_sec"] - $before["ru_$name.tv_sec"]) * 1000000
		+ $after["ru_$name.tv_usec"] - $before["ru_$name.tv_usec"];
	return $result + ['user_us' => $us('utime'), 'system_us' => $us('stime'),
		'waits' => $after['ru_nvcsw'] - $before['ru_nvcsw'], 'ahead' => bench_ahead()];
}

/** fastscan's counters of work done ahead of the request, in all since the start. */
function bench_ahead(): array
{
	$ahead = [];
	if (function_exists('fastscan_status') && ($status = fastscan_status())) {
		array_walk_recursive($status, function ($value, $name) use (&$ahead): void {
			if (is_int($value) && strpos((string) $name, 'prefetch_') === 0) {
				$ahead[$name] = $value;
			}
		});
	}
	return $ahead;
}

/**
 * One scan that notes when the listing of each directory was first used: after that, nothing that
 * is asked of the mount can have made it fresh.
 */
function task_dated_scan(array $arguments): array
{
	chdir($arguments['cwd']);
	$used = [];
	$walk = function (string $dir) use (&$walk, &$used): void {
		$handle = opendir($dir);
		$name = readdir($handle);
		$used[$dir] = hrtime(true);
		for (; $name !== false; $name = readdir($handle)) {
			if ($name[0] !== '.' && is_dir("$dir/$name")) {
				$walk("$dir/$name");
			}
		}
		closedir($handle);
	};
	$walk($arguments['dir']);
	return ['used' => $used, 'fills' => bench_fills()];
}

/**
 * One scan under a profiler of XHProf's format, and what fastscan's own profile says of the same calls:
 * exclusive microseconds and calls by function.
 */
function task_profiled_scan(array $arguments): array
{
	chdir($arguments['cwd']);
	tideways_xhprof_enable();
	$found = file_scan_directory($arguments['dir'], SCAN_MASK);
	$profiles = ['xhprof' => tideways_xhprof_disable(),
		'fastscan' => function_exists('fastscan_xhprof') ? fastscan_xhprof() : []];
	return ['hash' => md5(serialize($found))] + array_map('bench_exclusive', $profiles);
}

/**
 * Exclusive wall time from a profile's edges, recursion ("name@1") counted with its function. Debian's
 * tideways writes an internal function twice on PHP 8.2, as called by its caller and by itself: the
 * second edge's time is in the first one, and it is no call.
 *
 * @return array<string, array{us: int, calls: int}> by function
 */
function bench_exclusive(array $profile): array
{
	$functions = [];
	foreach ($profile as $edge => $costs) {
		$names = preg_replace('/@\d+$/', '', explode('==>', $edge));
		$callee = end($names);
		$functions += [$callee => ['us' => 0, 'calls' => 0]];
		$functions[$callee]['us'] += $costs['wt'];
		if (count($names) === 2) {
			$functions += [$names[0] => ['us' => 0, 'calls' => 0]];
			$functions[$names[0]]['us'] -= $costs['wt'];
		}
		if (count($names) === 1 || $names[0] !== $callee || $callee === 'file_scan_directory') {
			$functions[$callee]['calls'] += $costs['ct'];
		}
	}
	return $functions;
}
