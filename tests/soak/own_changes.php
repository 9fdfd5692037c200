<?php
/* SPDX-License-Identifier: MIT */
/*
 * own_changes.php SEED STEPS DIRECTORY: a random walk of changes and questions on a few names that are aliases of each other.
 * Prints every answer, warnings included. The same seed must print the same with and without fastscan, in every mode: a
 * difference is a missed mark. The directory is emptied first.
 */
[, $seed, $steps, $root] = $argv;
mt_srand((int) $seed);
/* Milliseconds after which a changed directory is kept: some changes are followed by questions at once, some later. */
const SETTLE = 40;
exec('chmod -R u+rwx ' . escapeshellarg($root) . ' 2>/dev/null; rm -rf ' . escapeshellarg($root));
/* Deep enough that no ".." leads out of the directory that is emptied. */
$top = $root;
$root .= '/1/2/3/4/5/6/7/8';
mkdir($root, 0777, true);
$root = realpath($root);
chdir($root);
$handles = [];
$names = ['a', 'b', 'c', 'l'];
set_error_handler(function (int $level, string $message): bool {
	echo "\t$message\n";
	return true;
});

function pick(array $values)
{
	return $values[mt_rand(0, count($values) - 1)];
}

function path(): string
{
	global $names, $root;
	$path = pick($names);
	for ($depth = mt_rand(0, 2); $depth > 0; $depth--) {
		$path .= '/' . pick($names);
	}
	switch (mt_rand(0, 11)) {
		case 0: return "../" . basename(getcwd()) . "/$path";
		case 1: return "./$path";
		case 2: return "$path/";
		case 3: return dirname($path) . '/../' . basename($path);
		case 4: return "file://$root/$path";
		case 5: case 6: case 7: return "$root/$path";
		case 8: return str_replace('/', '//', $path);
		default: return $path;
	}
}

function plain(): string
{
	do {
		$path = path();
	} while (strncmp($path, 'file:', 5) === 0);
	return $path;
}

$changes = [
	'mkdir' => function () { return mkdir(path()); },
	'mkdir -p' => function () { return mkdir(path(), 0777, true); },
	'rmdir' => function () { return rmdir(path()); },
	'unlink' => function () { return unlink(path()); },
	'touch' => function () { return touch(path()); },
	'put' => function () { return file_put_contents(path(), 'x'); },
	'put locked' => function () { return file_put_contents(path(), 'x', LOCK_EX); },
	'fopen' => function () { return is_resource(fopen(path(), pick(['w', 'x', 'a', 'c+', 'r', 'r+']))); },
	'rename' => function () { return rename(path(), path()); },
	'copy' => function () { return copy(path(), path()); },
	'symlink' => function () { return symlink(pick([pick($GLOBALS['names']), '../' . plain(), plain()]), plain()); },
	'link' => function () { return link(plain(), plain()); },
	'chmod' => function () { return chmod(path(), pick([0, 0100, 0400, 0600, 0755, 0755, 0755])); },
	'chdir' => function () { return chdir(pick([$GLOBALS['root'], $GLOBALS['root'], path()])); },
	'exec' => function () { return exec(pick(['touch ', 'rm -rf -- ', 'mkdir ']) . escapeshellarg(plain()) . ' 2>/dev/null'); },
	'clearstatcache' => function () { mt_rand(0, 1) ? clearstatcache() : clearstatcache(true, path()); },
	'object' => function () { return (new SplFileObject(path(), pick(['w', 'r', 'a'])))->eof(); },
];

$questions = [
	'is_dir' => 'is_dir', 'is_file' => 'is_file', 'is_link' => 'is_link', 'file_exists' => 'file_exists',
	'is_readable' => 'is_readable', 'is_writable' => 'is_writable', 'is_executable' => 'is_executable',
	'realpath' => 'realpath', 'filetype' => 'filetype', 'filesize' => function ($path) { return is_file($path) ? filesize($path) : null; },
	'scandir' => 'scandir',
	'glob' => function ($path) { return glob("$path/*"); },
	'dir' => function ($path) {
		$dir = dir($path);
		$names = [];
		while ($dir && ($name = $dir->read()) !== false) {
			$names[] = $name;
		}
		sort($names);
		return $names;
	},
	'iterate' => function ($path) {
		$names = [];
		foreach (new FilesystemIterator($path) as $name => $file) {
			$names[$name] = $file->isDir();
		}
		ksort($names);
		return $names;
	},
	'opendir' => function ($path) {
		$handle = opendir($path);
		if ($handle) {
			$GLOBALS['handles'][] = $handle;
		}
		return is_resource($handle);
	},
	'readdir' => function () {
		global $handles;
		if (!$handles) {
			return null;
		}
		$handle = $handles[$key = array_rand($handles)];
		$names = [];
		while (($name = readdir($handle)) !== false) {
			$names[] = $name;
		}
		sort($names);
		if (mt_rand(0, 1)) {
			rewinddir($handle);
		} else {
			unset($handles[$key]);
			$handles = array_values($handles);
		}
		return $names;
	},
];

function attempt(callable $code)
{
	try {
		return $code();
	} catch (Exception $exception) {
		return get_class($exception) . ': ' . $exception->getMessage();
	}
}

for ($step = 0; $step < $steps; $step++) {
	$label = array_rand($changes);
	echo "$step $label: ", serialize(attempt($changes[$label])), "\n";
	$wait = mt_rand(0, 2) ? 0 : hrtime(true) + SETTLE * 1000000;
	while (hrtime(true) < $wait);
	for ($i = mt_rand(0, 12); $i >= 0; $i--) {
		$label = array_rand($questions);
		$path = path();
		/* PHP would answer from its memory of the last file, which fastscan drops rather than lets go stale. */
		stat('/');
		lstat('/');
		echo "  $label ", "'$path'", ': ';
		echo serialize(attempt(function () use ($questions, $label, $path) { return $questions[$label]($path); })), "\n";
	}
}
exec('chmod -R u+rwx ' . escapeshellarg($top) . '; rm -rf ' . escapeshellarg($top));
