--TEST--
A bad block in a directory: listings break off where stock PHP's do, lookups work, nothing is kept
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
mkdir("$dir.src/d");
for ($i = 0; $i < 1000; $i++) {
	touch("$dir.src/d/" . str_repeat('n', 240) . $i);
	$i === 900 && touch("$dir.src/d/bad");
}
usleep(50000);
function read(string $path): array
{
	$handle = opendir($path);
	for ($rewound = 0, $names = []; $rewound < 2; $rewound++, rewinddir($handle)) {
		while (($name = readdir($handle)) !== false) {
			$names[] = md5($name);
		}
	}
	return $names;
}
$d = "$dir/d";
$name = str_repeat('n', 240) . 500;
$result = [];
for ($i = 0; $i < 4; $i++) {
	$result[] = answers('[array_map("md5", scandir($d)), is_file("$d/$name"), is_dir("$d/$name"), file_exists("$d/absent"), realpath("$d/bad"),'
		. 'count(read($d)), read($d)]', ['d' => $d, 'name' => $name]);
	fastscan_request_start();
}
echo json_encode($result), "\n", fastscan_counters()['cache']['bypass']['io_error'] ?? 0, "\n";
CODE;
$settings = ['fastscan.filesystems=+fuse.latfs', 'fastscan.settle=10', 'fastscan.min_uses=1', 'realpath_cache_size=0'];
[$ours, $counted] = explode("\n", in_bed('latfs,gran_ns=1,bad=bad', $settings, $code));
[$stock] = explode("\n", in_bed('latfs,gran_ns=1,bad=bad', array_merge($settings, ['fastscan.enable=0']), $code));
$result = json_decode($ours);
var_dump($ours === $stock, (int) $counted > 0);
/* Names are listed in another order on each new tmpfs: only that there are some, but not all. */
var_dump(count($result[0]->value[0]) > 2, count($result[0]->value[0]) < 1003, $result[0]->messages);
if ($ours !== $stock) {
	echo substr($stock, 0, 200), "\n", substr($ours, 0, 200), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
array(0) {
}
