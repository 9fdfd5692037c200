--TEST--
A renamed file changes both directories, and what it replaces is gone
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$folder = known_folder();
make_tree('.', ['elsewhere/in']);
$other = ['elsewhere', getcwd() . '/elsewhere'];
foreach (['rename' => 'rename', 'by URL' => function ($from, $to) { rename('file://' . realpath($from), 'file://' . getcwd() . "/$to"); }]
		as $label => $rename) {
	touch('real/folder/new');
	know($other, 'new');
	change("$label away", $folder, 'new', function ($path) use ($rename) { $rename('real/folder/new', 'elsewhere/new'); }, 'absent');
	expect_kind("there", $other, 'new', 'file');
	know($other, 'new');
	change("$label back", $folder, 'new', function ($path) use ($rename) { $rename('elsewhere/new', 'real/folder/new'); }, 'file');
	expect_kind("there", $other, 'new', 'absent');
	change("$label within", $folder, 'new', function ($path) use ($rename) { $rename('real/folder/new', 'real/folder/old'); }, 'absent');
}
mkdir('real/folder/target');
symlink('target', 'real/folder/new');
touch('elsewhere/new');
change('over a link', $folder, 'new', function ($path) { rename('elsewhere/new', $path); }, 'file');
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
rename away: absent
there: file
rename back: file
there: absent
rename within: absent
by URL away: absent
there: file
by URL back: file
there: absent
by URL within: absent
over a link: file
