--TEST--
clearstatcache() marks everything; with a file only its directory, for one system call
--EXTENSIONS--
fastscan
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
if (PHP_ZTS) die("skip relative names are absolute ones there");
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['a/file', 'b/file', 'link' => 'a']);
chdir($dir);
settle();
foreach (['a', 'b', "$dir/a", "$dir/b", 'link'] as $folder) {
	scandir($folder);
	for ($i = 0; $i < 5; $i++) {
		is_file("$folder/file");
	}
}
function checks(callable $code): string
{
	$cache = counted($code)['cache'] ?? [];
	return 'validations: ' . ($cache['validations'] ?? 0);
}
$ask = function () use ($dir) {
	foreach (['a', 'b', "$dir/a", "$dir/b", 'link'] as $folder) {
		is_file("$folder/file");
		is_file("$folder/absent");
	}
};
echo 'warm: ', checks($ask), "\n";
clearstatcache();
echo 'all: ', checks($ask), "\n";
foreach ([["$dir/a/file"], ['b/absent'], ["file://$dir/b/file"], ['link/file'], ["$dir/c/file"]] as [$file]) {
	clearstatcache(true, $file);
	echo str_replace($dir, '', $file), ': ', checks($ask), "\n";
}
clearstatcache(false, "$dir/a/file");
echo 'without the realpath cache: ', checks($ask), "\n";
clearstatcache(true);
echo 'all again: ', checks($ask), "\n";
clearstatcache(true, '');
echo 'no file: ', checks($ask), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
warm: validations: 0
all: validations: 5
/a/file: validations: 1
b/absent: validations: 1
file:///b/file: validations: 1
link/file: validations: 1
/c/file: validations: 0
without the realpath cache: validations: 1
all again: validations: 5
no file: validations: 5
