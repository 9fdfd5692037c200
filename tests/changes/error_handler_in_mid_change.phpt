--TEST--
An error handler that runs in the middle of a change sees what is done so far
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
settle();
scandir($dir);
var_dump(is_dir("$dir/a"));
set_error_handler(function () use ($dir) {
	var_dump(is_dir("$dir/a"), is_dir("$dir/a/b"), in_array('a', scandir($dir)));
	return true;
});
mkdir("$dir/a/b/" . str_repeat('x', 300), 0777, true);
var_dump(is_dir("$dir/a/b"));
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
