<?php
/* SPDX-License-Identifier: MIT */
/* Does the extension that is installed answer, and rightly? Says nothing and exits with 0, or why not. */

ini_set('fastscan.validate', 'interval');
$dir = sys_get_temp_dir() . '/works-' . getmypid();
mkdir($dir);
foreach (['a', 'b', 'c'] as $name) {
	touch("$dir/$name");
}
usleep(200000);
$faults = [];
for ($i = 0; $i < 3; $i++) {
	if (scandir($dir) !== ['.', '..', 'a', 'b', 'c'] || !is_file("$dir/b") || is_dir("$dir/absent")) {
		$faults[] = 'a wrong answer';
	}
}
$counters = fastscan_counters();
foreach (['scandir', 'is_file', 'is_dir'] as $function) {
	if ($counters[$function]['hit'] < 1) {
		$faults[] = "$function was never answered from the cache: " . json_encode($counters['cache']);
	}
}
touch("$dir/new");
if (!file_exists("$dir/new")) {
	$faults[] = 'an own change was not seen';
}
array_map('unlink', glob("$dir/*"));
rmdir($dir);
echo implode("\n", $faults), $faults ? "\n" : '';
exit($faults ? 1 : 0);
