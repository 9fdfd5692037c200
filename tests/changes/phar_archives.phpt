--TEST--
PharData's archives and what they extract
--EXTENSIONS--
fastscan
phar
zlib
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('phar', 'zlib');
?>
--INI--
fastscan.validate=never
phar.readonly=0
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$folder = known_folder();
change('built', $folder, 'new.tar', function ($path) { $tar = new PharData($path); $tar['inside'] = 'text'; }, 'file');
change('compressed', $folder, 'new.tar.gz', function ($path) { (new PharData(substr($path, 0, -3)))->compress(Phar::GZ); }, 'file');
change('extracted', $folder, 'inside', function ($path) { (new PharData(dirname($path) . '/new.tar'))->extractTo(dirname($path)); }, 'file');
change('unlinkArchive', $folder, 'new.tar.gz', function ($path) { Phar::unlinkArchive($path); }, 'absent');
change('written by URL', $folder, 'other.phar', function ($path) { file_put_contents("phar://$path/inside", 'text'); }, 'file');
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
built: file
compressed: file
extracted: file
unlinkArchive: absent
written by URL: file
