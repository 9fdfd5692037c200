--TEST--
A function leaves errno as stock PHP does, which includes of directories show
--EXTENSIONS--
fastscan
--INI--
realpath_cache_size=0
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['d/x', "d/\xff", 'd/y/', 'e/', 'f', 'l' => 'd', 'gone' => 'no']);
settle();
/* errno is what the line before left, and what the question leaves is shown by the include. */
$code = '(function ($dir, $forget) {
	$questions = [
		"is_dir" => "is_dir", "is_file" => "is_file", "is_link" => "is_link", "file_exists" => "file_exists",
		"is_readable" => "is_readable", "realpath" => "realpath", "scandir" => "scandir", "filetype" => "filetype",
		"list" => function ($path) {
			$handle = opendir($path);
			while ($handle && readdir($handle) !== false);
			$handle && rewinddir($handle);
			return $handle && readdir($handle) && closedir($handle);
		},
		"glob" => function ($path) { return glob("$path/*"); },
		"glob letters" => function ($path) { return glob("$path/[a-m]*"); },
		"glob folders" => function ($path) { return glob("$path/[!a]*", GLOB_ONLYDIR); },
		"iterator" => function ($path) { return iterator_count(new FilesystemIterator($path)); },
		"types" => function ($path) {
			foreach (new RecursiveDirectoryIterator($path) as $entry) {
				$entry->isDir();
				$entry->isLink();
			}
		},
		"info" => function ($path) { return (new SplFileInfo($path))->isFile(); },
		"include_once" => function ($path) { return include_once $path; },
	];
	$errors = [];
	foreach ($questions as $name => $question) {
		foreach (["d", "d/x", "d/no", "f", "f/no", "l", "l/x", "l/no", "gone", "no", "no/no", "e"] as $path) {
			foreach (["/ no", "/etc/passwd/"] as $before) {
				$forget && fastscan_reset();
				@readlink($before);
				try {
					@$question("$dir/$path");
				} catch (Exception $exception) {
				}
				error_clear_last();
				$shown = null;
				set_error_handler(function ($level, $message) use (&$shown) {
					$shown = $shown ?? $message;
				});
				include "$dir/e";
				restore_error_handler();
				$errors["$name $path $before"] = $shown;
			}
		}
	}
	return $errors;
})($dir, $forget)';
$stock = stock($code, ['dir' => $dir, 'forget' => false])['value'];
foreach (['cold' => true, 'listed' => false, 'warm' => false] as $round => $forget) {
	$errors = answers($code, ['dir' => $dir, 'forget' => $forget])['value'];
	foreach (array_diff_assoc($errors, $stock) as $question => $error) {
		echo "$round: $question: $error\n    not $stock[$question]\n";
	}
	echo "$round: ", count($errors), " answers\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
cold: 384 answers
listed: 384 answers
warm: 384 answers
