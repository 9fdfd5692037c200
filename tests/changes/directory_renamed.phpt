--TEST--
After a rename of a directory nothing below it is known by its old or new name
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['tree/a/b/deep', 'tree/a/file', 'other/a/b/', 'link' => 'tree/a']);
chdir($dir);

function seen(): string
{
	$seen = '';
	foreach (['tree', 'moved'] as $root) {
		foreach (["$root/a/b/deep", "$GLOBALS[dir]/$root/a/b/deep", "$root/a/b", "$GLOBALS[dir]/$root/a/file"] as $path) {
			$seen .= is_file($path) ? 'f' : (is_dir($path) ? 'd' : '-');
		}
		$seen .= ' ';
	}
	return $seen . (is_file('link/file') ? 'f' : '-') . (is_dir('link/b') ? 'd' : '-');
}

function moved(string $label, callable $move): void
{
	settle();
	for ($i = 0; $i < 6; $i++) {
		$before = seen();
	}
	$move();
	echo "$label: $before => ", seen(), "\n";
}

moved('away', function () { rename('tree', 'moved'); });
moved('back, by absolute path', function () use ($dir) { rename("$dir/moved", "$dir/tree"); });
moved('over an empty one', function () { mkdir('moved'); rename('tree', 'moved'); });
moved('another into its place', function () { rename('other', 'tree'); });
moved('exchanged', function () { rename('moved', 'x'); rename('tree', 'moved'); rename('x', 'tree'); });
moved('by URL', function () use ($dir) { rename("file://$dir/tree", "file://$dir/third"); });
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
away: ffdf ---- fd => ---- ffdf --
back, by absolute path: ---- ffdf -- => ffdf ---- fd
over an empty one: ffdf ---- fd => ---- ffdf --
another into its place: ---- ffdf -- => --d- ffdf -d
exchanged: --d- ffdf -d => ffdf --d- fd
by URL: ffdf --d- fd => ---- --d- --
