--TEST--
Reading directories and regular files marks nothing
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
error_log=/dev/null
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['folder/file', 'folder/code.php', 'folder/x.ini']);
file_put_contents("$dir/folder/file", "a,b\nc,d\n");
file_put_contents("$dir/folder/code.php", '<?php return 1;');
settle();
scandir("$dir/folder");
$path = "$dir/folder/file";
$memory = fopen('php://memory', 'r+');
fwrite($memory, 'text');
$calls = [
	'file_get_contents' => function () use ($path) { file_get_contents($path); },
	'file_get_contents by URL' => function () use ($path) { file_get_contents("file://$path"); },
	'data:' => function () { file_get_contents('data:,text'); file_get_contents('data://text/plain,text'); },
	'file' => function () use ($path) { file($path); },
	'parse_ini_file' => function () use ($dir) { parse_ini_file("$dir/folder/x.ini"); },
	'include' => function () use ($dir) { include "$dir/folder/code.php"; },
	'md5_file' => function () use ($path) { md5_file($path); },
	'fopen and every reader' => function () use ($path) {
		$file = fopen($path, 'r');
		fread($file, 1); fgets($file); fgetc($file); fgetcsv($file, 100, ',', '"', '\\'); fseek($file, 0); fscanf($file, '%s');
		stream_get_contents($file); stream_get_line($file, 1); rewind($file); feof($file); fstat($file);
		stream_copy_to_stream($file, fopen('php://temp', 'w'));
		fclose($file);
	},
	'r+' => function () use ($path) { fclose(fopen($path, 'r+')); },
	'SplFileObject' => function () use ($path) { foreach (new SplFileObject($path) as $line); },
	'php://memory' => function () use ($memory) { rewind($memory); fread($memory, 2); stream_get_contents($memory); },
	'scandir' => function () use ($dir) { scandir("$dir/folder"); },
	'opendir' => function () use ($dir) { $handle = opendir("$dir/folder"); while (readdir($handle)); rewinddir($handle); closedir($handle); },
	'iterators' => function () use ($dir) { iterator_count(new RecursiveIteratorIterator(new RecursiveDirectoryIterator($dir))); },
	'glob' => function () use ($dir) { glob("$dir/*"); },
	'stat' => function () use ($path) { filemtime($path); fileperms($path); },
	'realpath' => function () use ($path) { realpath($path); },
	'fwrite' => function () use ($memory) { fwrite($memory, 'text'); },
	'ini_set' => function () { ini_set('precision', 10); },
	'putenv' => function () { putenv('SOMETHING=else'); },
	'error_log' => function () { error_log('text'); },
];
foreach ($calls as $label => $call) {
	echo "$label: ", marks($call), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
file_get_contents: nothing
file_get_contents by URL: nothing
data:: nothing
file: nothing
parse_ini_file: nothing
include: nothing
md5_file: nothing
fopen and every reader: nothing
r+: nothing
SplFileObject: nothing
php://memory: nothing
scandir: nothing
opendir: nothing
iterators: nothing
glob: nothing
stat: nothing
realpath: nothing
fwrite: nothing
ini_set: nothing
putenv: nothing
error_log: nothing
