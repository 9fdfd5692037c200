--TEST--
fastscan.shm_file: a process that becomes another user or gets another root asks as that one, and puts nothing into a file that is not its own
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_unique_mounts();
skip_unless_extensions('posix');
skip_unless_root();
if (!function_exists('chroot')) {
	die('skip no chroot() with threads');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
children_search_no_leaks();
$dir = test_dir();
make_tree($dir, ['private/file', 'public/file', 'late/file', 'cache/', "jail$dir/public/other", 'jail/tmp/']);
chmod($dir, 0755);
chmod("$dir/private", 0700);
foreach (['public', 'late', 'cache'] as $name) {
	chmod("$dir/$name", $name === 'cache' ? 0777 : 0755);
}
settle();
$say = '$say = function (string ...$names) { foreach ($names as $name) { $list = @scandir("' . $dir . '/$name");'
	. ' echo is_array($list) ? end($list) : "denied", " "; } echo "| "; };';
$file = "$dir/cache/store";
$run = function (string $code) use ($file, $say): string {
	$out = php_with_file($file, "$say $code " . PRINT_SOURCES, ['fastscan.validate=request', 'fastscan.verify=0']);
	/* a build that counts its lines cannot write the counts as another user */
	return preg_replace('/^profiling:.*\n?/m', '', $out);
};
echo 'root: ', $run('$say("private", "public");');
echo 'root: ', $run('$say("private", "public");');
/* Where the real user is another one than the effective, all is left to the system. */
foreach (['posix_setuid', 'posix_seteuid'] as $function) {
	echo "$function: ", $run("\$say('private', 'public'); $function(65534); \$say('private', 'public', 'late');");
}
echo 'root: ', $run('$say("late");');
echo 'chroot: ', $run('$say("public"); chroot("' . $dir . '/jail"); $say("public", "private");');
echo 'root: ', $run('$say("public", "late");');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
root: file file | read 2, shared 0
root: file file | read 0, shared 2
posix_setuid: file file | denied file file | read 2, shared 2
posix_seteuid: file file | denied file file | read 0, shared 2
root: file | read 1, shared 0
chroot: file | other denied | read 1, shared 1
root: file file | read 0, shared 2
