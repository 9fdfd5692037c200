--TEST--
Helper threads end before this process becomes another: unshare() of users is allowed, setuid() leaves nobody behind
--EXTENSIONS--
fastscan
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('pcntl', 'posix');
if (!function_exists('pcntl_unshare') || !is_dir('/proc/self/task') || posix_geteuid() !== 0) {
	die('skip needs root, pcntl_unshare() and /proc');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
children_search_no_leaks();
$dir = test_dir();
chmod($dir, 0755);
for ($i = 0; $i < 8; $i++) {
	mkdir("$dir/d$i/sub", 0755, true);
}
mkdir("$dir/private", 0700);
settle();
$code = str_replace('DIR', $dir, <<<'CODE'
foreach (['', 'd0', 'd1', 'd2', 'd3', 'd4', 'private', 'private'] as $name) {
	scandir("DIR/$name");
}
BECOME;
echo count(scandir('/proc/self/task')) - 2, " thread\n";
echo count(scandir('DIR')), ' ', count(scandir('DIR/d5')), ' ', var_export(@scandir('DIR/private'), true), "\n";
CODE);
foreach (['pcntl_unshare(CLONE_NEWUSER)', 'posix_setuid(65534)', 'posix_seteuid(65534)'] as $become) {
	$answers = [];
	foreach ([['fastscan.enable=0'], ['fastscan.validate=request', 'fastscan.prefetch_threads=4']] as $settings) {
		$answers[] = php($settings, str_replace('BECOME', "var_dump(@$become)", $code));
	}
	echo "$become: ", $answers[0] === $answers[1] ? "same\n" : "DIFFERENT\n$answers[0]$answers[1]";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
pcntl_unshare(CLONE_NEWUSER): same
posix_setuid(65534): same
posix_seteuid(65534): same
