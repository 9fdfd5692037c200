--TEST--
A bound Unix socket is a new name at once
--EXTENSIONS--
fastscan
sockets
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('sockets');
?>
--INI--
fastscan.validate=never
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
chdir($dir); // the name of a socket must be short
make_tree($dir, ['a']);
settle();
scandir('.');
echo hits('file_exists', fn() => file_exists('a') && !file_exists('socket')), " hits\n";
$socket = socket_create(AF_UNIX, SOCK_STREAM, 0);
socket_bind($socket, 'socket');
var_dump(file_exists('socket'), in_array('socket', scandir('.')));
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
2 hits
bool(true)
bool(true)
