--TEST--
ini_set() refuses nonsense, names the directive, the value and what is allowed, and keeps the old value
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.verify=0
--FILE--
<?php
$nonsense = [
	'enable' => ['maybe', '2', '-1', "1\0"],
	'validate' => ['', 'sometimes', 'strict ', "strict\0"],
	'revalidate_freq' => ['', '12abc', '-1', '1.5', '0x10', ' 1', '1K', '31536001', '99999999999999999999'],
	'negative' => ['yess'],
	'sync' => ['3'],
	'profile' => ['xhprof'],
	'verify' => ['101', '5%', ''],
];
foreach ($nonsense as $name => $values) {
	$before = ini_get("fastscan.$name");
	foreach ($values as $value) {
		var_dump(ini_set("fastscan.$name", $value));
		if (ini_get("fastscan.$name") !== $before) {
			echo "changed\n";
		}
	}
}
$status = fastscan_status();
var_dump($status['enabled'], $status['mode'], $status['config']['revalidate_freq'], $status['config']['verify']);
?>
--EXPECTF--
Warning: ini_set(): fastscan.enable cannot be "maybe"; allowed: 0, 1, on, off in %s on line %d
bool(false)

Warning: ini_set(): fastscan.enable cannot be "2"; allowed: 0, 1, on, off in %s on line %d
bool(false)

Warning: ini_set(): fastscan.enable cannot be "-1"; allowed: 0, 1, on, off in %s on line %d
bool(false)

Warning: ini_set(): fastscan.enable cannot be "1\0..."; allowed: 0, 1, on, off in %s on line %d
bool(false)

Warning: ini_set(): fastscan.validate cannot be ""; allowed: auto, strict, request, interval, never in %s on line %d
bool(false)

Warning: ini_set(): fastscan.validate cannot be "sometimes"; allowed: auto, strict, request, interval, never in %s on line %d
bool(false)

Warning: ini_set(): fastscan.validate cannot be "strict "; allowed: auto, strict, request, interval, never in %s on line %d
bool(false)

Warning: ini_set(): fastscan.validate cannot be "strict\0..."; allowed: auto, strict, request, interval, never in %s on line %d
bool(false)

Warning: ini_set(): fastscan.revalidate_freq cannot be ""; allowed: 0 to 31536000 (seconds) in %s on line %d
bool(false)

Warning: ini_set(): fastscan.revalidate_freq cannot be "12abc"; allowed: 0 to 31536000 (seconds) in %s on line %d
bool(false)

Warning: ini_set(): fastscan.revalidate_freq cannot be "-1"; allowed: 0 to 31536000 (seconds) in %s on line %d
bool(false)

Warning: ini_set(): fastscan.revalidate_freq cannot be "1.5"; allowed: 0 to 31536000 (seconds) in %s on line %d
bool(false)

Warning: ini_set(): fastscan.revalidate_freq cannot be "0x10"; allowed: 0 to 31536000 (seconds) in %s on line %d
bool(false)

Warning: ini_set(): fastscan.revalidate_freq cannot be " 1"; allowed: 0 to 31536000 (seconds) in %s on line %d
bool(false)

Warning: ini_set(): fastscan.revalidate_freq cannot be "1K"; allowed: 0 to 31536000 (seconds) in %s on line %d
bool(false)

Warning: ini_set(): fastscan.revalidate_freq cannot be "31536001"; allowed: 0 to 31536000 (seconds) in %s on line %d
bool(false)

Warning: ini_set(): fastscan.revalidate_freq cannot be "99999999999999999999"; allowed: 0 to 31536000 (seconds) in %s on line %d
bool(false)

Warning: ini_set(): fastscan.negative cannot be "yess"; allowed: 0, 1, on, off in %s on line %d
bool(false)

Warning: ini_set(): fastscan.sync cannot be "3"; allowed: 0, 1, on, off in %s on line %d
bool(false)

Warning: ini_set(): fastscan.profile cannot be "xhprof"; allowed: 0, 1, on, off in %s on line %d
bool(false)

Warning: ini_set(): fastscan.verify cannot be "101"; allowed: 0 to 100 (percent) in %s on line %d
bool(false)

Warning: ini_set(): fastscan.verify cannot be "5%"; allowed: 0 to 100 (percent) in %s on line %d
bool(false)

Warning: ini_set(): fastscan.verify cannot be ""; allowed: 0 to 100 (percent) in %s on line %d
bool(false)
bool(true)
string(7) "request"
float(2)
int(0)
