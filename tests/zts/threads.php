<?php
/* SPDX-License-Identifier: MIT */
/*
 * threads.php THREADS ROUNDS DIRECTORY: many threads with a directory of their own each, in which
 * they work, change what is theirs and ask, by relative and absolute paths, about what is theirs
 * and others'. Run by threads.c; what the answers must be is asked of the system, past PHP.
 *
 * Who changes a directory ticks its counter before and after: an answer about it must be the
 * system's if the counter did not move since the thread's request began, or since the question in
 * strict mode. About its own directory it always must.
 */
if (threads_number() < 0) {
	putenv('THREADS=' . implode(' ', array_slice($argv, 1))); /* all threads have it */
}
[$threads, $rounds, $root] = explode(' ', getenv('THREADS'), 3);
const NAMES = ['a', 'b', 'c', 'sub', 'l'];

$me = threads_number();
if ($me < 0) {
	exec('rm -rf ' . escapeshellarg($root));
	for ($i = 0; $i < $threads; $i++) {
		mkdir("$root/home$i/kept/inside", 0777, true);
		touch("$root/home$i/only$i");
		for ($k = 0; $k < $i; $k++) {
			touch("$root/home$i/kept/file$k");
		}
	}
	$wrong = [];
	/* Again and again: threads end, and others take over what they leave. */
	for ($generation = 0; $generation < 3; $generation++) {
		$wrong = array_merge($wrong, threads_run(__FILE__, (int) $threads));
	}
	echo implode("\n", array_slice($wrong, 0, 20)), $wrong ? "\n" : '';
	printf("%d threads: %d answers compared, %d given by the cache, %d listings shared, "
		. "%d wrong\n", $threads, threads_tick(1000, 0), threads_tick(1001, 0), threads_tick(1002, 0),
		count($wrong));
	exec('rm -rf ' . escapeshellarg($root));
	/* Nothing was tried without hits. */
	$tried = threads_tick(1001, 0) > $threads * $rounds &&
		(ini_get('fastscan.shm_file') === '' || threads_tick(1002, 0) > $threads);
	exit($wrong || !$tried ? 1 : 0);
}

mt_srand($me * 7919 + hrtime(true) % 100000);
ini_set('fastscan.validate', $me % 4 === 3 ? 'strict' : 'request');
$strict = ini_get('fastscan.validate') === 'strict';

/** As PHP says it, of what the system says. */
function expected(string $question, string $path)
{
	switch ($question) {
		case 'is_dir':
			return threads_type($path, true) === 'dir';
		case 'is_file':
			return threads_type($path, true) === 'file';
		case 'is_link':
			return threads_type($path, false) === 'link';
		case 'file_exists':
			return threads_type($path, true) !== '';
	}
	$names = threads_names($path);
	if ($names !== false) {
		sort($names);
	}
	return $names;
}

function answer(string $question, string $path)
{
	switch ($question) {
		case 'scandir':
			return @scandir($path);
		case 'opendir':
			$handle = @opendir($path);
			if (!$handle) {
				return false;
			}
			$names = [];
			while (($name = readdir($handle)) !== false) {
				$names[] = $name;
			}
			closedir($handle);
			sort($names);
			return $names;
	}
	return $question($path);
}

function pick(array $values)
{
	return $values[mt_rand(0, count($values) - 1)];
}

/* One change of one's own; some fail. The directory is the thread's own: names are relative. */
function change(int $me, string $home): void
{
	$name = pick(NAMES);
	$other = pick(NAMES);
	threads_tick($me, 1);
	switch (mt_rand(0, 7)) {
		case 0: @mkdir($name); break;
		case 1: @rmdir($name); break;
		case 2: @touch($name); break;
		case 3: @unlink($name); break;
		case 4: @rename($name, $other); break;
		case 5: @symlink(pick(['kept', 'nowhere']), 'l'); break;
		case 6: @file_put_contents($name, 'x'); break;
		default: @unlink('l');
	}
	threads_tick($me, 1);
}

$home = "$root/home$me";
$begun = [];
chdir($home);
for ($round = 0; $round < $rounds; $round++) {
	for ($i = 0; $i < $threads; $i++) {
		$begun[$i] = threads_tick($i, 0);
	}
	fastscan_request_start();
	if (getcwd() !== $home) {
		threads_complain("thread $me is in " . getcwd());
	}
	for ($k = mt_rand(5, 25); $k > 0; $k--) {
		$whose = mt_rand(0, 2) ? $me : mt_rand(0, $threads - 1);
		$name = pick(array_merge(NAMES, ['kept', 'kept/inside', 'kept/none', 'none', "only$whose", "only$me", '.']));
		$question = pick(['is_dir', 'is_dir', 'is_file', 'is_link', 'file_exists', 'file_exists', 'scandir', 'opendir']);
		$path = $whose !== $me ? pick(["$root/home$whose/$name", "../home$whose/$name"])
			: pick([$name, $name, "$home/$name", "./$name", "../home$me/$name"]);
		$before = $strict || $whose === $me ? threads_tick($whose, 0) : $begun[$whose];
		/* PHP's own memory of one file, and with threads that of paths, may be stale: not with these,
		 * nor with realpath_cache_size=0. */
		stat('/');
		lstat('/');
		$is = answer($question, $path);
		$must = expected($question, "$root/home$whose/$name");
		if ($before % 2 === 0 && threads_tick($whose, 0) === $before) {
			threads_tick(1000, 1);
			if ($is !== $must) {
				threads_complain("thread $me, $question($path): " . json_encode($is) . ', system '
					. json_encode($must));
			}
		}
	}
	if (realpath('kept') !== "$home/kept" || realpath("only$me") !== "$home/only$me") {
		threads_complain("thread $me: realpath of its own");
	}
	while (mt_rand(0, 2) === 0) {
		change($me, $home);
	}
	if (mt_rand(0, 30) === 0) {
		chdir(pick([$home, "$home/kept/..", '.']));
		usleep(30000); /* what was changed settles */
	}
}
$counters = array_filter(fastscan_counters(), 'is_array');
threads_tick(1001, array_sum(array_column($counters, 'hit')) + array_sum(array_column($counters, 'checked')));
threads_tick(1002, $counters['cache']['shared_hits']);
if ($counters['cache']['verify_mismatch'] > 0) {
	threads_complain("thread $me: verify found another answer");
}
