--TEST--
A new error log is seen at once, though no function created it
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
log_errors=1
display_errors=0
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['old', 'logs/old', 'other/old', 'logs/relative/old']);
chdir($dir);
function asked(string $path): void
{
	settle();
	for ($i = 0; $i < 5; $i++) {
		kind($path);
		is_file(dirname($path) . '/old');
	}
}
foreach (["$dir/logs/php.log", "$dir/other/php.log", 'relative.log', 'logs/relative/php.log'] as $log) {
	ini_set('error_log', $log);
	asked($log);
	trigger_error('to the log');
	echo str_replace($dir, '', $log), ': ', kind($log), "\n";
	unlink($log);
	error_log('to the log');
	echo str_replace($dir, '', $log), ': ', kind($log), "\n";
	unlink($log);
	echo str_replace($dir, '', $log), ': ', kind($log), "\n";
}
chdir('other');
ini_set('error_log', 'moved.log');
chdir('../logs');
asked('moved.log');
trigger_error('to the log');
echo 'moved.log: ', kind('moved.log'), "\n";
unlink('moved.log');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
/logs/php.log: file
/logs/php.log: file
/logs/php.log: absent
/other/php.log: file
/other/php.log: file
/other/php.log: absent
relative.log: file
relative.log: file
relative.log: absent
logs/relative/php.log: file
logs/relative/php.log: file
logs/relative/php.log: absent
moved.log: file
