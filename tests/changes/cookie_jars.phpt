--TEST--
curl writes cookies when its handle is forgotten
--EXTENSIONS--
fastscan
curl
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('curl');
if (PHP_VERSION_ID < 80000) die("skip curl handles are no objects before PHP 8.0");
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$folder = known_folder();
$ways = [
	'curl_setopt' => function ($handle, $path) { curl_setopt($handle, CURLOPT_COOKIEJAR, $path); },
	'curl_setopt_array' => function ($handle, $path) { curl_setopt_array($handle, [CURLOPT_COOKIEJAR => $path]); },
];
foreach ($ways as $label => $set) {
	foreach (['forgotten' => null, 'copied' => 'curl_copy_handle'] as $how => $copy) {
		change("$label, $how", $folder, 'new', function ($path) use ($folder, $set, $copy) {
			$handle = curl_init('file:///dev/null');
			$set($handle, $path);
			if ($copy) {
				$other = $copy($handle);
				$handle = null;
				@unlink($path);
				$handle = $other;
				$other = null;
			}
			curl_exec($handle);
			know($folder, 'new');
			$handle = null;
		}, 'file');
		change('removed', $folder, 'new', 'unlink', 'absent');
	}
}
var_dump(marks(function () { curl_exec(curl_init('file:///dev/null')); }));
var_dump(marks(function () { $handle = curl_init(); curl_setopt($handle, CURLOPT_URL, 'file:///dev/null'); }));
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
curl_setopt, forgotten: file
removed: absent
curl_setopt, copied: file
removed: absent
curl_setopt_array, forgotten: file
removed: absent
curl_setopt_array, copied: file
removed: absent
string(10) "everything"
string(7) "nothing"
