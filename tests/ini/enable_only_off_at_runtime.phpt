--TEST--
fastscan.enable at run time: off at once, on again only by the next request
--EXTENSIONS--
fastscan
--INI--
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/']);
settle();
scandir($dir);

var_dump(ini_set('fastscan.enable', '1'), ini_set('fastscan.enable', '0'));
var_dump(fastscan_status()['enabled'], fastscan_explain("$dir/a")['reason']);
print_counted(['is_dir', 'cache'], function () use ($dir) {
	var_dump(is_dir("$dir/a"), is_dir("$dir/b"));
});
var_dump(ini_set('fastscan.enable', 'on'), fastscan_status()['enabled']);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTF--
string(1) "1"
string(1) "1"
bool(false)
string(8) "disabled"
bool(true)
bool(false)
is_dir: nothing
cache: nothing

Warning: ini_set(): fastscan.enable cannot be "on"; allowed: while a script runs, only 0 in %s on line %d
bool(false)
bool(false)
