--TEST--
Deleting what was read skips nothing, and rewinddir() reads anew
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
for ($i = 0; $i < 300; $i++) {
	touch("$dir/f$i");
}
settle();
scandir($dir);
$handle = opendir($dir);
$seen = 0;
while (($name = readdir($handle)) !== false) {
	if ($name[0] !== '.') {
		unlink("$dir/$name");
		$seen++;
	}
}
var_dump($seen);
touch("$dir/late");
rewinddir($handle);
$names = [];
while (($name = readdir($handle)) !== false) {
	$names[] = $name;
}
sort($names);
echo implode(' ', $names), "\n", implode(' ', scandir($dir)), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
int(300)
. .. late
. .. late
