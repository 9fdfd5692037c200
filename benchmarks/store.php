<?php
/* SPDX-License-Identifier: MIT
 *
 * store.php: what does the cache of all workers save a new one, how much does it hold, and what
 * does it cost where it saves nothing?
 *
 * A new worker is a fork that knows nothing yet and makes its first scan of the 200-module tree; a
 * new command-line process finds the cache in a file. On the latency mount each side has a mount of
 * its own, and more than a second passes before each scan, so that all the kernel knew has expired.
 */

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/mount.php';

const SIZE = 64 << 20;
const WORKERS = 8;

$options = Options::parse($argv, 11);
$report = new Report($options, 'store', 'what does the cache of all workers save and cost?');
$site = fixture_site($options->work);
$folders = (new SiteTree())->totals()['folders'];
$needed = $options->extension === '' || extension_loaded('pcntl') ? [] : ['pcntl'];
if ($needed) {
	echo "skipped: needs pcntl\n";
	exit(0);
}

/* the processes fork with these, if PHP has them as modules */
$modules = [];
foreach (['posix'] as $module) {
	exec(escapeshellarg($options->php) . ' -n -m', $builtin);
	if (!in_array($module, $builtin, true) && !in_array($module, explode("\n",
			(string) shell_exec(escapeshellarg($options->php) . ' -m')), true)) {
		array_push($modules, '-d', "extension=$module");
	}
}

/** A scan's time, after a look at whether it was right. */
$checked = function (array $result) use (&$answer): float {
	bench_same('scan', $answer ??= $result['hash'], $result['hash']);
	return $result['ns'] / 1e6;
};

/* ---- a new worker, a new process ---- */

$ask = ['cwd' => $site, 'dir' => FIXTURE_MODULES];
$stock = new Worker($options->php, $modules);
$server = new Worker($options->php, array_merge($modules, $options->fastscan(['shm_size' => '64M'])));
$cold = new Worker($options->php, array_merge($modules, $options->fastscan(['shm_size' => 0])));
$file = $options->work . '/store';
array_map('unlink', glob("$file.[0-9]*")); /* of an earlier run */
$with_file = fn (string $mode) => array_merge($modules, $options->fastscan(['shm_file' => $file,
	'validate' => $mode]));
$server->run('worker_scan', $ask);
(new Worker($options->php, $with_file('request')))->run('scan', $ask);
/** What is said to come from the cache must. */
$warm = function (array $result) use ($options, $folders, $checked): float {
	if ($options->extension !== '' && $result['fills'] > $folders / 100) {
		bench_fail("the cache was not warm: {$result['fills']} folders read of $folders");
	}
	return $checked($result);
};
foreach (['request', 'interval'] as $mode) {
	$samples = bench_rounds($options->rounds, [
		'stock' => fn () => ['ms' => $checked($stock->run('worker_scan', $ask))],
		'alone' => fn () => ['ms' => $checked($cold->run('worker_scan', $ask + ['mode' => $mode]))],
		'shared' => fn () => ['ms' => $warm($server->run('worker_scan', $ask + ['mode' => $mode]))],
	]);
	$report->ratio('', "first scan of a new worker, native disk, $mode mode", 'ms',
		$samples['ms'], 'shared', 'stock', '<= 1');
}
foreach (['request', 'strict'] as $mode) {
	$samples = bench_rounds($options->rounds, [
		'stock' => fn () => ['ms' => $checked((new Worker($options->php, $modules))->run('scan', $ask))],
		'shm_file' => fn () => ['ms' => $warm((new Worker($options->php, $with_file($mode)))->run('scan',
			$ask))],
	]);
	$report->ratio('', "first scan of a new command-line process, native disk, $mode mode", 'ms',
		$samples['ms'], 'shm_file', 'stock', $mode === 'request' ? '<= 1' : '');
}

/* ---- all of them missing ---- */

/**
 * Scans a second of new processes at once. None can use what was read before, nor, `apart`, what
 * another of them has read.
 */
$missing = function (array $settings, bool $apart) use ($options, $modules, $ask, $checked,
	$folders): array {
	static $settle = 100;
	$workers = [];
	$settle++;
	for ($i = 0; $i < WORKERS; $i++) {
		/* a directive that is part of each key */
		$workers[] = new Worker($options->php, array_merge($modules,
			$options->fastscan($settings + ['settle' => $apart ? $settle++ : $settle])));
		end($workers)->run('status');
	}
	$start = hrtime(true);
	array_walk($workers, fn ($worker) => $worker->send('scan', $ask));
	$fills = 0;
	foreach ($workers as $worker) {
		$result = $worker->receive('scan');
		$checked($result);
		$fills += $result['fills'];
	}
	if ($options->extension !== '' && ($apart ? $fills < WORKERS * $folders : $fills < $folders)) {
		bench_fail('not all were missing');
	}
	return ['scans' => WORKERS / ((hrtime(true) - $start) / 1e9)];
};
foreach ([false => 'over one tree that nobody has read', true => 'none of which can use what another has read']
		as $apart => $text) {
	$samples = bench_rounds($options->rounds, [
		'without' => fn () => $missing(['shm_size' => 0], (bool) $apart),
		'with the store' => fn () => $missing(['shm_file' => $file], (bool) $apart),
	]);
	$report->ratio('', WORKERS . " processes at once, $text", 'per s', $samples['scans'],
		'with the store', 'without', '>= 1');
}

/* ---- the store by itself ---- */

$top = dirname(__DIR__);
$program = $options->work . '/store-program';
exec('cc -O2 -std=c11 -I ' . escapeshellarg($top) . ' -o ' . escapeshellarg($program) . ' '
	. implode(' ', array_map('escapeshellarg', array_merge(["$top/benchmarks/lib/store.c"],
	glob("$top/src/core/store*.c"), ["$top/src/core/snapshot.c", "$top/src/core/memory.c",
	"$top/src/platform/posix_shm.c"]))) . ' -pthread', $output, $code);
if ($code !== 0) {
	bench_fail('cannot build lib/store.c');
}
$run = fn (string ...$arguments) => (float) shell_exec(escapeshellarg($program) . ' '
	. implode(' ', array_map('escapeshellarg', $arguments)));
$report->value('', 'names of 14 bytes, ten a directory, in 64 MB before any is forgotten', 'names',
	[$run('hold', SIZE)], '>= 1000000');
/* In random order over all of them a full store is larger than the processor's caches: that is what the last one shows. */
foreach (['scan' => 'in the order in which they were read', 'few' => 'in random order, as many different ones in both',
		'random' => 'in random order, all'] as $order => $text) {
	$samples = bench_rounds($options->rounds, [
		'1% full' => fn () => ['ns' => $run('find', SIZE, '1', $order)],
		'90% full' => fn () => ['ns' => $run('find', SIZE, '90', $order)],
	]);
	$report->ratio('', "one directory found, $text", 'ns', $samples['ns'], '90% full', '1% full',
		'<= 1.5');
}

/* ---- the latency mount ---- */

if (!Mount::usable()) {
	$report->note('no latency mount: needs root and /dev/fuse');
	$report->finish();
	exit(0);
}
foreach ([50, 200] as $latency) {
	$mounts = $workers = [];
	foreach (['stock' => [], 'shared request' => ['shm_size' => '64M'],
			'shared interval' => ['shm_size' => '64M']] as $name => $settings) {
		$mounts[$name] = new Mount($site, "$options->work/mount" . count($mounts),
			"lat_us=$latency,attr_timeout=1,entry_timeout=1");
		$workers[$name] = new Worker($options->php, array_merge($modules,
			$settings ? $options->fastscan($settings) : []));
		if ($settings) {
			/* one worker that lives long enough for what it reads to be trusted */
			$workers[$name]->run('worker_scan', ['cwd' => $mounts[$name]->path,
				'dir' => FIXTURE_MODULES, 'again' => REMOTE_SETTLE_US]);
		}
	}
	$sides = [];
	foreach ($workers as $name => $worker) {
		$sides[$name] = function () use ($name, $worker, $mounts, $checked) {
			usleep(1100000);
			return ['ms' => $checked($worker->run('worker_scan', ['cwd' => $mounts[$name]->path,
				'dir' => FIXTURE_MODULES, 'mode' => substr($name, 7) ?: 'request']))];
		};
	}
	$samples = bench_rounds(min(5, $options->rounds), $sides);
	foreach (['shared request', 'shared interval'] as $name) {
		$report->ratio('', "first scan of a new worker at $latency us", 'ms', ['stock' =>
			$samples['ms']['stock'], $name => $samples['ms'][$name]], 'stock', $name, '>= 5');
	}
	unset($sides, $workers, $mounts);
}
$report->finish();
