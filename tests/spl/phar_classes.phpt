--TEST--
Phar, PharData, PharFileInfo and iterators over phar:// stay PHP's own
--EXTENSIONS--
fastscan
phar
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('phar');
?>
--INI--
phar.readonly=0
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/spl.inc';
$dir = test_dir();
make_tree($dir, ['plain/', 'both/', 'a_file']);
$phar = new Phar("$dir/a.phar");
$phar['inside/file'] = 'x';
$phar['both'] = 'x';
$phar->addEmptyDir('empty');
$phar['ask.php'] = '<?php require_once $inc; return array_map(function ($path) {
	return spl_try(function () use ($path) { return spl_answers(new SplFileInfo($path)); });
}, ["plain", "both", "inside", "inside/file", "a_file", "ask.php", "no", __DIR__, __DIR__ . "/inside"]);';
$data = new PharData("$dir/b.tar");
$data['d/e'] = 'y';
unset($phar, $data);
ini_set('phar.readonly', '1');
settle();
chdir($dir);
$variables = ['inc' => SPL_FILE, 'dir' => $dir];
foreach (['new Phar("$dir/a.phar")', 'new Phar("$dir/a.phar", FilesystemIterator::CURRENT_AS_SELF)', 'new PharData("$dir/b.tar")',
	'new DirectoryIterator("phar://$dir/a.phar/inside")', 'new RecursiveDirectoryIterator("phar://$dir/a.phar")'] as $iterator) {
	same_in_rounds(SPL_INC . "spl_entries($iterator) : 0", $variables, "entries of $iterator");
}
foreach (['new Phar("$dir/a.phar")', 'new PharData("$dir/b.tar")', 'new RecursiveDirectoryIterator("phar://$dir/a.phar", FilesystemIterator::SKIP_DOTS)'] as $iterator) {
	same_in_rounds(SPL_INC . "spl_walk($iterator) : 0", $variables, "walk of $iterator");
}
same_in_rounds(SPL_INC . 'array_map(function ($path) use ($dir) {
	return spl_try(function () use ($path, $dir) { return spl_answers(new PharFileInfo("phar://$dir/a.phar/$path")); });
}, ["inside/file", "both", "inside", "no", "../a_file"]) : 0', $variables, 'PharFileInfo');
same_in_rounds('(function ($dir, $inc) { return include "phar://$dir/a.phar/ask.php"; })($dir, $inc)', $variables, 'asked from within');
print_counted(['SplFileInfo::isFile'], function () use ($dir) {
	(new PharFileInfo("phar://$dir/a.phar/both"))->isFile();
});
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
entries of new Phar("$dir/a.phar"): same
entries of new Phar("$dir/a.phar", FilesystemIterator::CURRENT_AS_SELF): same
entries of new PharData("$dir/b.tar"): same
entries of new DirectoryIterator("phar://$dir/a.phar/inside"): same
entries of new RecursiveDirectoryIterator("phar://$dir/a.phar"): same
walk of new Phar("$dir/a.phar"): same
walk of new PharData("$dir/b.tar"): same
walk of new RecursiveDirectoryIterator("phar://$dir/a.phar", FilesystemIterator::SKIP_DOTS): same
PharFileInfo: same
asked from within: same
SplFileInfo::isFile: ct 1, bypass 1
