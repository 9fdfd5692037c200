--TEST--
fastscan.profile_dir: one file for each request that was profiled, serialized, unlike any other, for its owner only
--EXTENSIONS--
fastscan
--INI--
fastscan.profile=0
fastscan.profile_dir=
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
$dir = test_dir();
function files(string $dir): array
{
	return array_values(array_diff(scandir($dir), ['.', '..']));
}

echo php(["fastscan.profile_dir=$dir"], 'is_dir("/");'), count(files($dir)), " without profile\n";
echo php(["fastscan.profile_dir=$dir", 'fastscan.profile=1'], 'is_dir("/"); fastscan_request_start(); is_file("/");');
foreach (files($dir) as $name) {
	echo preg_match('/^[0-9a-f]+\.fastscan\.xhprof$/', $name) ? 'named well' : $name,
		' ', decoct(fileperms("$dir/$name") & 0777), ' ',
		implode(' ', array_keys(unserialize(file_get_contents("$dir/$name")))), "\n";
}
for ($i = 0; $i < 5; $i++) {
	echo php(["fastscan.profile_dir=$dir", 'fastscan.profile=1'], '');
}
echo count(files($dir)), " files\n";
echo "a request that ends in a fatal error\n";
php(["fastscan.profile_dir=$dir", 'fastscan.profile=1', 'memory_limit=8M'], 'is_dir("/"); str_repeat("x", 100000000);');
echo count(files($dir)), " files\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
0 without profile
named well 600 main() main()==>is_dir
named well 600 main() main()==>is_file
7 files
a request that ends in a fatal error
8 files
