--TEST--
ZipArchive's files are seen whether it is closed or forgotten
--EXTENSIONS--
fastscan
zip
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('zip');
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$folder = known_folder();
class Archive extends ZipArchive
{
}
function archive(string $path, string $class): ZipArchive
{
	$zip = new $class;
	$zip->open($path, ZipArchive::CREATE);
	$zip->addFromString('inside', 'text');
	return $zip;
}
foreach (['ZipArchive', 'Archive'] as $class) {
	change("$class closed", $folder, 'new', function ($path) use ($class) { archive($path, $class)->close(); }, 'file');
	change("removed", $folder, 'new', 'unlink', 'absent');
	change("$class forgotten", $folder, 'new', function ($path) use ($class) {
		$zip = archive($path, $class);
		is_link($path);
		$zip = null;
	}, 'file');
	change("extracted", $folder, 'inside', function ($path) {
		$zip = new ZipArchive;
		$zip->open('real/folder/new');
		$zip->extractTo('link/folder');
	}, 'file');
	change("removed", $folder, 'inside', 'unlink', 'absent');
	change("removed", $folder, 'new', 'unlink', 'absent');
}
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
ZipArchive closed: file
removed: absent
ZipArchive forgotten: file
extracted: file
removed: absent
removed: absent
Archive closed: file
removed: absent
Archive forgotten: file
extracted: file
removed: absent
removed: absent
