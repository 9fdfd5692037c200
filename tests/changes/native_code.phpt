--TEST--
After native code was called every answer is checked
--EXTENSIONS--
fastscan
ffi
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('ffi');
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$folder = known_folder();
know($folder, 'new');
$c = FFI::cdef('int mkdir(const char *path, int mode); int rmdir(const char *path);');
for ($i = 0; $i < 3; $i++) {
	$c->mkdir($folder[0] . '/new', 0777);
	expect_kind('made', $folder, 'new', 'dir');
	settle();
	expect_kind('still', $folder, 'new', 'dir');
	$c->rmdir($folder[0] . '/new');
	expect_kind('removed', $folder, 'new', 'absent');
}
echo fastscan_status()['mode'] ?? fastscan_status()['config']['validate'] ?? '?', "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
made: dir
still: dir
removed: absent
made: dir
still: dir
removed: absent
made: dir
still: dir
removed: absent
strict
