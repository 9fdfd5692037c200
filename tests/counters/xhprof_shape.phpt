--TEST--
fastscan_xhprof(): callers are named as XHProf names them, every edge has the same keys, no time is counted twice
--EXTENSIONS--
fastscan
--INI--
fastscan.profile=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/xhprof.inc';
$dir = test_dir();
file_put_contents("$dir/included.php", '<?php is_dir("/");');

class Walker
{
	public function walk(string $dir): void
	{
		foreach (scandir($dir) as $name) {
			is_file("$dir/$name");
		}
	}
	public static function ask(): bool
	{
		return is_dir('/');
	}
}
function read(string $dir): void
{
	$handle = opendir($dir);
	while (readdir($handle) !== false);
	rewinddir($handle);
	closedir($handle);
}
fastscan_request_start();
(new Walker())->walk($dir);
Walker::ask();
read($dir);
read($dir);
array_map('is_dir', ['/', '/no']);
(static function () { return realpath('/'); })();
include "$dir/included.php";
eval('is_link("/");');
is_dir('/');
(new class { public function go() { return file_exists('/'); } })->go();

$raw = fastscan_xhprof();
foreach ($raw as $edge => $info) {
	echo $edge, ' ', implode(' ', array_keys($info)), " $info[ct]", is_int($info['wt']) && $info['wt'] >= 0 ? '' : ' no time', "\n";
}
$flat = xhprof_flat($raw);
$hooked = 0;
foreach (fastscan_counters() as $function => $count) {
	if (isset($flat[$function])) {
		$hooked += $flat[$function]['excl_wt'];
		echo $flat[$function]['excl_wt'] === $flat[$function]['wt'] ? '' : "$function has children\n";
	}
}
echo array_sum(array_column($flat, 'excl_wt')) === $raw['main()']['wt'] ? "adds up\n" : "does not add up\n";
echo $hooked + $flat['main()']['excl_wt'] === $raw['main()']['wt'] ? "adds up\n" : "does not add up\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTF--
main() ct wt 1
Walker::walk==>scandir ct wt 1
main()==>Walker::walk ct wt 4
Walker::walk==>is_file ct wt 3
Walker::ask==>is_dir ct wt 1
main()==>Walker::ask ct wt 1
read==>opendir ct wt 2
main()==>read ct wt 14
read==>readdir ct wt 8
read==>rewinddir ct wt 2
read==>closedir ct wt 2
array_map==>is_dir ct wt 2
main()==>array_map ct wt 2
{closure%S}==>realpath ct wt 1
main()==>{closure%S} ct wt 1
run_init::%s/included.php==>is_dir ct wt 1
main()==>run_init::%s/included.php ct wt 1
eval==>is_link ct wt 1
main()==>eval ct wt 1
main()==>is_dir ct wt 1
class@anonymous::go==>file_exists ct wt 1
main()==>class@anonymous::go ct wt 1
adds up
adds up
