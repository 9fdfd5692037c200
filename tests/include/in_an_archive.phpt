--TEST--
Scripts in a phar include from the phar first, and absent files are absent
--EXTENSIONS--
fastscan
phar
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('phar');
?>
--INI--
phar.readonly=0
--FILE--
<?php
require __DIR__ . '/../inc/includes.inc';
$dir = test_dir() . '/top';
make_libraries($dir);
$phar = new Phar("$dir/app/a.phar");
$phar['main.php'] = '<?php
	for ($i = 0; $i < 4; $i++) {
		foreach ($names as $name) {
			tried(static function () use ($name) { return include $name; });
			tried(static function () use ($name) { return include_once $name; });
			tried(static function () use ($name) { return stream_resolve_include_path($name); });
		}
	}';
$phar['inside.php'] = '<?php return "inside";';
$phar['a.php'] = '<?php return "a of the phar";';
$phar['sub/e.php'] = '<?php return "e of the phar";';
unset($phar);
settle();
$code = '
	set_include_path(".:$dir/one:phar://$dir/app/a.phar/sub:$dir/two");
	array_push($names, "inside.php", "./inside.php", "sub/inside.php");
	include "phar://$dir/app/a.phar/main.php";
	foreach ($names as $name) {
		tried(static function () use ($name) { return include $name; });
	}';
compare_scripts('phar', $dir, $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
phar: same
