--TEST--
fastscan.validate=auto: request in a web server; counters run on over its requests, and enable_cli means nothing to it
--EXTENSIONS--
fastscan
json
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json');
?>
--INI--
fastscan.validate=auto
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';

$bodies = web_requests(
	['fastscan.enable_cli=0'],
	'is_dir(__DIR__); $s = fastscan_status(); echo json_encode([$s["enabled"], $s["mode"], fastscan_counters()["is_dir"]["ct"]]);',
	['/', '/', '/']
);
echo implode("\n", $bodies), "\n";
?>
--EXPECT--
[true,"request",1]
[true,"request",2]
[true,"request",3]
