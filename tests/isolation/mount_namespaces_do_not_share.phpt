--TEST--
Processes in different mount namespaces share a file, and no listing
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix');
skip_unless_unique_mounts();
skip_unless_mounts();
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
make_tree($dir, ['d/file']);
settle();
$say = "\$names = scandir('$dir/d'); echo end(\$names), ', ';";
$code = $say . PRINT_SOURCES;
$settings = ["fastscan.shm_file=$dir/store", 'fastscan.shm_size=1M', 'fastscan.min_uses=1'];
$inside = function (string $before, string $code) use ($settings): string {
	$command = php_command($settings) . ' -r ' . escapeshellarg($code);
	return (string) shell_exec('unshare -m --propagation private sh -c ' . escapeshellarg("$before $command") . ' 2>&1');
};
echo 'outside: ', php($settings, $code);
echo 'outside: ', php($settings, $code);
echo 'inside, nothing mounted: ', $inside('', $code);
$cover = "mount -t tmpfs none $dir/d && touch $dir/d/other && sleep 0.1 &&";
echo 'inside, covered: ', $inside($cover, $say . 'echo "shared ", fastscan_counters()["cache"]["shared_hits"], "\n";');
echo 'outside: ', php($settings, $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
outside: file, read 1, shared 0
outside: file, read 0, shared 1
inside, nothing mounted: file, read 1, shared 0
inside, covered: other, shared 0
outside: file, read 0, shared 1
