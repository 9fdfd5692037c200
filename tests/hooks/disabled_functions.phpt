--TEST--
Functions that are disabled stay so
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$code = 'foreach (["is_dir", "scandir", "opendir"] as $f) { try { echo $f, " ", var_export(@$f("/"), true), "\n"; }'
	. ' catch (Error $e) { echo get_class($e), " ", $e->getMessage(), "\n"; } } var_dump(is_file("/"), function_exists("is_dir"));';
$ours = shell_exec(getenv('TEST_PHP_EXECUTABLE') . ' ' . getenv('TEST_PHP_EXTRA_ARGS') . ' -d disable_functions=is_dir,scandir -r '
	. escapeshellarg($code));
$stock = shell_exec(getenv('TEST_PHP_EXECUTABLE') . ' -n -d stock=1 -d disable_functions=is_dir,scandir -r ' . escapeshellarg($code));
var_dump(preg_replace('/#\d+/', '', $ours) === preg_replace('/#\d+/', '', $stock), strpos($ours, 'scandir') !== false);
?>
--EXPECT--
bool(true)
bool(true)
