--TEST--
fastscan.shm_file: when another file takes its place, processes that use it move on at their next request
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_unique_mounts();
skip_unless_extensions('posix');
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
make_tree($dir, ['site/a']);
settle();
$settings = ["fastscan.shm_file=$dir/store", 'fastscan.shm_size=1M', 'fastscan.min_uses=1'];
$code = 'while (fgets(STDIN)) { fastscan_request_start(); scandir(\'' . $dir . '/site\');'
	. '$s = fastscan_status()["shared"]; echo "$s[size] $s[listings] $s[resets]\n"; }';
$process = proc_open(php_command($settings) . ' -r ' . escapeshellarg($code), [['pipe', 'r'], ['pipe', 'w']], $pipes);
$ask = function () use ($pipes): string {
	fwrite($pipes[0], "go\n");
	return fgets($pipes[1]);
};
echo $ask();
/* Another size is another file; the one that is mapped stays whole. */
php(['fastscan.shm_size=2M'] + $settings, 'fastscan_reset();');
php(["fastscan.shm_file=$dir/store", 'fastscan.shm_size=2M'], 'fastscan_reset();');
php($settings, 'fastscan_reset();');
echo $ask();
fclose($pipes[0]);
proc_close($process);
echo count(glob("$dir/store*")), " file\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
1048576 1 0
1048576 1 1
1 file
