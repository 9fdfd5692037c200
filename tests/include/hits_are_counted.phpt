--TEST--
Absent files are skipped without a system call, and counted so
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
make_tree($dir, ['one/x', 'two/x', 'three/x', 'app/x']);
file_put_contents("$dir/three/there.php", '<?php return 1;');
settle();
foreach (['one', 'two', 'three', 'app'] as $sub) {
	scandir("$dir/$sub");
	is_dir("$dir/$sub/none");
}
chdir("$dir/app");
is_dir('none');
realpath('.');
set_include_path(implode(PATH_SEPARATOR, ['.', "$dir/one", "$dir/two", "$dir/three"]));
/* The folder of the running script comes last: of one that no other test changes. */
file_put_contents("$dir/app/run.php", <<<'CODE'
<?php
print_counted(['(include)'], function () { stream_resolve_include_path('absent1.php'); });
print_counted(['(include)'], function () { @include 'absent2.php'; });
print_counted(['(include)'], function () { @include_once 'absent3.php'; });
print_counted(['(include)'], function () use ($dir) { @include "$dir/one/absent4.php"; });
print_counted(['(include)'], function () { @include './absent5.php'; });
print_counted(['(include)'], function () { spl_autoload('Absent6'); });
print_counted(['(include)'], function () { include 'there.php'; });
print_counted(['(include)'], function () { stream_resolve_include_path('there.php'); });
print_counted(['(include)'], function () { @include 'php://absent'; });
ini_set('fastscan.validate', 'strict');
print_counted(['(include)'], function () { stream_resolve_include_path('absent7.php'); });
CODE
);
settle();
scandir("$dir/app");
is_dir('none');
realpath('.');
include "$dir/app/run.php";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
(include): ct 1, hit 1, negative 1
(include): ct 1, hit 1, negative 1
(include): ct 2, hit 2, negative 2
(include): ct 1, hit 1, negative 1
(include): ct 1, hit 1, negative 1
(include): ct 2, hit 2, negative 2
(include): ct 1, miss 1
(include): ct 1, bypass 1
(include): ct 1, bypass 1
(include): ct 1, bypass 1
