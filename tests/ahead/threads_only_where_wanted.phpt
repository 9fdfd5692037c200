--TEST--
Helper threads: none on local disks by themselves; so many as are asked for; signals are the main thread's
--EXTENSIONS--
fastscan
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('pcntl', 'posix');
if (!is_dir('/proc/self/task')) {
	die('skip needs /proc');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
$dir = test_dir();
for ($i = 0; $i < 30; $i++) {
	mkdir("$dir/d$i");
	touch("$dir/d$i/f");
}
settle();
$code = <<<'CODE'
$before = count(scandir('/proc/self/task')) - 2;
for ($request = 0; $request < 3; $request++) {
	fastscan_request_start();
	foreach (scandir('DIR') as $name) {
		$name[0] === '.' || scandir("DIR/$name");
	}
}
echo count(scandir('/proc/self/task')) - 2 - $before, " threads\n";
if (ini_get('fastscan.prefetch_threads') === '4' && ini_get('fastscan.validate') === 'request') {
	pcntl_async_signals(true);
	$handled = 0;
	pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; });
	foreach (scandir('DIR') as $name) {
		posix_kill(posix_getpid(), SIGUSR1);
		$name[0] === '.' || is_file("DIR/$name/f");
	}
	echo "$handled signals\n";
}
CODE;
$code = str_replace('DIR', $dir, $code);
echo php(['fastscan.validate=request', 'fastscan.prefetch_threads=auto'], $code);
echo php(['fastscan.validate=request', 'fastscan.prefetch_threads=0'], $code);
echo php(['fastscan.validate=strict', 'fastscan.prefetch_threads=4'], $code);
echo php(['fastscan.validate=request', 'fastscan.prefetch_threads=4', 'fastscan.verify=0'], $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
0 threads
0 threads
0 threads
4 threads
32 signals
