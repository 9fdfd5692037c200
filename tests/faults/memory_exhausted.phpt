--TEST--
No memory for a large listing: the system answers, the reason is counted, and later it is kept
--EXTENSIONS--
fastscan
json
--INI--
fastscan.min_uses=1
fastscan.cache_size=64M
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json');
skip_unless_command('prlimit');
skip_if_instrumented();
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
require __DIR__ . '/../inc/bed.inc';
$dir = test_dir();
$long = str_repeat('n', 230);
for ($i = 0; $i < 6000; $i++) {
	touch("$dir/$long$i");
}
settle();

/* It is there before memory is short: then no child may be had. */
$child = proc_open(['sh', '-c', 'while read limit; do prlimit --pid "$0" --as="$limit": 2>&1; echo; done', (string) getmypid()],
	[['pipe', 'r'], ['pipe', 'w']], $pipes);

/* Address space for this process: what it has now and $more bytes; "unlimited" without. */
function limit_memory(array $pipes, ?int $more): void
{
	gc_collect_cycles();
	gc_mem_caches();
	preg_match('/VmSize:\s+(\d+) kB/', file_get_contents('/proc/self/status'), $found);
	fwrite($pipes[0], ($more === null ? 'unlimited' : $found[1] * 1024 + $more) . "\n");
	echo rtrim(fgets($pipes[1]), "\n");
}

function questions(string $dir, string $long): array
{
	$asked = [is_file("$dir/{$long}7"), is_dir("$dir/{$long}8"), file_exists("$dir/{$long}5999"), file_exists("$dir/{$long}6000"),
		is_readable("$dir/absent"), realpath("$dir/{$long}9") === realpath($dir) . "/{$long}9"];
	for ($handle = opendir($dir), $count = 0; readdir($handle) !== false; $count++);
	rewinddir($handle);
	for ($again = 0; readdir($handle) !== false; $again++);
	closedir($handle);
	return array_merge($asked, [$count, $again]);
}

limit_memory($pipes, 256 << 10);
$short = [];
echo reasons(function () use ($dir, $long, &$short) { $short = [questions($dir, $long), questions($dir, $long)]; }) === 'none' ? 'never short' : 'short', "\n";
$limited = fastscan_counters()['cache']['bypass']['limit'] ?? 0;
limit_memory($pipes, null);
$ample = [questions($dir, $long), questions($dir, $long)];
var_dump($limited > 0, $short === $ample, json_encode($ample[0]));
$counts = counted(function () use ($dir) { scandir($dir); scandir($dir); })['scandir'];
var_dump(($counts['hit'] ?? 0) + ($counts['checked'] ?? 0));
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
short
bool(true)
bool(true)
string(44) "[true,false,true,false,false,true,6002,6002]"
int(2)
