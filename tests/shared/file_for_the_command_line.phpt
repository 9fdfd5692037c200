--TEST--
fastscan.shm_file: command-line runs start warm; the file is its user's own
--EXTENSIONS--
fastscan
posix
json
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_unique_mounts();
skip_unless_extensions('posix', 'json');
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
make_tree($dir, ['site/a/b/', 'site/a/file']);
settle();
$code = "echo json_encode([scandir('$dir/site'), scandir('$dir/site/a')]), ' ';" . PRINT_SOURCES;
$first = php_with_file("$dir/store", $code);
$second = php_with_file("$dir/store", $code);
$others = php_with_file("$dir/store", "ini_set('fastscan.validate', 'request'); is_dir('$dir/site/a'); is_dir('$dir/site/a/b');" . PRINT_SOURCES);
$expected = json_encode([['.', '..', 'a'], ['.', '..', 'b', 'file']]);
if ($first !== "$expected read 2, shared 0\n" || $second !== "$expected read 0, shared 2\n" || $others !== "read 0, shared 2\n") {
	var_dump($first, $second, $others);
}
$files = glob("$dir/store*");
if ($files !== ["$dir/store." . posix_geteuid()] || (fileperms($files[0]) & 07777) !== 0600 || filesize($files[0]) !== 1 << 20) {
	var_dump($files, decoct(fileperms($files[0])), filesize($files[0]));
}
echo "done\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
done
