--TEST--
Permissions of a directory above are obeyed at once
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix');
skip_if_root();
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['outer/inner/folder/old', 'link' => 'outer/inner']);
chdir($dir);
function seen(): string
{
	$seen = '';
	foreach (['outer/inner/folder/old', "$GLOBALS[dir]/outer/inner/folder/old", 'link/folder/old', 'link/folder'] as $path) {
		$seen .= file_exists($path) ? 'y' : 'n';
	}
	return $seen . (@scandir('outer/inner/folder') ? ' listed' : ' refused');
}
foreach (['outer' => 0, 'outer/inner' => 0600, 'outer/inner/folder' => 0300] as $path => $mode) {
	settle();
	for ($i = 0; $i < 6; $i++) {
		$before = seen();
	}
	chmod($path, $mode);
	$after = seen();
	chmod($path, 0755);
	echo "$path: $before => $after => ", seen(), "\n";
}
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
outer: yyyy listed => nnnn refused => yyyy listed
outer/inner: yyyy listed => nnnn refused => yyyy listed
outer/inner/folder: yyyy listed => yyyy refused => yyyy listed
