--TEST--
Functions that take a URL print PHP's own warnings only, and each once
--EXTENSIONS--
fastscan
--FILE--
<?php
/* Whatever fastscan asks itself about a scheme must be silent: found by php-src's stream_001.phpt. */
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
file_put_contents("$dir/file", 'x=1');
$calls = ['fopen("%s", "r")', 'file_get_contents("%s")', 'file("%s")', 'readfile("%s")', 'copy("%s", "nowhere://x")',
	'md5_file("%s")', 'parse_ini_file("%s")', 'is_dir("%s")', 'file_exists("%s")', 'opendir("%s")', 'scandir("%s")'];
foreach (['nosuch://thing', "file://$dir/file"] as $url) {
	foreach ($calls as $call) {
		$expression = '[stream_wrapper_unregister("file"), ' . sprintf($call, $url) . ', stream_wrapper_restore("file")]';
		same_as_stock($expression, []);
	}
}
?>
--EXPECTF--
[stream_wrapper_unregister("file"), fopen("nosuch://thing", "r"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), file_get_contents("nosuch://thing"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), file("nosuch://thing"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), readfile("nosuch://thing"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), copy("nosuch://thing", "nowhere://x"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), md5_file("nosuch://thing"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), parse_ini_file("nosuch://thing"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), is_dir("nosuch://thing"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), file_exists("nosuch://thing"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), opendir("nosuch://thing"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), scandir("nosuch://thing"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), fopen("file://%s/file", "r"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), file_get_contents("file://%s/file"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), file("file://%s/file"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), readfile("file://%s/file"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), copy("file://%s/file", "nowhere://x"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), md5_file("file://%s/file"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), parse_ini_file("file://%s/file"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), is_dir("file://%s/file"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), file_exists("file://%s/file"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), opendir("file://%s/file"), stream_wrapper_restore("file")]: same
[stream_wrapper_unregister("file"), scandir("file://%s/file"), stream_wrapper_restore("file")]: same
