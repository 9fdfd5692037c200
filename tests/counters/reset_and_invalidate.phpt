--TEST--
fastscan_reset() and fastscan_invalidate() forget directories, and say how many
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/b/c/', 'ab/', 'd/']);
settle();

function known(string $dir): string
{
	$paths = [];
	foreach (fastscan_status(true)['directories'] as $directory) {
		if (strpos($directory['path'], "$dir/") === 0) {
			$paths[] = substr($directory['path'], strlen($dir) + 1);
		}
	}
	sort($paths);
	return implode(' ', $paths);
}
function fill(string $dir): void
{
	foreach (['a', 'a/b', 'a/b/c', 'ab', 'd'] as $path) {
		scandir("$dir/$path");
	}
	echo 'filled: ', known($dir), "\n";
}

fill($dir);
var_dump(fastscan_invalidate("$dir/no"), fastscan_invalidate("$dir/a"));
echo known($dir), "\n";
fill($dir);
var_dump(fastscan_invalidate("$dir/a/", true));
echo known($dir), "\n";
var_dump(fastscan_invalidate("file://$dir/d"));
echo known($dir), "\n";
fill($dir);
var_dump(fastscan_reset());
echo '(', known($dir), ")\n";
var_dump(is_dir("$dir/a/b"), is_dir("$dir/a/x"), scandir("$dir/a/b"));
try {
	echo @fastscan_invalidate("a\0b") === null ? "refused\n" : "taken\n";
} catch (Throwable $thrown) {
	echo "refused\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
filled: a a/b a/b/c ab d
int(0)
int(1)
a/b a/b/c ab d
filled: a a/b a/b/c ab d
int(3)
ab d
int(1)
ab
filled: a a/b a/b/c ab d
bool(true)
()
bool(true)
bool(false)
array(3) {
  [0]=>
  string(1) "."
  [1]=>
  string(2) ".."
  [2]=>
  string(1) "c"
}
refused
