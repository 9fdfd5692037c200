--TEST--
Links that appear, dangle and come to life
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
$fifo = function ($path) { posix_mkfifo($path, 0600); };
change('symlink to a file', $folder, 'new', function ($path) { symlink('old', $path); }, 'link and file');
unlink('real/folder/new');
change('symlink to a directory', $folder, 'new', function ($path) { symlink('sub', $path); }, 'link and dir');
unlink('real/folder/new');
change('dangling symlink', $folder, 'new', function ($path) { symlink('later', $path); }, 'link and absent');
change('touch through it', $folder, 'later', function ($path) { touch('real/folder/new'); }, 'file');
unlink('real/folder/later');
change('fopen through it', $folder, 'later', function ($path) { fopen('real/folder/new', 'w'); }, 'file');
unlink('real/folder/later');
change('copy through it', $folder, 'later', function ($path) { copy('real/folder/old', 'real/folder/new'); }, 'file');
unlink('real/folder/later');
unlink('real/folder/new');
symlink('../../elsewhere/made', 'real/folder/new');
$other = ['elsewhere', getcwd() . '/elsewhere'];
make_tree('.', ['elsewhere/old']);
change('touch in another directory', $other, 'made', function ($path) { touch('real/folder/new'); }, 'file');
change('FIFO', $folder, 'fifo', $fifo, 'other');
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
symlink to a file: link and file
symlink to a directory: link and dir
dangling symlink: link and absent
touch through it: file
fopen through it: file
copy through it: file
touch in another directory: file
FIFO: other
