--TEST--
Profiling changes no answer
--EXTENSIONS--
fastscan
--INI--
fastscan.profile=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir() . '/top';
$paths = make_kinds($dir);
foreach (['is_dir', 'is_file', 'is_link', 'file_exists', 'is_readable', 'scandir',
	'realpath'] as $function) {
	same_in_rounds("array_map('$function', \$paths)", ['paths' => $paths], $function);
}
same_in_rounds('array_map(function ($path) {
	$handle = @opendir($path);
	return $handle ? [readdir($handle), rewinddir($handle), readdir($handle), closedir($handle)] : $handle;
}, $paths)', ['paths' => $paths], 'opendir');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
is_dir: same
is_file: same
is_link: same
file_exists: same
is_readable: same
scandir: same
realpath: same
opendir: same
