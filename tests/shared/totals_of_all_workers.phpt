--TEST--
fastscan_status()['shared']: what all workers did, the dead ones too
--EXTENSIONS--
fastscan
posix
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix', 'pcntl');
if (PHP_ZTS) {
	die('skip with threads the parent counts too');
}
?>
--INI--
fastscan.shm_size=1M
fastscan.shm_file=
fastscan.min_uses=1
fastscan.verify=0
fastscan.validate=request
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
make_tree($dir, ['a/b/', 'a/file']);
settle();
$before = fastscan_status()['shared'];
for ($i = 0; $i < 3; $i++) {
	in_worker(function () use ($dir) {
		is_dir("$dir/a/b"); /* reads, or finds what was read */
		is_dir("$dir/a/b");
		file_exists("$dir/a/none");
		fastscan_request_start(); /* a request ends */
		is_dir("$dir/a/b");
		fastscan_request_start();
	});
}
$after = fastscan_status()['shared'];
foreach (['calls', 'hits', 'checked', 'misses', 'negative', 'fills', 'shared_hits'] as $name) {
	echo "$name ", $after['totals'][$name] - $before['totals'][$name], "\n";
}
var_dump($after['listings'], $after['names'], $after['filled'] > 0, $after['workers']);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
calls 12
hits 6
checked 5
misses 1
negative 3
fills 1
shared_hits 2
int(1)
int(4)
bool(true)
int(3)
