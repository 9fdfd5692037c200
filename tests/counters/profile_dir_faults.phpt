--TEST--
fastscan.profile_dir: a file that cannot be written is one warning that names the directive
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
$dir = test_dir();
make_tree($dir, ['file', 'allowed/', 'other/']);
$faults = [
	'absent' => ["fastscan.profile_dir=$dir/absent"],
	'a file' => ["fastscan.profile_dir=$dir/file"],
	'open_basedir' => ["fastscan.profile_dir=$dir/other", "open_basedir=$dir/allowed"],
];
foreach ($faults as $name => $settings) {
	echo "$name:\n", preg_replace('~/[^ ]*/~', '/', php(array_merge(['fastscan.profile=1'], $settings), 'is_dir("/nonsense"); echo "ran\n";'));
}
echo count(scandir("$dir/other")), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTF--
absent:
ran

Warning: %Sfastscan.profile_dir: cannot write %s.fastscan.xhprof: %s in %s on line %d
a file:
ran

Warning: %Sfastscan.profile_dir: cannot write %s.fastscan.xhprof: %s in %s on line %d
open_basedir:

Warning: is_dir(): open_basedir restriction in effect.%s
ran

Warning: %Sfastscan.profile_dir: cannot write %s.fastscan.xhprof: open_basedir does not allow it in %s on line %d
2
