--TEST--
Each function of the stat family is told of an absent file without a system call; of others it asks
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
make_tree($dir, ['file']);
settle();
scandir($dir);
is_dir("$dir/none");
foreach (['stat', 'lstat', 'filemtime', 'fileatime', 'filectime', 'filesize', 'filetype', 'fileperms',
	'fileinode', 'fileowner', 'filegroup'] as $function) {
	echo $function, ' ';
	print_counted(['(stat)'], function () use ($function, $dir) { @$function("$dir/absent_$function"); });
}
print_counted(['(stat)'], function () use ($dir) { stat("$dir/file"); filesize("$dir/file"); });
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
stat (stat): ct 1, hit 1, negative 1
lstat (stat): ct 1, hit 1, negative 1
filemtime (stat): ct 1, hit 1, negative 1
fileatime (stat): ct 1, hit 1, negative 1
filectime (stat): ct 1, hit 1, negative 1
filesize (stat): ct 1, hit 1, negative 1
filetype (stat): ct 1, hit 1, negative 1
fileperms (stat): ct 1, hit 1, negative 1
fileinode (stat): ct 1, hit 1, negative 1
fileowner (stat): ct 1, hit 1, negative 1
filegroup (stat): ct 1, hit 1, negative 1
(stat): ct 1, miss 1
