--TEST--
A directory handle goes on after fastscan was switched off
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a', 'b', 'c']);
settle();
for ($i = 0; $i < 3; $i++) {
	scandir($dir);
}
$handle = opendir($dir);
$names = [readdir($handle), readdir($handle)];
ini_set('fastscan.enable', '0');
while (($name = readdir($handle)) !== false) {
	$names[] = $name;
}
rewinddir($handle);
var_dump(readdir($handle) === $names[0], count(array_unique($names)));
closedir($handle);
var_dump(is_resource($handle), count(scandir($dir)), is_dir($dir));
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(true)
int(5)
bool(false)
int(5)
bool(true)
