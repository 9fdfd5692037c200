--TEST--
Opening and reading a FIFO marks everything
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix');
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['folder/file']);
posix_mkfifo("$dir/fifo", 0600);
settle();
scandir("$dir/folder");
$fifo = fopen("$dir/fifo", 'r+');
function filled(): string
{
	fwrite($GLOBALS['fifo'], "text\n");
	return "$GLOBALS[dir]/fifo";
}
$object = new SplFileObject("$dir/fifo", 'r+');
$calls = [
	'fopen' => function () { fopen("$GLOBALS[dir]/fifo", 'r+'); },
	'fread' => function () use ($fifo) { filled(); fread($fifo, 5); },
	'fgets' => function () use ($fifo) { filled(); fgets($fifo); },
	'stream_get_line' => function () use ($fifo) { filled(); stream_get_line($fifo, 10, "\n"); },
	'fscanf' => function () use ($fifo) { filled(); fscanf($fifo, '%s'); },
	'SplFileObject::fgets' => function () use ($object) { filled(); $object->fgets(); },
	'file_get_contents' => function () { file_get_contents(filled(), false, null, 0, 5); },
	'writing' => function () use ($fifo) { fwrite($fifo, "text\n"); },
];
foreach ($calls as $label => $call) {
	echo "$label: ", marks($call), "
";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
fopen: everything
fread: everything
fgets: everything
stream_get_line: everything
fscanf: everything
SplFileObject::fgets: everything
file_get_contents: everything
writing: nothing
