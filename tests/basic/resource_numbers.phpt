--TEST--
Resources have the numbers that stock PHP gives them
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a']);
settle();
same_in_rounds('(function ($dir) {
	$first = fopen("php://memory", "r");
	scandir($dir);
	scandir($dir, 2);
	$handle = opendir($dir);
	is_dir($dir);
	readdir($handle);
	closedir($handle);
	dir($dir);
	return (int) fopen("php://memory", "r") - (int) $first;
})($dir)', ['dir' => $dir], 'numbers');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
numbers: same
