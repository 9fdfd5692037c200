--TEST--
What one worker has read, the next one need not read
--EXTENSIONS--
fastscan
posix
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix', 'pcntl');
?>
--INI--
fastscan.shm_size=1M
fastscan.shm_file=
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
make_tree($dir, ['a/b/', 'a/file', 'a/c/x', 'link' => 'a/b']);
settle();
$expression = '[scandir($d), scandir("$d/a"), scandir("$d/a/c"), is_dir("$d/a/b"), is_file("$d/a/c/x"), file_exists("$d/a/no"), is_link("$d/link"), is_dir("$d/link")]';
$stock = stock($expression, ['d' => $dir]);
foreach (['request', 'strict', 'interval', 'never'] as $mode) {
	ini_set('fastscan.validate', $mode);
	foreach ([0, 100] as $verify) {
		fastscan_reset();
		foreach (['first', 'second', 'third'] as $name) {
			[$answers, $cache] = in_worker(function () use ($expression, $dir, $verify) {
				ini_set('fastscan.verify', $verify);
				return answers($expression, ['d' => $dir]);
			});
			echo "$mode, verify $verify, $name: ", $answers === $stock ? 'same' : 'DIFFERENT', ', ', sources($cache), "\n";
		}
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
request, verify 0, first: same, read 3, shared 0
request, verify 0, second: same, read 0, shared 3
request, verify 0, third: same, read 0, shared 3
request, verify 100, first: same, read 3, shared 0
request, verify 100, second: same, read 0, shared 3
request, verify 100, third: same, read 0, shared 3
strict, verify 0, first: same, read 3, shared 0
strict, verify 0, second: same, read 0, shared 3
strict, verify 0, third: same, read 0, shared 3
strict, verify 100, first: same, read 3, shared 0
strict, verify 100, second: same, read 0, shared 3
strict, verify 100, third: same, read 0, shared 3
interval, verify 0, first: same, read 3, shared 0
interval, verify 0, second: same, read 0, shared 3
interval, verify 0, third: same, read 0, shared 3
interval, verify 100, first: same, read 3, shared 0
interval, verify 100, second: same, read 0, shared 3
interval, verify 100, third: same, read 0, shared 3
never, verify 0, first: same, read 3, shared 0
never, verify 0, second: same, read 0, shared 3
never, verify 0, third: same, read 0, shared 3
never, verify 100, first: same, read 3, shared 0
never, verify 100, second: same, read 0, shared 3
never, verify 100, third: same, read 0, shared 3
