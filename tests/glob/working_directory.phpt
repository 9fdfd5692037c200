--TEST--
Relative patterns hang from the working directory of now
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
make_tree($dir, ['a/one', 'b/two', 'to_b' => 'b']);
settle();
foreach (['a', 'b', 'a', 'to_b', 'b'] as $sub) {
	chdir("$dir/$sub");
	echo implode(' ', glob('*')), ' ', implode(' ', glob('../*/[ot]*')), "\n";
}
register_shutdown_function(function () use ($dir) {
	chdir("$dir/a");
	echo implode(' ', glob('*')), "\n";
});
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
one ../a/one ../b/two ../to_b/two
two ../a/one ../b/two ../to_b/two
one ../a/one ../b/two ../to_b/two
two ../a/one ../b/two ../to_b/two
two ../a/one ../b/two ../to_b/two
one
