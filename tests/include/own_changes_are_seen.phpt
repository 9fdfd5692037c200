--TEST--
Code that this process writes can be included at once, in every mode
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/includes.inc';
$dir = test_dir() . '/top';
make_libraries($dir);
$code = '
	set_include_path(".:$dir/one:$dir/two:$dir/three");
	$write = static function (string $file) { file_put_contents($file, "<?php return __FILE__;"); };
	foreach (["made.php", "new/made.php", "new/er/made.php"] as $name) {
		foreach (["$dir/app", "$dir/one", "$dir/two", "$dir/three"] as $folder) {
			for ($i = 0; $i < 4; $i++) {
				tried(static function () use ($name) { return include_once $name; });
				tried(static function () use ($name) { return stream_resolve_include_path($name); });
			}
			is_dir(dirname("$folder/$name")) || mkdir(dirname("$folder/$name"));
			$write("$folder/$name");
			tried(static function () use ($name) { return include_once $name; });
			unlink("$folder/$name");
			tried(static function () use ($name) { return include $name; });
			$write("$folder/other.php");
			rename("$folder/other.php", "$folder/$name");
			tried(static function () use ($name) { return include $name; });
			unlink("$folder/$name");
			symlink("$dir/top.php", "$folder/$name");
			tried(static function () use ($name) { return include $name; });
			unlink("$folder/$name");
			tried(static function () use ($name) { return include $name; });
		}
	}
	rename("$dir/two", "$dir/moved");
	tried(static function () { return include "b.php"; });
	rename("$dir/moved", "$dir/two");
	tried(static function () { return include "b.php"; });
	exec("touch $dir/one/by_child.php");
	tried(static function () { return include "by_child.php"; });
	foreach (["made.php", "new/made.php", "new/er/made.php"] as $name) {
		array_map("unlink", array_filter(["$dir/app/$name", "$dir/one/$name"], "file_exists"));
	}
	exec("rm -rf $dir/*/new $dir/one/by_child.php");';
compare_scripts('written and included', $dir, $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
written and included: same
