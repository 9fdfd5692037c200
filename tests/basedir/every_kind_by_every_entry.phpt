--TEST--
open_basedir: every kind of path, absolute and relative, under every kind of entry, as stock PHP judges it
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
fastscan.min_uses=1
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_under_valgrind();
?>
--FILE--
<?php
require __DIR__ . '/../inc/basedir.inc';
$dir = test_dir();
mkdir("$dir/site");
mkdir("$dir/site2");
touch("$dir/site2/file");
$absolute = make_kinds("$dir/site");
$absolute = array_merge($absolute, [$dir, "$dir/", "$dir/site2/file", "$dir/sit", "$dir/site/../site2/file", '/', '/absent',
	'/..', "/$dir//site"]);
$rules = [
	'the site' => "$dir/site", 'with a slash' => "$dir/site/", 'a folder in it' => "$dir/site/dir", 'by a link' => "$dir/site/to_dir",
	'with ..' => "$dir/site/dir/..", 'with .' => "$dir/./site/.", 'a prefix of a name' => "$dir/sit", 'a file' => "$dir/site/file",
	'absent, and a folder' => "$dir/absent:$dir/site/dir/sub", 'dangling' => "$dir/site/dangling", 'nothing, and a folder' =>
	":$dir/site:", 'all' => '/', 'relative' => 'dir', 'the working directory' => '.', 'relative with a slash' => './dir/',
	'above' => '..', 'two that are prefixes' => "$dir/site/d:$dir/site/dir/su",
];
foreach ($rules as $label => $rule) {
	same_under($rule, "$dir/site", $absolute, "absolute, $label");
}
foreach ($rules as $label => $rule) {
	same_under($rule, "$dir/site", kinds(), "relative, $label");
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTF--
absolute, the site: same, answered
absolute, with a slash: same, answered
absolute, a folder in it: same, answered
absolute, by a link: same, answered
absolute, with ..: same, answered
absolute, with .: same, answered
absolute, a prefix of a name: same
absolute, a file: same
absolute, absent, and a folder: same, answered
absolute, dangling: same
absolute, nothing, and a folder: same%S
absolute, all: same, answered
absolute, relative: same, answered
absolute, the working directory: same, answered
absolute, relative with a slash: same, answered
absolute, above: same, answered
absolute, two that are prefixes: same
relative, the site: same, answered
relative, with a slash: same, answered
relative, a folder in it: same, answered
relative, by a link: same, answered
relative, with ..: same, answered
relative, with .: same, answered
relative, a prefix of a name: same
relative, a file: same
relative, absent, and a folder: same, answered
relative, dangling: same
relative, nothing, and a folder: same%S
relative, all: same, answered
relative, relative: same, answered
relative, the working directory: same, answered
relative, relative with a slash: same, answered
relative, above: same, answered
relative, two that are prefixes: same
