--TEST--
What this process removes is gone at once
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
$folder = known_folder();
$ways = [
	'unlink a file' => ['touch', 'file', 'unlink'],
	'unlink by relative path' => ['touch', 'file', function ($path) { unlink('link/folder/' . basename($path)); }],
	'unlink by URL' => ['touch', 'file', function ($path) { unlink("file://$path"); }],
	'unlink a link to a file' => [function ($path) { symlink('old', $path); }, 'link and file', 'unlink'],
	'unlink a link to a directory' => [function ($path) { symlink('sub', $path); }, 'link and dir', 'unlink'],
	'unlink a FIFO' => [function ($path) { posix_mkfifo($path, 0600); }, 'other', 'unlink'],
	'rmdir' => ['mkdir', 'dir', 'rmdir'],
	'rmdir by relative path' => ['mkdir', 'dir', function ($path) { rmdir('link/folder/' . basename($path)); }],
	'rmdir with a slash' => ['mkdir', 'dir', function ($path) { rmdir("$path/"); }],
	'rename away' => ['touch', 'file', function ($path) { rename($path, 'elsewhere/file'); }],
	'rename a directory away' => ['mkdir', 'dir', function ($path) { rename($path, 'elsewhere/dir'); }],
];
foreach ($ways as $label => [$make, $kind, $remove]) {
	change("made for $label", $folder, 'new', $make, $kind);
	change($label, $folder, 'new', $remove, 'absent');
}
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
made for unlink a file: file
unlink a file: absent
made for unlink by relative path: file
unlink by relative path: absent
made for unlink by URL: file
unlink by URL: absent
made for unlink a link to a file: link and file
unlink a link to a file: absent
made for unlink a link to a directory: link and dir
unlink a link to a directory: absent
made for unlink a FIFO: other
unlink a FIFO: absent
made for rmdir: dir
rmdir: absent
made for rmdir by relative path: dir
rmdir by relative path: absent
made for rmdir with a slash: dir
rmdir with a slash: absent
made for rename away: file
rename away: absent
made for rename a directory away: dir
rename a directory away: absent
