--TEST--
fastscan.hooks: only the named methods answer
--EXTENSIONS--
fastscan
--INI--
fastscan.min_uses=1
fastscan.verify=0
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
$dir = test_dir();
make_tree($dir, ['a/', 'f']);
settle();
foreach (['SplFileInfo::isDir', 'is_dir, splfileinfo::ISFILE,RecursiveDirectoryIterator::hasChildren', '*', '', 'SplFileInfo::getSize', 'isDir'] as $hooks) {
	echo "\"$hooks\"\n", php(["fastscan.hooks=$hooks"], '
		$d = ' . var_export($dir, true) . ';
		$f = new SplFileInfo("$d/f");
		$f->isDir(); $f->isFile(); $f->isLink(); is_dir($d);
		(new RecursiveDirectoryIterator($d))->hasChildren();
		foreach (["is_dir", "SplFileInfo::isDir", "SplFileInfo::isFile", "SplFileInfo::isLink", "RecursiveDirectoryIterator::hasChildren"] as $f) {
			echo fastscan_counters()[$f]["ct"], " ";
		}
		echo "\n";');
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTF--
"SplFileInfo::isDir"
0 1 0 0 0 
"is_dir, splfileinfo::ISFILE,RecursiveDirectoryIterator::hasChildren"
1 0 1 0 1 
"*"
1 1 1 1 1 
""
0 0 0 0 0 
"SplFileInfo::getSize"
%A"SplFileInfo::getSize"; allowed: %a1 1 1 1 1 
"isDir"
%A"isDir"; allowed: %a1 1 1 1 1 
