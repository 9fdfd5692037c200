--TEST--
Handles of one directory do not disturb each other
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a', 'b', 'c', 'd']);
settle();
for ($round = 0; $round < 3; $round++) {
	$one = opendir($dir);
	$two = opendir($dir);
	$first = readdir($one);
	$all = [];
	while (($name = readdir($two)) !== false) {
		$all[] = $name;
	}
	closedir($two);
	$rest = [$first];
	while (($name = readdir($one)) !== false) {
		$rest[] = $name;
	}
	var_dump($rest === $all, count($all), readdir($one), readdir($one));
	rewinddir($one);
	var_dump(readdir($one) === $first);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(true)
int(6)
bool(false)
bool(false)
bool(true)
bool(true)
int(6)
bool(false)
bool(false)
bool(true)
bool(true)
int(6)
bool(false)
bool(false)
bool(true)
