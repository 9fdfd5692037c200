--TEST--
What a child mounts is seen at once
--EXTENSIONS--
fastscan
posix
--INI--
fastscan.validate=never
fastscan.min_uses=1
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix');
skip_unless_root();
skip_unless_mounts();
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['d/file', 'd/other']);
settle();
scandir("$dir/d");
var_dump(is_file("$dir/d/file"), is_file("$dir/d/other"));
$target = escapeshellarg("$dir/d/file");
exec("mount --bind /dev/null $target");
var_dump(is_file("$dir/d/file"), is_file("$dir/d/other"));
exec("umount $target");
var_dump(is_file("$dir/d/file"));
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
