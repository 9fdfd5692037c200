--TEST--
A file system that fails altogether: every answer is stock PHP's, and is right again when it recovers
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
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
require __DIR__ . '/../inc/bed.inc';
$code = <<<'CODE'
function set(string $setting): void
{
	file_put_contents($GLOBALS['argv'][1] . '/.latfs', $setting);
	fastscan_request_start();
	clearstatcache();
}
$ask = '[is_dir("$dir/d"), is_dir("$dir/d/sub"), is_file("$dir/d/file"), is_link("$dir/d/link"), file_exists("$dir/d/sub"),'
	. 'file_exists("$dir/d/absent"), is_readable("$dir/d/absent"), scandir("$dir/d"), opendir("$dir/d") !== false,'
	. 'realpath("$dir/d/sub"), fileperms("$dir/d/sub")]';
/* The root of the mount never fails, so that it can be unmounted: not a parent of what is asked. */
mkdir("$dir/parent");
$dir .= '/parent';
make_tree($dir, ['d/sub/', 'd/file', 'd/link' => 'sub']);
for ($i = 0; $i < 3; $i++) {
	usleep(20000);
	answers($ask, ['dir' => $dir]);
}
set('fail_after=0');
$failing = answers($ask, ['dir' => $dir]);
set('fail_after=-1');
echo json_encode([$failing, answers($ask, ['dir' => $dir])]), "\n";
fwrite(STDERR, (string) (fastscan_counters()['cache']['bypass']['io_error'] ?? 0));
CODE;
$settings = ['fastscan.filesystems=+fuse.latfs', 'fastscan.settle=10', 'realpath_cache_size=0'];
[$ours] = $lines = explode("\n", in_bed('latfs,gran_ns=1', $settings, $code));
[$stock] = explode("\n", in_bed('latfs,gran_ns=1', array_merge($settings, ['fastscan.enable=0']), $code));
var_dump($ours === $stock, (int) $lines[1] > 0);
if ($ours !== $stock) {
	echo $stock, "\n", $ours, "\n";
}
echo json_encode(json_decode($ours)[0]->value ?? $lines), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(true)
bool(true)
[false,false,false,false,false,false,false,false,false,false,false]
