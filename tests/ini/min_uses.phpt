--TEST--
fastscan.min_uses: so many lookups before a directory is listed for their sake
--EXTENSIONS--
fastscan
--INI--
fastscan.min_uses=4
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/', 'b/']);
settle();
fastscan_reset();
for ($i = 1; $i <= 5; $i++) {
	echo "$i: ";
	print_counted(['cache'], function () use ($dir, $i) {
		is_dir("$dir/" . ($i % 2 ? 'a' : 'b'));
	});
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECTF--
1: cache: %Abypass.few_uses 1
2: cache: %Abypass.few_uses 1
3: cache: %Abypass.few_uses 1
4: cache: %Afills 1%A
5: cache: %A
