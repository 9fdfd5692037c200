--TEST--
Supplementary groups decide for each process, though one user's processes share a file
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_unique_mounts();
skip_unless_extensions('posix');
skip_unless_root();
skip_unless_command('setpriv');
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
make_tree($dir, ['d/file', 'cache/']);
chmod($dir, 0755);
chown("$dir/cache", 65534);
chown("$dir/d", 0);
chgrp("$dir/d", 4242);
chmod("$dir/d", 0750);
settle();
function run(string $groups): string
{
	global $dir;
	$code = "echo is_array(\$names = @scandir('$dir/d')) ? end(\$names) : 'denied', ', ';" . PRINT_SOURCES;
	$settings = ["fastscan.shm_file=$dir/cache/store", 'fastscan.shm_size=1M', 'fastscan.min_uses=1'];
	return (string) shell_exec("setpriv --reuid=65534 --regid=65534 $groups " . php_command($settings) . ' -r ' . escapeshellarg($code) . ' 2>/dev/null');
}
echo 'with: ', run('--groups=4242');
echo 'with: ', run('--groups=4242');
echo 'without: ', run('--clear-groups');
echo 'with: ', run('--groups=4242,50');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
with: file, read 1, shared 0
with: file, read 0, shared 1
without: denied, read 0, shared 0
with: file, read 0, shared 1
