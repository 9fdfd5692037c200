--TEST--
fastscan.hooks decides whether includes are answered
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
fastscan.verify=0
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/includes.inc';
$dir = test_dir() . '/top';
make_libraries($dir);
$code = 'restore_error_handler();
	for ($i = 0; $i < 3; $i++) {
		@include "$dir/one/absent$i.php";
	}
	scandir("$dir/one");
	$counters = fastscan_counters();
	echo $counters["(include)"]["ct"], " ", $counters["scandir"]["ct"], "\n";';
foreach (['*', 'include', 'scandir', 'is_dir', 'include,scandir', ''] as $hooks) {
	echo "$hooks: ", script_output($dir, ["fastscan.hooks=$hooks"], $code);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
*: 3 1
include: 3 0
scandir: 0 1
is_dir: 0 0
include,scandir: 3 1
: 0 0
