--TEST--
A directory that another process took away and this one made again is a new one
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/old', 'b/old', 'c/d/old', 'sync/']);
settle();
/* Another process, which nothing waits for: reading a regular file does not count as that. */
touch("$dir/sync/go");
touch("$dir/sync/done");
$command = 'while [ ! -s go ]; do sleep 0.01; done; cd ..; mv a x; mv b y; mv c z; echo 1 > sync/done';
$other = proc_open($command, [], $pipes, "$dir/sync");
chdir($dir);
$lists = function () use ($dir) {
	foreach (["$dir/a", 'a', './a/', "$dir/b/", "$dir/c/d"] as $path) {
		echo $path === "$dir/a" ? 'a' : str_replace($dir, '', $path), ': ', implode(' ', scandir($path)), "\n";
	}
};
$lists();
file_put_contents("$dir/sync/go", '1');
while (file_get_contents("$dir/sync/done") === '');
echo "-- old, which this mode allows\n";
$lists();
mkdir("$dir/a");
mkdir("$dir/b");
mkdir("$dir/c/d", 0777, true);
echo "-- new\n";
$lists();
proc_close($other);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
a: . .. old
a: . .. old
./a/: . .. old
/b/: . .. old
/c/d: . .. old
-- old, which this mode allows
a: . .. old
a: . .. old
./a/: . .. old
/b/: . .. old
/c/d: . .. old
-- new
a: . ..
a: . ..
./a/: . ..
/b/: . ..
/c/d: . ..
