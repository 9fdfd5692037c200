--TEST--
A main script and what is prepended to it cost no system call of fastscan's
--EXTENSIONS--
fastscan
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_linux();
skip_unless_command('strace');
skip_if_instrumented();
exec('strace -o /dev/null true 2>/dev/null', $output, $status);
if ($status !== 0) {
	die('skip cannot trace here');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/includes.inc';
$dir = test_dir() . '/top';
make_libraries($dir);
file_put_contents("$dir/app/main.php", '<?php echo "main\n";');
file_put_contents("$dir/one/first.php", '<?php echo "first\n";');

/* System calls that name a file of ours, so many as fastscan does not change. */
function calls(string $dir, string $enable): string
{
	$command = php_command(["fastscan.enable=$enable", 'fastscan.validate=request',
		'fastscan.min_uses=1', 'auto_prepend_file=first.php', "include_path=.:$dir/two:$dir/one"]);
	chdir("$dir/app");
	echo shell_exec('strace -o ' . escapeshellarg("$dir/trace") . " $command main.php 2>&1");
	preg_match_all('/^\w+\((?:AT_FDCWD, )?"' . preg_quote($dir, '/') . '[^"]*"/m',
		file_get_contents("$dir/trace"), $found);
	return implode("\n", $found[0]);
}
$with = calls($dir, '1');
$without = calls($dir, '0');
var_dump($with === $without, substr_count($with, 'main.php') > 0);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
first
main
first
main
bool(true)
bool(true)
