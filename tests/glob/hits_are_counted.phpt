--TEST--
Warm patterns are answered without a system call, and counted so
--EXTENSIONS--
fastscan
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_glob_is_answered();
?>
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
fastscan.verify=0
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/x.inc', 'a/y.inc', 'b/x.inc', 'file', 'link' => 'a']);
settle();
foreach (['', 'a', 'b'] as $sub) {
	scandir("$dir/$sub");
	is_dir("$dir/$sub/none");
}
print_counted(['glob'], function () use ($dir) { glob("$dir/*"); glob("$dir/none*"); });
print_counted(['glob'], function () use ($dir) { glob("$dir/a/*.inc", GLOB_ONLYDIR); });
print_counted(['glob'], function () use ($dir) { glob("$dir/a/*", GLOB_MARK | GLOB_NOSORT); });
print_counted(['glob'], function () use ($dir) { glob("$dir/{a,b}/x.inc", GLOB_BRACE); });
print_counted(['glob'], function () use ($dir) { glob("$dir/*", GLOB_ONLYDIR); });
print_counted(['glob'], function () { glob(''); try { @glob([]); } catch (TypeError $e) { } });
print_counted(['glob'], function () { @glob('*', 1 << 20); });
chdir($dir);
is_dir('file');
glob('./*');
print_counted(['glob'], function () { glob('*'); glob('[ab]', GLOB_MARK); glob('./*'); });
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
glob: ct 2, hit 2
glob: ct 1, hit 1
glob: ct 1, hit 1
glob: ct 1, hit 1
glob: ct 1, miss 1
glob: ct 2, bypass 2
glob: ct 1, bypass 1
glob: ct 3, hit 3
