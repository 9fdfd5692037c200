--TEST--
A mount that knows short names and drops dots and blanks behind names
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
make_tree($dir, ['Documents and Settings/Longfilename.text', 'short.txt', 'folder/x']);
$paths = array_map(function (string $path) use ($dir) { return "$dir/$path"; }, [
	'DOCUME~1', 'docume~1/LONGFI~1.TEX', 'Documents and Settings/LONGFI~1.TEX', 'Documents and Settings/LONGFI~2.TEX',
	'Documents and Settings./Longfilename.text', 'short.txt.', 'short.txt . ', 'short.txt ', 'short.tx', 'folder./x', 'folder /x ',
	'folder/absent', 'folder/absent.', 'folder/ABSENT~1', 'absent ', 'folder/x:stream', "folder/caf\u{e9}",
]);
same_everywhere('as made', $paths);
neighbour()->does('touch', "$dir/folder/absent name");
same_everywhere('another name', $paths);
CODE;
on_mount('latfs,nocase,dos', $code);
on_mount('latfs,dos', $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
as made: same
another name: same
as made: same
another name: same
