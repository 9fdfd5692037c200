--TEST--
fastscan_warm(): what it says it did, and whom it refuses
--EXTENSIONS--
fastscan
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
$dir = test_dir();
for ($i = 0; $i < 5; $i++) {
	mkdir("$dir/tree/d$i/sub", 0777, true);
	touch("$dir/tree/d$i/f");
}
touch("$dir/file");
settle();
$code = str_replace('DIR', $dir, <<<'CODE'
foreach ([['DIR/tree', 0], ['DIR/tree', 1], ['DIR/tree'], ['DIR/none'], ['DIR/file'], ['DIR/tree', -1]] as $arguments) {
	$warmed = fastscan_warm(...$arguments);
	echo $warmed ? "$warmed[directories] directories, $warmed[passed] passed, reason \"$warmed[reason]\"\n" : "nothing\n";
}
try {
	echo @fastscan_warm("a\0b") === null ? "refused\n" : "taken\n"; /* before 8.0 it is a warning */
} catch (ValueError | TypeError $error) {
	echo "refused\n";
}
CODE);
$request = ['fastscan.validate=request', 'fastscan.verify=0'];
echo php(array_merge($request, ['fastscan.prefetch_threads=4']), $code), "-- outside\n";
echo php(array_merge($request, ["open_basedir=$dir/tree"]),
	"var_dump(fastscan_warm('$dir')); var_dump(count(fastscan_warm('$dir/tree')));"), "-- not for this script\n";
echo php(array_merge($request, ["fastscan.restrict_api=/nowhere"]), "var_dump(fastscan_warm('$dir'));");
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTF--
1 directories, 0 passed, reason ""
6 directories, 0 passed, reason ""
11 directories, 0 passed, reason ""
1 directories, 1 passed, reason "gone"
1 directories, 1 passed, reason "gone"

Warning: fastscan_warm(): Argument #2 ($depth) must be 0 to %d in %s on line %d
nothing
%Arefused
-- outside

Warning: fastscan_warm(): open_basedir restriction in effect.%a
array(0) {
}
int(7)
-- not for this script

Warning: %a
array(0) {
}
