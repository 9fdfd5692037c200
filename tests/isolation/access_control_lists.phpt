--TEST--
Access control lists decide, which no mode bits show
--EXTENSIONS--
fastscan
posix
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix', 'pcntl');
skip_unless_root();
skip_unless_command('setfacl');
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
function as_user(int $user): string
{
	global $dir;
	[$names, $cache] = in_worker(function () use ($user, $dir) {
		posix_setgid($user);
		posix_setuid($user);
		return is_array(@scandir("$dir/d")) ? 'seen' : 'denied';
	});
	return "$names, " . sources($cache);
}
exec("setfacl -m u:65534:--- $dir/d");
settle();
in_worker(fn() => scandir("$dir/d"));
echo '65534, excluded: ', as_user(65534), "\n";
echo '33: ', as_user(33), "\n";
exec("setfacl -b $dir/d; chmod 700 $dir/d; setfacl -m u:65534:r-x $dir/d");
settle();
in_worker(fn() => scandir("$dir/d"));
echo '65534, included: ', as_user(65534), "\n";
echo '33: ', as_user(33), "\n";
exec("setfacl -b $dir/d");
echo '65534, no more: ', as_user(65534), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
65534, excluded: denied, read 0, shared 0
33: seen, read 0, shared 1
65534, included: seen, read 0, shared 1
33: denied, read 0, shared 0
65534, no more: denied, read 0, shared 0
