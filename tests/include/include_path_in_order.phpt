--TEST--
include_path is searched in its order, the running script's folder last, as stock PHP does
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/includes.inc';
$dir = test_dir() . '/top';
make_libraries($dir);
$code = '
	$paths = [".", "one", "../two", "$dir/one", "$dir/two", "$dir/three", "$dir/none", "$dir/link", "",
		"$dir/one/", "./sub", str_repeat("/long", 900), ".://x", "..://x", "/"];
	$call = static function (string $name) { return include $name; };
	mt_srand(1);
	for ($i = 0; $i < 60; $i++) {
		shuffle($paths);
		set_include_path(implode(":", array_slice($paths, 0, 1 + $i % 6)));
		foreach ($names as $name) {
			tried(static function () use ($name) { return stream_resolve_include_path($name); });
		}
		foreach (["a.php", "c.php", "deep/c.php", "absent.php", "sub/e.php", "d.php"] as $name) {
			tried(static function () use ($call, $name, $dir) { return include "$dir/app/caller.php"; });
			tried(static function () use ($call, $name) { return eval("return \$call(\$name);"); });
			tried(static function () use ($name) { return include_once $name; });
			tried(static function () use ($name) { return file_get_contents($name, true); });
			tried(static function () use ($name) { return is_resource(fopen($name, "r", true)); });
		}
	}';
compare_scripts('files', $dir, $code);
compare_scripts('files, no realpath cache', $dir, $code, ['realpath_cache_size=0']);
compare_scripts('files, a small realpath cache', $dir, $code, ['realpath_cache_size=1K']);
compare_scripts('files, realpath_cache_ttl=0', $dir, $code, ['realpath_cache_ttl=0']);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
files: same
files, no realpath cache: same
files, a small realpath cache: same
files, realpath_cache_ttl=0: same
