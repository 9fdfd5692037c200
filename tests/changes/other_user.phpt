--TEST--
What one user may see, another does not get from the cache
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix');
skip_unless_root();
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['private/file', 'private/sub/']);
chmod("$dir/private", 0700);
chmod($dir, 0755);
settle();
for ($i = 0; $i < 5; $i++) {
	is_dir("$dir/private/sub");
	is_file("$dir/private/absent");
	scandir("$dir/private");
}
$handle = opendir("$dir/private");
readdir($handle);
function seen(): void
{
	var_dump(is_dir("$GLOBALS[dir]/private/sub"), @scandir("$GLOBALS[dir]/private") !== false);
}
seen();
posix_seteuid(65534);
seen();
$rest = 0;
while (readdir($handle) !== false) {
	$rest++;
}
var_dump($rest);
posix_seteuid(0);
seen();
posix_setegid(65534);
seen();
posix_setegid(0);
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
bool(false)
int(3)
bool(true)
bool(true)
bool(true)
bool(true)
