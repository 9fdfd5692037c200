--TEST--
GlobIterator and glob:// call the C library themselves: they see what stock PHP sees, own changes included
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/x', 'b.inc', 'c.inc', 'link' => 'a']);
settle();
$code = '(static function () use ($dir) {
	$all = [];
	$look = static function () use ($dir, &$all) {
		foreach (["*", "*.inc", "*/x", "none*", "{a,b.inc}"] as $pattern) {
			$iterator = new GlobIterator("$dir/$pattern", FilesystemIterator::KEY_AS_PATHNAME);
			$all[] = [count($iterator), array_map("strval", iterator_to_array($iterator))];
			foreach ($iterator as $entry) {
				$all[] = [$entry->isDir(), $entry->isFile(), $entry->isLink(), $entry->getFilename()];
			}
			$handle = opendir("glob://$dir/$pattern");
			while ($handle && ($name = readdir($handle)) !== false) {
				$all[] = $name;
			}
			$all[] = scandir("glob://$dir/$pattern");
		}
	};
	for ($i = 0; $i < 3; $i++) {
		glob("$dir/*");
		$look();
	}
	touch("$dir/new.inc");
	$look();
	unlink("$dir/new.inc");
	$look();
	return $all;
})()';
same_as_stock($code, ['dir' => $dir], 'GlobIterator');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
GlobIterator: same
