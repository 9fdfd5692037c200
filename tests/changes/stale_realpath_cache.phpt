--TEST--
A file is seen where PHP's stale realpath cache led its creation
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
realpath_cache_size=4096k
realpath_cache_ttl=3600
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['one/old', 'two/old', 'link' => 'one']);
touch("$dir/link/old");
fclose(fopen("$dir/link/old", 'w'));
file_get_contents("$dir/link/old");
exec('ln -sfn two ' . escapeshellarg("$dir/link"));
know(["$dir/one", "$dir/two"], 'new');
file_put_contents("$dir/link/new", 'text');
foreach (['one', 'two'] as $name) {
	$seen = [is_file("$dir/$name/new"), in_array('new', scandir("$dir/$name"), true)];
	clearstatcache();
	var_dump($seen === [is_file("$dir/$name/new"), in_array('new', scandir("$dir/$name"), true)]);
}
var_dump(is_file("$dir/one/new") !== is_file("$dir/two/new"));
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
