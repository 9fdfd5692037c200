--TEST--
Directories that another process removes, replaces or empties between two questions: as stock PHP
--EXTENSIONS--
fastscan
--INI--
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/bed.inc';
$dir = test_dir();
$d = "$dir/d";
$ask = '[clearstatcache(true), is_dir($d), is_dir("$d/sub"), is_file("$d/file"), file_exists("$d/sub/deep"), file_exists("$d/absent"), scandir($d),'
	. 'opendir($d) !== false, realpath("$d/sub/deep"), is_file("$d/sub/deep/none")]';
$changes = [
	'removed' => 'rm -r %s',
	'made again' => 'mkdir -p %s/sub/deep; touch %1$s/file',
	'replaced by a file' => 'rm -r %s; touch %1$s',
	'a directory again' => 'rm %s; mkdir -p %1$s/sub',
	'replaced by a link' => 'mkdir -p %s.other/sub/deep; rm -r %1$s; ln -s %1$s.other %1$s',
	'a link to nowhere' => 'rm -r %s.other',
	'a link to itself' => 'rm %s; ln -s %1$s %1$s',
	'moved away' => 'rm %s; mkdir -p %1$s/sub; mv %1$s %1$s.moved',
	'moved back' => 'mv %s.moved %1$s',
	'parent removed' => 'rm -r "$(dirname %s)"',
];
make_tree($d, ['sub/deep/', 'file']);
settle();
$before = fastscan_counters()['cache']['bypass'];
foreach ($changes as $label => $command) {
	for ($i = 0; $i < 3; $i++) {
		answers($ask, ['d' => $d]);
	}
	$handle = @opendir($d);
	shell_exec(sprintf($command, escapeshellarg($d)));
	fastscan_request_start();
	same_as_stock($ask, ['d' => $d], $label);
	if ($handle) {
		while (readdir($handle) !== false);
		closedir($handle);
	}
	settle();
	same_as_stock($ask, ['d' => $d], "$label, later");
}
var_dump((fastscan_counters()['cache']['bypass']['gone'] ?? 0) > ($before['gone'] ?? 0));
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
removed: same
removed, later: same
made again: same
made again, later: same
replaced by a file: same
replaced by a file, later: same
a directory again: same
a directory again, later: same
replaced by a link: same
replaced by a link, later: same
a link to nowhere: same
a link to nowhere, later: same
a link to itself: same
a link to itself, later: same
moved away: same
moved away, later: same
moved back: same
moved back, later: same
parent removed: same
parent removed, later: same
bool(true)
