--TEST--
Unpacked arguments, callables and reflection reach the same answers
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir() . '/top';
make_kinds($dir);
for ($i = 0; $i < 4; $i++) {
	var_dump(
		is_dir(...["$dir/dir"]),
		call_user_func('is_dir', "$dir/absent"),
		array_map('file_exists', ["$dir/file", "$dir/absent"]) === [true, false],
		(new ReflectionFunction('is_file'))->invoke("$dir/file"),
		Closure::fromCallable('is_link')("$dir/to_dir"),
		array_filter(["$dir/dir", "$dir/file"], 'is_dir') === ["$dir/dir"]
	);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
