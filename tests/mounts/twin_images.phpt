--TEST--
A mount replaced by another image in which device, inodes and times are the same
--EXTENSIONS--
fastscan
json
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json', 'posix');
skip_unless_mounts();
skip_unless_command("mkfs.ext4");
?>
--FILE--
<?php
require __DIR__ . '/../inc/mounts.inc';
$code = <<<'CODE'
/* Two images that differ in the names of one directory alone. */
$image = dirname($dir) . '/one';
make_tree($dir, ['point/', 'source/d/AAAA_file', 'source/d/sub/AAAA_deep', 'source/d/AAAA_link' => 'sub']);
exec('truncate -s 4M ' . escapeshellarg($image) . ' && mkfs.ext4 -q -F -O ^metadata_csum,^has_journal -d ' . escapeshellarg("$dir/source") . ' ' . escapeshellarg($image) . ' 2>&1', $output, $status);
if ($status !== 0) {
	echo "cannot make the image: ", implode(' ', $output), "\n";
}
file_put_contents(dirname($dir) . '/two', str_replace('AAAA_', 'BBBB_', file_get_contents($image)));
$mount = function (string $name) use ($dir) {
	neighbour()->does('mount', '-o', 'ro,loop', dirname($dir) . "/$name", "$dir/point");
};
$paths = [];
foreach (['AAAA', 'BBBB', 'CCCC'] as $name) {
	array_push($paths, "$dir/point/d/{$name}_file", "$dir/point/d/sub/{$name}_deep", "$dir/point/d/{$name}_link", "$dir/point/d/{$name}_link/{$name}_deep");
}
$paths[] = "$dir/point/d";
$paths[] = "$dir/point/d/sub";
$mount('one');
same_everywhere('one', $paths);
$one = stat("$dir/point/d");
for ($i = 0; $i < 3; $i++) {
	neighbour()->does('umount', "$dir/point");
	$mount($i % 2 ? 'one' : 'two');
	same_everywhere($i % 2 ? 'one' : 'two', $paths);
}
/* The test is one only if nothing but the mount tells them apart. */
clearstatcache();
$two = stat("$dir/point/d");
var_dump([$one['ino'], $one['mtime'], $one['ctime']] === [$two['ino'], $two['mtime'], $two['ctime']]);
neighbour()->does('umount', "$dir/point");
same_everywhere('none', $paths);
CODE;
on_mount('tmpfs', $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
one: same
two: same
one: same
two: same
bool(true)
none: same
