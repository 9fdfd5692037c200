--TEST--
Session files are seen as they come and go
--EXTENSIONS--
fastscan
session
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('session');
?>
--INI--
fastscan.validate=never
session.use_cookies=0
session.cache_limiter=
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
ob_start();
make_tree($dir, ['sessions/old', 'nested/a/old', 'nested/b/', 'other/old']);
chdir($dir);
function asked(string $path): void
{
	settle();
	for ($i = 0; $i < 5; $i++) {
		kind($path);
		is_file(dirname($path) . '/old');
	}
}
ini_set('session.save_path', "$dir/sessions");
asked('sessions/sess_abc');
session_id('abc');
session_start();
echo kind('sessions/sess_abc'), "\n";
asked('sessions/sess_abc');
session_destroy();
echo kind('sessions/sess_abc'), "\n";

session_save_path("1;$dir/nested");
session_id('abc');
asked('nested/a/sess_abc');
session_start();
echo kind('nested/a/sess_abc'), "\n";
asked('nested/a/sess_abc');
session_destroy();
echo kind('nested/a/sess_abc'), "\n";

asked("$dir/other/sess_abd");
session_id('abd');
session_start(['save_path' => "$dir/other"]);
asked("$dir/other/sess_abd");
session_destroy();
echo kind("$dir/other/sess_abd"), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
file
absent
file
absent
absent
