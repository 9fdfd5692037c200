--TEST--
Taking a lock marks everything, letting go of it does not
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['folder/file']);
settle();
scandir("$dir/folder");
$file = fopen("$dir/folder/file", 'r+');
$object = new SplFileObject("$dir/folder/file", 'r+');
$calls = [
	'shared' => function () use ($file) { flock($file, LOCK_SH); },
	'exclusive' => function () use ($file) { flock($file, LOCK_EX); },
	'released' => function () use ($file) { flock($file, LOCK_UN); },
	'without waiting' => function () use ($file) { flock($file, LOCK_EX | LOCK_NB); },
	'released without waiting' => function () use ($file) { flock($file, LOCK_UN | LOCK_NB); },
	'SplFileObject::flock' => function () use ($object) { $object->flock(LOCK_EX); },
	'SplFileObject::flock released' => function () use ($object) { $object->flock(LOCK_UN); },
	'file_put_contents' => function () use ($dir) { file_put_contents("$dir/folder/file", 'text', LOCK_EX); },
	'file_put_contents without a lock' => function () use ($dir) { file_put_contents("$dir/folder/file", 'text'); },
	'stream_supports_lock' => function () use ($file) { stream_supports_lock($file); },
];
foreach ($calls as $label => $call) {
	echo "$label: ", marks($call), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
shared: everything
exclusive: everything
released: nothing
without waiting: everything
released without waiting: nothing
SplFileObject::flock: everything
SplFileObject::flock released: nothing
file_put_contents: everything
file_put_contents without a lock: a directory
stream_supports_lock: nothing
