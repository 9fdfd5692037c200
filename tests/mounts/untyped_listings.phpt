--TEST--
Listings without types: directories, files, links, FIFOs and sockets are told apart
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
require __DIR__ . '/../inc/mounts.inc';
$code = <<<'CODE'
make_kinds($dir);
stream_socket_server("unix://$dir/socket");
$paths = array_map(function (string $path) use ($dir) { return "$dir/$path"; }, array_merge(kinds(), ['socket']));
same_everywhere('as made', $paths);
neighbour()->runs('cd ' . escapeshellarg($dir) . ' && rm file && mkdir file && rm fifo && touch fifo && rm to_dir && mkdir to_dir && rm -r dir/sub && ln -s .. dir/sub');
same_everywhere('every type changed', $paths);
CODE;
on_mount('latfs,nodtype', $code);
on_mount('latfs,noplus', $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
as made: same
every type changed: same
as made: same
every type changed: same
