--TEST--
copy() goes by what is there now, not by what was seen earlier in the request
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
fastscan.verify=0
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['d/', 'e/', 'sync/', 'link' => 'd', 'f']);
file_put_contents("$dir/f", 'f');
settle();
/* Another process, which nothing waits for: reading a regular file does not count as that. */
touch("$dir/sync/go");
touch("$dir/sync/done");
$command = 'while [ ! -s go ]; do sleep 0.01; done; cd ../d; echo new > self; echo new > by_link; mkdir folder; echo 1 > ../sync/done';
$other = proc_open($command, [], $pipes, "$dir/sync");
scandir("$dir/d");
$names = ['self', 'by_link', 'folder'];
foreach ($names as $name) {
	var_dump(file_exists("$dir/d/$name"));
}
file_put_contents("$dir/sync/go", '1');
while (file_get_contents("$dir/sync/done") === '');
echo "-- the old answers, which this mode allows\n";
foreach ($names as $name) {
	var_dump(file_exists("$dir/d/$name"));
}
echo "-- onto itself\n";
var_dump(copy("$dir/d/self", "$dir/d/self"), file_get_contents("$dir/d/self"));
var_dump(copy("$dir/d/by_link", "$dir/link/by_link"), file_get_contents("$dir/d/by_link"));
echo "-- onto a folder\n";
var_dump(copy("$dir/f", "$dir/d/folder"));
proc_close($other);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTF--
bool(false)
bool(false)
bool(false)
-- the old answers, which this mode allows
bool(false)
bool(false)
bool(false)
-- onto itself
bool(false)
string(4) "new
"
bool(false)
string(4) "new
"
-- onto a folder

Warning: copy(): The second argument to copy() function cannot be a directory in %s on line %d
bool(false)
