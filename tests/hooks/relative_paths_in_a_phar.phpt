--TEST--
Relative paths that a script in a phar asks for are looked up in the phar
--EXTENSIONS--
fastscan
phar
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('phar');
?>
--INI--
phar.readonly=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['plain/', 'plain_file', 'both/']);
$phar = new Phar("$dir/a.phar");
$ask = '<?php $all = [];
foreach (["plain", "plain_file", "both", "inside", "inside/file", "ask.php", "no", "", ".", "/",
	$dir, "$dir/plain"] as $path) {
	foreach (["is_dir", "is_file", "file_exists", "is_readable", "is_link",
		"realpath"] as $function) {
		$all["$function $path"] = $function($path);
	}
	$handle = $path === "" ? false : @opendir($path);
	$all["opendir $path"] = $handle ? readdir($handle) !== false : false;
	$all["scandir $path"] = $path === "" ? false : @scandir($path);
}
return $all;';
$phar['ask.php'] = $ask;
$phar['inside/file'] = 'x';
$phar['both'] = 'x';
unset($phar);
settle();
chdir($dir);
$all = '(function ($dir) { return include "phar://$dir/a.phar/ask.php"; })($dir)';
same_in_rounds($all, ['dir' => $dir], 'in the phar');
file_put_contents("$dir/ask.php", $ask);
settle();
same_in_rounds('(function ($dir) { return include "$dir/ask.php"; })($dir)', ['dir' => $dir],
	'outside');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
in the phar: same
outside: same
