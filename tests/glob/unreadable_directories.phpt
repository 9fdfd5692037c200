--TEST--
Directories that may not be read or searched: glob() says what stock PHP says, GLOB_ERR too
--EXTENSIONS--
fastscan
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_if_root();
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['open/x', 'unread/x', 'unsearched/x', 'shut/x']);
chmod("$dir/unread", 0311);
chmod("$dir/unsearched", 0644);
chmod("$dir/shut", 0);
settle();
$patterns = ['*/*', '*/x', 'unread/*', 'unread/x', 'unsearched/*', 'unsearched/x', 'shut/*',
	'shut/x', '{open,shut}/*', '*/', 'none/*', 'open/x/*'];
foreach ([0, GLOB_ERR, GLOB_MARK, GLOB_ONLYDIR, GLOB_ERR | GLOB_BRACE, GLOB_NOCHECK] as $flags) {
	same_in_rounds('array_map(static function ($pattern) use ($dir, $flags) {
		return glob("$dir/$pattern", $flags);
	}, $patterns)', ['dir' => $dir, 'flags' => $flags, 'patterns' => $patterns], "flags $flags");
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
flags 0: same
flags 1: same
flags 2: same
flags 8192: same
flags 1025: same
flags 16: same
