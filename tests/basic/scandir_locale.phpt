--TEST--
scandir() follows a locale that sorts otherwise
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['b', 'a', 'B', 'A', 'ä']);
settle();
foreach (['en_US.UTF-8', 'de_DE.UTF-8', 'C.UTF-8', 'POSIX', 'C'] as $locale) {
	same_in_rounds('[setlocale(LC_COLLATE, $locale), scandir($dir), scandir($dir, 1)]',
		['dir' => $dir, 'locale' => $locale], $locale);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
en_US.UTF-8: same
de_DE.UTF-8: same
C.UTF-8: same
POSIX: same
C: same
