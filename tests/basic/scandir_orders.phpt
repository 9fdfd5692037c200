--TEST--
scandir() sorts as stock PHP does for every value of its second argument
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['b', 'a', 'B', 'A', '10', '9', 'ä', 'a b', 'z/', '.dot', '_', '-', 'aa', "\xff",
	'a.b', 'a-b']);
settle();
$orders = ['', ', SCANDIR_SORT_ASCENDING', ', SCANDIR_SORT_DESCENDING', ', SCANDIR_SORT_NONE',
	', 3', ', -1', ', 1 << 40', ', true',
	', 0, null', ', 2, null'];
foreach ($orders as $order) {
	same_in_rounds("scandir(\$dir$order)", ['dir' => $dir]);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
scandir($dir): same
scandir($dir, SCANDIR_SORT_ASCENDING): same
scandir($dir, SCANDIR_SORT_DESCENDING): same
scandir($dir, SCANDIR_SORT_NONE): same
scandir($dir, 3): same
scandir($dir, -1): same
scandir($dir, 1 << 40): same
scandir($dir, true): same
scandir($dir, 0, null): same
scandir($dir, 2, null): same
