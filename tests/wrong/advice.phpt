--TEST--
Wrong use that answers nothing: fastscan_status() and phpinfo() say why, and what to do
--EXTENSIONS--
fastscan
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_linux();
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
$dir = test_dir();
make_tree($dir, ['a/', 'b/', 'c/', 'f']);
settle();
$ask = "foreach (['a', 'b', 'c', 'f', 'a', 'b', 'c', 'f', 'a'] as \$name) { is_dir('$dir/' . \$name); }";
$same = "\$advice = fastscan_status()['advice']; ob_start(); phpinfo(INFO_MODULES); \$info = ob_get_clean();
	echo \$advice, \$advice === '' || strpos(\$info, \"Advice => \$advice\\n\") !== false ? '' : ' (phpinfo differs)', \"\\n\";";
$cases = [
	'nothing wrong' => ['validate=request'],
	'off' => ['enable=0'],
	'off on the command line' => ['enable_cli=0'],
	'all excluded' => ['validate=request', 'exclude=/'],
	'no file system trusted' => ['validate=request', 'filesystems=nonesuch'],
	'strict' => ['validate=strict'],
	'strict under open_basedir' => ['validate=strict', '/open_basedir=/'],
	'file that cannot be made' => ['validate=request', 'shm_file=/nonexistent/file'],
	'too large' => ['validate=request', 'max_entries=1', 'min_uses=1'],
];
foreach ($cases as $name => $directives) {
	$ini = array_map(function ($directive) {
		return $directive[0] === '/' ? substr($directive, 1) : "fastscan.$directive";
	}, array_merge(['verify=0', 'min_uses=1'], $directives));
	echo "$name: ", php($ini, $ask . $same);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
nothing wrong: 
off: fastscan.enable is 0: set it to 1
off on the command line: fastscan.enable_cli is 0: set it to 1 to have the command line answered too
all excluded: nothing was answered from the cache so far, mostly because of "excluded": fastscan.exclude names it: take out what you want answered
no file system trusted: nothing was answered from the cache so far, mostly because of "filesystem": its file system is not trusted: ask fastscan_probe() of that directory, and if it is reliable add the type to fastscan.filesystems
strict: nothing was answered from the cache so far, mostly because of "strict": mode strict leaves lookups to the system: use fastscan.validate=request or interval
strict under open_basedir: nothing was answered from the cache so far, mostly because of "open_basedir": open_basedir is set: use fastscan.validate=request or interval, and set it in php.ini or for the pool
file that cannot be made: fastscan.shm_file is not used: it cannot be created; name an absolute path in a local folder in which this user may write, /dev/shm/fastscan for example
too large: nothing was answered from the cache so far, mostly because of "too_large": those directories have more than fastscan.max_entries entries
