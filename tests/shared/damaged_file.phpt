--TEST--
fastscan.shm_file: bytes that somebody writes into it, anywhere and while it is used, cost entries and nothing else
--EXTENSIONS--
fastscan
posix
json
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_unique_mounts();
skip_unless_extensions('posix', 'json');
skip_if_instrumented();
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
for ($i = 0; $i < 60; $i++) {
	make_tree($dir, ["site/d$i/f$i", "site/d$i/sub/", "site/d$i/link" => 'sub']);
}
settle();
$file = "$dir/store." . posix_geteuid();
/* Reads all of it in several requests, and damages the file that it has mapped between two questions. */
$code = '
mt_srand(SEED);
$shared = 0;
for ($round = 0; $round < 12; $round++) {
	fastscan_request_start();
	for ($i = 0; $i < 60; $i++) {
		$d = "' . "$dir/site/d" . '$i";
		if (scandir($d) !== [".", "..", "f$i", "link", "sub"] || !is_dir("$d/sub") || is_file("$d/no") || !is_link("$d/link")) {
			echo "WRONG in round $round: ", json_encode(scandir($d)), "\n";
		}
		$store = @fopen("' . $file . '", "r+");
		if ($store && mt_rand(0, 3) === 0) {
			$place = [mt_rand(0, 200), mt_rand(0, 4095), mt_rand(36864, 65535), mt_rand(0, 1048000)][mt_rand(0, 3)];
			fseek($store, $place);
			fwrite($store, mt_rand(0, 1) ? random_bytes([1, 4, 8, 64][mt_rand(0, 3)]) : str_repeat("\0", mt_rand(1, 64)));
		}
	}
}
echo fastscan_counters()["cache"]["shared_hits"], " ";
';
$hits = 0;
for ($seed = 1; $seed <= 12; $seed++) {
	$said = php_with_file("$dir/store", str_replace('SEED', (string) $seed, $code), ['fastscan.validate=request', 'fastscan.cache_size=64K']);
	if (!preg_match('/^\d+ $/D', $said)) {
		echo "seed $seed: $said\n";
	}
	$hits += (int) $said;
}
echo $hits > 0 ? "done\n" : "nothing was shared\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
done
