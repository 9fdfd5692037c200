--TEST--
A file that another process removed is there as long as PHP's realpath cache says so
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/includes.inc';
$dir = test_dir() . '/top';
make_libraries($dir);
$code = '
	set_include_path(".:$dir/one:$dir/two");
	copy("$dir/top.php", "$dir/two/gone.php");
	usleep(200000);
	foreach (["gone.php", "$dir/two/gone.php"] as $name) {
		tried(static function () use ($name) { return include_once $name; });
		tried(static function () use ($name) { return stream_resolve_include_path($name); });
	}
	exec("rm $dir/two/gone.php");
	for ($i = 0; $i < 4; $i++) {
		foreach (["gone.php", "$dir/two/gone.php", "../two/gone.php"] as $name) {
			tried(static function () use ($name) { return include_once $name; });
			tried(static function () use ($name) { return stream_resolve_include_path($name); });
			tried(static function () use ($name) { return include $name; });
		}
	}
	clearstatcache(true);
	tried(static function () { return include_once "gone.php"; });';
compare_scripts('removed by a child', $dir, $code);
compare_scripts('the same without a cache', $dir, $code, ['realpath_cache_size=0']);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
removed by a child: same
the same without a cache: same
