--TEST--
glob() and links: dangling ones, loops, links to directories and to files
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['dir/sub/x', 'file', 'to_dir' => 'dir', 'to_file' => 'file', 'dangling' => 'none',
	'loop' => 'loop', 'chain' => 'to_dir', 'dir/up' => '..']);
settle();
$patterns = ['*', '*/', '*/*', '*/sub', '*/sub/*', 'dangling', 'dangling/', 'loop', 'loop/', 'd*',
	'*/up/*', 'to_*/', 'chain/sub/x', 'to_file/', 'to_file/x', 'file/', 'dir/', '*/up/*/up/file'];
foreach (['none' => 0, 'mark' => GLOB_MARK, 'onlydir' => GLOB_ONLYDIR, 'nocheck' => GLOB_NOCHECK,
	'mark, onlydir' => GLOB_MARK | GLOB_ONLYDIR] as $name => $flags) {
	same_in_rounds('array_map(static function ($pattern) use ($dir, $flags) {
		return glob("$dir/$pattern", $flags);
	}, $patterns)', ['dir' => $dir, 'flags' => $flags, 'patterns' => $patterns], "flags $name");
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
flags none: same
flags mark: same
flags onlydir: same
flags nocheck: same
flags mark, onlydir: same
