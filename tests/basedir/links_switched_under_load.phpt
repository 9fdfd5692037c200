--TEST--
open_basedir: while another process switches links in and out without a pause, the cache says nothing about what is outside
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
fastscan.min_uses=1
fastscan.verify=0
realpath_cache_size=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['in/data/sub/own', 'in/data/inside', 'out/data/sub/secret', 'out/data/secret', 'in/link' => 'data',
	'out/data/vault/', 'out/data/key' => 'vault', 'in/deep' => '../in/data', 'in/chain' => 'link']);
settle();
$writer = '$dir = $argv[1]; echo "ready"; $until = microtime(true) + 4; for ($i = 0; microtime(true) < $until; $i++) {
	foreach (["link" => ["../out/data", "data"], "deep" => ["../out/data", "../in/data"]] as $link => $targets) {
		@symlink($targets[$i & 1], "$dir/in/new");
		rename("$dir/in/new", "$dir/in/$link");
	}
}';
$process = proc_open([PHP_BINARY, '-n', '-r', $writer, $dir], [['file', '/dev/null', 'r'], ['pipe', 'w']], $pipes);
fread($pipes[1], 5);
ini_set('open_basedir', "$dir/in");
error_reporting(0);

/* What the cache answered, as far as it tells of the outside; PHP's own answers are PHP's. */
function leaked(string $function, callable $ask, callable $is_secret, int &$answered): bool
{
	$before = fastscan_counters()[$function];
	$answer = $ask();
	$after = fastscan_counters()[$function];
	if ($after['hit'] + $after['checked'] === $before['hit'] + $before['checked']) {
		return false;
	}
	$answered++;
	return $is_secret($answer);
}

$leaks = $answered = 0;
$truth = function ($answer) { return $answer === true; };
$lie = function ($answer) { return $answer === false; };
$listed = function ($answer) { return is_array($answer) && in_array('secret', $answer, true); };
$outside = function ($answer) { return is_string($answer) && strpos($answer, '/out/') !== false; };
$until = microtime(true) + 3;
while (microtime(true) < $until) {
	fastscan_request_start();
	foreach (["$dir/in/link", "$dir/in/deep", "$dir/in/chain", "$dir/in/../in/link"] as $path) {
		for ($i = 0; $i < 3; $i++) {
			$leaks += leaked('is_file', function () use ($path) { return is_file("$path/secret"); }, $truth, $answered);
			$leaks += leaked('file_exists', function () use ($path) { return file_exists("$path/sub/secret"); }, $truth, $answered);
			$leaks += leaked('is_dir', function () use ($path) { return is_dir("$path/sub"); }, $lie, $answered);
			$leaks += leaked('scandir', function () use ($path) { return scandir($path); }, $listed, $answered);
			$leaks += leaked('realpath', function () use ($path) { return realpath("$path/sub"); }, $outside, $answered);
			foreach (['secret', 'vault', 'vault/.', 'key'] as $name) {
				$leaks += leaked('realpath', function () use ($path, $name) { return realpath("$path/$name"); }, 'is_string', $answered);
			}
			$leaks += leaked('opendir', function () use ($path) {
				$names = [];
				$handle = opendir($path);
				while ($handle && ($name = readdir($handle)) !== false) {
					$names[] = $name;
				}
				return $names;
			}, $listed, $answered);
		}
	}
}
proc_terminate($process);
echo $leaks, ' told of the outside, ', $answered > 100 ? 'many' : $answered, " answered\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
0 told of the outside, many answered
