--TEST--
SplFileInfo answers as stock PHP does for every kind of path, absolute and relative
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/spl.inc';
$expression = SPL_INC . 'array_map(function ($path) {
	return spl_try(function () use ($path) { return spl_answers(new SplFileInfo($path)); });
}, $paths) : 0';
$dir = test_dir() . '/top';
same_in_rounds($expression, ['inc' => SPL_FILE, 'paths' => make_kinds($dir)], 'absolute');
chdir("$dir/dir/..");
same_in_rounds($expression, ['inc' => SPL_FILE, 'paths' => kinds()], 'relative');
same_in_rounds($expression, ['inc' => SPL_FILE,
	'paths' => ['', '/', '//', "nul\0byte", 'phar://x', 'glob://*', 'nowhere://x', 'php://memory']], 'odd');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
absolute: same
relative: same
odd: same
