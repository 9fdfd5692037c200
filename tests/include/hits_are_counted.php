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
scandir(__DIR__);
is_dir(__DIR__ . '/none');
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
?>
