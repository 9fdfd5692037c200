--TEST--
Names that exist without being listed (.snapshot) are found
--EXTENSIONS--
fastscan
json
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json', 'posix');
skip_unless_fuse();
?>
--FILE--
<?php
require __DIR__ . '/../inc/mounts.inc';
$code = <<<'CODE'
make_tree($dir, ['.snapshot/hourly/file', 'd/.snapshot/hourly/old', 'd/sub/', 'd/.listed', 'd/file']);
var_dump(in_array('.snapshot', scandir("$dir/d"), true));
same_everywhere('as made', array_map(function (string $path) use ($dir) { return "$dir/$path"; }, [
	'.snapshot', '.snapshot/hourly', '.snapshot/hourly/file', '.snapshot/absent', 'd', 'd/.snapshot', 'd/.snapshot/hourly/old',
	'd/.snapshot/hourly/absent', 'd/sub/.snapshot', 'd/.listed', 'd/.absent', 'd/absent', 'd/sub/../.snapshot/hourly',
]));
CODE;
on_mount('latfs,hidden=.snapshot', $code);
on_mount('latfs,hidden=.snapshot,nodtype', $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(false)
as made: same
bool(false)
as made: same
