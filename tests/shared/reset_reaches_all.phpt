--TEST--
fastscan_reset() of one process is seen by another at its next question, in every mode
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_unique_mounts();
skip_unless_extensions('posix');
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
make_tree($dir, ['site/a/']);
settle();
/* One that lives on, and answers a line for each line it is sent. */
file_put_contents("$dir/worker.php", <<<'PHP'
<?php
$asked = $argv[1];
while (fgets(STDIN) !== false) {
	is_dir($asked); /* waiting for a line had all checked again */
	$before = fastscan_counters()['is_dir']['hit'];
	is_dir($asked);
	$known = fastscan_status()['entries']['directories'];
	echo fastscan_counters()['is_dir']['hit'] > $before ? 'hit' : 'none', "\n";
}
PHP
);
foreach (['never', 'interval', 'request'] as $mode) {
	$settings = ["fastscan.shm_file=$dir/store", 'fastscan.shm_size=1M', 'fastscan.min_uses=1', "fastscan.validate=$mode", 'fastscan.revalidate_freq=1000', 'fastscan.verify=0'];
	$worker = proc_open(php_command($settings) . " $dir/worker.php $dir/site/a", [['pipe', 'r'], ['pipe', 'w']], $pipes);
	$say = function () use ($pipes): string {
		fwrite($pipes[0], "go\n");
		return trim(fgets($pipes[1]));
	};
	echo "$mode: ", $say(), ' ', $say();
	/* A third process, as after a deployment; the worker asks while it runs, between its two questions. */
	file_put_contents("$dir/between.php", '<?php fastscan_reset();');
	fclose($pipes[0]);
	proc_close($worker);
	$code = "is_dir('$dir/site/a'); is_dir('$dir/site/a'); \$h = fastscan_counters()['is_dir']['hit'];"
		. "file_put_contents('$dir/ready', ''); while (!file_exists('$dir/go')); is_dir('$dir/site/a');"
		. "echo fastscan_counters()['is_dir']['hit'] > \$h ? 'hit' : 'none';";
	@unlink("$dir/ready");
	@unlink("$dir/go");
	/* It waits busily for a file in a directory that is left to the system: nothing marks. */
	$settings[] = "fastscan.exclude=$dir/ready:$dir/go";
	$process = proc_open(php_command($settings) . ' -r ' . escapeshellarg($code), [1 => ['pipe', 'w']], $pipes);
	while (!is_file("$dir/ready")) {
		clearstatcache();
	}
	php($settings, 'fastscan_reset();');
	touch("$dir/go");
	echo ' ', stream_get_contents($pipes[1]), "\n";
	proc_close($process);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
never: hit hit none
interval: hit hit none
request: hit hit none
