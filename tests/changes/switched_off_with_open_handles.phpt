--TEST--
Handles that were open when fastscan.enable was switched off see later changes
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['d/a']);
settle();
scandir("$dir/d");
function rest($handle): string
{
	$names = [];
	while (($name = readdir($handle)) !== false) {
		$names[] = $name;
	}
	sort($names);
	return implode(' ', $names) . "\n";
}
$handle = opendir("$dir/d");
$other = opendir("$dir/d");
echo rest($other);
ini_set('fastscan.enable', '0');
touch("$dir/d/new");
echo rest($handle);
rename("$dir/d", "$dir/e");
touch("$dir/e/newer");
rewinddir($handle);
rewinddir($other);
echo rest($handle), rest($other);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
. .. a
. .. a new
. .. a new newer
. .. a new newer
