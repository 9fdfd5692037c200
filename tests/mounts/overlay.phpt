--TEST--
Overlay: whiteouts, opaque folders, copies upwards and files that replace folders are seen
--EXTENSIONS--
fastscan
json
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json', 'posix');
skip_unless_mounts();
?>
--FILE--
<?php
require __DIR__ . '/../inc/mounts.inc';
$code = <<<'CODE'
make_tree($dir, ['lower/d/one', 'lower/d/two', 'lower/d/sub/deep/x', 'lower/d/link' => 'sub', 'lower/gone/a', 'upper/', 'work/', 'top/']);
exec('mount -t overlay overlay -o ' . escapeshellarg("lowerdir=$dir/lower,upperdir=$dir/upper,workdir=$dir/work") . ' ' . escapeshellarg("$dir/top"));
$top = "$dir/top";
$paths = array_map(function (string $path) use ($top) { return "$top/$path"; }, [
	'd', 'd/one', 'd/two', 'd/three', 'd/sub', 'd/sub/deep', 'd/sub/deep/x', 'd/sub/deep/y', 'd/link', 'd/link/deep', 'd/link/deep/y',
	'd/ONE', 'gone', 'gone/a', 'new', 'new/a', 'absent', 'd/.hidden', 'd/sub/../two',
]);
same_everywhere('merged', $paths);
$changes = [
	'created' => 'touch d/three',
	'whiteout' => 'rm d/one',
	'folder whiteout' => 'rm -r gone',
	'opaque' => 'rm -r d/sub && mkdir d/sub && touch d/sub/other',
	'file instead of folder' => 'rm -r d/sub && touch d/sub',
	'folder instead of file' => 'rm d/two && mkdir -p d/two/deep',
	'copied up' => 'chmod 711 d && touch -d "2001-01-01" d',
	'whiteout taken back' => 'mkdir gone && touch gone/a d/one',
	'new' => 'mkdir new && mv d/three new/a',
];
foreach ($changes as $label => $script) {
	neighbour()->runs('cd ' . escapeshellarg($top) . " && $script");
	same_everywhere($label, $paths);
}
exec('umount ' . escapeshellarg($top));
same_at_once('unmounted', $paths);
CODE;
on_mount('tmpfs', $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
merged: same
created: same
whiteout: same
folder whiteout: same
opaque: same
file instead of folder: same
folder instead of file: same
copied up: same
whiteout taken back: same
new: same
unmounted: same
