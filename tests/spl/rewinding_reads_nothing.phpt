--TEST--
A rewound iterator reads no directory a second time; where its directory changed it does
--EXTENSIONS--
fastscan
--INI--
fastscan.verify=0
fastscan.revalidate_freq=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['t/a', 't/b', 't/c/']);
settle();
foreach (['request', 'strict', 'never'] as $mode) {
	ini_set('fastscan.validate', $mode);
	fastscan_reset();
	foreach (['DirectoryIterator', 'FilesystemIterator', 'RecursiveDirectoryIterator'] as $class) {
		$changed = counted(function () use ($class, $dir) {
			$iterator = new $class("$dir/t");
			for ($i = 0; $i < 5; $i++) {
				if (count(iterator_to_array($iterator, false)) < 3) {
					echo "too few\n";
				}
				$iterator->rewind();
				$iterator->seek(2);
			}
		});
		echo "$mode $class: ", $changed['cache']['fills'] ?? 0, " read\n";
	}
	$iterator = new FilesystemIterator("$dir/t");
	touch("$dir/t/new$mode");
	settle();
	echo "$mode: ", count(iterator_to_array($iterator)), " entries\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
request DirectoryIterator: 1 read
request FilesystemIterator: 0 read
request RecursiveDirectoryIterator: 0 read
request: 4 entries
strict DirectoryIterator: 1 read
strict FilesystemIterator: 0 read
strict RecursiveDirectoryIterator: 0 read
strict: 5 entries
never DirectoryIterator: 1 read
never FilesystemIterator: 0 read
never RecursiveDirectoryIterator: 0 read
never: 6 entries
