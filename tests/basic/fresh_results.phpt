--TEST--
What scandir() and readdir() return belongs to the caller
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a', 'b']);
settle();
for ($i = 0; $i < 4; $i++) {
	$list = scandir($dir);
	$list[] = 'mine';
	$list[2] .= 'changed';
	$list[3][0] = 'X';
	sort($list);
	$handle = opendir($dir);
	while (($name = readdir($handle)) !== false) {
		$name[0] = 'Y';
	}
	closedir($handle);
}
echo implode(' ', scandir($dir)), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
. .. a b
