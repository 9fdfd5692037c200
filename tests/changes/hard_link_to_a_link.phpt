--TEST--
A hard link to a symlink is one
--EXTENSIONS--
fastscan
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
if (PHP_ZTS) die("skip link() follows there");
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$folder = known_folder();
symlink('later', 'real/folder/new');
change('dangling', $folder, 'hard', function ($path) { link('real/folder/new', $path); }, 'link and absent');
change('touch through it', $folder, 'later', function ($path) { touch('real/folder/hard'); }, 'file');
change('removed', $folder, 'hard', 'unlink', 'absent');
symlink('sub', 'real/folder/dir');
change('to a directory', $folder, 'hard', function ($path) { link('real/folder/dir', $path); }, 'link and dir');
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
dangling: link and absent
touch through it: file
removed: absent
to a directory: link and dir
