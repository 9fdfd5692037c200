--TEST--
glob() gives what stock PHP gives for every kind of pattern, absolute and relative
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/patterns.inc';
$dir = test_dir() . '/top';
make_patterns($dir);
same_in_rounds('array_map("glob", $patterns)', ['patterns' => patterns($dir . '/')], 'absolute');
chdir($dir);
same_in_rounds('array_map("glob", $patterns)', ['patterns' => patterns('')], 'relative');
same_in_rounds('array_map("glob", $patterns)', ['patterns' => patterns('./')], 'with a dot');
chdir("$dir/dir");
same_in_rounds('array_map("glob", $patterns)', ['patterns' => patterns('../to_dir/../')],
	'through a link and back');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
absolute: same
relative: same
with a dot: same
through a link and back: same
