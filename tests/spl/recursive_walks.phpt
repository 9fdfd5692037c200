--TEST--
Recursive walks follow what stock PHP follows: links, dots, modes, depth
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/spl.inc';
$dir = test_dir();
make_tree($dir, ['t/a/b/c/', 't/a/b/file', 't/a/.dot/x', 't/empty/', 't/0/0', 't/to_a' => 'a/b', 't/to_file' => 'a/b/file',
	't/dangling' => 'none', 't/a/b/c/abs' => "$dir/t/empty", "t/new\nline/x"]);
exec('mkfifo ' . escapeshellarg("$dir/t/a/fifo"));
settle();
$flags = ['0', 'FilesystemIterator::SKIP_DOTS', 'FilesystemIterator::SKIP_DOTS | FilesystemIterator::FOLLOW_SYMLINKS',
	'FilesystemIterator::SKIP_DOTS | FilesystemIterator::CURRENT_AS_PATHNAME',
	'FilesystemIterator::SKIP_DOTS | FilesystemIterator::KEY_AS_FILENAME | FilesystemIterator::CURRENT_AS_SELF'];
$modes = ['LEAVES_ONLY', 'SELF_FIRST', 'CHILD_FIRST'];
foreach ($flags as $flag) {
	foreach ($modes as $mode) {
		same_in_rounds(SPL_INC . "spl_walk(new RecursiveDirectoryIterator(\$dir, $flag), RecursiveIteratorIterator::$mode) : 0",
			['inc' => SPL_FILE, 'dir' => "$dir/t"], "$flag, $mode");
	}
}
chdir("$dir/t");
same_in_rounds(SPL_INC . 'spl_walk(new RecursiveDirectoryIterator("a", FilesystemIterator::SKIP_DOTS)) : 0', ['inc' => SPL_FILE], 'relative');
same_in_rounds(SPL_INC . 'iterator_to_array(new RegexIterator(new RecursiveIteratorIterator(new RecursiveCallbackFilterIterator(
		new RecursiveDirectoryIterator(".", FilesystemIterator::SKIP_DOTS | FilesystemIterator::CURRENT_AS_PATHNAME),
		function ($current, $key, $inner) { return $inner->hasChildren() || substr($key, -1) === "e"; }
	)), "/file/")) : 0', ['inc' => SPL_FILE], 'filtered');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
0, LEAVES_ONLY: same
0, SELF_FIRST: same
0, CHILD_FIRST: same
FilesystemIterator::SKIP_DOTS, LEAVES_ONLY: same
FilesystemIterator::SKIP_DOTS, SELF_FIRST: same
FilesystemIterator::SKIP_DOTS, CHILD_FIRST: same
FilesystemIterator::SKIP_DOTS | FilesystemIterator::FOLLOW_SYMLINKS, LEAVES_ONLY: same
FilesystemIterator::SKIP_DOTS | FilesystemIterator::FOLLOW_SYMLINKS, SELF_FIRST: same
FilesystemIterator::SKIP_DOTS | FilesystemIterator::FOLLOW_SYMLINKS, CHILD_FIRST: same
FilesystemIterator::SKIP_DOTS | FilesystemIterator::CURRENT_AS_PATHNAME, LEAVES_ONLY: same
FilesystemIterator::SKIP_DOTS | FilesystemIterator::CURRENT_AS_PATHNAME, SELF_FIRST: same
FilesystemIterator::SKIP_DOTS | FilesystemIterator::CURRENT_AS_PATHNAME, CHILD_FIRST: same
FilesystemIterator::SKIP_DOTS | FilesystemIterator::KEY_AS_FILENAME | FilesystemIterator::CURRENT_AS_SELF, LEAVES_ONLY: same
FilesystemIterator::SKIP_DOTS | FilesystemIterator::KEY_AS_FILENAME | FilesystemIterator::CURRENT_AS_SELF, SELF_FIRST: same
FilesystemIterator::SKIP_DOTS | FilesystemIterator::KEY_AS_FILENAME | FilesystemIterator::CURRENT_AS_SELF, CHILD_FIRST: same
relative: same
filtered: same
