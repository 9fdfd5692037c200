--TEST--
validate and negative changed by ini_set() hold for the next question
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.verify=0
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/', 'b/']);
settle();
fastscan_reset();
scandir($dir);

function ask(string $dir, string $label): void
{
	is_dir("$dir/a");
	clearstatcache();
	is_dir("$dir/a");
	echo "$label: ";
	print_counted(['is_dir'], function () use ($dir) {
		is_dir("$dir/b");
		is_dir("$dir/no");
	});
}
ask($dir, fastscan_status()['mode']);
ini_set('fastscan.validate', 'strict');
ask($dir, fastscan_status()['mode']);
ini_set('fastscan.validate', 'never');
ask($dir, fastscan_status()['mode']);
ini_set('fastscan.negative', '0');
ask($dir, 'never, no absence');
ini_restore('fastscan.negative');
ask($dir, 'never');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
request: is_dir: ct 2, hit 2, negative 1
strict: is_dir: ct 2, miss 2
never: is_dir: ct 2, hit 2, negative 1
never, no absence: is_dir: ct 2, hit 1, miss 1
never: is_dir: ct 2, hit 2, negative 1
