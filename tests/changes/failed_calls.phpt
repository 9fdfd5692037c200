--TEST--
Failed calls mark like successful ones
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['folder/old', 'folder/sub/']);
chdir($dir);
settle();
scandir('folder');
$calls = [
	'mkdir' => function () { @mkdir('folder/sub'); },
	'mkdir recursive' => function () { @mkdir('folder/old/x/y', 0777, true); },
	'rmdir' => function () { @rmdir('folder/old'); },
	'unlink' => function () { @unlink('folder/absent'); },
	'rename' => function () { @rename('folder/absent', 'folder/new'); },
	'touch' => function () { @touch('folder/absent/new'); },
	'fopen' => function () { @fopen('folder/old', 'x'); },
	'symlink' => function () { @symlink('old', 'folder/old'); },
	'link' => function () { @link('absent', 'folder/new'); },
	'chmod' => function () { @chmod('folder/absent', 0700); },
	'chown' => function () { @chown('folder/absent', 0); },
	'copy' => function () { @copy('folder/old', 'folder/sub/x/y'); },
	'tempnam' => function () { unlink(@tempnam(getcwd() . '/folder/absent', 'x')); },
	'exec' => function () { exec('exit 1'); },
];
foreach ($calls as $label => $call) {
	echo $label, ': ', marks($call) === 'nothing' ? 'no mark' : 'marked', "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
mkdir: marked
mkdir recursive: marked
rmdir: marked
unlink: marked
rename: marked
touch: marked
fopen: marked
symlink: marked
link: marked
chmod: marked
chown: marked
copy: marked
tempnam: marked
exec: marked
