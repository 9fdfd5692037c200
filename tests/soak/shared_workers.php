<?php
/* SPDX-License-Identifier: MIT */
/*
 * shared_workers.php WORKERS KILLS DIRECTORY [STORE]: forked workers over one shared cache ask, change and are killed at random,
 * while they hold its lock too (die_in_lock.c). With STORE, the cache's file, one process damages that all the time.
 *
 * What a directory holds is a function of one number, its state, which its owner moves on: it writes the number that it is
 * about to reach, makes the change, and writes that it has. A reader reads these numbers, which no cache knows of, around its
 * question: the answer must be that of a state which the directory had in between, or since the request began where the mode
 * says so; of an own directory it must be that of this moment.
 */
[, $workers, $kills, $root] = $argv;
$store = $argv[4] ?? null;
const DIRECTORIES = 48;
const PATIENCE = 60; /* seconds in which a worker must get on, on a busy machine */

exec('rm -rf ' . escapeshellarg($root));
mkdir("$root/state", 0777, true);
mkdir("$root/beat");
for ($d = 0; $d < DIRECTORIES; $d++) {
	mkdir("$root/d$d/sub", 0777, true);
	foreach (['a', 'b'] as $name) {
		touch("$root/d$d/$name");
	}
	/* Different sizes: the halves of the cache fill at every place. */
	for ($i = 0; $i < $d * 20; $i++) {
		touch("$root/d$d/file$i");
	}
	file_put_contents("$root/state/$d", pack('PP', 0, 0));
}

/* [begun, done] */
function state(int $d): array
{
	global $root;
	return array_values(unpack('P2', file_get_contents("$root/state/$d")));
}

function set_state(int $d, int $begun, int $done): void
{
	global $root;
	$file = fopen("$root/state/$d", 'r+');
	fwrite($file, pack('PP', $begun, $done));
	fclose($file);
}

/* At an odd state there is one more file, named by it. Also what a killed owner left undone. */
function move_on(int $d): void
{
	global $root;
	[$begun, $done] = state($d);
	if ($begun === $done) {
		set_state($d, ++$begun, $done);
	}
	if ($begun % 2) {
		touch("$root/d$d/x$begun");
	} else {
		@unlink("$root/d$d/x" . ($begun - 1));
	}
	set_state($d, $begun, $begun);
}

function complain(string $what): void
{
	file_put_contents($GLOBALS['root'] . '/wrong', "$what\n", FILE_APPEND);
}

/* Is there a state from $low to $high that the listing shows? */
function check_listing(int $d, array $names, int $low, int $high): void
{
	$extra = array_values(preg_grep('/^x/', $names));
	$rest = count($names) - count($extra);
	$state = $extra ? (int) substr($extra[0], 1) : null;
	$good = $rest === 5 + $d * 20 && count($extra) <= 1 &&
		($extra ? $low <= $state && $state <= $high : $low % 2 === 0 || $high > $low);
	if (!$good) {
		complain("d$d lists $rest and " . implode(' ', $extra) . " in states $low to $high");
	}
}

function check_name(int $d, int $k, bool $exists, int $low, int $high): void
{
	if ($exists ? $k < $low || $k > $high || $k % 2 === 0 : $low === $k && $high === $k && $k % 2) {
		complain("d$d: x$k " . ($exists ? 'exists' : 'does not exist') . " in states $low to $high");
	}
}

function list_by(string $how, string $path): array
{
	if ($how === 'scandir') {
		return scandir($path);
	}
	$names = [];
	$handle = opendir($path);
	while (($name = readdir($handle)) !== false) {
		$names[] = $name;
	}
	closedir($handle);
	return $names;
}

function ask(int $d, int $low): void
{
	global $root;
	switch (mt_rand(0, 4)) {
		case 0:
		case 1:
			$names = list_by(mt_rand(0, 1) ? 'scandir' : 'opendir', "$root/d$d");
			check_listing($d, $names, $low, state($d)[0]);
			break;
		case 2:
			$k = $low + mt_rand(-2, 2);
			$exists = file_exists("$root/d$d/x$k");
			check_name($d, $k, $exists, $low, state($d)[0]);
			break;
		case 3:
			if (!is_dir("$root/d$d/sub") || is_dir("$root/d$d/a")) {
				complain("d$d: types");
			}
			break;
		default:
			if (!is_file("$root/d$d/b") || file_exists("$root/d$d/never")) {
				complain("d$d: names");
			}
	}
}

function work(int $slot, int $workers): void
{
	global $root;
	mt_srand(getmypid() ^ hrtime(true));
	ini_set('fastscan.validate', ['strict', 'request', 'request'][mt_rand(0, 2)]);
	$strict = ini_get('fastscan.validate') === 'strict';
	for ($d = $slot; $d < DIRECTORIES; $d += $workers) {
		if (mt_rand(0, 3) === 0) {
			move_on($d); /* what the one before may have left undone */
		}
	}
	for ($round = 1;; $round++) {
		fastscan_request_start();
		$asked = array_map(fn() => mt_rand(0, DIRECTORIES - 1), range(1, 6));
		$low = [];
		foreach ($asked as $d) {
			$low[$d] = state($d)[1];
		}
		for ($i = 0; $i < 12; $i++) {
			$d = $asked[mt_rand(0, 5)];
			/* An own directory's state is this moment's. One that was left undone may be in either. */
			ask($d, $strict || $d % $workers === $slot ? state($d)[1] : $low[$d]);
		}
		if (mt_rand(0, 6) === 0) {
			move_on($slot + $workers * mt_rand(0, intdiv(DIRECTORIES - 1 - $slot, $workers)));
		}
		if (mt_rand(0, 2000) === 0) {
			fastscan_reset();
		}
		file_put_contents("$root/beat/$slot", $round . ' ' . fastscan_counters()['cache']['shared_hits']);
	}
}

/* What the worker before it last said that it had from the shared cache is added up. */
function start(int $slot, int $workers): int
{
	global $root, $hits;
	$hits += (int) (explode(' ', (string) @file_get_contents("$root/beat/$slot"))[1] ?? 0);
	@unlink("$root/beat/$slot");
	$pid = pcntl_fork();
	if ($pid === 0) {
		work($slot, $workers);
	}
	return $pid;
}

/*
 * Bytes anywhere, but most of them where a wrong one may do most: in the header with the lock, in the slots. Never the file's
 * length. A lock that cannot be had any more, or a half that has no room, are for ever: so the whole is replaced now and then, as
 * by a process that finds another version's file (store_layout.h: the second word).
 */
function damage(string $store): void
{
	$size = filesize($store);
	$write = function (int $at, string $bytes) use ($store) {
		$file = @fopen($store, 'r+');
		if ($file) {
			fseek($file, $at);
			fwrite($file, $bytes);
			fclose($file);
		}
	};
	$places = [[0, 256], [256, 4096], [4096, 40000], [40000, $size], [intdiv($size, 2), intdiv($size, 2) + 20000]];
	for ($n = 1;; $n++) {
		[$from, $to] = $places[mt_rand(0, 4)];
		$at = mt_rand($from, $to - 1);
		$length = min([1, 4, 8, 64, 512][mt_rand(0, 4)], $size - $at);
		switch (mt_rand(0, 3)) {
			case 0:
				$bytes = str_repeat("\0", $length);
				break;
			case 1:
				$bytes = (string) @file_get_contents($store, false, null, mt_rand(0, $size - $length), $length);
				break;
			case 2:
				$bytes = pack('P', mt_rand(0, 3));
				$at -= $at % 8;
				break;
			default:
				$bytes = random_bytes($length);
		}
		$write($at, $bytes);
		if ($n % 100 === 0) {
			$write(8, pack('P', 1));
		}
		usleep(mt_rand(10, 1000));
	}
}

$vandal = $store === null ? 0 : pcntl_fork();
if ($store !== null && $vandal === 0) {
	fastscan_request_start();
	damage($store);
}
$slots = $since = $beats = [];
$hits = 0;
$crashes = $hangs = $killed = $died = 0;
for ($slot = 0; $slot < $workers; $slot++) {
	$slots[$slot] = start($slot, $workers);
	$since[$slot] = microtime(true);
}
while ($killed + $died < $kills) {
	usleep(mt_rand(1000, 12000));
	while (($pid = pcntl_waitpid(-1, $status, WNOHANG)) > 0) {
		$slot = array_search($pid, $slots, true);
		if (pcntl_wifsignaled($status) && pcntl_wtermsig($status) === SIGKILL) {
			$died++;
		} else {
			$crashes++;
			complain("worker $slot left with status $status");
		}
		$slots[$slot] = start($slot, $workers);
		$since[$slot] = microtime(true);
	}
	foreach ($slots as $slot => $pid) {
		$beat = @file_get_contents("$root/beat/$slot");
		if ($beat !== ($beats[$slot] ?? null)) {
			$beats[$slot] = $beat;
			$since[$slot] = microtime(true);
		} elseif (microtime(true) - $since[$slot] > PATIENCE) {
			$hangs++;
			complain("worker $slot hangs");
			$since[$slot] = microtime(true);
		}
	}
	$slot = mt_rand(0, $workers - 1);
	posix_kill($slots[$slot], SIGKILL);
	pcntl_waitpid($slots[$slot], $status);
	$killed++;
	$slots[$slot] = start($slot, $workers);
	$since[$slot] = microtime(true);
}
foreach (array_merge($slots, $vandal ? [$vandal] : []) as $pid) {
	posix_kill($pid, SIGKILL);
	pcntl_waitpid($pid, $status);
}
fastscan_request_start();
$shared = fastscan_status()['shared'];
$wrong = is_file("$root/wrong") ? file("$root/wrong") : [];
echo implode('', array_slice($wrong, 0, 20));
printf("%d workers: %d killed, %d died holding the lock; %d wrong, %d crashes, %d hangs; %d owner deaths seen, %d flips, " .
	"%d shared hits, %d calls\n", $workers, $killed, $died, count($wrong), $crashes, $hangs, $shared['owner_deaths'],
	$shared['flips'], $hits, $shared['totals']['calls']);
/* Nothing was tried if these did not happen. What is in a file that is damaged says nothing. */
$tried = $died > 0 && $hits > 1000 && ($vandal || ($shared['owner_deaths'] > 0 && $shared['flips'] > 0));
exec('rm -rf ' . escapeshellarg($root));
exit($wrong || $crashes || $hangs || !$tried ? 1 : 0);
