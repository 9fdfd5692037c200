--TEST--
fastscan.shm_size=0 without a file: no shared tier, and the private one works
--EXTENSIONS--
fastscan
posix
pcntl
json
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix', 'pcntl', 'json');
?>
--INI--
fastscan.shm_size=0
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
for ($i = 0; $i < 2; $i++) {
	[$answers, $cache] = in_worker(function () use ($dir) {
		scandir("$dir/a");
		return [is_dir("$dir/a/b"), is_file("$dir/a/no"), hits('is_dir', fn() => is_dir("$dir/a/b"))];
	});
	echo json_encode($answers), ' ', sources($cache), "\n";
}
var_dump(fastscan_status()['shared'], fastscan_reset());
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
[true,false,1] read 1, shared 0
[true,false,1] read 1, shared 0
NULL
bool(true)
