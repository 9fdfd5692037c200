--TEST--
include, require and *_once of every kind of name: results, warnings and errors of stock PHP
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/includes.inc';
$dir = test_dir() . '/top';
make_libraries($dir);
foreach (['include', 'include_once', 'require', 'require_once'] as $what) {
	$code = "foreach ([1, 2, 3, 4] as \$round) {
		foreach (\$names as \$name) {
			tried(static function () use (\$name) { return $what \$name; });
		}
	}";
	compare_scripts($what, $dir, $code);
	compare_scripts("$what without include_path", $dir, $code, ['include_path=']);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
include: same
include without include_path: same
include_once: same
include_once without include_path: same
require: same
require without include_path: same
require_once: same
require_once without include_path: same
