--TEST--
Helper threads while the process ends: exit(), a fatal error, max_execution_time, SIGTERM and SIGKILL; nobody hangs
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix');
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
$dir = test_dir();
for ($i = 0; $i < 60; $i++) {
	mkdir("$dir/d$i");
}
settle();
$code = str_replace('DIR', $dir, <<<'CODE'
for ($i = 0; $i < 5; $i++) {
	scandir("DIR/d$i");
	scandir('DIR');
}
for ($i = 5; $i < 20; $i++) {
	scandir("DIR/d$i");
}
echo fastscan_status()['enabled'] ? 'on' : 'off', "\n";
END;
CODE);
$ends = ['exit(3)', 'no_such_function()', 'posix_kill(posix_getpid(), 15); sleep(9)', 'posix_kill(posix_getpid(), 9); sleep(9)',
	'set_time_limit(1); while (true) { scandir("' . $dir . '/d30"); fastscan_request_start(); }'];
foreach ($ends as $end) {
	$since = hrtime(true);
	$said = php(['fastscan.validate=request', 'fastscan.prefetch_threads=8'], str_replace('END', $end, $code));
	echo strtok($said, "\n"), preg_match('/Fatal error: (\w+)/', $said, $match) ? " $match[1]" : '',
		hrtime(true) - $since < 60e9 ? '' : ' LATE', "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
on
on Uncaught
on
on
on Maximum
