--TEST--
Autoloaders of every kind find the same classes as in stock PHP
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/includes.inc';
$dir = test_dir() . '/top';
make_libraries($dir);
file_put_contents("$dir/three/found.php", '<?php class Found { }');
file_put_contents("$dir/two/deep/thing.php", '<?php namespace Deep; class Thing { }');
$code = '
	set_include_path(".:$dir/one:$dir/two:$dir/three:$dir/none");
	$loaders = [
		"spl_autoload",
		static function (string $class) { @include strtolower(strtr($class, "\\\\", "/")) . ".php"; },
		static function (string $class) { @include_once strtolower(strtr($class, "\\\\", "/")) . ".php"; },
		static function (string $class) use ($dir) {
			foreach (["one", "two", "three"] as $folder) {
				$file = "$dir/$folder/" . strtolower(strtr($class, "\\\\", "/")) . ".php";
				if (is_file($file)) {
					require $file;
					return;
				}
			}
		},
		static function (string $class) {
			$file = stream_resolve_include_path(strtr($class, "\\\\", "/") . ".php");
			$file && include $file;
		},
	];
	foreach ($loaders as $loader) {
		spl_autoload_register($loader);
		for ($i = 0; $i < 4; $i++) {
			foreach (["Absent", "Deep\\\\Absent", "No\\\\Such\\\\Thing", "Vendor\\\\Package\\\\Name$i"] as $class) {
				show(class_exists($class));
			}
		}
		spl_autoload_unregister($loader);
	}
	spl_autoload_register($loaders[getenv("LOADER")]);
	show([class_exists("Found"), class_exists("Deep\\\\Thing")]);';
foreach ([0, 1, 2, 3] as $loader) {
	putenv("LOADER=$loader");
	compare_scripts("loader $loader", $dir, $code);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
loader 0: same
loader 1: same
loader 2: same
loader 3: same
