--TEST--
Answers of SPL's methods take the place of the last one in PHP's stat cache, and are given by it
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
make_tree($dir, ['t/d/', 't/f', 't/to_f' => 'f', 't/to_d' => 'd', 'other/']);
settle();
/* A file that changed unseen after it was kept: its old time shows that it still is. */
$code = '(function ($dir) {
	$all = [];
	$questions = ["isDir d", "isDir f", "isDir no", "isFile f", "isFile no", "isLink to_f", "isLink f", "isLink no",
		"isReadable f", "isWritable no", "getType f", "getType d", "getType to_f", "getRealPath f"];
	foreach (["d", "f", "to_f", "to_d"] as $name) {
		array_push($questions, "hasChildren $name", "hasChildren $name follow");
	}
	foreach (["filemtime", "lstat"] as $keep) {
		foreach ($questions as $question) {
			[$method, $name, $follow] = explode(" ", "$question ");
			touch("$dir/other", 1000000000);
			clearstatcache();
			is_dir("$dir/t/d");
			if ($method === "hasChildren") {
				$object = new RecursiveDirectoryIterator("$dir/t", $follow ? FilesystemIterator::FOLLOW_SYMLINKS : 0);
				while ($object->getFilename() !== $name) {
					$object->next();
				}
			} else {
				$object = new SplFileInfo("$dir/t/$name");
			}
			$keep("$dir/other");
			exec("touch -d @1100000000 " . escapeshellarg("$dir/other"));
			$answers = [$object->$method(), $object->$method()];
			$all["$keep $question"] = [$answers, filemtime("$dir/other"), lstat("$dir/other")["mtime"]];
		}
	}
	/* What the cache knows it says, however wrong. */
	touch("$dir/t/gone");
	filemtime("$dir/t/gone");
	lstat("$dir/t/gone");
	exec("rm " . escapeshellarg("$dir/t/gone"));
	$file = new SplFileInfo("$dir/t/gone");
	return $all + ["gone" => [$file->isFile(), $file->isDir(), $file->isLink(), $file->isReadable(), $file->getType()]];
})($dir)';
for ($round = 0; $round < 3; $round++) {
	same_as_stock($code, ['dir' => $dir], "round $round");
	settle();
	scandir("$dir/t");
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
