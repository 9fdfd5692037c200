--TEST--
A glob() that breaks the memory limit ends like any other, and the next one answers
--EXTENSIONS--
fastscan
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
if (getenv("USE_ZEND_ALLOC") === "0") {
	die("skip needs PHP's own allocator");
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
for ($i = 0; $i < 3000; $i++) {
	touch("$dir/" . str_repeat('n', 240) . $i);
}
settle();
foreach (['0', 'GLOB_NOSORT'] as $flags) {
	$code = '
		ini_set("display_errors", "1");
		for ($i = 0; $i < 3; $i++) {
			count(glob("$argv[1]/*", FLAGS));
		}
		register_shutdown_function(function () use ($argv) {
			ini_set("memory_limit", "64M");
			$GLOBALS["all"] = null;
			echo count(glob("$argv[1]/*", FLAGS)), "\n";
		});
		ini_set("memory_limit", "4M");
		for ($all = []; true;) {
			$all[] = glob("$argv[1]/*", FLAGS);
		}';
	$code = str_replace('FLAGS', $flags, $code);
	$output = shell_exec(getenv('TEST_PHP_EXECUTABLE') . ' ' . getenv('TEST_PHP_EXTRA_ARGS')
		. ' -r ' . escapeshellarg($code) . ' -- ' . escapeshellarg($dir) . ' 2>&1');
	echo preg_replace('/\d{4,} bytes/', 'N bytes', $output);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTF--
%AFatal error: Allowed memory size of N bytes exhausted%s in Command line code on line %d
%A3000
%AFatal error: Allowed memory size of N bytes exhausted%s in Command line code on line %d
%A3000
