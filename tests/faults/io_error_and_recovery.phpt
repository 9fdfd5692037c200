--TEST--
A disk that fails at any request and recovers: no answer is made up meanwhile, and nothing bad is kept
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix');
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
	file_put_contents($GLOBALS['dir'] . '/.latfs', $setting);
	fastscan_reset();
}
function read(string $path): array
{
	$handle = @opendir($path);
	$names = [];
	while ($handle && ($name = readdir($handle)) !== false) {
		$names[] = $name;
	}
	return $names;
}
mkdir("$dir.src/d");
for ($i = 0; $i < 2000; $i++) {
	touch("$dir.src/d/" . str_repeat('n', 240) . $i);
}
$true = read("$dir/d");
$wrong = $failed = 0;
$before = fastscan_counters()['cache'];
for ($n = 0; $n < 16; $n++) {
	set("fail_after=$n");
	$names = read("$dir/d");
	$failed += !$names;
	$wrong += $names !== array_slice($true, 0, count($names));
	set("fail_after=$n");
	$sorted = @scandir("$dir/d");
	$wrong += $sorted && array_diff($sorted, $true);
	set('fail_after=-1');
	$wrong += read("$dir/d") !== $true;
	$wrong += !file_exists("$dir/d/$true[2]") || file_exists("$dir/d/absent");
}
var_dump(count($true), $wrong, $failed > 0);
$after = fastscan_counters()['cache'];
var_dump(($after['bypass']['io_error'] ?? 0) > ($before['bypass']['io_error'] ?? 0));
CODE;
echo in_bed('latfs,gran_ns=1', ['fastscan.filesystems=+fuse.latfs', 'fastscan.settle=10'], $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
int(2002)
int(0)
bool(true)
bool(true)
