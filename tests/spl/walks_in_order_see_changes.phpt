--TEST--
Directories that are opened in the order of last time are checked once a request, and what changed since is seen
--EXTENSIONS--
fastscan
--INI--
fastscan.revalidate_freq=0
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/spl.inc';
$dir = test_dir();
$entries = [];
for ($i = 0; $i < 60; $i++) {
	$entries[] = sprintf('t/%02d/file', $i);
	$entries[] = sprintf('t/%02d/folder/', $i);
}
make_tree($dir, $entries);
settle();
ini_set('fastscan.validate', 'request');
$walk = static function () use ($dir) {
	return spl_walk(new RecursiveDirectoryIterator("$dir/t", FilesystemIterator::SKIP_DOTS));
};
$walk();
fastscan_request_start();
$counted = counted($walk);
echo 'checked ', $counted['(iterators)']['checked'], ', hit ', $counted['(iterators)']['hit'] ?? 0,
	', read ', $counted['cache']['fills'] ?? 0, "\n";
/* Also what getRealPath() asks of the folders above. */
echo $counted['cache']['validations'] < 121 + 30 ? 'each' : 'more than each', " was looked at once\n";
$changes = ['file' => 'touch 33/new', 'folder' => 'mkdir 34/new', 'gone' => 'rm -r 35', 'moved' => 'mv 36 away',
	'exchanged' => 'mv 37 x && mv 38 37 && mv x 38', 'linked' => 'mv 39 y && ln -s 40 39', 'rights' => 'chmod 711 41',
	'replaced' => 'rm -r 42/folder && touch 42/folder'];
foreach ($changes as $label => $change) {
	exec('cd ' . escapeshellarg("$dir/t") . " && $change");
	settle();
	fastscan_request_start();
	same_as_stock(SPL_INC . 'spl_walk(new RecursiveDirectoryIterator($dir, FilesystemIterator::SKIP_DOTS)) : 0',
		['inc' => SPL_FILE, 'dir' => "$dir/t"], $label);
}
/* In the middle of a walk: folders that were not opened yet, but checked. */
$after = [];
$seen = 0;
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$dir/t", FilesystemIterator::SKIP_DOTS)) as $file) {
	$folder = substr($file->getPath(), strlen("$dir/t/"));
	if (++$seen === 20) {
		foreach (glob("$dir/t/*", GLOB_ONLYDIR) as $to) {
			touch("$to/own");
		}
		$open = strstr("$folder/", '/', true);
	} elseif ($seen > 20 && strstr("$folder/", '/', true) !== $open) {
		$after[$folder][$file->getFilename()] = true;
	}
}
$without = array_filter($after, static function ($names, $folder) {
	return strlen($folder) === 2 && !isset($names['own']);
}, ARRAY_FILTER_USE_BOTH);
echo count($after) > 30 ? 'many' : 'few', ' folders behind the change, ', count($without), " without it\n";
same_as_stock(SPL_INC . 'spl_walk(new RecursiveDirectoryIterator($dir, FilesystemIterator::SKIP_DOTS)) : 0',
	['inc' => SPL_FILE, 'dir' => "$dir/t"], 'own changes');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
checked 121, hit 0, read 0
each was looked at once
file: same
folder: same
gone: same
moved: same
exchanged: same
linked: same
rights: same
replaced: same
many folders behind the change, 0 without it
own changes: same
