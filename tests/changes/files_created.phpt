--TEST--
A file that this process creates is seen at once, by whatever name the folder was known
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
error_log=
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$folder = known_folder();
$ways = [
	'touch' => function ($path) { touch($path); },
	'touch by relative path' => function ($path) { touch('link/folder/' . basename($path)); },
	'touch by URL' => function ($path) { touch("file://$path"); },
	'fopen w' => function ($path) { fopen($path, 'w'); },
	'fopen w+b' => function ($path) { fopen($path, 'w+b'); },
	'fopen a' => function ($path) { fopen($path, 'a'); },
	'fopen x' => function ($path) { fopen($path, 'x'); },
	'fopen c+' => function ($path) { fopen($path, 'c+'); },
	'fopen by ..' => function ($path) { fopen(dirname($path) . '/../folder/' . basename($path), 'w'); },
	'file_put_contents' => function ($path) { file_put_contents($path, 'text'); },
	'file_put_contents by URL' => function ($path) { file_put_contents("file://$path", 'text'); },
	'copy' => function ($path) { copy(dirname($path) . '/old', $path); },
	'link' => function ($path) { link(dirname($path) . '/old', $path); },
	'error_log' => function ($path) { error_log('text', 3, $path); },
	'SplFileObject' => function ($path) { new SplFileObject($path, 'w'); },
	'openFile' => function ($path) { (new SplFileInfo($path))->openFile('w'); },
	'rename' => function ($path) { touch('elsewhere/file'); rename('elsewhere/file', $path); },
	'stream_copy_to_stream' => function ($path) { stream_copy_to_stream(fopen('real/folder/old', 'r'), fopen($path, 'w')); },
];
foreach ($ways as $label => $way) {
	change($label, $folder, 'new', $way, 'file');
	change("removed after $label", $folder, 'new', 'unlink', 'absent');
}
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
touch: file
removed after touch: absent
touch by relative path: file
removed after touch by relative path: absent
touch by URL: file
removed after touch by URL: absent
fopen w: file
removed after fopen w: absent
fopen w+b: file
removed after fopen w+b: absent
fopen a: file
removed after fopen a: absent
fopen x: file
removed after fopen x: absent
fopen c+: file
removed after fopen c+: absent
fopen by ..: file
removed after fopen by ..: absent
file_put_contents: file
removed after file_put_contents: absent
file_put_contents by URL: file
removed after file_put_contents by URL: absent
copy: file
removed after copy: absent
link: file
removed after link: absent
error_log: file
removed after error_log: absent
SplFileObject: file
removed after SplFileObject: absent
openFile: file
removed after openFile: absent
rename: file
removed after rename: absent
stream_copy_to_stream: file
removed after stream_copy_to_stream: absent
