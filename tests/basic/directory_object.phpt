--TEST--
dir() and its Directory object
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a', 'b/']);
settle();
$expressions = ['[get_class($d), $d->path]',
	'[$d->read(), $d->read(), $d->rewind(), $d->read(), $d->close()]',
	'[$d->close(), $d->read()]', '[readdir($d->handle), $d->read(), readdir()]',
	'[closedir($d->handle), $d->read()]',
	'stream_get_meta_data($d->handle)'];
foreach ($expressions as $expression) {
	same_in_rounds("(function (\$dir) { \$d = dir(\$dir); return $expression; })(\$dir)",
		['dir' => $dir], $expression);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
[get_class($d), $d->path]: same
[$d->read(), $d->read(), $d->rewind(), $d->read(), $d->close()]: same
[$d->close(), $d->read()]: same
[readdir($d->handle), $d->read(), readdir()]: same
[closedir($d->handle), $d->read()]: same
stream_get_meta_data($d->handle): same
