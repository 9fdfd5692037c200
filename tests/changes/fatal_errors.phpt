--TEST--
A fatal error within a call does not lose its mark
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
--SKIPIF--
<?php
if (getenv('FASTSCAN_SANITIZED')) {
	die('skip PHP itself loses memory at a fatal error');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$folder = known_folder();
know($folder, 'new');
register_shutdown_function(function () use ($folder) {
	ob_end_clean();
	expect_kind('at shutdown', $folder, 'new', 'file');
	unlink('real/folder/new');
	remove_test_dir();
});
ini_set('display_errors', '0');
ob_start(function (string $text) {
	if (strpos($text, 'go') !== false) {
		ob_start();
	}
	return '';
}, 1);
passthru('touch real/folder/new; echo go');
echo 'not reached';
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
at shutdown: file
