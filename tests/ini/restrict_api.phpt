--TEST--
fastscan.restrict_api: scripts elsewhere get a warning and nothing; fastscan_request_start() is for everybody
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
$dir = test_dir();
make_tree($dir, ['allowed/', 'other/']);
foreach (['allowed', 'other'] as $where) {
	file_put_contents("$dir/$where/script.php", '<?php
		var_dump(is_array(fastscan_status()), fastscan_counters() === [], fastscan_explain("/") === [],
			fastscan_xhprof() === [], fastscan_reset(), fastscan_invalidate("/"));
		fastscan_request_start();');
	echo "$where\n";
	$settings = ["fastscan.restrict_api=$dir/allowed", 'display_errors=1', 'log_errors=0', 'html_errors=0'];
	$output = shell_exec(php_command($settings) . ' ' . escapeshellarg("$dir/$where/script.php") . ' 2>&1');
	echo str_replace($dir, '', $output);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTF--
allowed
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
int(%d)
other

Warning: fastscan_status(): restricted by fastscan.restrict_api to scripts below /allowed in /other/script.php on line %d

Warning: fastscan_counters(): restricted by fastscan.restrict_api to scripts below /allowed in /other/script.php on line %d

Warning: fastscan_explain(): restricted by fastscan.restrict_api to scripts below /allowed in /other/script.php on line %d

Warning: fastscan_xhprof(): restricted by fastscan.restrict_api to scripts below /allowed in /other/script.php on line %d

Warning: fastscan_reset(): restricted by fastscan.restrict_api to scripts below /allowed in /other/script.php on line %d

Warning: fastscan_invalidate(): restricted by fastscan.restrict_api to scripts below /allowed in /other/script.php on line %d
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
int(0)
