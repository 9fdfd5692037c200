--TEST--
A switched link leads to its new target at once, for everything below it
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['one/sub/first', 'two/sub/second', 'current' => 'one', 'app/here' => '../current/sub']);
chdir($dir);

function seen(): string
{
	$names = ['current/sub/first', 'current/sub/second', 'app/here/first', 'app/here/second', 'current/sub'];
	$seen = [];
	foreach ($names as $name) {
		foreach (["$GLOBALS[dir]/$name", $name] as $path) {
			$seen[] = is_file($path) ? 'f' : (is_dir($path) ? 'd' : '-');
		}
	}
	return implode('', $seen) . ' ' . implode(' ', array_diff(scandir('app/here'), ['.', '..']))
		. ' ' . basename(dirname(realpath('app/here')));
}

function switched(string $label, callable $switch): void
{
	settle();
	for ($i = 0; $i < 6; $i++) {
		$before = seen();
	}
	$switch();
	echo "$label: $before => ", seen(), "\n";
}

switched('renamed over', function () { symlink('two', 'next'); rename('next', 'current'); });
switched('renamed over by absolute path', function () use ($dir) { symlink('one', "$dir/next"); rename("$dir/next", "$dir/current"); });
switched('removed and made', function () { unlink('current'); symlink('two', 'current'); });
switched('replaced by a directory', function () { unlink('current'); mkdir('current/sub', 0777, true); touch('current/sub/first'); });
switched('directory moved away', function () { rename('current', 'three'); symlink('two', 'current'); });
switched('target renamed', function () { rename('two', 'four'); rename('one', 'two'); });
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
renamed over: ff--ff--dd first one => --ff--ffdd second two
renamed over by absolute path: --ff--ffdd second two => ff--ff--dd first one
removed and made: ff--ff--dd first one => --ff--ffdd second two
replaced by a directory: --ff--ffdd second two => ff--ff--dd first current
directory moved away: ff--ff--dd first current => --ff--ffdd second two
target renamed: --ff--ffdd second two => ff--ff--dd first two
