--TEST--
fastscan.shm_file: a file that is not this user's own, or not safe, is refused and said so
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_linux();
skip_unless_extensions('posix');
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
$file = "$dir/store." . posix_geteuid();
$code = "\$ok = scandir('$dir') !== false; \$s = fastscan_status()['shared']; echo \$ok ? 'answers, ' : 'no answer, ', \$s['refused'] ?? 'used', \"\\n\";";
$cases = [
	'none there' => function () {},
	'a symlink' => function () use ($dir, $file) { symlink("$dir/elsewhere", $file); },
	'a symlink to a good one' => function () use ($dir, $file) {
		php_with_file("$dir/store", '');
		rename($file, "$dir/elsewhere");
		symlink("$dir/elsewhere", $file);
	},
	'writable by others' => function () use ($dir, $file) { php_with_file("$dir/store", ''); chmod($file, 0622); },
	'readable by others' => function () use ($dir, $file) { php_with_file("$dir/store", ''); chmod($file, 0644); },
	'a directory' => function () use ($file) { mkdir($file); },
	'a FIFO' => function () use ($file) { posix_mkfifo($file, 0600); },
	'nonsense' => function () use ($file) { file_put_contents($file, str_repeat('nonsense', 1 << 17)); chmod($file, 0600); },
	'too short' => function () use ($file) { file_put_contents($file, 'x'); chmod($file, 0600); },
	'empty' => function () use ($file) { touch($file); chmod($file, 0600); },
];
foreach ($cases as $name => $prepare) {
	is_dir($file) && !is_link($file) ? rmdir($file) : @unlink($file);
	@unlink("$dir/elsewhere");
	$prepare();
	echo "$name: ", php_with_file("$dir/store", $code);
}
echo 'no such folder: ', php_with_file("$dir/no/store", $code);
echo 'proc: ', php_with_file('/proc/store', $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
none there: answers, used
a symlink: answers, it is a symlink
a symlink to a good one: answers, it is a symlink
writable by others: answers, others may write to it
readable by others: answers, used
a directory: answers, it cannot be opened
a FIFO: answers, it is not a regular file
nonsense: answers, used
too short: answers, used
empty: answers, used
no such folder: answers, it cannot be created
proc: answers, it cannot be created
