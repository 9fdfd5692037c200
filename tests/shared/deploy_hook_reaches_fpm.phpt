--TEST--
FPM with fastscan.shm_file: a command-line fastscan_reset() of the pool's user reaches its workers, not those of another user
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
skip_if_instrumented();
require __DIR__ . '/../inc/fpm.inc';
skip_unless_fpm();
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/fpm.inc';
$dir = test_dir();
make_tree($dir, ['www/site/file', 'cache/']);
chmod($dir, 0755);
chmod("$dir/cache", 01777);
file_put_contents("$dir/ask.php", "<?php is_file('$dir/www/site/file'); is_dir('$dir/www/site/file');" . '
$c = fastscan_counters(true)["cache"];
echo "read $c[fills], shared $c[shared_hits]";');
settle();
$settings = ["fastscan.shm_file=$dir/cache/store", 'fastscan.shm_size=1M', 'fastscan.min_uses=1', 'fastscan.verify=0', 'opcache.enable=0'];
$fpm = new Fpm($dir, ['one' => ['user' => '65534', 'group' => '65534', 'pm.max_children' => 2], 'two' => ['user' => '33', 'group' => '33']],
	array_merge($settings, ['fastscan.validate=never']));
$hook = function (int $user) use ($settings): void {
	shell_exec("setpriv --reuid=$user --regid=$user --clear-groups " . php_command($settings) . " -r 'fastscan_reset();'");
};
$ask = function () use ($fpm, $dir): void {
	/* Two workers of one pool: whichever answers knows it already, or is told. */
	echo 'one: ', $fpm->get('one', "$dir/ask.php"), '; two: ', $fpm->get('two', "$dir/ask.php"), "\n";
};
$ask();
$ask();
$ask();
echo "hook\n";
$hook(65534);
$ask();
echo "hook\n";
$hook(33);
$ask();
unset($fpm);
$names = array_map('basename', glob("$dir/cache/*"));
echo implode(' ', $names), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTREGEX--
one: read 1, shared 0; two: read 1, shared 0
one: read 0, shared [01]; two: read 0, shared 0
one: read 0, shared [01]; two: read 0, shared 0
hook
one: read 1, shared 0; two: read 0, shared 0
hook
one: read 0, shared [01]; two: read 1, shared 0
store\.33 store\.65534
