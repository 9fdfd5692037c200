--TEST--
scandir() and opendir() answer and fail as stock PHP does for every kind of path
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir() . '/top';
$paths = make_kinds($dir);
$list = 'array_map(function ($path) {
	$handle = opendir($path);
	$names = [];
	while ($handle && ($name = readdir($handle)) !== false) {
		$names[] = $name;
	}
	return $names;
}, $paths)';
same_in_rounds('array_map("scandir", $paths)', ['paths' => $paths], 'scandir');
same_in_rounds($list, ['paths' => $paths], 'opendir');
chdir("$dir/dir");
chdir('..');
same_in_rounds('array_map("scandir", $paths)', ['paths' => kinds()], 'scandir, relative');
same_in_rounds($list, ['paths' => kinds()], 'opendir, relative');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
scandir: same
opendir: same
scandir, relative: same
opendir, relative: same
