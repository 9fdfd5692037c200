--TEST--
open_basedir: a handle opened before goes on reading, as with stock PHP
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['in/one', 'in/two', 'in/three', 'narrow/file']);
settle();
$code = '(function () use ($dir) {
	scandir("$dir/in");
	$handle = opendir("$dir/in");
	$unread = opendir("$dir/in");
	$names = [readdir($handle)];
	ini_set("open_basedir", "$dir/narrow");
	while (($name = readdir($handle)) !== false) {
		$names[] = $name;
	}
	rewinddir($handle);
	while (($name = readdir($handle)) !== false) {
		$names[] = $name;
	}
	while (($name = readdir($unread)) !== false) {
		$names[] = $name;
	}
	return [$names, opendir("$dir/in"), is_dir("$dir/in"), scandir("$dir/narrow")];
})()';
$stock = stock($code, ['dir' => $dir]);
$ours = other_process($code, ['dir' => $dir]);
var_dump(count($stock['value'][0]), serialize($stock) === serialize($ours));
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
int(15)
bool(true)
