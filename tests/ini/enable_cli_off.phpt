--TEST--
fastscan.enable_cli=0, fastscan.enable=0: PHP as it is without fastscan, on the command line
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/process.inc';
foreach (['enable_cli=0', 'enable=0'] as $setting) {
	echo "$setting\n", php(["fastscan.$setting"], '
		var_dump(is_dir("/"), is_dir("/no such"), count(scandir("/")) > 2);
		var_dump(fastscan_status()["enabled"], array_sum(fastscan_counters()["is_dir"]));
		var_dump(fastscan_explain("/")["reason"], fastscan_reset(), fastscan_invalidate("/"), fastscan_xhprof());
		fastscan_request_start();
		var_dump(ini_set("fastscan.enable", "1"), fastscan_status(true)["directories"]);');
}
?>
--EXPECTF--
enable_cli=0
bool(true)
bool(false)
bool(true)
bool(false)
int(0)
string(8) "disabled"
bool(false)
int(0)
array(0) {
}
string(1) "1"
array(0) {
}
enable=0
bool(true)
bool(false)
bool(true)
bool(false)
int(0)
string(8) "disabled"
bool(false)
int(0)
array(0) {
}

Warning: ini_set(): fastscan.enable cannot be "1"; allowed: while a script runs, only 0 in %s on line %d
bool(false)
array(0) {
}
