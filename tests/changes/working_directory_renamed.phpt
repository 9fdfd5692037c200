--TEST--
Relative names follow a working directory that this process renames
--EXTENSIONS--
fastscan
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
if (PHP_ZTS) die("skip the working directory is a name there");
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['one/only1', 'two/only2', 'link' => 'one', 'one/deep/only3']);
function seen(): string
{
	$seen = '';
	foreach (['only1', 'only2', 'only3', 'deep', './only1', '../one'] as $name) {
		$seen .= is_file($name) ? 'f' : (is_dir($name) ? 'd' : '-');
	}
	return $seen . ' ' . implode(' ', array_diff(scandir('.'), ['.', '..']));
}
chdir("$dir/one");
settle();
for ($i = 0; $i < 5; $i++) {
	seen();
}
rename("$dir/one", "$dir/three");
echo 'renamed: ', seen(), "\n";
rename("$dir/two", "$dir/one");
echo 'replaced: ', seen(), ' ', is_file("$dir/one/only2") ? 'right' : 'wrong', "\n";
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
renamed: f--df- deep only1
replaced: f--dfd deep only1 right
