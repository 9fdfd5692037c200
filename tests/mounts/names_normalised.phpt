--TEST--
A mount that takes letters and accents apart: a name is found in either form, and listed in one
--EXTENSIONS--
fastscan
json
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json', 'posix');
skip_unless_fuse();
?>
--FILE--
<?php
require __DIR__ . '/../inc/mounts.inc';
$code = <<<'CODE'
$whole = "caf\u{e9}";
$apart = "cafe\u{301}";
make_tree($dir, ["$whole/Stra\u{df}e", "$whole/\u{c5}ngstr\u{f6}m/", "plain/\u{fc}ber" => "../$apart", 'plain/name']);
echo json_encode(array_map('bin2hex', array_diff(scandir($dir), ['.', '..']))), "\n";
$paths = [];
foreach ([$whole, $apart, 'cafe', 'CAFE', "caf\u{e8}"] as $name) {
	array_push($paths, "$dir/$name", "$dir/$name/Stra\u{df}e", "$dir/$name/\u{c5}ngstr\u{f6}m", "$dir/$name/A\u{30a}ngstro\u{308}m",
		"$dir/$name/absent", "$dir/$name/abs\u{e9}nt", "$dir/$name/abse\u{301}nt");
}
array_push($paths, "$dir/plain/\u{fc}ber", "$dir/plain/u\u{308}ber/Stra\u{df}e", "$dir/plain/absent", "$dir/plain/name");
same_everywhere('as made', $paths);
neighbour()->does('touch', "$dir/$apart/abs\u{e9}nt");
same_everywhere('another name', $paths);
CODE;
on_mount('latfs,norm', $code);
on_mount('latfs,norm,nocase,nodtype', $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
{"2":"63616665cc81","3":"706c61696e"}
as made: same
another name: same
{"2":"63616665cc81","3":"706c61696e"}
as made: same
another name: same
