--TEST--
fastscan_xhprof() names methods by the class that has them, as callers and as callees
--EXTENSIONS--
fastscan
--INI--
fastscan.profile=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/xhprof.inc';
class Info extends SplFileInfo
{
	public function kind(): bool
	{
		return $this->isDir() || $this->isFile();
	}
}
class Walker extends RecursiveDirectoryIterator
{
	public function hasChildren($links = false): bool
	{
		return parent::hasChildren($links);
	}
}
$dir = test_dir();
make_tree($dir, ['a/b', 'c']);
fastscan_request_start();
(new Info("$dir/a"))->kind();
(new SplFileInfo("$dir/c"))->isLink();
(new Info($dir))->getRealPath();
foreach (new RecursiveIteratorIterator(new Walker($dir, FilesystemIterator::SKIP_DOTS)) as $file);
$raw = fastscan_xhprof();
ksort($raw);
foreach ($raw as $edge => $info) {
	echo $edge, ' ', $info['ct'], isset($info['wt']) && count($info) === 2 ? '' : ' odd', "\n";
}
foreach (xhprof_flat($raw) as $function => $info) {
	if ($info['excl_wt'] < 0) {
		echo "$function: less than nothing\n";
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
Info::kind==>SplFileInfo::isDir 1
Walker::hasChildren==>RecursiveDirectoryIterator::hasChildren 3
main() 1
main()==>Info::kind 1
main()==>SplFileInfo::getRealPath 1
main()==>SplFileInfo::isLink 1
main()==>Walker::hasChildren 3
