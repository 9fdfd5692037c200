--TEST--
What an iterator says of its entry, whoever reads its stream, however its path is spelled, wherever the process went
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/spl.inc';
$dir = test_dir();
make_tree($dir, ['t/a/x', 't/b', 't/c/', 't/d', 't/e/y', 't/to_a' => 'a', 'u/t/a', 'u/t/b/', 'u/t/c', 'u/t/d/', 'u/t/e']);
settle();
$asked = '[$i->getPathname(), $i->isDir(), $i->isFile(), $i->isLink(), $i->hasChildren(), $i->getType(),
	(new ReflectionMethod("SplFileInfo", "getFilename"))->invoke($i)]';
$walk = "static function (RecursiveDirectoryIterator \$i, callable \$step) {
	\$seen = [];
	for (; \$i->valid(); \$i->next()) {
		\$step(\$i);
		if (!\$i->isDot()) {
			\$seen[] = $asked;
		}
	}
	return \$seen;
}";
$nothing = 'static function () {}';
/* The streams that are open are everybody's. */
same_in_rounds("($walk)(new RecursiveDirectoryIterator(\$dir), static function () {
	foreach (get_resources('stream') as \$stream) {
		if (stream_get_meta_data(\$stream)['stream_type'] === 'dir') {
			readdir(\$stream);
		}
	}
})", ['dir' => "$dir/t"], 'read by another');
foreach (["$dir/t/", "$dir/t//", "$dir//t", "file://$dir/t", "file://$dir/t/", "$dir/u/../t"] as $at => $path) {
	same_in_rounds("($walk)(new RecursiveDirectoryIterator(\$path), $nothing)", ['path' => $path], "spelling $at");
}
foreach (['t', './t', 't/', '../' . basename($dir) . '/t'] as $path) {
	same_in_rounds("(chdir(\$dir)) ? ($walk)(new RecursiveDirectoryIterator(\$path), $nothing) : 0",
		['dir' => $dir, 'path' => $path], 'relative');
	same_in_rounds("(chdir(\$dir)) ? ($walk)(new RecursiveDirectoryIterator(\$path), static function (\$i) use (\$dir) {
		chdir(\$i->key() === 't/b' || basename(\$i->key()) > 'c' ? \"\$dir/u\" : \$dir);
	}) : 0", ['dir' => $dir, 'path' => $path], 'the process goes elsewhere');
}
ini_set('fastscan.validate', 'request');
ini_set('fastscan.verify', '0');
chdir($dir);
settle();
scandir('t');
scandir("$dir/t");
foreach (["$dir/t", 't'] as $path) {
	$hits = hits('RecursiveDirectoryIterator::hasChildren', function () use ($path) {
		foreach (new RecursiveDirectoryIterator($path, FilesystemIterator::SKIP_DOTS | FilesystemIterator::CURRENT_AS_SELF) as $entry) {
			if (!$entry->isLink()) {
				$entry->hasChildren();
			}
		}
	});
	echo "$hits hits\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
read by another: same
spelling 0: same
spelling 1: same
spelling 2: same
spelling 3: same
spelling 4: same
spelling 5: same
relative: same
the process goes elsewhere: same
relative: same
the process goes elsewhere: same
relative: same
the process goes elsewhere: same
relative: same
the process goes elsewhere: same
5 hits
5 hits
