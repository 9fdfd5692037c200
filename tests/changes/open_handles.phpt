--TEST--
A handle reads on after this process took its path away, or its permission
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix');
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
function filled(): void
{
	make_tree($GLOBALS['dir'], ['up/folder/a', 'up/folder/b', 'link' => 'up/folder', 'other/x']);
	settle();
	for ($i = 0; $i < 5; $i++) {
		scandir('up/folder');
		scandir('link');
		is_file('up/folder/a');
	}
}
chdir($dir);
$ways = [
	'rename' => function () { rename('up/folder', 'up/moved'); },
	'rename above' => function () { rename('up', 'away'); },
	'rename and replaced' => function () { rename('up/folder', 'moved'); mkdir('up/folder'); touch('up/folder/wrong'); },
	'emptied and removed' => function () { unlink('up/folder/a'); unlink('up/folder/b'); rmdir('up/folder'); },
	'link removed' => function () { unlink('link'); },
	'link renamed over' => function () { symlink('other', 'next'); rename('next', 'link'); },
	'chmod' => function () { chmod('up/folder', 0); },
	'chmod above' => function () { chmod('up', 0); },
	'chdir' => function () { chdir('/'); },
];
foreach ($ways as $label => $way) {
	filled();
	$first = opendir('up/folder');
	$linked = opendir('link');
	$begun = opendir("$dir/up/folder");
	$entry = readdir($begun);
	$way();
	foreach (['first' => $first, 'linked' => $linked, 'begun' => $begun] as $name => $handle) {
		$names = $name === 'begun' ? [$entry] : [];
		while (($read = readdir($handle)) !== false) {
			$names[] = $read;
		}
		sort($names);
		echo "$label, $name: ", implode(' ', $names);
		rewinddir($handle);
		for ($count = 0; readdir($handle) !== false; $count++);
		echo ", again $count\n";
		closedir($handle);
	}
	chdir(dirname($dir));
	@chmod("$dir/up", 0755);
	@chmod("$dir/up/folder", 0755);
	$dir = test_dir();
	chdir($dir);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
rename, first: . .. a b, again 4
rename, linked: . .. a b, again 4
rename, begun: . .. a b, again 4
rename above, first: . .. a b, again 4
rename above, linked: . .. a b, again 4
rename above, begun: . .. a b, again 4
rename and replaced, first: . .. a b, again 4
rename and replaced, linked: . .. a b, again 4
rename and replaced, begun: . .. a b, again 4
emptied and removed, first: , again 0
emptied and removed, linked: , again 0
emptied and removed, begun: . .. a b, again 0
link removed, first: . .. a b, again 4
link removed, linked: . .. a b, again 4
link removed, begun: . .. a b, again 4
link renamed over, first: . .. a b, again 4
link renamed over, linked: . .. a b, again 4
link renamed over, begun: . .. a b, again 4
chmod, first: . .. a b, again 4
chmod, linked: . .. a b, again 4
chmod, begun: . .. a b, again 4
chmod above, first: . .. a b, again 4
chmod above, linked: . .. a b, again 4
chmod above, begun: . .. a b, again 4
chdir, first: . .. a b, again 4
chdir, linked: . .. a b, again 4
chdir, begun: . .. a b, again 4
