--TEST--
A random walk of changes and questions gets the answers of stock PHP
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=strict
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
require __DIR__ . '/../inc/process.inc';
$dir = test_dir();
$walk = ' ' . escapeshellarg(dirname(__DIR__) . '/soak/own_changes.php') . ' %d 120 ' . escapeshellarg("$dir/walk") . ' 2>&1';
$stock = escapeshellarg(getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY) . ' -n -d stock=1 -d realpath_cache_size=0';
foreach ([1, 2, 3] as $seed) {
	$expected = shell_exec($stock . sprintf($walk, $seed));
	foreach (['never', 'request'] as $mode) {
		$command = php_command(["fastscan.validate=$mode", 'fastscan.min_uses=1', 'realpath_cache_size=0']);
		$answers = shell_exec($command . sprintf($walk, $seed));
		echo "$seed $mode: ", $answers === $expected ? 'same' : 'different', "\n";
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
1 never: same
1 request: same
2 never: same
2 request: same
3 never: same
3 request: same
