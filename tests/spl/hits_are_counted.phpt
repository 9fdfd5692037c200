--TEST--
Warm methods of SPL's objects make no system call, in every subclass, and count so
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
class Plain extends SplFileInfo {}
class Overriding extends SplFileInfo { public function isDir(): bool { return false; } }
class Calling extends SplFileInfo { public function isDir(): bool { return parent::isDir(); } }
class Walker extends RecursiveDirectoryIterator {}
$dir = test_dir();
make_tree($dir, ['a/', 'a/x', 'f', 'link' => 'a']);
settle();
scandir($dir);
foreach (['SplFileInfo', 'Plain', 'Calling', 'Overriding'] as $class) {
	echo "$class\n";
	$files = [];
	foreach (['a', 'f', 'link', 'no'] as $name) {
		$files[$name] = new $class("$dir/$name");
	}
	foreach (['isDir', 'isFile', 'isLink', 'isReadable', 'isWritable', 'isExecutable', 'getType'] as $method) {
		print_counted(["SplFileInfo::$method"], function () use ($files, $method) {
			foreach ($files as $file) {
				try {
					$file->$method();
				} catch (RuntimeException $notThere) {
				}
			}
		});
	}
}
$opened = new SplFileObject("$dir/f");
/* Since it was opened PHP's own stat cache knew it. */
stat('/');
print_counted(['SplFileInfo::isDir', 'SplFileInfo::isFile'], function () use ($dir, $opened) {
	$opened->isFile();
	call_user_func([new Plain("$dir/a"), 'isDir']);
	(new ReflectionMethod('SplFileInfo', 'isDir'))->invoke(new Plain("$dir/a"));
});
foreach (['DirectoryIterator', 'FilesystemIterator', 'RecursiveDirectoryIterator', 'Walker'] as $class) {
	print_counted(['SplFileInfo::isDir', 'SplFileInfo::isLink'], function () use ($class, $dir) {
		foreach (new $class($dir) as $entry) {
			if ($entry->getFilename()[0] !== '.') {
				$entry->isLink();
			}
			if ($entry->getFilename() === 'a') {
				$entry->isDir();
			}
		}
	});
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
SplFileInfo
SplFileInfo::isDir: ct 4, hit 3, miss 1, negative 1
SplFileInfo::isFile: ct 4, hit 3, miss 1, negative 1
SplFileInfo::isLink: ct 4, hit 4, negative 1
SplFileInfo::isReadable: ct 4, hit 1, miss 3, negative 1
SplFileInfo::isWritable: ct 4, hit 1, miss 3, negative 1
SplFileInfo::isExecutable: ct 4, hit 1, miss 3, negative 1
SplFileInfo::getType: ct 4, hit 3, miss 1
Plain
SplFileInfo::isDir: ct 4, hit 3, miss 1, negative 1
SplFileInfo::isFile: ct 4, hit 3, miss 1, negative 1
SplFileInfo::isLink: ct 4, hit 4, negative 1
SplFileInfo::isReadable: ct 4, hit 1, miss 3, negative 1
SplFileInfo::isWritable: ct 4, hit 1, miss 3, negative 1
SplFileInfo::isExecutable: ct 4, hit 1, miss 3, negative 1
SplFileInfo::getType: ct 4, hit 3, miss 1
Calling
SplFileInfo::isDir: ct 4, hit 3, miss 1, negative 1
SplFileInfo::isFile: ct 4, hit 3, miss 1, negative 1
SplFileInfo::isLink: ct 4, hit 4, negative 1
SplFileInfo::isReadable: ct 4, hit 1, miss 3, negative 1
SplFileInfo::isWritable: ct 4, hit 1, miss 3, negative 1
SplFileInfo::isExecutable: ct 4, hit 1, miss 3, negative 1
SplFileInfo::getType: ct 4, hit 3, miss 1
Overriding
SplFileInfo::isDir: nothing
SplFileInfo::isFile: ct 4, hit 3, miss 1, negative 1
SplFileInfo::isLink: ct 4, hit 4, negative 1
SplFileInfo::isReadable: ct 4, hit 1, miss 3, negative 1
SplFileInfo::isWritable: ct 4, hit 1, miss 3, negative 1
SplFileInfo::isExecutable: ct 4, hit 1, miss 3, negative 1
SplFileInfo::getType: ct 4, hit 3, miss 1
SplFileInfo::isDir: ct 2, hit 2
SplFileInfo::isFile: ct 1, hit 1
SplFileInfo::isDir: ct 1, hit 1
SplFileInfo::isLink: ct 3, hit 3
SplFileInfo::isDir: ct 1, hit 1
SplFileInfo::isLink: ct 3, hit 3
SplFileInfo::isDir: ct 1, hit 1
SplFileInfo::isLink: ct 3, hit 3
SplFileInfo::isDir: ct 1, hit 1
SplFileInfo::isLink: ct 3, hit 3
