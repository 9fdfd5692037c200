--TEST--
open_basedir: entries that hang from the working directory follow chdir()
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
fastscan.min_uses=1
fastscan.verify=0
--SKIPIF--
<?php
if (PHP_VERSION_ID >= 80300) {
	die('skip ini_set() resolves them since PHP 8.3');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['one/sub/file', 'two/sub/file', 'to_one' => 'one']);
settle();
$paths = ['file' => 'sub/file', 'one' => "$dir/one/sub/file", 'two' => "$dir/two/sub/file", 'up' => '../one/sub/file'];

function seen(array $paths): string
{
	for ($i = 0; $i < 3; $i++) {
		$seen = [];
		foreach ($paths as $name => $path) {
			if (@is_file($path) && @file_exists($path) && @scandir(dirname($path))) {
				$seen[] = $name;
			}
		}
	}
	return implode(' ', $seen);
}

chdir("$dir/one");
ini_set('open_basedir', '.');
$hits = hits('is_file', function () use ($paths) {
	global $dir;
	echo 'in one: ', seen($paths), "\n";
	chdir("$dir/one/sub");
	echo 'in one/sub: ', seen($paths), "\n";
	var_dump(@chdir("$dir/two"));
	echo 'in one/sub: ', seen($paths), "\n";
});
echo $hits > 0 ? "answered\n" : "passed\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
in one: file one up
in one/sub: one
bool(false)
in one/sub: one
answered
