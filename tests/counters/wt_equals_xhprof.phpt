--TEST--
fastscan.profile: nothing is timed while it is off, ini_set() begins and ends, counters and edges agree
--EXTENSIONS--
fastscan
--INI--
fastscan.profile=0
--FILE--
<?php
require __DIR__ . '/../inc/xhprof.inc';
function calls(int $n): void
{
	for ($i = 0; $i < $n; $i++) {
		scandir('/usr');
	}
}
calls(50);
var_dump(fastscan_xhprof(), fastscan_counters()['scandir']['wt']);
ini_set('fastscan.profile', '1');
calls(50);
ini_set('fastscan.profile', '0');
calls(50);
$raw = fastscan_xhprof();
$counters = fastscan_counters()['scandir'];
var_dump($raw['calls==>scandir']['ct'], $counters['ct'], $counters['wt'] > 0);
var_dump($raw['calls==>scandir']['wt'] === $counters['wt'], $raw['main()']['wt'] >= $counters['wt']);
?>
--EXPECT--
array(0) {
}
int(0)
int(50)
int(150)
bool(true)
bool(true)
bool(true)
