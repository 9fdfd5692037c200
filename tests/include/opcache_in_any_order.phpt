--TEST--
With opcache over it, whatever is loaded first: results of stock PHP, and answers
--EXTENSIONS--
fastscan
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
exec(escapeshellarg(PHP_BINARY) . ' -n' . (PHP_VERSION_ID < 80500 ? ' -d zend_extension=opcache' : '') . ' -d opcache.enable_cli=1 -r '
	. escapeshellarg('exit(function_exists("opcache_get_status") && opcache_get_status() ? 0 : 1);'), $output, $status);
if ($status !== 0) {
	die('skip needs opcache');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/includes.inc';
$dir = test_dir() . '/top';
make_libraries($dir);
$code = '
	set_include_path(".:$dir/one:$dir/two:$dir/three:$dir/none");
	for ($i = 0; $i < 4; $i++) {
		foreach ($names as $name) {
			tried(static function () use ($name) { return include_once $name; });
			tried(static function () use ($name) { return include $name; });
			tried(static function () use ($name) { return stream_resolve_include_path($name); });
		}
		foreach (["made$i.php", "$dir/app/made$i.php"] as $name) {
			tried(static function () use ($name) { return include_once $name; });
			file_put_contents("$dir/app/made$i.php", "<?php return $i;");
			tried(static function () use ($name) { return include_once $name; });
			show([file_exists($name), is_file($name), is_readable($name), file_exists("x$i")]);
			unlink("$dir/app/made$i.php");
			tried(static function () use ($name) { return include_once $name; });
		}
	}
	$negative = function_exists("fastscan_counters") ? fastscan_counters()["(include)"]["negative"] : 9;
	fwrite(STDERR, $negative > 0 ? "answered\n" : "left to PHP\n");';

/* The script's output and, last, whether anything was answered. */
function opcache_run(string $dir, string $options, string $code): string
{
	$file = "$dir.script.php";
	file_put_contents($file, script_prelude($dir) . $code);
	$php = escapeshellarg(getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY);
	return (string) shell_exec("$php -n $options -d realpath_cache_size=0 " . escapeshellarg($file) . ' 2>&1');
}

preg_match('/-d\s+"?(extension=[^"\s]*fastscan[^"\s]*)/', (string) getenv('TEST_PHP_EXTRA_ARGS'), $found);
/* `make test` names the extension by a folder in which opcache is not. */
$file = substr($found[1], strlen('extension='));
$file = $file[0] === '/' ? $file : ini_get('extension_dir') . "/$file";
$ours = '-d ' . escapeshellarg("extension=$file") . ' -d fastscan.validate=request -d fastscan.min_uses=1';
/* 8.5 has it built in */
$opcache = (PHP_VERSION_ID < 80500 ? '-d zend_extension=opcache ' : '') . '-d opcache.enable_cli=1 -d opcache.file_update_protection=0';
$settings = ['', '-d opcache.revalidate_path=1', '-d opcache.enable_file_override=1',
	'-d opcache.jit_buffer_size=16M -d opcache.jit=function -d opcache.revalidate_path=1',
	'-d opcache.validate_timestamps=0'];
foreach ($settings as $setting) {
	$stock = opcache_run($dir, "$opcache $setting", $code);
	foreach (["$opcache $setting $ours", "$ours $opcache $setting"] as $options) {
		$output = opcache_run($dir, $options, $code);
		echo $output === $stock ? 'same, ' . substr($output, strrpos(trim($output), "\n") + 1)
			: "DIFFERENT with $options\n" . first_difference($stock, $output);
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
same, answered
same, answered
same, answered
same, answered
same, answered
same, answered
same, answered
same, answered
same, answered
same, answered
