--TEST--
fastscan_explain(): what is known of the directory, and which rule passes a path through
--EXTENSIONS--
fastscan
json
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json');
?>
--INI--
fastscan.validate=request
fastscan.min_uses=1
fastscan.verify=0
fastscan.settle=1000
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['d/a/', 'd/f', 'link' => 'd', 'fresh/']);
settle();
fastscan_reset();
file_exists("$dir/d/f");

$e = fastscan_explain("$dir/d/f");
echo implode(' ', array_keys($e)), "\n";
echo "$e[answer] $e[how] \"$e[reason]\" $e[trust], entries $e[entries], listed ", json_encode($e['listed']), "\n";
$stat = stat("$dir/d");
var_dump($e['path'] === "$dir/d/f", $e['directory'] === "$dir/d", $e['version']['inode'] === $stat['ino']);
var_dump(intdiv($e['version']['mtime_ns'], 1000000000) === $stat['mtime'], $e['permission']);
var_dump($e['credentials']['euid'] === fileowner($dir), $e['kind'] !== 'untrusted', $e['filesystem'] !== '');
var_dump($e['age'] >= 0 && $e['age'] < 60, $e['min_uses']);

mkdir("$dir/fresh/new");
foreach (['d/no', 'd/.no', 'fresh/new', 'd/..', 'link'] as $path) {
	$e = fastscan_explain("$dir/$path");
	echo "$path: $e[answer] \"$e[reason]\"\n";
}
foreach (['', "a\0b", 'http://localhost/x', 'phar://x.phar/y', '/proc/self'] as $path) {
	$e = fastscan_explain($path);
	echo json_encode($path, JSON_UNESCAPED_SLASHES), ": $e[answer] $e[how] \"$e[reason]\"\n";
}
ini_set('open_basedir', $dir);
echo 'inside: ', fastscan_explain("$dir/d/f")['answer'], "\n";
fastscan_explain(dirname($dir) . '/x');
$e = fastscan_explain(dirname($dir) . '/x');
echo "outside: $e[answer] \"$e[reason]\" ", json_encode($e['known']), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
path answer how reason known directory listed entries uses min_uses filesystem kind distrust trust age version permission credentials
yes hit "" settled, entries 4, listed true
bool(true)
bool(true)
bool(true)
bool(true)
array(2) {
  ["read"]=>
  bool(true)
  ["search"]=>
  bool(true)
}
bool(true)
bool(true)
bool(true)
bool(true)
int(1)
d/no: absent ""
d/.no: pass "absence"
fresh/new: pass "racy"
d/..: pass "follow"
link: pass "follow"
"": pass miss "argument"
"a\u0000b": pass miss "argument"
"http://localhost/x": pass miss "wrapper"
"phar://x.phar/y": pass miss "wrapper"
"/proc/self": pass miss "filesystem"
inside: yes
outside: pass "open_basedir" false
