--TEST--
A mount that folds case: a name is found in any spelling, also right after it came to be
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
make_tree($dir, ['Mixed/Sub/File.TXT', 'Mixed/lower', 'Mixed/Link' => 'LOWER', '123/456', 'both/a', 'Mixed/sub2/']);
$paths = array_map(function (string $path) use ($dir) { return "$dir/$path"; }, [
	'Mixed', 'mixed', 'MIXED/SUB', 'Mixed/sub', 'Mixed/Sub/File.TXT', 'Mixed/Sub/file.txt', 'mixed/sub/FILE.txt',
	'Mixed/Lower', 'Mixed/link', 'Mixed/Link', 'Mixed/absent', 'mixed/ABSENT', '123/456', '123/absent', '123/ABSENT',
	'Mixed/SUB2', 'Mixed/Sub/../LOWER', 'both/A', 'both/b', 'BOTH/B/x',
]);
same_everywhere('as made', $paths);
neighbour()->does('touch', "$dir/both/B");
same_everywhere('another name', $paths);
neighbour()->does('mv', "$dir/Mixed/lower", "$dir/Mixed/Absent");
same_everywhere('renamed', $paths);
neighbour()->runs("cd " . escapeshellarg($dir) . "/Mixed && mv Absent aside && mv aside ABSENT");
same_everywhere('case changed', $paths);
CODE;
on_mount('latfs,nocase', $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
as made: same
another name: same
renamed: same
case changed: same
