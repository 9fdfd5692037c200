--TEST--
glob() knows every combination of its flags, and warns of others, as stock PHP does
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/patterns.inc';
$dir = test_dir() . '/top';
make_patterns($dir);
chdir($dir);
$flags = [GLOB_MARK, GLOB_NOSORT, GLOB_NOCHECK, GLOB_NOESCAPE, GLOB_ERR, GLOB_ONLYDIR];
if (defined('GLOB_BRACE')) {
	$flags[] = GLOB_BRACE;
}
$sums = [];
for ($set = 0; $set < 1 << count($flags); $set++) {
	$sums[] = array_sum(array_filter($flags, static function (int $i) use ($set): bool {
		return (bool) ($set >> $i & 1);
	}, ARRAY_FILTER_USE_KEY));
}
$code = '(static function (array $patterns, array $sums): array {
	$all = [];
	foreach ($sums as $flags) {
		foreach ($patterns as $pattern) {
			$all["$pattern, $flags"] = glob($pattern, $flags);
		}
	}
	return $all;
})($patterns, $sums)';
same_in_rounds($code, ['patterns' => patterns(''), 'sums' => $sums], 'all sets of flags');
same_in_rounds($code, ['patterns' => ['*'], 'sums' => [-1, 1 << 30, 1 << 20, 8, PHP_INT_MAX]],
	'flags that there are not');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
all sets of flags: same
flags that there are not: same
