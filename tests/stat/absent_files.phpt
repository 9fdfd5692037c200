--TEST--
Every function of the stat family says of an absent file what stock PHP says, warning included
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir() . '/top';
make_kinds($dir);
$functions = ['stat', 'lstat', 'filemtime', 'fileatime', 'filectime', 'filesize', 'filetype',
	'fileperms', 'fileinode', 'fileowner', 'filegroup', 'readlink', 'linkinfo', 'file_get_contents'];
$paths = ["$dir/absent", "$dir/dir/absent", "$dir/absent/x", "$dir/dangling", "$dir/file/x",
	"$dir/dir/sub/absent", "$dir/to_dir/absent", "$dir/loop", "$dir/dir/../absent", "$dir/.absent",
	"$dir/absent/", "file://$dir/absent"];
foreach ($functions as $function) {
	same_in_rounds('(static function () use ($function, $paths) {
		$all = [];
		foreach ($paths as $path) {
			$all[] = $function($path);
		}
		return $all;
	})()', ['function' => $function, 'paths' => $paths], $function);
}
chdir($dir);
same_in_rounds('[filesize("absent"), filemtime("dir/absent"), lstat("./absent"), stat("absent/x")]',
	[], 'relative');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
stat: same
lstat: same
filemtime: same
fileatime: same
filectime: same
filesize: same
filetype: same
fileperms: same
fileinode: same
fileowner: same
filegroup: same
readlink: same
linkinfo: same
file_get_contents: same
relative: same
