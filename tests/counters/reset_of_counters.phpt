--TEST--
fastscan_counters(true) returns the sums and sets them to zero
--EXTENSIONS--
fastscan
--INI--
fastscan.profile=1
--FILE--
<?php
function sum(array $counters): int
{
	$sum = 0;
	array_walk_recursive($counters, function ($value) use (&$sum) { $sum += $value; });
	return $sum;
}
is_dir(__DIR__);
is_dir(__DIR__ . '/no');
var_dump(sum(fastscan_counters()) > 0, sum(fastscan_counters(true)) > 0, sum(fastscan_counters()));
?>
--EXPECT--
bool(true)
bool(true)
int(0)
