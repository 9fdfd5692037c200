--TEST--
PHP's one-entry stat cache answers before fastscan does
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
$code = '(function ($dir) {
	$all = [];
	foreach (["is_dir" => "stat", "is_file" => "filemtime",
		"is_link" => "lstat"] as $ask => $keep) {
		$path = "$dir/$ask";
		$ask === "is_dir" ? mkdir($path) : ($ask === "is_link" ? symlink("x",
			$path) : touch($path));
		clearstatcache();
		$keep($path);
		exec("rm -rf " . escapeshellarg($path));
		$all[] = [$ask($path), file_exists($path), $ask("$path/"), $ask($path)];
		clearstatcache();
		$all[] = $ask($path);
	}
	return $all;
})($dir)';
for ($round = 0; $round < 3; $round++) {
	same_as_stock($code, ['dir' => $dir], "round $round");
	settle();
	scandir($dir);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
round 0: same
round 1: same
round 2: same
