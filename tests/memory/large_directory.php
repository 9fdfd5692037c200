<?php
/* SPDX-License-Identifier: MIT */
/*
 * A directory of more entries than fastscan.max_entries: every answer as stock PHP's, nothing kept of it,
 * and reading it costs no memory.
 *
 *     php [-d extension=fastscan.so] large_directory.php DIR COUNT        prints the answers, for diff
 *
 * With fastscan, what it did with memory goes to stderr; exit status 1 if that was too much.
 */

function resident(): int
{
	preg_match('/RssAnon:\s+(\d+) kB/', file_get_contents('/proc/self/status'), $found);
	return 1024 * (int) $found[1];
}

[, $dir, $count] = $argv;
if (!file_exists("$dir/n0")) {
	for ($i = 0; $i < $count; $i++) {
		touch("$dir/n$i");
	}
}
usleep(100000);
$start = resident();
$answers = [];
for ($pass = 0; $pass < 3; $pass++) {
	for ($i = 0; $i < 20; $i++) {
		$n = $i * intdiv((int) $count, 10);
		$answers[] = [is_file("$dir/n$n"), is_dir("$dir/n$n"), file_exists("$dir/n$n"), realpath("$dir/n$n"), is_readable("$dir/n$n")];
	}
	$handle = opendir($dir);
	for ($turn = 0; $turn < 2; $turn++, rewinddir($handle)) {
		for ($names = 0, $sum = 0; ($name = readdir($handle)) !== false; $names++) {
			$sum = crc32("$sum$name");
		}
		$answers[] = [$names, $sum];
	}
	closedir($handle);
}
$grown = resident() - $start;
for ($pass = 0; $pass < 2; $pass++) {
	$answers[] = [count(scandir($dir)), md5(implode('/', scandir($dir, SCANDIR_SORT_DESCENDING)))];
}
echo json_encode($answers), "\n";
if (function_exists('fastscan_status')) {
	$cache = fastscan_counters()['cache'];
	$used = fastscan_status()['memory']['used'];
	fprintf(STDERR, "used %d bytes, private memory grew by %d while it was read name by name, too large %d times\n", $used, $grown,
		$cache['bypass']['too_large'] ?? 0);
	exit($used < 1 << 20 && $grown < 16 << 20 && ($cache['bypass']['too_large'] ?? 0) > 0 ? 0 : 1);
}
