--TEST--
tempnam() in a known folder
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$folder = known_folder();
know($folder, 'x');
$count = count(scandir($folder[0]));
$made = tempnam($folder[2], 'pre');
foreach ($folder as $alias) {
	if (!is_file("$alias/" . basename($made)) || count(scandir($alias)) !== $count + 1) {
		echo "not in $alias\n";
	}
}
var_dump(dirname($made) === realpath($folder[0]));
unlink($made);
var_dump(is_file($made), count(scandir($folder[0])) === $count);
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
