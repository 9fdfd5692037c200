--TEST--
fastscan.exclude: what lies below a prefix goes to the system, its neighbours do not
--EXTENSIONS--
fastscan
--INI--
fastscan.min_uses=1
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
$dir = test_dir();
make_tree($dir, ['in/a/', 'inner/a/', 'out/a/']);
settle();
$code = '$d = ' . var_export($dir, true) . ';
	foreach (["in", "inner", "out"] as $name) {
		scandir("$d/$name");
		var_dump(is_dir("$d/$name/a"));
		$e = fastscan_explain("$d/$name/a");
		echo "$name: $e[answer] $e[reason]\n";
	}
	var_dump(isset(fastscan_counters()["cache"]["bypass"]["excluded"]));';
echo php(["fastscan.exclude=/no/such:$dir/in", "fastscan.validate=request"], $code), "\n", php(["fastscan.exclude=/", "fastscan.validate=request"], $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(true)
in: pass excluded
bool(true)
inner: yes 
bool(true)
out: yes 
bool(true)

bool(true)
in: pass excluded
bool(true)
inner: pass excluded
bool(true)
out: pass excluded
bool(true)
