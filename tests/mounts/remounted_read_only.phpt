--TEST--
A file system remounted read-only and back: writability is asked of the system
--EXTENSIONS--
fastscan
json
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json', 'posix');
skip_unless_mounts();
?>
--FILE--
<?php
require __DIR__ . '/../inc/mounts.inc';
$code = <<<'CODE'
make_tree($dir, ['d/file', 'd/sub/x', 'd/link' => 'file']);
$paths = array_map(function (string $path) use ($dir) { return "$dir/$path"; }, ['', 'd', 'd/file', 'd/sub', 'd/sub/x', 'd/link', 'd/absent']);
same_everywhere('before', $paths);
neighbour()->does('mount', '-o', 'remount,ro', $dir);
same_everywhere('read-only', $paths);
var_dump(@mkdir("$dir/d/absent"), @touch("$dir/d/absent/x"), @unlink("$dir/d/file"));
same_at_once('nothing done', $paths);
neighbour()->does('mount', '-o', 'remount,rw,noexec', $dir);
same_everywhere('writable', $paths);
var_dump(mkdir("$dir/d/absent"), unlink("$dir/d/file"));
same_at_once('done', $paths);
CODE;
on_mount('tmpfs', $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
before: same
read-only: same
bool(false)
bool(false)
bool(false)
nothing done: same
writable: same
bool(true)
bool(true)
done: same
