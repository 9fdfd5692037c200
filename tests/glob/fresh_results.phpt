--TEST--
Each glob() gives an array and strings of its own
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
fastscan.verify=0
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a', 'b', 'c/']);
settle();
foreach ([0, GLOB_MARK] as $flags) {
	for ($i = 0; $i < 4; $i++) {
		$found = glob("$dir/*", $flags);
		$first = $found[0];
		$first[0] = '!';
		$found[0] .= 'more';
		$found[] = 'new';
		sort($found);
		unset($found[1]);
	}
	echo implode(' ', array_map('basename', glob("$dir/*", $flags))), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
a b c
a b c
