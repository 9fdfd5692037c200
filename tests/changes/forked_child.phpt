--TEST--
A forked child starts with nothing known, and its parent learns what it did
--EXTENSIONS--
fastscan
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('pcntl', 'posix');
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$folder = known_folder();
know($folder, 'new');
$child = pcntl_fork();
if ($child === 0) {
	change('in the child', $folder, 'new', 'touch', 'file');
	unlink('real/folder/new');
	posix_kill(posix_getpid(), SIGKILL);
}
pcntl_waitpid($child, $status);
expect_kind('in the parent', $folder, 'new', 'absent');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
in the child: file
in the parent: absent
