--TEST--
Workers in different roots ask by the same path strings and see what is in theirs
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
if (!function_exists('chroot')) {
	die('skip no chroot() with threads');
}
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
make_tree($dir, ['one/www/only_one', 'one/www/sub/', 'two/www/only_two', 'same/']);
settle();
function in_root(string $root): string
{
	[$answers, $cache] = in_worker(function () use ($root) {
		chroot($root);
		chdir('/');
		return [scandir('/www'), is_file('/www/only_one'), is_dir('/www/sub'), file_exists('/www/only_two')];
	});
	return json_encode($answers) . ', ' . sources($cache) . "\n";
}
foreach (['one', 'two', 'one', 'two'] as $root) {
	echo "$root: ", in_root("$dir/$root");
}
/* Outside the same directory has another path. */
[$answers, $cache] = in_worker(fn() => scandir("$dir/two/www"));
/* Where mount ids are used again, different roots share nothing. */
$unique = fastscan_status()['features']['unique_mount'];
echo json_encode($answers), ', ', sources($cache) === ($unique ? 'read 0, shared 1' : 'read 1, shared 0') ? 'right' : sources($cache), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
one: [[".","..","only_one","sub"],true,true,false], read 1, shared 0
two: [[".","..","only_two"],false,false,true], read 1, shared 0
one: [[".","..","only_one","sub"],true,true,false], read 0, shared 1
two: [[".","..","only_two"],false,false,true], read 0, shared 1
[".","..","only_two"], right
