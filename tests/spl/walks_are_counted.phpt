--TEST--
A warm walk asks the system about links and nothing else; hasChildren() answers with and without its argument
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
fastscan.verify=0
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
class Own extends RecursiveDirectoryIterator {
	public function hasChildren($links = false): bool { return parent::hasChildren($links); }
}
$dir = test_dir();
make_tree($dir, ['t/a/b/c/', 't/a/b/f', 't/g', 't/a/h', 't/link' => 'a']);
settle();
function walk(string $class, string $dir, int $flags = 0): int
{
	$found = 0;
	foreach (new RecursiveIteratorIterator(new $class($dir, FilesystemIterator::SKIP_DOTS | $flags),
		RecursiveIteratorIterator::SELF_FIRST) as $entry) {
		$found++;
	}
	return $found;
}
echo walk('RecursiveDirectoryIterator', "$dir/t"), " entries\n";
/* What is found out in the first may be looked at once more. */
walk('RecursiveDirectoryIterator', "$dir/t");
foreach (['RecursiveDirectoryIterator', 'Own'] as $class) {
	echo "$class\n";
	print_counted(['RecursiveDirectoryIterator::hasChildren', '(iterators)', '(stat)'], function () use ($class, $dir) {
		walk($class, "$dir/t");
	});
	$cache = counted(function () use ($class, $dir) { walk($class, "$dir/t"); })['cache'];
	echo $cache['validations'] ?? 0, ' validations, ', $cache['fills'] ?? 0, " read\n";
}
echo "following\n";
print_counted(['RecursiveDirectoryIterator::hasChildren'], function () use ($dir) {
	walk('RecursiveDirectoryIterator', "$dir/t", FilesystemIterator::FOLLOW_SYMLINKS);
});
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
7 entries
RecursiveDirectoryIterator
RecursiveDirectoryIterator::hasChildren: ct 7, hit 7
(iterators): ct 4, hit 4
(stat): nothing
0 validations, 0 read
Own
RecursiveDirectoryIterator::hasChildren: ct 7, hit 7
(iterators): ct 4, hit 4
(stat): nothing
0 validations, 0 read
following
RecursiveDirectoryIterator::hasChildren: ct 11, hit 10, miss 1
