--TEST--
open_basedir: fastscan_status() and fastscan_explain() do not tell of what is outside
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
fastscan.min_uses=1
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['in/file', 'out/secret', 'in/link' => '../out']);
settle();
function known(): string
{
	global $dir;
	$paths = array_column(fastscan_status(true)['directories'], 'path');
	$own = array_filter($paths, function ($path) use ($dir) { return strpos($path, "$dir/") === 0; });
	sort($own);
	return str_replace("$dir/", '', implode(' ', $own));
}
function explained(string $path): string
{
	$e = fastscan_explain($path);
	return "$e[answer] \"$e[reason]\" " . ($e['known'] ? 'known' : 'unknown');
}
foreach (["$dir/in/file", "$dir/out/secret", "$dir/in/link/secret"] as $file) {
	file_exists($file);
	scandir(dirname($file));
}
chdir("$dir/out");
is_file('secret');
echo 'before: ', known(), "\n";
ini_set('open_basedir', "$dir/in");
echo 'with it: ', known(), "\n";
foreach (['in/file', 'in/none', 'out/secret', 'out/none', 'in/link/secret', 'in/link/none'] as $path) {
	explained("$dir/$path");
	echo "$path: ", explained("$dir/$path"), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
before: in in/link out
with it: in
in/file: yes "" known
in/none: absent "" known
out/secret: pass "open_basedir" unknown
out/none: pass "open_basedir" unknown
in/link/secret: pass "open_basedir" unknown
in/link/none: pass "open_basedir" unknown
