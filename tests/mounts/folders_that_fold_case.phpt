--TEST--
Folders that fold case by their own flag (ext4, tmpfs): a name is found in any spelling, beside folders that do not fold
--EXTENSIONS--
fastscan
json
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json', 'posix');
skip_unless_mounts();
skip_unless_command('mkfs.ext4');
skip_unless_command('chattr');
if (!file_exists('/sys/fs/ext4/features/casefold')) {
	die('skip the kernel has no case-insensitive ext4');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/mounts.inc';
$code = <<<'CODE'
$image = dirname($dir) . '/image';
$point = "$dir/point";
mkdir($point);
exec('truncate -s 8M ' . escapeshellarg($image) . ' && mkfs.ext4 -q -F -O casefold -E encoding=utf8 ' . escapeshellarg($image)
	. ' && mount -o loop ' . escapeshellarg($image) . ' ' . escapeshellarg($point) . ' && mkdir ' . escapeshellarg("$point/folds")
	. ' && chattr +F ' . escapeshellarg("$point/folds") . ' 2>&1', $output, $status);
if ($status !== 0) {
	echo 'no case-insensitive folder: ', implode(' ', $output), "\n";
}
make_tree($point, ['folds/Name', 'folds/Sub/Deep/File', "folds/caf\u{e9}", 'folds/Link' => 'NAME', 'plain/Name', 'plain/Sub/File']);
$paths = array_map(function (string $path) use ($point) { return "$point/$path"; }, [
	'folds', 'FOLDS', 'folds/Name', 'folds/name', 'folds/NAME', 'folds/sub', 'folds/SUB/deep', 'folds/sub/DEEP/file', 'folds/link', 'folds/Link',
	"folds/CAF\u{c9}", "folds/cafe\u{301}", 'folds/absent', 'folds/sub/absent', 'plain/Name', 'plain/name', 'plain/sub', 'plain/Sub/file',
	'plain/absent', 'folds/sub/../NAME',
]);
same_everywhere('as made', $paths);
neighbour()->does('touch', "$point/folds/ABSENT");
same_everywhere('another name', $paths);
neighbour()->does('rm', "$point/folds/absent");
neighbour()->does('chattr', '-F', "$point/folds");
same_everywhere('flag refused or gone', $paths);
neighbour()->does('umount', $point);
exec('mount -t tmpfs -o casefold tmpfs ' . escapeshellarg($point) . ' 2>/dev/null', $output, $status);
if ($status === 0) {
	exec('mkdir ' . escapeshellarg("$point/folds") . ' && chattr +F ' . escapeshellarg("$point/folds"));
	make_tree($point, ['folds/Name', 'folds/Sub/Deep/File', 'plain/Name']);
}
same_everywhere('tmpfs, if it can', $paths);
CODE;
on_mount('tmpfs', $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
as made: same
another name: same
flag refused or gone: same
tmpfs, if it can: same
