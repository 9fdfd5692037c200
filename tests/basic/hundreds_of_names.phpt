--TEST--
A large directory comes out complete, sorted and in the kernel's order
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
for ($i = 0; $i < 700; $i++) {
	touch("$dir/" . str_repeat('x', $i % 200) . $i);
}
settle();
same_in_rounds('[scandir($dir), scandir($dir, 1), scandir($dir, 2)]', ['dir' => $dir], 'scandir');
$read = '(function ($handle) {
	$names = [];
	while (($name = readdir($handle)) !== false) {
		$names[] = $name;
	}
	return $names;
})';
same_in_rounds("$read(opendir(\$dir))", ['dir' => $dir], 'readdir');
$iterate = 'iterator_to_array(new FilesystemIterator($dir, FilesystemIterator::CURRENT_AS_PATHNAME))';
same_in_rounds($iterate, ['dir' => $dir], 'iterator');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
scandir: same
readdir: same
iterator: same
