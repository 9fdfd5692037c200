--TEST--
Directory iterators give stock PHP's entries, keys and answers, whatever their flags
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/spl.inc';
$dir = test_dir() . '/top';
make_kinds($dir);
$variables = ['inc' => SPL_FILE, 'dir' => $dir];
$iterators = [
	'new DirectoryIterator($dir)',
	'new DirectoryIterator("$dir/")',
	'new DirectoryIterator("$dir/to_dir")',
	'new DirectoryIterator("glob://$dir/*")',
	'new FilesystemIterator($dir)',
	'new FilesystemIterator($dir, FilesystemIterator::CURRENT_AS_SELF)',
	'new FilesystemIterator($dir, FilesystemIterator::CURRENT_AS_PATHNAME | FilesystemIterator::KEY_AS_FILENAME)',
	'new FilesystemIterator($dir, FilesystemIterator::SKIP_DOTS | FilesystemIterator::UNIX_PATHS)',
	'new RecursiveDirectoryIterator($dir)',
	'new RecursiveDirectoryIterator("$dir/dir/.", FilesystemIterator::CURRENT_AS_SELF)',
	'new RecursiveDirectoryIterator($dir, FilesystemIterator::SKIP_DOTS | FilesystemIterator::FOLLOW_SYMLINKS)',
	'new RecursiveDirectoryIterator("$dir/dir/sub/..", FilesystemIterator::CURRENT_AS_SELF | FilesystemIterator::FOLLOW_SYMLINKS)',
	'new GlobIterator("$dir/*i*")',
	'new GlobIterator("$dir/*", FilesystemIterator::CURRENT_AS_SELF)',
	'new LimitIterator(new IteratorIterator(new DirectoryIterator($dir)), 2, 3)',
];
foreach ($iterators as $iterator) {
	same_in_rounds(SPL_INC . "spl_entries($iterator) : 0", $variables, $iterator);
}
chdir($dir);
foreach (['.', './dir', 'to_dir', '..', 'dir/../dir'] as $relative) {
	same_in_rounds(SPL_INC . "spl_entries(new RecursiveDirectoryIterator('$relative')) : 0", $variables, $relative);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
new DirectoryIterator($dir): same
new DirectoryIterator("$dir/"): same
new DirectoryIterator("$dir/to_dir"): same
new DirectoryIterator("glob://$dir/*"): same
new FilesystemIterator($dir): same
new FilesystemIterator($dir, FilesystemIterator::CURRENT_AS_SELF): same
new FilesystemIterator($dir, FilesystemIterator::CURRENT_AS_PATHNAME | FilesystemIterator::KEY_AS_FILENAME): same
new FilesystemIterator($dir, FilesystemIterator::SKIP_DOTS | FilesystemIterator::UNIX_PATHS): same
new RecursiveDirectoryIterator($dir): same
new RecursiveDirectoryIterator("$dir/dir/.", FilesystemIterator::CURRENT_AS_SELF): same
new RecursiveDirectoryIterator($dir, FilesystemIterator::SKIP_DOTS | FilesystemIterator::FOLLOW_SYMLINKS): same
new RecursiveDirectoryIterator("$dir/dir/sub/..", FilesystemIterator::CURRENT_AS_SELF | FilesystemIterator::FOLLOW_SYMLINKS): same
new GlobIterator("$dir/*i*"): same
new GlobIterator("$dir/*", FilesystemIterator::CURRENT_AS_SELF): same
new LimitIterator(new IteratorIterator(new DirectoryIterator($dir)), 2, 3): same
.: same
./dir: same
to_dir: same
..: same
dir/../dir: same
