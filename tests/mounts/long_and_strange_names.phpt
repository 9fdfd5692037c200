--TEST--
Long and strange names: 255 bytes, controls, invalid UTF-8, colon, backslash, percent, look-alikes
--EXTENSIONS--
fastscan
json
posix
--INI--
realpath_cache_size=0
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json', 'posix');
skip_unless_linux();
?>
--FILE--
<?php
require __DIR__ . '/../inc/mounts.inc';
$dir = test_dir();
$names = [
	str_repeat('n', 255), str_repeat("\u{e4}", 127), str_repeat("\xff", 255), "new\nline", "\n", "tab\t", "\x01", "\x7f", "bell\x07",
	"\xff", "\xc3", "caf\xe9", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\u{202e}rtl", "\u{200b}", "nbsp\u{a0}", 'colon:name', ':', 'c:',
	'c:\\dos', 'back\\slash', '\\', 'per%cent', '%00', '%2e%2e', '%s%n', '~', '~user', '-', '--', '*', '?', '[a]', '{a,b}', '$HOME', '`id`',
	"quote'", 'quote"', ' ', '  ', ' lead', 'trail ', '...', '....', '.. ', '. ', '.a.', 'php:', 'file:', 'http:', 'data:', 'data:,x', 'phar:',
	'glob:', '0', '00', '1e3', 'NULL', 'a&b', 'a;b', '#', 'con', 'aux.txt', 'LONGNA~1.TXT', '@GMT-2026.01.01-00.00.00', "cafe\u{301}", "caf\u{e9}",
];
$paths = [$dir];
foreach ($names as $i => $name) {
	make_tree("$dir", ["d/$name"]);
	mkdir("$dir/dirs$i");
	mkdir("$dir/dirs$i/$name");
	make_tree("$dir/dirs$i/$name", [$name]);
	symlink($name, "$dir/dirs$i/to");
	array_push($paths, "$dir/d/$name", "$dir/d/$name/", "$dir/d/{$name}x", "$dir/d/x$name", "$dir/dirs$i/$name", "$dir/dirs$i/$name/$name",
		"$dir/dirs$i/$name/absent", "$dir/dirs$i/to/$name", "$dir/dirs$i/$name/../$name");
}
$paths[] = "$dir/d";
same_everywhere('absolute', $paths);
chdir($dir);
same_everywhere('relative', array_map(function (string $path) use ($dir) { return substr($path, strlen($dir) + 1) ?: '.'; }, $paths));
chdir('d');
same_everywhere('in the folder itself', $names);
neighbour()->runs('cd ' . escapeshellarg($dir) . '/d && rm -f -- *[aeiou]* && touch -- "new" "$(printf "n\\nl")"');
same_everywhere('some gone', $names);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
absolute: same
relative: same
in the folder itself: same
some gone: same
