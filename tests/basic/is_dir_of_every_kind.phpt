--TEST--
is_dir() answers as stock PHP does for every kind of path, absolute and relative
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir() . '/top';
same_in_rounds('array_map("is_dir", $paths)', ['paths' => make_kinds($dir)], 'absolute');
chdir("$dir/dir/..");
same_in_rounds('array_map("is_dir", $paths)', ['paths' => kinds()], 'relative');
chdir("$dir/to_sub");
$up = array_map(static function (string $path): string {
	return "../../$path";
}, kinds());
same_in_rounds('array_map("is_dir", $paths)', ['paths' => $up], 'relative through ..');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
absolute: same
relative: same
relative through ..: same
