--TEST--
fastscan.filesystems: a list with a fault is refused, the faulty word named; a type that is not trusted passes through
--EXTENSIONS--
fastscan
--INI--
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';

echo php(['fastscan.filesystems=ext4,+nfs'], 'echo "kept: ", ini_get("fastscan.filesystems"), "\n";');
foreach (['', '*', 'nosuchfs', '+nosuchfs'] as $types) {
	echo "\"$types\": ", php(["fastscan.filesystems=$types"], '
		$d = ' . var_export(__DIR__, true) . ';
		scandir($d);
		$e = fastscan_explain("$d/x");
		echo $e["reason"] === "filesystem" ? "passed, " . ($e["known"] && $e["distrust"] !== "" ? "explained" : "why?") : "asked", "\n";');
}
?>
--EXPECTF--
%AWarning: PHP Startup: fastscan.filesystems cannot be "ext4,+nfs", because of "%s"; allowed: *, or a comma list of types of file systems, all of them, or none, with + or - in Unknown on line 0
kept: 
"": asked
"*": asked
"nosuchfs": passed, explained
"+nosuchfs": asked
