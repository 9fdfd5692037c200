--TEST--
Includes under open_basedir: allowed, forbidden and absent ones, with the warnings of stock PHP
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/includes.inc';
$dir = test_dir() . '/top';
make_libraries($dir);
$code = '
	set_include_path(".:$dir/one:$dir/two:$dir/none");
	foreach ([1, 2, 3, 4] as $round) {
		foreach ($names as $name) {
			tried(static function () use ($name) { return include $name; });
			tried(static function () use ($name) { return include_once $name; });
			tried(static function () use ($name) { return stream_resolve_include_path($name); });
		}
		ini_set("open_basedir", ["$dir:" . __DIR__, "$dir/one:$dir/app", "$dir/app", "."][$round - 1]);
	}';
compare_scripts('open_basedir', $dir, $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
open_basedir: same
