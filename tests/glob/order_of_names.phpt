--TEST--
glob() sorts as stock PHP does, in whatever locale
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
$names = ['a', 'B', 'b', 'A', 'a-b', 'a.b', 'a b', '10', '9', 'ä', 'Z', '_', 'é', "\xff", 'ab'];
for ($i = 0; $i < 200; $i++) {
	$names[] = 'n' . ($i * 77 % 200);
}
foreach ($names as $name) {
	mkdir("$dir/$name");
	touch("$dir/$name/x.inc");
}
settle();
foreach (['C', 'C.UTF-8', 'en_US.UTF-8', 'de_DE.UTF-8', 'tr_TR.UTF-8', 'de_DE.ISO-8859-1',
	'ja_JP.EUC-JP'] as $locale) {
	$code = "[setlocale(LC_ALL, 'C'), setlocale(LC_ALL, '$locale'), glob('$dir/*'), glob('$dir/*/*.inc'), "
		. "glob('$dir/[a-b]*'), glob('$dir/?', GLOB_MARK), glob('$dir/*', GLOB_NOSORT), "
		. "glob('$dir/*', GLOB_ONLYDIR)]";
	same_in_rounds($code, [], $locale);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
C: same
C.UTF-8: same
en_US.UTF-8: same
de_DE.UTF-8: same
tr_TR.UTF-8: same
de_DE.ISO-8859-1: same
ja_JP.EUC-JP: same
