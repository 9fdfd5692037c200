--TEST--
Every call is counted once, as hit, checked, miss or bypass
--EXTENSIONS--
fastscan
json
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json');
?>
--INI--
fastscan.validate=request
fastscan.min_uses=1
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/', 'b/', 'f', '.hidden']);
settle();
fastscan_reset();

echo "first of all, then first of the request\n";
print_counted(['is_dir'], function () use ($dir) { is_dir("$dir/a"); });
fastscan_request_start();
print_counted(['is_dir'], function () use ($dir) { is_dir("$dir/a"); });
echo "from the listing\n";
print_counted(['is_dir'], function () use ($dir) { is_dir("$dir/b"); is_dir("$dir/f"); });
print_counted(['is_file'], function () use ($dir) { is_file("$dir/f"); is_file("$dir/b"); });
print_counted(['file_exists'], function () use ($dir) { file_exists("$dir/f"); file_exists("$dir/no"); });
echo "a dot name that is absent\n";
print_counted(['file_exists'], function () use ($dir) { file_exists("$dir/.no"); });
echo "another wrapper, PHP's stat cache\n";
print_counted(['is_dir'], function () { is_dir('data:text/plain,x'); });
print_counted(['is_dir'], function () use ($dir) { filesize("$dir/f"); is_dir("$dir/f"); });
echo "reading\n";
print_counted(['opendir', 'readdir', 'closedir'], function () use ($dir) {
	$handle = opendir($dir);
	while (readdir($handle) !== false);
	closedir($handle);
});
print_counted(['scandir'], function () use ($dir) { scandir($dir); });
foreach (fastscan_counters() as $name => $count) {
	if ($name !== 'cache' && $name[0] !== '('
		&& $count['ct'] !== $count['hit'] + $count['checked'] + $count['miss'] + $count['bypass']
	) {
		echo "$name does not add up: ", json_encode($count), "\n";
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
first of all, then first of the request
is_dir: ct 1, miss 1
is_dir: ct 1, checked 1
from the listing
is_dir: ct 2, hit 2
is_file: ct 2, hit 2
file_exists: ct 2, hit 2, negative 1
a dot name that is absent
file_exists: ct 1, miss 1
another wrapper, PHP's stat cache
is_dir: ct 1, bypass 1
is_dir: ct 1, bypass 1
reading
opendir: ct 1, hit 1
readdir: ct 7, hit 7
closedir: ct 1, hit 1
scandir: ct 1, hit 1
