--TEST--
Wrong numbers and types of arguments are PHP's own business
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir() . '/top';
make_kinds($dir);
chdir($dir);
/* The first three know the handle that opendir opened last, so they come before it. */
$functions = ['readdir', 'rewinddir', 'closedir', 'is_dir', 'is_file', 'is_link', 'file_exists',
	'is_readable', 'is_writable',
	'is_writeable', 'is_executable', 'opendir', 'dir', 'scandir', 'realpath', 'glob'];
$lists = ['[]', '["."]', '["dir", "dir"]', '[null]', '[0]', '[1.5]', '[true]', '[[]]',
	'[new stdClass]', '[""]', '["dir\0"]',
	'["\0"]', '["dir\0x", 0]', '["dir", 1, 2]', '["dir", 1, null, 3]',
	'[new class { function __toString() { return "dir"; } }]', '[STDIN]', '["dir", "1"]',
	'["dir", 1.5]', '["dir", null]',
	'["dir", PHP_INT_MAX]', '["dir", -1]', '["dir", 1, STDIN]',
	'["dir", 1, stream_context_create()]'];
foreach ($functions as $function) {
	$calls = '';
	foreach ($lists as $list) {
		$calls .= '$all[] = (function () {'
			. "try { \$r = $function(...$list); } catch (Throwable \$e) { \$r = \$e->getMessage(); }"
			. ' return is_resource($r) || is_object($r) ? gettype($r) : $r; })();';
	}
	same_in_rounds("(function () { \$all = []; $calls return \$all; })()", [], $function);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
readdir: same
rewinddir: same
closedir: same
is_dir: same
is_file: same
is_link: same
file_exists: same
is_readable: same
is_writable: same
is_writeable: same
is_executable: same
opendir: same
dir: same
scandir: same
realpath: same
glob: same
