--TEST--
Own changes in the middle of an iteration are seen as in stock PHP, in every mode
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/spl.inc';
$dir = test_dir();
/* Makes the folder anew, so that both sides begin alike; entries sorted, since their order is the disk's. */
const MAKE = 'require_once dirname($inc) . "/all.inc"; remove_tree("$dir/t");
	make_tree("$dir/t", ["a/x", "b/y", "c", "d", "e/", "l" => "a"]); settle(); scandir("$dir/t"); scandir("$dir/t"); is_dir("$dir/t/a"); is_dir("$dir/t/a");
	$file = function ($name) use ($dir) { return new SplFileInfo("$dir/t/$name"); };
	$all = function ($iterator) use ($dir) { $found = iterator_to_array($iterator, true); ksort($found);
		return array_map(function ($e) { return (string) $e; }, $found); };';
$changes = [
	'unlink' => '$f = $file("c"); $r[] = $f->isFile(); unlink("$dir/t/c"); $r[] = spl_answers($f);',
	'mkdir' => '$f = $file("new"); $r[] = $f->isDir(); mkdir("$dir/t/new"); $r[] = spl_answers($f);',
	'file to folder' => '$f = $file("c"); $r[] = $f->isFile(); unlink("$dir/t/c"); mkdir("$dir/t/c"); $r[] = spl_answers($f);',
	'link switched' => '$f = $file("l/x"); $r[] = $f->isFile(); unlink("$dir/t/l"); symlink("b", "$dir/t/l"); $r[] = spl_answers($f);',
	'folder renamed' => '$f = $file("a/x"); $r[] = $f->isFile(); rename("$dir/t/a", "$dir/t/z"); $r[] = spl_answers($f); $r[] = spl_answers($file("z/x"));',
	'touch then rewind' => '$i = new FilesystemIterator("$dir/t"); $r[] = $i->isFile(); touch("$dir/t/new"); $i->rewind(); $r[] = $all($i);',
	'deleting while iterating' => 'foreach (new FilesystemIterator("$dir/t") as $e) { $r[] = $e->isLink() || $e->isFile() ? unlink($e) : 0; } sort($r); $r[] = $all(new FilesystemIterator("$dir/t"));',
	'child first removal' => 'foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$dir/t", FilesystemIterator::SKIP_DOTS), RecursiveIteratorIterator::CHILD_FIRST) as $e) {
		$r[] = $e->isDir() && !$e->isLink() ? rmdir($e) : unlink($e); } $r[] = rmdir("$dir/t");',
	'removed before its children' => '$i = new RecursiveDirectoryIterator("$dir/t", FilesystemIterator::SKIP_DOTS); while ($i->getFilename() !== "e") { $i->next(); }
		$r[] = $i->hasChildren(); rmdir("$dir/t/e"); $r[] = spl_try(function () use ($i) { return $i->getChildren()->valid(); });',
	'clone' => '$i = new FilesystemIterator("$dir/t"); $i->next(); $j = clone $i; $r[] = $i->getPathname() === $j->getPathname(); touch("$dir/t/new"); $j->rewind(); $r[] = $all($j);',
	'chdir' => 'chdir("$dir/t"); $f = new SplFileInfo("x"); $r[] = $f->isFile(); chdir("a"); $r[] = spl_answers($f); chdir($dir);',
	'opened file' => '$f = new SplFileObject("$dir/t/made", "w"); $r[] = spl_answers($f); unlink("$dir/t/made"); clearstatcache(); $r[] = spl_answers($f);',
];
foreach (['never', 'request', 'strict'] as $mode) {
	ini_set('fastscan.validate', $mode);
	foreach ($changes as $label => $code) {
		$expression = "(function () use (\$dir, \$inc) { require_once \$inc; \$r = []; " . MAKE . " $code return \$r; })()";
		$stock = stock($expression, ['dir' => $dir, 'inc' => SPL_FILE]);
		$ours = answers($expression, ['dir' => $dir, 'inc' => SPL_FILE]);
		if (serialize($stock) !== serialize($ours)) {
			echo "$mode, $label: ", compare_answers($stock, $ours), "\n";
		}
	}
}
echo "compared\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
compared
