<?php
/* SPDX-License-Identifier: MIT
 *
 * PHP's FastCGI server with one worker, and a client that sends it one request after the other over
 * one connection.
 *
 * Everything that the worker runs but that is not part of what is measured lies in a folder of its
 * own on the native disk, which any user can read.
 */

final class Fpm
{
	/** @var resource */
	private $process;
	/** @var ?resource */
	private $connection = null;
	private string $socket;
	private string $dir;

	/** @param list<string> $arguments of PHP, such as -d NAME=VALUE */
	public function __construct(Options $options, array $arguments)
	{
		static $count = 0;
		$this->dir = "$options->work/fpm" . $count++;
		bench_mkdir($this->dir);
		$this->socket = "$this->dir/socket";
		@unlink($this->socket);
		file_put_contents("$this->dir/conf", "[global]\nerror_log = $this->dir/log\ndaemonize = no\n"
			. "[www]\nlisten = $this->socket\nlisten.mode = 0666\npm = static\npm.max_children = 1\n"
			. "catch_workers_output = yes\n" . self::user($options));
		$command = array_merge([self::program($options->php),
			'-d', 'opcache.enable=1', '-d', 'opcache.revalidate_freq=0',
			'-d', 'opcache.validate_timestamps=1'], $arguments, ['-F', '-R', '-y', "$this->dir/conf"]);
		$log = ['file', "$this->dir/out", 'w'];
		$this->process = proc_open($command, [['file', '/dev/null', 'r'], $log, $log], $pipes);
		for ($tries = 0; !$this->connect(); $tries++) {
			if ($tries === 3000 || !proc_get_status($this->process)['running']) {
				bench_fail('php-fpm did not start: ' . @file_get_contents("$this->dir/out")
					. @file_get_contents("$this->dir/log"));
			}
			usleep(10000);
		}
		/* the server gives up a connection on which nothing comes for five seconds */
		$this->connection = null;
	}

	public function __destruct()
	{
		$this->connection = null;
		proc_terminate($this->process);
		proc_close($this->process);
	}

	/** Path of the server that belongs to this PHP; '' if there is none. */
	public static function program(string $php): string
	{
		$version = (string) shell_exec(escapeshellarg($php) . ' -n -r "echo PHP_VERSION;"');
		$short = implode('.', array_slice(explode('.', $version), 0, 2));
		foreach (['/usr/sbin', '/usr/local/sbin', dirname($php, 2) . '/sbin'] as $folder) {
			foreach (["php-fpm$short", 'php-fpm'] as $name) {
				$says = is_file("$folder/$name")
					? (string) shell_exec(escapeshellarg("$folder/$name") . ' -n -v') : '';
				if (strpos($says, "PHP $version ") === 0) {
					return "$folder/$name";
				}
			}
		}
		return '';
	}

	/**
	 * What a script on the server returned, of a task of tasks.php.
	 *
	 * @return mixed
	 */
	public function run(string $script, string $task, array $arguments = [])
	{
		$query = http_build_query(['task' => $task, 'arguments' => json_encode($arguments)]);
		$body = $this->get($script, $query)['body'];
		$answer = json_decode($body, true);
		if ($answer === null) {
			bench_fail("$task failed in php-fpm: " . substr($body, 0, 1000)
				. substr((string) @file_get_contents("$this->dir/log"), -1000));
		}
		return $answer;
	}

	/**
	 * One request.
	 *
	 * @return array{head: string, body: string, start: int, ns: int} start: hrtime() before the
	 *         first byte was sent; ns: from there to the last byte of the answer
	 */
	public function get(string $script, string $query = '', array $more = []): array
	{
		if (!$this->connection && !$this->connect()) {
			bench_fail('php-fpm has gone');
		}
		$parameters = '';
		foreach ($more + ['SCRIPT_FILENAME' => $script, 'REQUEST_METHOD' => 'GET',
				'QUERY_STRING' => $query, 'SCRIPT_NAME' => '/' . basename($script),
				'REQUEST_URI' => '/' . ($query === '' ? '' : "?$query"),
				'SERVER_PROTOCOL' => 'HTTP/1.1', 'HTTP_HOST' => 'localhost',
				'SERVER_NAME' => 'localhost', 'SERVER_PORT' => '80',
				'REMOTE_ADDR' => '127.0.0.1', 'DOCUMENT_ROOT' => dirname($script)] as $name => $value) {
			$parameters .= pack('NN', strlen($name) | 0x80000000, strlen($value) | 0x80000000)
				. $name . $value;
		}
		/* the responder's role, and the connection to be kept */
		$request = self::record(1, pack('nCx5', 1, 1)) . self::record(4, $parameters)
			. self::record(4, '') . self::record(5, '');
		$start = hrtime(true);
		fwrite($this->connection, $request);
		$answer = $this->receive();
		$ns = hrtime(true) - $start;
		$parts = explode("\r\n\r\n", $answer, 2);
		return ['head' => $parts[0], 'body' => $parts[1] ?? '', 'start' => $start, 'ns' => $ns];
	}

	private function receive(): string
	{
		$output = '';
		while (strlen($head = (string) stream_get_contents($this->connection, 8)) === 8) {
			['type' => $type, 'length' => $length, 'padding' => $padding]
				= unpack('Cversion/Ctype/nid/nlength/Cpadding', $head);
			$body = $length + $padding > 0
				? (string) stream_get_contents($this->connection, $length + $padding) : '';
			if ($type === 3) {
				return $output;
			}
			if ($type === 6) {
				$output .= substr($body, 0, $length);
			}
		}
		bench_fail('php-fpm broke off: ' . substr((string) @file_get_contents("$this->dir/log"), -2000));
	}

	private function connect(): bool
	{
		$this->connection = @stream_socket_client("unix://$this->socket") ?: null;
		if ($this->connection) {
			stream_set_timeout($this->connection, 300);
		}
		return $this->connection !== null;
	}

	/* Lines of the pool's configuration: root works for an unprivileged user, as servers do. */
	private static function user(Options $options): string
	{
		if (!function_exists('posix_geteuid') || posix_geteuid() !== 0) {
			return '';
		}
		return "user = nobody\ngroup = " . posix_getgrgid(posix_getpwnam('nobody')['gid'])['name'] . "\n";
	}

	private static function record(int $type, string $content): string
	{
		return pack('CCnnCx', 1, $type, 1, strlen($content), 0) . $content;
	}
}

/**
 * The folder of the programs that the worker runs, made anew: the tasks, and the extension, which
 * may have been built where no other user can read it.
 */
function fpm_scripts(Options $options): string
{
	$dir = "$options->work/scripts";
	bench_mkdir($dir);
	foreach (glob(__DIR__ . '/*.php') as $file) {
		copy($file, "$dir/" . basename($file));
		chmod("$dir/" . basename($file), 0644);
	}
	if ($options->extension !== '' && $options->extension !== "$dir/fastscan.so") {
		/* a new file each time: other processes may have the old one mapped */
		@unlink("$dir/fastscan.so");
		copy($options->extension, "$dir/fastscan.so");
		chmod("$dir/fastscan.so", 0755);
		$options->extension = "$dir/fastscan.so";
	}
	exec('setpriv --reuid=nobody --clear-groups test -r ' . escapeshellarg("$dir/serve.php"), $out, $code);
	if (function_exists('posix_geteuid') && posix_geteuid() === 0 && $code !== 0) {
		bench_fail("nobody, as whom php-fpm runs, cannot reach $dir: name another folder with --work=DIR");
	}
	return $dir;
}
