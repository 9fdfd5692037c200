--TEST--
SQLite's files, those it removes when it is forgotten included
--EXTENSIONS--
fastscan
sqlite3
pdo
pdo_sqlite
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('sqlite3', 'pdo', 'pdo_sqlite');
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$folder = known_folder();
$ways = [
	'SQLite3' => function ($path) { return new SQLite3($path); },
	'PDO' => function ($path) { return new PDO("sqlite:$path"); },
];
foreach ($ways as $label => $open) {
	change("$label opened", $folder, 'new', function ($path) use ($open, &$database) { $database = $open($path); }, 'file');
	change("$label writing ahead", $folder, 'new-wal', function ($path) use (&$database) {
		$database->query('PRAGMA journal_mode = WAL');
		$database->exec('CREATE TABLE t (a)');
	}, 'file');
	change("$label forgotten", $folder, 'new-wal', function ($path) use (&$database) {
		$database = null;
		gc_collect_cycles();
	}, 'absent');
	change('removed', $folder, 'new', 'unlink', 'absent');
}
nothing_missed();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
SQLite3 opened: file
SQLite3 writing ahead: file
SQLite3 forgotten: absent
removed: absent
PDO opened: file
PDO writing ahead: file
PDO forgotten: absent
removed: absent
