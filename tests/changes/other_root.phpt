--TEST--
Another root starts with nothing known
--EXTENSIONS--
fastscan
posix
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix', 'pcntl');
skip_unless_root(); if (!function_exists("chroot")) die("skip no chroot()");
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['folder/old', 'private/file', 'folder/etc/old']);
chmod($dir, 0755);
chmod("$dir/private", 0700);
chdir($dir);
function known(): int
{
	return fastscan_status()['directories'] ?? fastscan_status()['memory']['directories'] ?? -1;
}
function in_child(callable $code): void
{
	settle();
	for ($i = 0; $i < 5; $i++) {
		scandir('folder');
		is_file("$GLOBALS[dir]/folder/old");
		is_file("$GLOBALS[dir]/private/file");
		scandir('private');
	}
	$child = pcntl_fork();
	if ($child === 0) {
		for ($i = 0; $i < 5; $i++) {
			scandir('folder');
			is_file("$GLOBALS[dir]/folder/old");
			is_file("$GLOBALS[dir]/private/file");
		}
		$code();
		posix_kill(posix_getpid(), SIGKILL);
	}
	pcntl_waitpid($child, $status);
}
in_child(function () use ($dir) {
	$handle = opendir("$dir/folder");
	chroot("$dir/folder");
	var_dump(is_file('/old'), is_file("$dir/folder/old"), getcwd(), is_file('old'), count(scandir('/')));
	for ($count = 0; readdir($handle) !== false; $count++);
	var_dump($count);
});
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(true)
bool(false)
string(1) "/"
bool(true)
int(4)
int(4)
