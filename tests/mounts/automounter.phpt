--TEST--
Below an automounter: names that nobody has used are found, by lookups and through links, and nothing is mounted that stock PHP would not mount
--EXTENSIONS--
fastscan
json
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json', 'posix');
skip_unless_mounts();
skip_if_instrumented();
skip_unless_command("gcc");
if (strpos(file_get_contents("/proc/filesystems"), "\tautofs\n") === false) die("skip the kernel has no autofs");
?>
--FILE--
<?php
require __DIR__ . '/../inc/mounts.inc';
$code = <<<'CODE'
$names = function (string $name) use ($dir): array {
	return array_map(function (string $path) use ($dir, $name) { return "$dir/" . str_replace('NAME', $name, $path); }, [
		'auto/NAME', 'auto/NAME/file', 'auto/NAME/sub', 'auto/NAME/sub/deep', 'auto/NAME/absent', 'auto/absent', 'auto', 'to_NAME', 'to_NAME/file',
		'to_NAME/absent', 'auto/NAME/../NAME/file', 'beside', 'absent',
	]);
};
$mounted = function () use ($dir): string {
	preg_match_all('~ \S*/auto/(\w+) ~', file_get_contents('/proc/self/mountinfo'), $found);
	sort($found[1]);
	return implode(' ', $found[1]);
};
same_everywhere('used by another process', $names('used'));
fastscan_request_start();
echo 'first asked here: ';
var_dump(is_dir("$dir/auto/one/sub"), file_exists("$dir/auto/two"), is_file("$dir/to_three/file"), is_file("$dir/auto/absent/file"));
echo $mounted(), "\n";
same_everywhere('then', $names('one'));
neighbour()->runs("umount $dir/auto/*");
same_everywhere('unmounted', $names('one'), ['is_writable']);
/* Each asks about a name of its own, which it may mount or not: first one that nobody has used, then the same again. */
foreach (['unused', 'used and unmounted'] as $state) {
	foreach (['stock', 'here'] as $who) {
		neighbour()->runs("umount $dir/auto/* 2>/dev/null");
		fastscan_request_start();
		foreach (['is_dir', 'is_file', 'file_exists', 'lstat', 'realpath', 'is_link', 'scandir', 'opendir', 'is_readable'] as $i => $question) {
			$path = "$dir/auto/$who$i";
			$who === 'stock' ? neighbour()->answers("$question(\$p)", ['p' => $path]) : $question($path);
		}
		closedir(opendir($dir)); /* PHP keeps the last one open */
		echo "mounted by $who, $state: ", strtr($mounted(), [$who => '']), "\n";
	}
}
nothing_wrong();
CODE;
$file = code_file('require ' . var_export(dirname(__DIR__) . '/inc/mounts.inc', true) . "; $code");
$dir = dirname($file);
$tree = ['auto/', 'beside'];
$names = ['used', 'one', 'two', 'three'];
foreach (['stock', 'here'] as $who) {
	for ($i = 0; $i < 9; $i++) {
		$names[] = "$who$i";
	}
}
foreach ($names as $name) {
	array_push($tree, "source/$name/file", "source/$name/sub/deep");
	symlink("auto/$name", "$dir/to_$name");
}
make_tree($dir, $tree);
$dir = escapeshellarg($dir);
echo shell_exec('gcc -std=gnu11 -O1 -o ' . "$dir/automount " . escapeshellarg(__DIR__ . '/automount.c') . " 2>&1 && exec unshare -m --propagation private $dir/automount $dir/auto $dir/source "
	. php_command(['fastscan.min_uses=1', 'realpath_cache_size=0']) . ' ' . escapeshellarg($file) . " $dir 2>&1");
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
used by another process: same
first asked here: bool(true)
bool(true)
bool(true)
bool(false)
one three two used
then: same
unmounted: same
mounted by stock, unused: 0 1 2 3 4 5 6 7 8
mounted by here, unused: 0 1 2 3 4 5 6 7 8
mounted by stock, used and unmounted: 6 7
mounted by here, used and unmounted: 6 7
