--TEST--
Helper threads on a mount of round trips: each request gets stock PHP's answers while others change what is in flight
--EXTENSIONS--
fastscan
json
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json', 'posix');
skip_unless_fuse();
?>
--FILE--
<?php
require __DIR__ . '/../inc/mounts.inc';
$code = <<<'CODE'
$folders = [];
for ($i = 0; $i < 30; $i++) {
	mkdir("$dir/d$i");
	touch("$dir/d$i/f");
	$folders[] = "$dir/d$i";
}
settle();
$wrong = 0;
for ($round = 0; $round < 12; $round++) {
	neighbour()->runs("cd '$dir' && touch d" . (2 * $round) . "/new && mkdir d" . (2 * $round + 1) . "/new");
	fastscan_request_start();
	foreach ($folders as $i => $folder) {
		$want = $i < 2 * $round + 2 ? ['.', '..', 'f', 'new'] : ['.', '..', 'f'];
		$got = scandir($folder);
		$wrong += $got !== $want;
		if ($i === 20) {
			file_put_contents("$dir/d25/own$round", '');
			$wrong += !in_array("own$round", scandir("$dir/d25"), true);
			unlink("$dir/d25/own$round");
			rename("$dir/d26/f", "$dir/d26/g");
			$wrong += scandir("$dir/d26")[2] !== 'g';
			rename("$dir/d26/g", "$dir/d26/f");
		}
	}
}
echo $wrong, " wrong\n";
$cache = fastscan_counters()['cache'];
if (ini_get('fastscan.validate') !== 'strict') {
	echo $cache['prefetch_used'] > 0 ? "helpers used\n" : "helpers NOT used\n";
}
same_everywhere('and in the end', array_slice($folders, 0, 4));
if (function_exists('pcntl_fork')) {
	scandir("$dir/d1");
	$child = pcntl_fork();
	if ($child === 0) {
		$good = true;
		for ($i = 0; $i < 3; $i++) {
			fastscan_request_start();
			foreach ($folders as $folder) {
				$good = $good && in_array('f', scandir($folder), true);
			}
		}
		posix_kill(posix_getpid(), $good ? SIGTERM : SIGKILL);
	}
	pcntl_waitpid($child, $status);
	echo pcntl_wtermsig($status) === SIGTERM ? "child as well\n" : "child WRONG\n";
} else {
	echo "child as well\n";
}
CODE;
on_mount('latfs,lat_us=200', $code, ['fastscan.validate=request']);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
0 wrong
helpers used
and in the end: same
child as well
