--TEST--
Relative names follow the working directory, wherever it was led
--EXTENSIONS--
fastscan
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
echo 'one: ', seen(), "\n";
chdir('../two');
echo 'two: ', seen(), "\n";
chdir("$dir/link");
echo 'link: ', seen(), "\n";
chdir('deep');
echo 'deep: ', seen(), "\n";
var_dump(@chdir('absent'));
echo 'still deep: ', seen(), "\n";
chdir('..');
echo 'one again: ', seen(), "\n";
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
one: f--dfd deep only1
two: -f---d only2
link: f--dfd deep only1
deep: --f--- only3
bool(false)
still deep: --f--- only3
one again: f--dfd deep only1
