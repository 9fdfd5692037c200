--TEST--
file:// paths are answered as the paths behind them
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir() . '/top';
make_kinds($dir);
$paths = [];
$prefixes = ["file://$dir/", "FILE://$dir/", "file:///$dir/", "file://localhost$dir/",
	"file:/$dir/", "file:$dir/", "file://x$dir/"];
foreach ($prefixes as $prefix) {
	foreach (['dir', 'file', 'absent', 'to_dir/file', 'dangling'] as $name) {
		$paths[] = $prefix . $name;
	}
}
array_push($paths, 'file://', 'file:///', 'file:', 'file://.', 'file://dir', 'file:////',
	"glob://$dir/*", 'data:,x', 'a://b');
foreach (['is_dir', 'is_file', 'is_link', 'file_exists', 'is_readable', 'realpath'] as $function) {
	same_in_rounds("array_map('$function', \$paths)", ['paths' => $paths], $function);
}
$paths = ["file://$dir/dir", "FILE:///$dir/dir", "file://$dir/absent"];
same_in_rounds('array_map("scandir", $paths)', ['paths' => $paths], 'scandir');
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
realpath: same
scandir: same
