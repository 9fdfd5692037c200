--TEST--
A request that touches no file costs no system call: the same ones with fastscan answering and switched off
--EXTENSIONS--
fastscan
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_linux();
skip_unless_command('strace');
skip_if_instrumented();
exec('strace -o /dev/null true 2>/dev/null', $output, $status);
if ($status !== 0) {
	die('skip cannot trace here');
}
?>
--INI--
fastscan.profile=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';

/* The calls between two marks that are set by getmypid(), in the second of two requests' worth. */
function traced(array $settings): array
{
	$log = test_dir() . '/trace';
	$code = 'fastscan_request_start(); getmypid(); fastscan_request_start(); getmypid();';
	shell_exec('strace -o ' . escapeshellarg($log) . ' ' . php_command($settings) . ' -r ' . escapeshellarg($code));
	$parts = preg_split('/^getpid\(\).*\n/m', file_get_contents($log));
	return array_filter(explode("\n", $parts[count($parts) - 2]));
}
foreach (['strict', 'request', 'interval', 'never'] as $mode) {
	echo "$mode: ", count(traced(["fastscan.validate=$mode"])), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
strict: 0
request: 0
interval: 0
never: 0
