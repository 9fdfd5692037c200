--TEST--
fastscan_request_start(): in mode request the next answer is validated again, and sees what others did
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
fastscan.min_uses=1
fastscan.verify=0
fastscan.profile=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/', 'b/']);
settle();
fastscan_reset();
is_dir("$dir/a");

print_counted(['is_dir'], function () use ($dir) { is_dir("$dir/a"); });
fastscan_request_start();
print_counted(['is_dir'], function () use ($dir) { is_dir("$dir/a"); is_dir("$dir/b"); });
echo implode(' ', array_keys(fastscan_xhprof())), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTF--
is_dir: ct 1, hit 1
is_dir: ct 2, hit 1, checked 1
main() {closure%S}==>is_dir main()==>{closure%S}
