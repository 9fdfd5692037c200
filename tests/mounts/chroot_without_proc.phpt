--TEST--
In a chroot without /proc: the mount table cannot be read, answers are right, also after mounts
--EXTENSIONS--
fastscan
json
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json', 'posix');
skip_unless_mounts();
skip_if_instrumented();
skip_unless_command("chroot");
?>
--FILE--
<?php
require __DIR__ . '/../inc/mounts.inc';
$code = <<<'CODE'
make_tree($dir, ['d/point/below', 'd/file', 'd/sub/', 'image/inside']);
$paths = array_map(function (string $path) use ($dir) { return "$dir/$path"; }, [
	'd', 'd/point', 'd/point/below', 'd/point/inside', 'd/file', 'd/absent', 'd/sub', 'd/sub/absent',
]);
var_dump(file_exists('/proc/self'));
same_everywhere('before', $paths);
neighbour()->does('mount', '--bind', "$dir/image", "$dir/d/point");
same_everywhere('mounted', $paths);
neighbour()->does('umount', "$dir/d/point");
same_everywhere('unmounted', $paths);
CODE;
$file = code_file('require ' . var_export(dirname(__DIR__) . '/inc/mounts.inc', true) . "; $code");
$dir = dirname($file);
mkdir("$dir/tree");
mkdir("$dir/root");
$root = escapeshellarg("$dir/root");
$command = php_command(['fastscan.min_uses=1', 'realpath_cache_size=0']) . ' ' . escapeshellarg($file) . ' ' . escapeshellarg("$dir/tree");
/*
 * The root alone, without what is mounted below it; but with the file system that the test is on, and /dev for the shell. User-mode
 * Linux shows what its host has mounted: /proc must be covered.
 */
$script = "mount --bind / $root; mountpoint=\$(stat -c %m $dir); [ \$mountpoint = / ] || mount --bind \$mountpoint $root\$mountpoint; mount --bind /dev $root/dev; mount -t tmpfs none $root/proc; exec chroot $root sh -c " . escapeshellarg('cd ' . escapeshellarg($dir) . " && $command");
echo shell_exec('unshare -m --propagation private sh -c ' . escapeshellarg($script) . ' 2>&1');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(false)
before: same
mounted: same
unmounted: same
