--TEST--
Workers make no system call to wait for each other
--EXTENSIONS--
fastscan
posix
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_linux();
skip_unless_command('strace');
skip_if_instrumented();
skip_unless_extensions('posix', 'pcntl');
exec('strace -o /dev/null true 2>/dev/null', $output, $status);
if ($status !== 0) {
	die('skip cannot trace here');
}
if (PHP_ZTS) {
	die('skip threads wait for each other elsewhere');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
for ($i = 0; $i < 40; $i++) {
	make_tree($dir, ["d$i/a", "d$i/b/"]);
}
settle();
$code = <<<PHP
for (\$w = 0; \$w < 6; \$w++) {
	if (pcntl_fork() === 0) {
		for (\$i = 0; \$i < 200; \$i++) {
			scandir("$dir/d" . (\$i * 7 % 40));
			if (\$i % 50 === 0) {
				fastscan_reset();
			}
		}
		posix_kill(getmypid(), 9);
	}
}
while (pcntl_wait(\$status) > 0);
\$t = fastscan_status()["shared"];
echo \$t["listings"] > 30 ? "shared\n" : "not shared\n";
PHP;
$command = php_command(['fastscan.shm_size=1M', 'fastscan.shm_file=', 'fastscan.min_uses=1', 'fastscan.validate=request', 'opcache.enable_cli=0']);
echo shell_exec("strace -f -o $dir/trace -e trace=futex,flock,fcntl,nanosleep,clock_nanosleep,semop,poll $command -r " . escapeshellarg($code));
/* The mount table is polled without waiting. A private futex is the C library's own start-up. */
$calls = preg_grep('/(futex\((?!.*_PRIVATE)|flock|semop|nanosleep)\(|F_SETLKW|poll\([^\n]*, -?[1-9][0-9]*\)/', file("$dir/trace"));
echo implode('', $calls), count($calls), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
shared
0
