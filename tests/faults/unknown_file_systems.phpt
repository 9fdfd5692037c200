--TEST--
File systems that are not trusted: every question goes to the system, with the reason counted
--EXTENSIONS--
fastscan
json
posix
--INI--
fastscan.min_uses=1
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json', 'posix');
skip_unless_fuse();
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
require __DIR__ . '/../inc/bed.inc';
$code = <<<'CODE'
require dirname($argv[0]) . '/../../inc/bed.inc';
make_tree($dir, ['d/sub/', 'd/file']);
usleep(50000);
$GLOBALS['result'] = [];
$fills = fastscan_counters()['cache']['fills'];
$reasons = reasons(function () use ($dir) {
	for ($i = 0; $i < 4; $i++) {
		clearstatcache(true);
		$GLOBALS['result'][] = [is_dir("$dir/d/sub"), is_file("$dir/d/file"), file_exists("$dir/d/new"), scandir("$dir/d"), opendir("$dir/d") !== false, realpath("$dir/d/new") !== false];
		exec('touch ' . escapeshellarg(strpos(file_get_contents('/proc/mounts'), "$dir.src ") ? "$dir.src/d/new" : "$dir/d/new"));
		fastscan_request_start();
	}
});
echo json_encode($result[0]), ' ', json_encode(array_unique(array_slice($result, 1), SORT_REGULAR)), "\n";
$fills = fastscan_counters()['cache']['fills'] - $fills;
echo strpos($reasons, 'filesystem') !== false ? 'filesystem' : $reasons, ", fills $fills\n";
CODE;
foreach (['ramfs', 'latfs,lat_us=0', 'latfs,frozen'] as $bed) {
	echo $bed, "\n", in_bed($bed, [], $code);
}
$before = fastscan_counters()['cache']['fills'];
same_as_stock('[scandir("/proc/sys/kernel"), is_dir("/proc/sys/kernel"), is_file("/proc/version"), file_exists("/proc/sys/absent"), opendir("/proc/self/fd") !== false]', []);
echo fastscan_counters()['cache']['fills'] - $before, " fills\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
ramfs
[true,true,false,[".","..","file","sub"],true,false] [[true,true,true,[".","..","file","new","sub"],true,true]]
filesystem, fills 0
latfs,lat_us=0
[true,true,false,[".","..","file","sub"],true,false] [[true,true,true,[".","..","file","new","sub"],true,true]]
filesystem, fills 0
latfs,frozen
[true,true,false,[".","..","file","sub"],true,false] [[true,true,true,[".","..","file","new","sub"],true,true]]
filesystem, fills 0
[scandir("/proc/sys/kernel"), is_dir("/proc/sys/kernel"), is_file("/proc/version"), file_exists("/proc/sys/absent"), opendir("/proc/self/fd") !== false]: same
0 fills
