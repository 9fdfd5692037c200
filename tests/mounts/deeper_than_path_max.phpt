--TEST--
A folder deeper than PATH_MAX, and paths of every length near the limits
--EXTENSIONS--
fastscan
json
posix
--INI--
realpath_cache_size=0
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_if_threads();
skip_unless_extensions('json', 'posix');
skip_unless_linux();
?>
--FILE--
<?php
require __DIR__ . '/../inc/mounts.inc';
$dir = test_dir();
$name = str_repeat('d', 200);
$absolute = $dir;
chdir($dir);
for ($i = 0; $i < 30; $i++) {
	mkdir($name);
	touch('file');
	chdir($name);
	$absolute .= "/$name";
}
make_tree('.', ['file', 'sub/inner', 'link' => 'sub', 'up' => '../..']);
$relative = ['.', '..', 'file', 'sub', 'sub/inner', 'link', 'link/inner', 'absent', 'sub/absent', '../file', '../absent', 'up/file', "up/$name/$name/file", '../../file', './file',
	'sub/../file', "../$name/file"];
neighbour(true);
same_everywhere('where getcwd() fails', $relative, ['realpath']);
var_dump(@getcwd() === false || strlen(getcwd()) > 4096);
touch('absent');
same_at_once('made there', $relative, ['realpath']);
chdir($dir);
neighbour(true);
foreach ([4090, 4094, 4095, 4096, 4097, 5000] as $length) {
	same_everywhere("$length bytes", [
		"$dir/file",
		substr($absolute, 0, $length),
		str_pad("$dir/", $length - 4, './') . 'file',
		str_pad("$dir/", $length - 6, '/') . 'absent',
		substr("$dir/file" . str_repeat('/', $length), 0, $length),
		str_pad('./', $length - 4, './') . 'file',
	]);
}
$paths = [];
for ($length = 254; $length <= 257; $length++) {
	array_push($paths, "$dir/" . str_repeat('x', $length), "$dir/" . str_repeat('x', $length) . '/y');
}
same_everywhere('names', $paths);
/* PHP's own way of removing it would need the whole path. */
exec('rm -rf ' . escapeshellarg($dir));
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
where getcwd() fails: same
bool(true)
made there: same
4090 bytes: same
4094 bytes: same
4095 bytes: same
4096 bytes: same
4097 bytes: same
5000 bytes: same
names: same
