--TEST--
A directory that is closed to a user is closed at once, in the cache of all workers too
--EXTENSIONS--
fastscan
posix
pcntl
json
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix', 'pcntl', 'json');
skip_unless_root();
?>
--INI--
fastscan.shm_size=1M
fastscan.shm_file=
fastscan.min_uses=1
fastscan.validate=request
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
make_tree($dir, ['d/file']);
chmod($dir, 0755);
chmod("$dir/d", 0755);
settle();
function as_nobody(string $path): string
{
	[$names, $cache] = in_worker(function () use ($path) {
		posix_setgid(65534);
		posix_setuid(65534);
		return [@scandir($path), is_file("$path/file"), file_exists("$path/none")];
	});
	return json_encode($names) . ', ' . sources($cache);
}
echo 'open: ', as_nobody("$dir/d"), "\n";
echo 'open: ', as_nobody("$dir/d"), "\n";
chmod("$dir/d", 0700);
echo 'closed: ', as_nobody("$dir/d"), "\n";
settle();
in_worker(fn() => scandir("$dir/d"));
echo 'closed, read by root: ', as_nobody("$dir/d"), "\n";
chmod("$dir/d", 0755);
settle();
as_nobody("$dir/d");
echo 'open: ', as_nobody("$dir/d"), "\n";
chown("$dir/d", 1234);
chmod("$dir/d", 0700);
echo 'owned by another: ', as_nobody("$dir/d"), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
open: [[".","..","file"],true,false], read 1, shared 0
open: [[".","..","file"],true,false], read 0, shared 1
closed: [false,false,false], read 0, shared 0
closed, read by root: [false,false,false], read 0, shared 0
open: [[".","..","file"],true,false], read 0, shared 1
owned by another: [false,false,false], read 0, shared 0
