--TEST--
After a request that switched fastscan off, the next one answers, and has not missed what that one changed
--EXTENSIONS--
fastscan
json
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json');
?>
--INI--
fastscan.validate=never
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
$dir = test_dir();
make_tree($dir, ['a/']);
settle();
$code = '$dir = ' . var_export($dir, true) . ';
	if ($_SERVER["REQUEST_URI"] === "/off") {
		ini_set("fastscan.enable", "0");
		mkdir("$dir/b");
		echo "off: ", json_encode(fastscan_status()["enabled"]);
	} else {
		scandir($dir);
		echo json_encode([fastscan_status()["enabled"], is_dir("$dir/b")]);
	}';
echo implode("\n", web_requests([], $code, ['/', '/off', '/'])), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
[true,false]
off: false
[true,true]
