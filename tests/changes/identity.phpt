--TEST--
Other ids, another root and another namespace start with nothing known
--EXTENSIONS--
fastscan
posix
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix', 'pcntl');
skip_unless_mounts();
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
foreach (['posix_setgid', 'posix_setegid', 'posix_setuid', 'posix_seteuid'] as $function) {
	in_child(function () use ($function) {
		$handle = opendir('private');
		$function(65534);
		echo "$function: ", is_file("$GLOBALS[dir]/private/file") ? 'seen' : 'refused', ', ', @scandir('private') ? 'listed' : 'refused';
		readdir($handle);
		echo ', ', readdir($handle) !== false ? 'read on' : 'ended', "\n";
	});
}
in_child(function () {
	posix_initgroups('nobody', 65534);
	posix_setgid(65534);
	posix_setuid(65534);
	echo 'all of them: ', is_file("$GLOBALS[dir]/private/file") ? 'seen' : 'refused', "\n";
});
in_child(function () use ($dir) {
	pcntl_unshare(CLONE_NEWNS);
	exec('mount --make-rprivate / && mount -t tmpfs none folder');
	var_dump(is_file("$dir/folder/old"), scandir("$dir/folder"));
});
var_dump(is_file("$dir/folder/old"));
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
posix_setgid: seen, listed, read on
posix_setegid: seen, listed, read on
posix_setuid: refused, refused, read on
posix_seteuid: refused, refused, read on
all of them: refused
bool(false)
array(2) {
  [0]=>
  string(1) "."
  [1]=>
  string(2) ".."
}
bool(true)
