--TEST--
fastscan_probe(): tries a file system by doing, and leaves nothing behind
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
$probe = fastscan_probe($dir);
echo implode(' ', array_keys($probe)), "\n";
foreach ($probe['steps'] as $name => $step) {
	echo $name, ': ', $step['done'] ? '' : 'not done ', $step['moved'] ? 'moved' : 'stayed',
		$step['moved'] === $step['expected'] ? '' : ', unexpectedly', "\n";
}
var_dump($probe['reliable'], $probe['exact'], $probe['error'], $probe['window'] > 0);
var_dump(array_diff(scandir($dir), ['.', '..']));
$probe = fastscan_probe("$dir/no such");
var_dump($probe);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
filesystem trusted reliable exact window steps error
add file: moved
add directory: moved
write file: stayed
add in subdirectory: stayed
rename: moved
delete: moved
chmod: moved
touch backwards: moved
bool(true)
bool(true)
string(0) ""
bool(true)
array(0) {
}
array(3) {
  ["reliable"]=>
  bool(false)
  ["exact"]=>
  bool(false)
  ["error"]=>
  string(27) "no folder can be made there"
}
