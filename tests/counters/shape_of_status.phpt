--TEST--
fastscan_status(): shape, totals, list of directories
--EXTENSIONS--
fastscan
json
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('json');
?>
--INI--
fastscan.validate=request
fastscan.min_uses=1
fastscan.verify=0
fastscan.shm_size=1M
fastscan.shm_file=
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a/', 'b/', 'f']);
settle();
fastscan_reset();
chdir($dir);
fastscan_counters(true);
is_dir("$dir/a");
is_dir("$dir/b");
is_dir("$dir/b");
scandir('a');

function shape($value)
{
	return is_array($value) && $value && !isset($value[0]) ? array_map('shape', $value) : gettype($value);
}
echo json_encode(shape(fastscan_status()), JSON_PRETTY_PRINT), "\n";
$status = fastscan_status(true);
echo json_encode(shape($status['directories'][0]), JSON_PRETTY_PRINT), "\n";
foreach ($status['directories'] as $directory) {
	if ($directory['path'] === $dir) {
		echo 'listed ', json_encode($directory['listed']), ', relative ', json_encode($directory['relative']),
			", entries $directory[entries], \"$directory[unkept]\", ", $directory['bytes'] > 0 ? "some bytes\n" : "no bytes\n";
		var_dump($directory['read_us'] > 0 && $directory['read_us'] < 10000000);
	}
}
echo json_encode($status['totals']), "\n";
var_dump($status['memory']['used'] > 0, $status['memory']['used'] <= $status['memory']['limit']);
var_dump($status['entries']['listings'] >= 1, $status['entries']['names'] >= 5, $status['entries']['mounts']);
var_dump(count($status['directories']) === $status['entries']['directories']);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
{
    "enabled": "boolean",
    "version": "string",
    "mode": "string",
    "config": {
        "revalidate_freq": "double",
        "cache_size": "integer",
        "max_entries": "integer",
        "min_uses": "integer",
        "settle": "NULL",
        "negative": "boolean",
        "sync": "boolean",
        "prefetch_threads": "integer",
        "prefetch_local": "boolean",
        "warm_includes": "boolean",
        "verify": "integer",
        "profile": "boolean",
        "filesystems": "string",
        "exclude": "string",
        "hooks": "string"
    },
    "features": {
        "versions": "boolean",
        "unique_mount": "boolean",
        "mount_events": "boolean",
        "fd_access": "boolean",
        "fold_flag": "boolean"
    },
    "memory": {
        "used": "integer",
        "limit": "integer"
    },
    "entries": {
        "directories": "integer",
        "listings": "integer",
        "names": "integer",
        "mounts": "integer"
    },
    "totals": {
        "calls": "integer",
        "hits": "integer",
        "checked": "integer",
        "misses": "integer",
        "bypassed": "integer",
        "hit_rate": "double"
    },
    "shared": {
        "file": "NULL",
        "used_here": "boolean",
        "size": "integer",
        "room": "integer",
        "filled": "integer",
        "listings": "integer",
        "names": "integer",
        "flips": "integer",
        "owner_deaths": "integer",
        "resets": "integer",
        "workers": "integer",
        "totals": {
            "calls": "integer",
            "hits": "integer",
            "checked": "integer",
            "misses": "integer",
            "negative": "integer",
            "bypassed": "integer",
            "validations": "integer",
            "fills": "integer",
            "syscalls_saved": "integer",
            "shared_hits": "integer",
            "verify_mismatch": "integer"
        }
    },
    "advice": "string"
}
{
    "path": "string",
    "relative": "boolean",
    "listed": "boolean",
    "entries": "integer",
    "bytes": "integer",
    "age": "double",
    "filesystem": "string",
    "unkept": "string",
    "read_us": "integer"
}
listed true, relative false, entries 5, "", some bytes
bool(true)
{"calls":4,"hits":2,"checked":0,"misses":2,"bypassed":0,"hit_rate":0.5}
bool(true)
bool(true)
bool(true)
bool(true)
int(1)
bool(true)
