<?php
/* SPDX-License-Identifier: MIT */
/*
 * Far more directories than the cache may hold: it stays within fastscan.cache_size, so does what the
 * process takes of memory, and no answer is wrong.
 *
 *     php -d extension=fastscan.so -d fastscan.cache_size=16M many_directories.php DIR COUNT STOCK-PHP
 *
 * Each directory holds one file. It is made by a stock PHP, since own changes are no part of this. A first
 * pass lists each, a second asks each for a name that is there and one that is not. Prints one line of
 * JSON; exit status 1 if anything was wrong or out of bounds.
 */

const WIDTH = 1000; /* directories in each parent */
const SLACK = 1.25; /* heap: what malloc adds to the bytes that fastscan counts */

function directory(string $base, int $i): string
{
	return $base . '/' . intdiv($i, WIDTH) . '/' . $i;
}

/* Private memory of this process, in bytes. */
function resident(): int
{
	preg_match('/RssAnon:\s+(\d+) kB/', file_get_contents('/proc/self/status'), $found);
	return 1024 * (int) $found[1];
}

final class Bounds
{
	private $limit;
	private $start;
	public $used = 0;
	public $grown = 0;

	public function __construct()
	{
		$this->limit = fastscan_status()['memory']['limit'];
		$this->start = resident();
	}

	public function look(): void
	{
		$this->used = max($this->used, fastscan_status()['memory']['used']);
		$this->grown = max($this->grown, resident() - $this->start);
	}

	public function kept(): bool
	{
		return $this->used <= $this->limit && $this->grown <= $this->limit * SLACK + (1 << 20);
	}
}

[, $base, $count, $stock] = $argv;
$make = 'for ($i = 0; $i < $argv[2]; $i++) { $parent = $argv[1] . "/" . intdiv($i, ' . WIDTH . ');'
	. '$i % ' . WIDTH . ' === 0 && mkdir($parent); mkdir("$parent/$i"); touch("$parent/$i/f$i"); }';
passthru(escapeshellarg($stock) . ' -n -r ' . escapeshellarg($make) . ' -- ' . escapeshellarg($base) . ' ' . (int) $count, $status);
if ($status !== 0) {
	exit(2);
}
usleep(100000);
fastscan_reset();
is_dir($base);
$bounds = new Bounds();
$wrong = 0;
$start = hrtime(true);
for ($i = 0; $i < $count; $i++) {
	$wrong += scandir(directory($base, $i)) !== ['.', '..', "f$i"];
	$i % 1000 === 0 && $bounds->look();
}
for ($i = 0; $i < $count; $i++) {
	$dir = directory($base, $i);
	$wrong += !is_file("$dir/f$i") || file_exists("$dir/absent") || is_dir("$dir/f$i");
	$i % 1000 === 0 && $bounds->look();
}
$bounds->look();
$status = fastscan_status();
echo json_encode([
	'directories' => (int) $count,
	'wrong' => $wrong,
	'limit' => fastscan_status()['memory']['limit'],
	'used_most' => $bounds->used,
	'private_memory_grown_most' => $bounds->grown,
	'evictions' => fastscan_counters()['cache']['evictions'],
	'held' => $status['entries']['directories'] ?? null,
	'seconds' => round((hrtime(true) - $start) / 1e9, 1),
]), "\n";
exit($wrong === 0 && $bounds->kept() && fastscan_counters()['cache']['evictions'] > 0 ? 0 : 1);
