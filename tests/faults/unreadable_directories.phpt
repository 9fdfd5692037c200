--TEST--
Directories that may not be listed, or not be searched: as stock PHP, with the reason counted
--EXTENSIONS--
fastscan
posix
--INI--
fastscan.min_uses=1
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix');
skip_if_root();
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/bed.inc';
$dir = test_dir();
foreach ([0000, 0111, 0222, 0333, 0444, 0555, 0666, 0777] as $mode) {
	$d = sprintf('%s/%o', $dir, $mode);
	make_tree($d, ['sub/', 'file', 'link' => 'sub']);
	chmod($d, $mode);
}
settle();
/* In strict a local lookup is the system's own, and its reason is that. */
$validate = ini_set('fastscan.validate', 'request');
$ask = '[clearstatcache(true), is_dir("$d/sub"), is_file("$d/file"), is_link("$d/link"), file_exists("$d/absent"), is_readable("$d/absent"),'
	. 'scandir($d), opendir($d) !== false, realpath("$d/sub"), is_dir($d)]';
foreach ([0000, 0111, 0222, 0333, 0444, 0555, 0666, 0777] as $mode) {
	$d = sprintf('%s/%o', $dir, $mode);
	$stock = stock($ask, ['d' => $d]);
	$reasons = reasons(function () use ($ask, $d, $stock, $mode) {
		for ($i = 0; $i < 3; $i++) {
			if (answers($ask, ['d' => $d]) !== $stock) {
				printf("%o: DIFFERENT\n", $mode);
			}
			fastscan_request_start();
		}
	});
	printf("%o: %s\n", $mode, strpos($reasons, 'permission') !== false ? 'permission' : 'no such reason');
}
ini_set('fastscan.validate', $validate);
/* Permission taken away from, and given back to, what is already cached. */
$d = "$dir/777";
foreach ([0333, 0777, 0444, 0777, 0000, 0777] as $mode) {
	chmod($d, $mode);
	same_as_stock($ask, ['d' => $d], sprintf('now %o', $mode));
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
0: permission
111: permission
222: permission
333: permission
444: permission
555: no such reason
666: permission
777: no such reason
now 333: same
now 777: same
now 444: same
now 777: same
now 0: same
now 777: same
