--TEST--
Values at start-up: sizes with K, M, G, words and numbers come out as fastscan_status() says
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/process.inc';

$settings = [
	'cache_size=65536', 'cache_size=64k', 'cache_size=2M', 'cache_size=1G', 'max_entries=1', 'min_uses=10', 'settle=250',
	'settle=AUTO', 'revalidate_freq=0', 'verify=7', 'negative=off', 'sync=No', 'profile=yes', 'exclude=/a:/b', 'hooks=is_dir, opendir',
];
foreach ($settings as $setting) {
	$name = explode('=', $setting)[0];
	echo "$setting: ", php(["fastscan.$setting"], "var_dump(fastscan_status()['config']['$name']);");
}
foreach (['strict', 'REQUEST', 'interval', 'never', 'auto'] as $mode) {
	echo "$mode: ", php(["fastscan.validate=$mode"], "echo fastscan_status()['mode'], \"\n\";");
}
?>
--EXPECT--
cache_size=65536: int(65536)
cache_size=64k: int(65536)
cache_size=2M: int(2097152)
cache_size=1G: int(1073741824)
max_entries=1: int(1)
min_uses=10: int(10)
settle=250: float(250)
settle=AUTO: NULL
revalidate_freq=0: float(0)
verify=7: int(7)
negative=off: bool(false)
sync=No: bool(false)
profile=yes: bool(true)
exclude=/a:/b: string(5) "/a:/b"
hooks=is_dir, opendir: string(15) "is_dir, opendir"
strict: strict
REQUEST: request
interval: interval
never: never
auto: strict
