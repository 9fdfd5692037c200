--TEST--
An answer takes the place of the last one in PHP's stat cache
--EXTENSIONS--
fastscan
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_if_instrumented();
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['d/', 'f', 'other/', 'to_f' => 'f']);
settle();
$code = '(function ($dir) {
	$all = [];
	$questions = ["is_dir d", "is_dir f", "is_dir no", "is_file f", "is_file d", "is_file no",
		"is_link to_f", "is_link f", "is_link no",
		"file_exists f", "is_readable f", "file_exists no", "is_writable no"];
	foreach (["filemtime", "fileperms", "lstat"] as $keep) {
		foreach ($questions as $question) {
			list($function, $name) = explode(" ", $question);
			touch("$dir/other", 1000000000);
			clearstatcache();
			is_dir("$dir/d");
			$keep("$dir/other");
			exec("touch -d @1100000000 " . escapeshellarg("$dir/other"));
			$function("$dir/$name");
			$function("$dir/$name");
			$all["$keep $question"] = [filemtime("$dir/other"), lstat("$dir/other")["mtime"]];
		}
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
