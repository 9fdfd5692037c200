--TEST--
A directory that this process creates is seen at once, recursively created ones included
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$folder = known_folder();
$ways = [
	'mkdir' => function ($path) { mkdir($path); },
	'mkdir with a slash' => function ($path) { mkdir("$path/"); },
	'mkdir by relative path' => function ($path) { mkdir('link/folder/new'); },
	'mkdir by URL' => function ($path) { mkdir("file://$path"); },
	'mkdir by ..' => function ($path) { mkdir(dirname($path) . '/sub/../new'); },
	'rename' => function ($path) { mkdir('elsewhere/dir'); rename('elsewhere/dir', $path); },
];
foreach ($ways as $label => $way) {
	change($label, $folder, 'new', $way, 'dir');
	change("removed after $label", $folder, 'new', 'rmdir', 'absent');
}

/* Each created level is a change in the one above it. */
$levels = [
	'recursive' => function ($path) { mkdir("$path/a/b/c", 0777, true); },
	'recursive by relative path' => function ($path) { mkdir('link/folder/new/a/b/c', 0777, true); },
	'recursive with odd slashes' => function ($path) { mkdir("$path//a/b//c/", 0777, true); },
	'recursive by URL' => function ($path) { mkdir("file://$path/a/b/c", 0777, true); },
];
foreach ($levels as $label => $way) {
	change($label, $folder, 'new', $way, 'dir');
	var_dump(is_dir("$folder[0]/new/a/b/c"), scandir("$folder[0]/new/a"));
	rmdir("$folder[0]/new/a/b/c");
	rmdir("$folder[0]/new/a/b");
	rmdir("$folder[0]/new/a");
	change("removed after $label", $folder, 'new', 'rmdir', 'absent');
}

/* Unlike all others, the recursive form takes ".." as text: link/../new is not beside what link points to. */
mkdir('deep/target', 0777, true);
symlink('../deep/target', 'real/odd');
settle();
foreach (['real/odd/../new', 'real/new', 'deep/new'] as $path) {
	scandir(dirname($path));
	is_dir($path);
	is_dir($path);
}
mkdir('real/odd/../new', 0777, true);
var_dump(is_dir('real/new'), is_dir('deep/new'));
rmdir('real/new');
mkdir('real/odd/../new');
var_dump(is_dir('real/new'), is_dir('deep/new'));
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
mkdir: dir
removed after mkdir: absent
mkdir with a slash: dir
removed after mkdir with a slash: absent
mkdir by relative path: dir
removed after mkdir by relative path: absent
mkdir by URL: dir
removed after mkdir by URL: absent
mkdir by ..: dir
removed after mkdir by ..: absent
rename: dir
removed after rename: absent
recursive: dir
bool(true)
array(3) {
  [0]=>
  string(1) "."
  [1]=>
  string(2) ".."
  [2]=>
  string(1) "b"
}
removed after recursive: absent
recursive by relative path: dir
bool(true)
array(3) {
  [0]=>
  string(1) "."
  [1]=>
  string(2) ".."
  [2]=>
  string(1) "b"
}
removed after recursive by relative path: absent
recursive with odd slashes: dir
bool(true)
array(3) {
  [0]=>
  string(1) "."
  [1]=>
  string(2) ".."
  [2]=>
  string(1) "b"
}
removed after recursive with odd slashes: absent
recursive by URL: dir
bool(true)
array(3) {
  [0]=>
  string(1) "."
  [1]=>
  string(2) ".."
  [2]=>
  string(1) "b"
}
removed after recursive by URL: absent
bool(true)
bool(false)
bool(false)
bool(true)
