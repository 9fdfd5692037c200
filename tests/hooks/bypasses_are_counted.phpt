--TEST--
What never reaches the core is counted with its reason
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
fastscan.verify=0
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/', 'file']);
settle();
scandir($dir);
function reasons(callable $code): void
{
	$changed = counted($code);
	foreach ($changed['cache'] as $name => $value) {
		if (strpos($name, 'bypass.') === 0) {
			echo substr($name, 7), " $value; ";
		}
	}
	unset($changed['cache']);
	foreach ($changed as $function => $counts) {
		echo $function, ' bypass ', $counts['bypass'] ?? 0, ' of ', $counts['ct'], '; ';
	}
	echo "\n";
}
reasons(function () { is_dir(''); });
reasons(function () { try { @is_file(); } catch (Error $e) { } });
reasons(function () { file_exists('php://memory'); is_dir('glob:///*'); });
stat("$dir/a");
reasons(function () use ($dir) { is_dir("$dir/a"); });
reasons(function () { opendir('glob:///*'); });
reasons(function () { @readdir(); });
reasons(function () { readdir(opendir('glob:///*')); });
reasons(function () use ($dir) { is_dir("$dir/file"); is_dir("$dir/a/."); });
ini_set('open_basedir', $dir);
ini_set('fastscan.validate', 'strict');
reasons(function () use ($dir) {
	is_dir("$dir/a");
	file_exists("$dir/a");
	scandir($dir);
	opendir($dir);
	realpath($dir);
});
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
argument 1; is_dir bypass 1 of 1; 
argument 1; is_file bypass 1 of 1; 
wrapper 2; is_dir bypass 1 of 1; file_exists bypass 1 of 1; 
stat_cache 1; is_dir bypass 1 of 1; 
wrapper 1; opendir bypass 1 of 1; 
argument 1; readdir bypass 1 of 1; 
wrapper 2; opendir bypass 1 of 1; readdir bypass 1 of 1; 
follow 1; is_dir bypass 0 of 2; 
open_basedir 5; is_dir bypass 1 of 1; file_exists bypass 1 of 1; opendir bypass 1 of 1; scandir bypass 1 of 1; realpath bypass 1 of 1; 
