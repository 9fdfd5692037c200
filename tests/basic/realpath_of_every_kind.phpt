--TEST--
realpath() answers as stock PHP does for every kind of path
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir() . '/top';
same_in_rounds('array_map("realpath", $paths)', ['paths' => make_kinds($dir)], 'absolute');
chdir("$dir/dir/..");
same_in_rounds('array_map("realpath", $paths)', ['paths' => kinds()], 'relative');
chdir("$dir/to_sub");
same_in_rounds('array_map("realpath", $paths)', ['paths' => kinds()], 'relative, from a symlink');
$paths = ['', '/', '//', '/.', '/..', '/../tmp', '/absent', '///', '/tmp/'];
same_in_rounds('array_map("realpath", $paths)', ['paths' => $paths], 'short');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
absolute: same
relative: same
relative, from a symlink: same
short: same
