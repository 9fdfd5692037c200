--TEST--
Files of PHP's own in the temporary directory are seen as they come and go
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['temporary/old', 'real/old']);
chdir($dir);
function asked(): void
{
	settle();
	for ($i = 0; $i < 5; $i++) {
		scandir("$GLOBALS[dir]/temporary");
		is_file('temporary/old');
	}
}
putenv("TMPDIR=$dir/temporary/");
for ($round = 0; $round < 3; $round++) {
	asked();
	$file = tmpfile();
	$name = stream_get_meta_data($file)['uri'];
	var_dump(dirname($name) === realpath("$dir/temporary"), is_file($name), count(scandir('temporary')));
	asked();
	fclose($file);
	stat('/');
	var_dump(is_file($name), count(scandir('temporary')));
	asked();
	$spilled = fopen('php://temp/maxmemory:10', 'w+');
	fwrite($spilled, str_repeat('x', 100));
	var_dump(count(scandir('temporary')));
	asked();
	fclose($spilled);
	var_dump(count(scandir('temporary')));
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(true)
bool(true)
int(4)
bool(false)
int(3)
int(4)
int(3)
bool(true)
bool(true)
int(4)
bool(false)
int(3)
int(4)
int(3)
bool(true)
bool(true)
int(4)
bool(false)
int(3)
int(4)
int(3)
