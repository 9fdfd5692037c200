--TEST--
fastscan.exclude=/ with fastscan.profile=1: the times of PHP's own functions, nothing answered
--EXTENSIONS--
fastscan
--INI--
fastscan.profile=1
fastscan.exclude=/
fastscan.verify=0
--FILE--
<?php
for ($i = 0; $i < 20; $i++) {
	scandir('/usr');
	is_dir('/usr');
}
foreach (['scandir', 'is_dir'] as $function) {
	$count = fastscan_counters()[$function];
	echo "$function $count[ct] $count[hit] $count[checked]\n";
	var_dump(fastscan_xhprof()["main()==>$function"]['ct']);
}
var_dump(fastscan_counters()['scandir']['wt'] > 0);
?>
--EXPECT--
scandir 20 0 0
int(20)
is_dir 20 0 0
int(20)
bool(true)
