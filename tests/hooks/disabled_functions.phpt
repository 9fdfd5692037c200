--TEST--
Functions that are disabled stay so
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$code = '
	foreach (["is_dir", "scandir", "opendir"] as $function) {
		try {
			echo $function, ": ", gettype(@$function("/")), "\n";
		} catch (Error $error) {
			echo get_class($error), ": ", $error->getMessage(), "\n";
		}
	}
	var_dump(is_file("/"), function_exists("is_dir"));';
$options = ' -d disable_functions=is_dir,scandir -r ' . escapeshellarg($code);
$php = getenv('TEST_PHP_EXECUTABLE');
$ours = shell_exec("$php " . getenv('TEST_PHP_EXTRA_ARGS') . $options);
var_dump($ours === shell_exec("$php -n -d stock=1 $options"), strpos($ours, 'opendir: resource'));
?>
--EXPECTF--
bool(true)
int(%d)
