--TEST--
fastscan.hooks: only the named functions answer; all that change files go on marking
--EXTENSIONS--
fastscan
json
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json');
?>
--INI--
fastscan.min_uses=1
fastscan.verify=0
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
$dir = test_dir();
make_tree($dir, ['a/', 'f']);
settle();
foreach (['is_dir', 'file_exists, IS_DIR', '*', ''] as $hooks) {
	echo "\"$hooks\"\n", php(["fastscan.hooks=$hooks"], '
		$d = ' . var_export($dir, true) . ';
		fastscan_explain("$d/a");
		is_dir("$d/a"); is_dir("$d/new"); file_exists("$d/f"); is_file("$d/f");
		foreach (["is_dir", "file_exists", "is_file"] as $f) {
			echo "  $f ", fastscan_counters()[$f]["ct"], "\n";
		}
		mkdir("$d/new");
		echo "  ", json_encode(is_dir("$d/new")), "\n";
		rmdir("$d/new");');
	settle();
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
"is_dir"
  is_dir 2
  file_exists 0
  is_file 0
  true
"file_exists, IS_DIR"
  is_dir 2
  file_exists 1
  is_file 0
  true
"*"
  is_dir 2
  file_exists 1
  is_file 1
  true
""
  is_dir 0
  file_exists 0
  is_file 0
  true
