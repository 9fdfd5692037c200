--TEST--
A worker of another user gets from the shared cache what it could read itself, and nothing else
--EXTENSIONS--
fastscan
posix
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix', 'pcntl');
skip_unless_root();
?>
--INI--
fastscan.shm_size=1M
fastscan.shm_file=
fastscan.min_uses=1
fastscan.validate=request
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
chmod($dir, 0755);
$modes = ['d700' => 0700, 'd711' => 0711, 'd744' => 0744, 'd755' => 0755];
foreach ($modes as $name => $mode) {
	make_tree($dir, ["$name/file", "$name/sub/"]);
	chmod("$dir/$name", $mode);
}
settle();
const QUESTIONS = '[scandir("$d"), is_dir("$d/sub"), is_file("$d/file"), file_exists("$d/none"), is_readable("$d/file")]';
/* What stock PHP says to this user. */
function stock_as(int $user, string $path): string
{
	$command = 'setpriv --reuid=' . $user . ' --regid=' . $user . ' --clear-groups ' . stock_command(QUESTIONS, ['d' => $path]);
	return serialize(child_output((string) shell_exec("$command 2>/dev/null")));
}
foreach ($modes as $name => $mode) {
	in_worker(fn() => answers(QUESTIONS, ['d' => "$dir/$name"]));
	foreach ([0, 65534, 33] as $user) {
		[$answers, $cache] = in_worker(function () use ($dir, $name, $user) {
			if ($user) {
				posix_setgid($user);
				posix_initgroups('nobody', $user);
				posix_setuid($user);
			}
			return answers(QUESTIONS, ['d' => "$dir/$name"]);
		});
		$same = serialize($answers) === stock_as($user, "$dir/$name");
		echo "$name, user $user: ", $same ? 'same' : 'DIFFERENT', ', ', sources($cache), "\n";
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
d700, user 0: same, read 0, shared 1
d700, user 65534: same, read 0, shared 0
d700, user 33: same, read 0, shared 0
d711, user 0: same, read 0, shared 1
d711, user 65534: same, read 0, shared 0
d711, user 33: same, read 0, shared 0
d744, user 0: same, read 0, shared 1
d744, user 65534: same, read 0, shared 1
d744, user 33: same, read 0, shared 1
d755, user 0: same, read 0, shared 1
d755, user 65534: same, read 0, shared 1
d755, user 33: same, read 0, shared 1
