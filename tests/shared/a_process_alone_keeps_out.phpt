--TEST--
A command-line run that shares with nobody does not touch the memory it would share
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_linux();
skip_unless_extensions('posix');
if (PHP_ZTS) {
	die('skip with threads there are others');
}
?>
--INI--
fastscan.shm_size=64M
fastscan.shm_file=
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
for ($i = 0; $i < 100; $i++) {
	make_tree($dir, ["d$i/a", "d$i/b"]);
}
settle();
for ($i = 0; $i < 100; $i++) {
	scandir("$dir/d$i");
}
['used_here' => $used, 'filled' => $filled, 'workers' => $workers] = fastscan_status()['shared'];
var_dump($used, $filled, $workers);
/* In KB: what is resident of the one mapping of this size. */
preg_match('/^[0-9a-f]+-[0-9a-f]+ rw-s [^\n]*\/dev\/zero[^\n]*\nSize: +65536 kB\n.*?^Rss: +(\d+) kB/ms', file_get_contents('/proc/self/smaps'), $found);
var_dump(isset($found[1]) && (int) $found[1] <= 64);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(false)
int(0)
int(0)
bool(true)
