<?php
/* SPDX-License-Identifier: MIT */
/*
 * Every kind of question about a small tree, three times over, with own changes between; prints a sum of
 * all answers. ask_everything.php DIR [make]
 */

[, $dir] = $argv;
if (isset($argv[2])) {
	mkdir("$dir/a/b/c/deep", 0777, true);
	mkdir("$dir/big");
	symlink('a', "$dir/link");
	symlink('b', "$dir/a/link");
	array_map('touch', ["$dir/f", "$dir/a/f", "$dir/a/x"]);
	for ($i = 0; $i < 300; $i++) {
		touch("$dir/big/f$i");
	}
	exit;
}

function names(string $path): array
{
	$names = [];
	$handle = @opendir($path);
	for ($turn = 0; $handle && $turn < 2; $turn++, rewinddir($handle)) {
		while (($name = readdir($handle)) !== false) {
			$names[] = $name;
		}
	}
	return $names;
}

function ask(string $path): array
{
	$answers = [@scandir($path), names($path)];
	foreach (['x', 'b', 'f', 'link', '.', '..', 'none', 'c/deep', 'none/none'] as $name) {
		clearstatcache();
		foreach (['is_dir', 'is_file', 'is_link', 'file_exists', 'is_readable', 'is_writable'] as $function) {
			$answers[] = $function("$path/$name");
		}
		$answers[] = realpath("$path/$name");
	}
	foreach (['*', '*f*', '*/*', '[a-f]', 'none*', 'b/*'] as $pattern) {
		array_push($answers, glob("$path/$pattern"), glob("$path/$pattern", GLOB_MARK),
			glob("$path/$pattern", GLOB_ONLYDIR));
	}
	foreach (['f.php', 'a/none.php', './none.php', "$path/none.php"] as $name) {
		array_push($answers, @include $name, stream_resolve_include_path($name));
	}
	foreach (is_dir($path) ? new DirectoryIterator($path) : [] as $entry) {
		$answers[] = $entry->getFilename();
	}
	return $answers;
}

function change(string $dir, int $pass): array
{
	touch("$dir/new$pass");
	$answers = [file_exists("$dir/new$pass"), is_file("new$pass")];
	unlink("$dir/new$pass");
	$answers[] = file_exists("$dir/new$pass");
	mkdir("$dir/made$pass");
	rename("$dir/made$pass", "$dir/moved$pass");
	array_push($answers, is_dir("$dir/moved$pass"), is_dir("made$pass"));
	rmdir("$dir/moved$pass");
	$answers[] = is_dir("moved$pass");
	chdir("$dir/a");
	$answers[] = is_dir('b');
	chdir($dir);
	$answers[] = is_dir('b');
	return $answers;
}

chdir($dir);
$answers = [];
for ($pass = 0; $pass < 3; $pass++) {
	foreach (['.', $dir, "$dir/a", 'a/b', "$dir/a/../a", "$dir/link", './a/b/c', 'big'] as $path) {
		$answers[] = ask($path);
	}
	$answers[] = change($dir, $pass);
	for ($i = 0; $i < 310; $i++) {
		$answers[] = is_file("$dir/big/f$i");
	}
	function_exists('fastscan_request_start') && fastscan_request_start();
}
echo md5(serialize($answers)), "\n";
