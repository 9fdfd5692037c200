--TEST--
Who asks for the same absent file twice in a row is answered after a check
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
fastscan.verify=0
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['x']);
settle();
scandir($dir);
is_dir("$dir/none");
for ($i = 0; $i < 3; $i++) {
	print_counted(['(include)'], function () use ($dir) { @include "$dir/absent.php"; });
}
for ($i = 0; $i < 3; $i++) {
	print_counted(['(include)'], function () use ($dir) { @include_once "$dir/absent2.php"; });
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
(include): ct 1, hit 1, negative 1
(include): ct 1, checked 1, negative 1
(include): ct 1, checked 1, negative 1
(include): ct 2, hit 2, negative 2
(include): ct 2, hit 1, checked 1, negative 2
(include): ct 2, hit 1, checked 1, negative 2
