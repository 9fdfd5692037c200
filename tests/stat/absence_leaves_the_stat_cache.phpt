--TEST--
An absent file leaves PHP's one-entry stat cache as stock PHP would
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir() . '/top';
make_kinds($dir);
file_put_contents("$dir/file", 'four');
settle();
$functions = ['stat', 'lstat', 'filemtime', 'filesize', 'filetype', 'fileperms', 'is_file', 'is_link'];
foreach ($functions as $function) {
	same_as_stock('(static function () use ($dir, $function) {
		$all = [];
		for ($i = 0; $i < 4; $i++) {
			$all[] = filesize("$dir/file");
			$all[] = @$function("$dir/absent");
			$all[] = filesize("$dir/file");
			$all[] = is_link("$dir/to_file");
			$all[] = @$function("$dir/absent");
			$all[] = filetype("$dir/to_file");
		}
		return $all;
	})()', ['dir' => $dir, 'function' => $function], $function);
}
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
filesize: same
filetype: same
fileperms: same
is_file: same
is_link: same
