--TEST--
Errors are stock PHP's: exceptions, their messages, and whose error handling is in force afterwards
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/spl.inc';
$dir = test_dir();
make_tree($dir, ['t/locked/inner/', 't/unsearchable/inner/', 't/file', 't/open/']);
settle();
chmod("$dir/t/locked", 0);
chmod("$dir/t/unsearchable", 0444);
$expressions = [
	'get_class(new DirectoryIterator("$dir/none"))', 'get_class(new DirectoryIterator("$dir/file"))', 'get_class(new RecursiveDirectoryIterator("$dir/locked"))',
	'get_class(new RecursiveDirectoryIterator(""))', 'get_class(new FilesystemIterator("nowhere://x"))', 'count(new GlobIterator("$dir/none*"))',
	'spl_entries(new FilesystemIterator("$dir/unsearchable"))',
	'spl_entries(new RecursiveDirectoryIterator("$dir"))',
	'spl_answers(new SplFileInfo("$dir/locked/inner"))', 'spl_answers(new SplFileInfo("$dir/unsearchable/inner"))',
	'spl_walk(new RecursiveDirectoryIterator($dir, FilesystemIterator::SKIP_DOTS))',
	'iterator_count(new RecursiveIteratorIterator(new RecursiveDirectoryIterator($dir, FilesystemIterator::SKIP_DOTS), 1, RecursiveIteratorIterator::CATCH_GET_CHILD))',
	'(new SplFileInfo("$dir/none"))->getType()', '(new SplFileInfo("$dir/none"))->getSize()',
	'(new SplFileInfo("$dir/file"))->isDir(1)', '(new SplFileInfo("$dir/file"))->getType("x", 2)',
	'(new RecursiveDirectoryIterator("$dir"))->hasChildren([])', '(new RecursiveDirectoryIterator("$dir"))->hasChildren(1, 2)',
	'(new RecursiveDirectoryIterator("$dir"))->hasChildren("yes")',
	'[(new SplFileInfo("$dir/file"))->isFile(), fopen("$dir/none", "r"), (new SplFileInfo("$dir/open"))->isDir(), filemtime("$dir/none")]',
];
foreach ($expressions as $expression) {
	$answer = SPL_INC . "spl_try(function () use (\$dir) { return $expression; }) : 0";
	$stock = stock($answer, ['inc' => SPL_FILE, 'dir' => "$dir/t"]);
	for ($round = 0; $round < 4; $round++) {
		$ours = answers($answer, ['inc' => SPL_FILE, 'dir' => "$dir/t"]);
		if (serialize($stock) !== serialize($ours)) {
			echo "$expression: ", compare_answers($stock, $ours), "\n";
		}
	}
}
echo "compared\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
compared
