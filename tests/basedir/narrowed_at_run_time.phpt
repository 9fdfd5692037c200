--TEST--
open_basedir: narrowed by ini_set(), each rule holds from the next question on
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
fastscan.min_uses=1
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/b/c/file', 'a/b/own', 'a/own', 'own']);
settle();
$files = ["$dir/own", "$dir/a/own", "$dir/a/b/own", "$dir/a/b/c/file"];
$folders = [$dir, "$dir/a", "$dir/a/b", "$dir/a/b/c"];

/* For each depth: is the file seen, is the folder listed; with the warnings counted. */
function seen(array $files, array $folders): string
{
	$warnings = 0;
	set_error_handler(function () use (&$warnings) { $warnings++; return true; });
	for ($i = 0; $i < 3; $i++) {
		$seen = '';
		foreach ($files as $file) {
			$seen .= is_file($file) && file_exists($file) && realpath($file) === $file ? 'f' : '-';
			$seen .= is_dir("$file.no") || file_exists("$file.no") ? '?' : '';
		}
		foreach ($folders as $folder) {
			$seen .= is_array(scandir($folder)) ? 'd' : '-';
		}
	}
	restore_error_handler();
	return "$seen " . ($warnings ? 'warned' : 'quiet');
}

echo 'none: ', seen($files, $folders), "\n";
foreach (['', '/a', '/a/b/../b/c', '/a/b/c/', '/a/b/c:' . "$dir/a/b/c/file"] as $rule) {
	$set = ini_set('open_basedir', "$dir$rule") !== false ? 'set' : 'refused';
	$hits = hits('is_file', function () use ($files, $folders, &$seen) { $seen = seen($files, $folders); });
	echo "$rule: $set, $seen, ", $hits > 0 ? 'answered' : 'passed', "\n";
}
$wider = ini_set('open_basedir', $dir);
echo 'wider: ', $wider === false ? 'refused' : 'set', ', ', seen($files, $folders), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTF--
none: ffffdddd quiet
: set, ffffdddd quiet, answered
/a: set, -fff-ddd warned, answered
/a/b/../b/c: set, ---f---d warned, answered
/a/b/c/: set, ---f---d warned, answered
/a/b/c:%s/a/b/c/file: set, ---f---d warned, answered
wider: refused, ---f---d warned
