--TEST--
A mount over a name by another process: seen by the next request, in strict by the next call; by an own child at once
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
make_tree($dir, ['d/point/below', 'd/point/sub/', 'd/file', 'd/other/point/plain', 'image/inside/', 'image/below/', 'target', 'd/link' => 'point']);
file_put_contents("$dir/target", 'text');
$paths = array_map(function (string $path) use ($dir) { return "$dir/$path"; }, [
	'd', 'd/point', 'd/point/below', 'd/point/inside', 'd/point/sub', 'd/link', 'd/link/below', 'd/link/inside', 'd/file', 'd/absent',
	'd/other/point', 'd/other/point/plain', 'd/other/point/inside', 'd/point/../file',
]);
$changes = [
	'bind' => ['mount', '--bind', "$dir/image", "$dir/d/point"],
	'bind over a file' => ['mount', '--bind', "$dir/target", "$dir/d/file"],
	'tmpfs on top' => ['mount', '-t', 'tmpfs', 'tmpfs', "$dir/d/point"],
	'tmpfs away' => ['umount', "$dir/d/point"],
	'read-only' => ['mount', '-o', 'remount,bind,ro', "$dir/d/point"],
	'moved' => ['mount', '--move', "$dir/d/point", "$dir/d/other/point"],
	'moved away' => ['umount', "$dir/d/other/point"],
	'device over a file' => ['mount', '--bind', '/dev/null', "$dir/d/file"],
	'device away' => ['umount', "$dir/d/file"],
	'file away' => ['umount', "$dir/d/file"],
];
same_everywhere('before', $paths);
foreach ($changes as $label => $command) {
	neighbour()->does(...$command);
	same_everywhere($label, $paths);
}
foreach ($changes as $label => $command) {
	exec(implode(' ', array_map('escapeshellarg', $command)));
	same_at_once("$label by a child", $paths);
}
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
bind: same
bind over a file: same
tmpfs on top: same
tmpfs away: same
read-only: same
moved: same
moved away: same
device over a file: same
device away: same
file away: same
bind by a child: same
bind over a file by a child: same
tmpfs on top by a child: same
tmpfs away by a child: same
read-only by a child: same
moved by a child: same
moved away by a child: same
device over a file by a child: same
device away by a child: same
file away by a child: same
