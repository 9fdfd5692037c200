--TEST--
A directory that changed is not what another worker has read
--EXTENSIONS--
fastscan
posix
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix', 'pcntl');
?>
--INI--
fastscan.shm_size=1M
fastscan.shm_file=
fastscan.min_uses=1
fastscan.validate=request
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
make_tree($dir, ['d/a', 'd/e/']);
$changes = [
	'nothing' => function () {},
	'created' => function () use ($dir) { touch("$dir/d/b"); },
	'removed' => function () use ($dir) { unlink("$dir/d/a"); },
	'another type' => function () use ($dir) { unlink("$dir/d/b"); mkdir("$dir/d/b"); },
	'renamed' => function () use ($dir) { rename("$dir/d/b", "$dir/d/c"); },
	'time put back' => function () use ($dir) { touch("$dir/d/f"); touch("$dir/d", 1000000000); },
	'another directory' => function () use ($dir) { rename("$dir/d", "$dir/old"); mkdir("$dir/d"); touch("$dir/d/new"); },
];
$expression = '[scandir("$d/d"), is_dir("$d/d/b"), file_exists("$d/d/a")]';
settle();
foreach ($changes as $name => $change) {
	$change();
	$stock = stock($expression, ['d' => $dir]);
	foreach (['at once', 'settled', 'settled'] as $when) {
		if ($when === 'settled') {
			settle();
		}
		[$answers, $cache] = in_worker(fn() => answers($expression, ['d' => $dir]));
		echo "$name, $when: ", $answers === $stock ? 'same' : 'DIFFERENT', $cache['shared_hits'] ?? 0 ? ', shared' : '', "\n";
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTREGEX--
nothing, at once: same
nothing, settled: same, shared
nothing, settled: same, shared
created, at once: same
created, settled: same(, shared)?
created, settled: same, shared
removed, at once: same
removed, settled: same(, shared)?
removed, settled: same, shared
another type, at once: same
another type, settled: same(, shared)?
another type, settled: same, shared
renamed, at once: same
renamed, settled: same(, shared)?
renamed, settled: same, shared
time put back, at once: same
time put back, settled: same(, shared)?
time put back, settled: same, shared
another directory, at once: same
another directory, settled: same(, shared)?
another directory, settled: same, shared
