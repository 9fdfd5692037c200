--TEST--
Without a free descriptor, before and after anything was cached: answers and warnings are stock PHP's
--EXTENSIONS--
fastscan
json
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json');
skip_unless_linux();
if (getenv('FASTSCAN_VALGRIND')) {
	die('skip valgrind keeps descriptors for itself');
}
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
require __DIR__ . '/../inc/bed.inc';
$code = <<<'CODE'
make_tree($dir, ['d/sub/', 'd/file', 'd/link' => 'sub']);
settle();
$ask = '[is_dir("$dir/d"), is_dir("$dir/d/sub"), is_file("$dir/d/file"), is_link("$dir/d/link"), file_exists("$dir/d/sub"),'
	. 'file_exists("$dir/d/absent"), is_readable("$dir/d/absent"), scandir("$dir/d"), opendir("$dir/d") !== false,'
	. 'realpath("$dir/d/sub")]';
function exhaust(): array
{
	for ($held = []; $handle = @fopen('/dev/null', 'r'); $held[] = $handle);
	return $held;
}
if (getenv('WARM')) {
	for ($i = 0; $i < 5; $i++) {
		answers($ask, ['dir' => $dir]);
	}
	clearstatcache();
}
$held = exhaust();
$result = [answers($ask, ['dir' => $dir]), answers($ask, ['dir' => $dir])];
mkdir("$dir/new");
@opendir("$dir/new");
$limit = fastscan_counters()['cache']['bypass']['limit'] ?? 0;
$held = [];
for ($i = 0; $i < 5; $i++) {
	$result[] = answers($ask, ['dir' => $dir]);
}
$counts = counted(function () use ($dir) { scandir("$dir/d"); })['scandir'] ?? [];
$answered = ($counts['hit'] ?? 0) + ($counts['checked'] ?? 0);
echo json_encode($result), "\nlimit ", $limit > 0 ? 'counted' : 'not counted', ', afterwards ', $answered ? 'answered' : 'passed', "\n";
CODE;
foreach (['', '1'] as $warm) {
	putenv("WARM=$warm");
	[$ours, $counted] = explode("\n", with_limit('-n 32', ['realpath_cache_size=0'], $code));
	[$stock] = explode("\n", with_limit('-n 32', ['realpath_cache_size=0', 'fastscan.enable=0'], $code));
	$ours = json_decode($ours, true);
	$stock = json_decode($stock, true);
	$true = end($stock);
	foreach ($ours as $i => $asked) {
		foreach ($asked['value'] as $question => $answer) {
			/* What is cached needs no descriptor: then it is true, else it is as stock. */
			if ($answer !== $stock[$i]['value'][$question] && (!$warm || $answer !== $true['value'][$question])) {
				echo "time $i, question $question: ", json_encode($answer), "\n";
			}
		}
		if (array_diff($asked['messages'], $stock[$i]['messages']) || (!$warm && $asked !== $stock[$i])) {
			echo "time $i: ", json_encode($asked), "\n";
		}
	}
	var_dump(count($stock[0]['messages']));
	echo $warm ? 'warm' : 'cold', ': ', $counted, "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
int(3)
cold: limit counted, afterwards answered
int(3)
warm: limit counted, afterwards answered
