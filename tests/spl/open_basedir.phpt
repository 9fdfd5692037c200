--TEST--
open_basedir: SPL's objects and iterators say what stock PHP says, within and without
--EXTENSIONS--
fastscan
--INI--
realpath_cache_size=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/spl.inc';
$dir = test_dir();
make_tree($dir, ['in/a/b', 'in/out' => '../out', 'in/a/back' => '../../in', 'out/secret/x', 'in/to_secret' => '../out/secret/x', 'in/dangling' => 'none']);
settle();
chdir("$dir/in");
/* The child that is stock PHP has it from its start, and then no realpath cache. */
ini_set('open_basedir', dirname(__DIR__) . '/inc' . PATH_SEPARATOR . "$dir/in");
$variables = ['inc' => SPL_FILE, 'dir' => $dir];
foreach (['"$dir/in"', '"$dir/out"', '"$dir"', '"$dir/in/out"', '"."', '"./a/../a"', '".."', '"$dir/in/../out"', '"$dir/in/a/back"'] as $path) {
	foreach (['DirectoryIterator', 'RecursiveDirectoryIterator'] as $class) {
		same_in_rounds(SPL_INC . "spl_try(function () use (\$dir) { return spl_entries(new $class($path)); }) : 0", $variables, "$class $path");
	}
}
same_in_rounds(SPL_INC . 'spl_walk(new RecursiveDirectoryIterator($dir . "/in", FilesystemIterator::SKIP_DOTS)) : 0', $variables, 'walk');
same_in_rounds(SPL_INC . 'array_map(function ($path) { return spl_answers(new SplFileInfo($path)); },
	["$dir/in", "$dir/in/a/b", "$dir/in/none", "$dir/out", "$dir/out/none", "$dir/none", "$dir/in/to_secret", "$dir/in/dangling", "a/back/a", "../out", "../none",
	"/etc/passwd", "/none", "$dir/in/out/secret", "$dir/in/a/back/out"]) : 0', $variables, 'files');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
DirectoryIterator "$dir/in": same
RecursiveDirectoryIterator "$dir/in": same
DirectoryIterator "$dir/out": same
RecursiveDirectoryIterator "$dir/out": same
DirectoryIterator "$dir": same
RecursiveDirectoryIterator "$dir": same
DirectoryIterator "$dir/in/out": same
RecursiveDirectoryIterator "$dir/in/out": same
DirectoryIterator ".": same
RecursiveDirectoryIterator ".": same
DirectoryIterator "./a/../a": same
RecursiveDirectoryIterator "./a/../a": same
DirectoryIterator "..": same
RecursiveDirectoryIterator "..": same
DirectoryIterator "$dir/in/../out": same
RecursiveDirectoryIterator "$dir/in/../out": same
DirectoryIterator "$dir/in/a/back": same
RecursiveDirectoryIterator "$dir/in/a/back": same
walk: same
files: same
