--TEST--
open_basedir: in strict mode PHP judges and answers
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=strict
fastscan.min_uses=1
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['in/file', 'out/secret']);
settle();
ini_set('open_basedir', "$dir/in");
$ask = function () use ($dir) {
	for ($i = 0; $i < 3; $i++) {
		is_file("$dir/in/file");
		scandir("$dir/in");
		closedir(opendir("$dir/in"));
		realpath("$dir/in/file");
		@file_exists("$dir/out/secret");
	}
};
print_counted(['is_file', 'scandir', 'opendir', 'realpath', 'file_exists'], $ask);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
is_file: ct 3, bypass 3
scandir: ct 3, bypass 3
opendir: ct 3, bypass 3
realpath: ct 3, bypass 3
file_exists: ct 3, bypass 3
