--TEST--
Waiting marks everything, since others may have used the time
--EXTENSIONS--
fastscan
sysvsem
sysvmsg
sockets
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('sysvsem', 'sysvmsg', 'sockets');
?>
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['folder/file']);
settle();
scandir("$dir/folder");
$semaphore = sem_get(ftok(__FILE__, 'f'));
$queue = msg_get_queue(ftok(__FILE__, 'g'));
msg_send($queue, 1, 'text');
$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $sockets);
$calls = [
	'sleep' => function () { sleep(0); },
	'usleep' => function () { usleep(1); },
	'time_nanosleep' => function () { time_nanosleep(0, 1); },
	'time_sleep_until' => function () { time_sleep_until(microtime(true) + 0.01); },
	'sem_acquire' => function () use ($semaphore) { sem_acquire($semaphore); },
	'msg_receive' => function () use ($queue) { msg_receive($queue, 0, $type, 100, $text); },
	'stream_select' => function () use ($pair) { $read = $pair; $write = $except = null; stream_select($read, $write, $except, 0); },
	'socket_select' => function () use ($sockets) { $read = $sockets; $write = $except = null; socket_select($read, $write, $except, 0); },
	'socket_read' => function () use ($sockets) { socket_write($sockets[0], 'text'); socket_read($sockets[1], 4); },
	'fread from a socket' => function () use ($pair) { fwrite($pair[0], 'text'); fread($pair[1], 4); },
	'fgets from a socket' => function () use ($pair) { fwrite($pair[0], "text\n"); fgets($pair[1]); },
	'stream_get_line from a socket' => function () use ($pair) { fwrite($pair[0], "text\n"); stream_get_line($pair[1], 10, "\n"); },
	'stream_copy_to_stream' => function () use ($pair) { fwrite($pair[0], 'text'); stream_copy_to_stream($pair[1], fopen('php://memory', 'w'), 4); },
	'stream_socket_recvfrom' => function () use ($pair) { fwrite($pair[0], 'text'); stream_socket_recvfrom($pair[1], 4); },
	'stream_socket_client' => function () { @stream_socket_client('tcp://127.0.0.1:1', $code, $text, 0.1); },
	'fsockopen' => function () { @fsockopen('127.0.0.1', 1, $code, $text, 0.1); },
	'file_get_contents of a URL' => function () { @file_get_contents('http://127.0.0.1:1/'); },
	'fopen of a URL' => function () { @fopen('http://127.0.0.1:1/', 'r'); },
	'copy of a URL' => function () { @copy('http://127.0.0.1:1/', 'php://memory'); },
	'file_get_contents of standard input' => function () { file_get_contents('php://stdin'); },
	'fgets from standard input' => function () { fgets(STDIN); },
];
foreach ($calls as $label => $call) {
	echo "$label: ", marks($call), "\n";
}
sem_remove($semaphore);
msg_remove_queue($queue);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
sleep: everything
usleep: everything
time_nanosleep: everything
time_sleep_until: everything
sem_acquire: everything
msg_receive: everything
stream_select: everything
socket_select: everything
socket_read: everything
fread from a socket: everything
fgets from a socket: everything
stream_get_line from a socket: everything
stream_copy_to_stream: everything
stream_socket_recvfrom: everything
stream_socket_client: everything
fsockopen: everything
file_get_contents of a URL: everything
fopen of a URL: everything
copy of a URL: everything
file_get_contents of standard input: everything
fgets from standard input: everything
