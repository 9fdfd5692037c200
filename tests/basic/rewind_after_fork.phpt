--TEST--
A handle that a child read to its end is rewound in the parent
--EXTENSIONS--
fastscan
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('pcntl');
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a', 'b', 'c']);
settle();
scandir($dir);
scandir($dir);
$handle = opendir($dir);
readdir($handle);
$count = static function () use ($handle): int {
	for ($entries = 0; readdir($handle) !== false; $entries++);
	return $entries;
};
$child = pcntl_fork();
if ($child === 0) {
	touch("$dir/new");
	rewinddir($handle);
	echo 'child: ', $count(), "\n";
	exit;
}
pcntl_waitpid($child, $status);
echo 'parent: ', $count();
rewinddir($handle);
echo ', rewound: ', $count(), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
child: 6
parent: 4, rewound: 6
