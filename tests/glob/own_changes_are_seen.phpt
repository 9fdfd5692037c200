--TEST--
What this process changes is in the next glob(), even where nothing is validated
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
fastscan.verify=0
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/x.inc', 'b/x.inc']);
settle();
function show(string $label, string $dir): void
{
	$names = static function (array $paths) use ($dir): string {
		return implode(' ', array_map(static function (string $path) use ($dir): string {
			return substr($path, strlen($dir) + 1);
		}, $paths));
	};
	echo "$label: ", $names(glob("$dir/*")), ' | ', $names(glob("$dir/*/x.inc")), ' | ',
		$names(glob("$dir/*", GLOB_MARK)), "\n";
}
for ($i = 0; $i < 3; $i++) {
	show('as it was', $dir);
}
touch("$dir/c");
show('touch', $dir);
unlink("$dir/b/x.inc");
show('unlink', $dir);
rename("$dir/a", "$dir/d");
show('rename', $dir);
mkdir("$dir/e/f", 0777, true);
file_put_contents("$dir/e/x.inc", '');
show('mkdir', $dir);
symlink('d', "$dir/l");
show('symlink', $dir);
exec('rm ' . escapeshellarg("$dir/l"));
show('a child', $dir);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
as it was: a b | a/x.inc b/x.inc | a/ b/
as it was: a b | a/x.inc b/x.inc | a/ b/
as it was: a b | a/x.inc b/x.inc | a/ b/
touch: a b c | a/x.inc b/x.inc | a/ b/ c
unlink: a b c | a/x.inc | a/ b/ c
rename: b c d | d/x.inc | b/ c d/
mkdir: b c d e | d/x.inc e/x.inc | b/ c d/ e/
symlink: b c d e l | d/x.inc e/x.inc l/x.inc | b/ c d/ e/ l/
a child: b c d e | d/x.inc e/x.inc | b/ c d/ e/
