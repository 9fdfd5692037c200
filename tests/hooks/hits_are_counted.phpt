--TEST--
Warm questions are answered without a system call, and counted so
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
fastscan.verify=0
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/', 'b/', 'file', 'link' => 'a']);
settle();
scandir($dir);
print_counted(['is_dir'],
	function () use ($dir) { is_dir("$dir/a"); is_dir("$dir/file"); is_dir("$dir/no"); });
print_counted(['is_file'],
	function () use ($dir) { is_file("$dir/a"); is_file("$dir/file"); is_file("$dir/no"); });
print_counted(['is_link'],
	function () use ($dir) { is_link("$dir/a"); is_link("$dir/link"); is_link("$dir/no"); });
print_counted(['file_exists'], function () use ($dir) {
	file_exists("$dir/a");
	file_exists("$dir/file");
	file_exists("$dir/no");
});
print_counted(['is_dir'], function () use ($dir) { is_dir("$dir/link"); is_dir(''); });
foreach (['is_readable', 'is_writable', 'is_writeable', 'is_executable'] as $function) {
	print_counted([$function], function () use ($dir,
		$function) { $function("$dir/file"); $function("$dir/no"); });
}
print_counted(['opendir', 'readdir', 'rewinddir', 'closedir'], function () use ($dir) {
	$handle = opendir($dir);
	readdir($handle);
	rewinddir($handle);
	while (readdir($handle) !== false);
	closedir($handle);
});
print_counted(['dir'], function () use ($dir) { dir($dir); });
print_counted(['scandir'], function () use ($dir) { scandir($dir); scandir($dir, 1); scandir($dir,
	2); });
chdir($dir);
is_dir('a');
is_dir('./a');
print_counted(['is_dir', 'file_exists', 'scandir'],
	function () { is_dir('a'); is_dir('./a'); file_exists('no'); scandir('.'); });
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
is_dir: ct 3, hit 3, negative 1
is_file: ct 3, hit 3, negative 1
is_link: ct 3, hit 3, negative 1
file_exists: ct 3, hit 3, negative 1
is_dir: ct 2, miss 1, bypass 1
is_readable: ct 2, hit 1, miss 1, negative 1
is_writable: ct 2, hit 1, miss 1, negative 1
is_writeable: ct 2, hit 1, miss 1, negative 1
is_executable: ct 2, hit 1, miss 1, negative 1
opendir: ct 1, hit 1
readdir: ct 8, hit 8
rewinddir: ct 1, hit 1
closedir: ct 1, hit 1
dir: ct 1, hit 1
scandir: ct 3, hit 3
is_dir: ct 2, hit 2
file_exists: ct 1, hit 1, negative 1
scandir: ct 1, hit 1
