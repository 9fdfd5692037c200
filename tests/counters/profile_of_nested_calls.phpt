--TEST--
A hooked function that runs PHP code, which calls hooked functions: an edge has only its own time; exceptions end it
--EXTENSIONS--
fastscan
--INI--
fastscan.profile=1
--FILE--
<?php
require __DIR__ . '/../inc/xhprof.inc';
class Slow
{
	public $context;
	private $left = 1;
	public function dir_opendir($path, $options): bool
	{
		busy(3);
		if (strpos($path, 'throw') !== false) {
			throw new RuntimeException('no');
		}
		inner();
		return true;
	}
	public function dir_readdir()
	{
		return $this->left-- > 0 ? 'x' : false;
	}
	public function dir_closedir(): bool
	{
		return true;
	}
	public function url_stat($path, $flags)
	{
		busy(500);
		return false;
	}
}
function busy(int $ms): void
{
	$until = hrtime(true) + $ms * 1000000;
	while (hrtime(true) < $until);
}
function inner(): void
{
	is_dir('slow://inner');
}
stream_wrapper_register('slow', 'Slow');
fastscan_request_start();
$handle = opendir('slow://outer');
var_dump(readdir($handle), readdir($handle));
closedir($handle);
try {
	opendir('slow://throw');
} catch (RuntimeException $thrown) {
	echo $thrown->getMessage(), "\n";
}
$raw = fastscan_xhprof();
foreach ($raw as $edge => $info) {
	echo "$edge $info[ct]\n";
}
$inner = $raw['inner==>is_dir']['wt'];
$outer = $raw['main()==>opendir']['wt'];
var_dump($inner >= 500000, $outer >= 6000, $outer < $inner);
$flat = xhprof_flat($raw);
var_dump(array_sum(array_column($flat, 'excl_wt')) === $raw['main()']['wt'], min(array_column($flat, 'excl_wt')) >= 0);
?>
--EXPECTF--
string(1) "x"
bool(false)
no
main() 1
main()==>opendir 2
inner==>is_dir 1
main()==>inner 1
main()==>readdir 2
main()==>closedir 1
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
