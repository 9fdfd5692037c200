<?php
/* SPDX-License-Identifier: MIT
 *
 * The processes a benchmark drives: long-lived command-line workers, and PHP's built-in web server
 * where real requests in a warm process are needed.
 */

/** A php process that carries out one task per line written to it (see worker.php). */
final class Worker
{
	/** @var resource */
	private $process;
	private array $pipes = [];

	public function __construct(string $php, array $arguments)
	{
		$command = array_merge([$php], $arguments, [__DIR__ . '/worker.php']);
		/* the child inherits stderr: handing STDERR over would rewind it where it is a file */
		$this->process = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $this->pipes);
		if (!$this->process) {
			bench_fail('cannot start ' . implode(' ', $command));
		}
	}

	/** @return mixed what the task returned */
	public function run(string $task, array $arguments = [])
	{
		$this->send($task, $arguments);
		return $this->receive($task);
	}

	/** Begin a task; others may run meanwhile. */
	public function send(string $task, array $arguments = []): void
	{
		fwrite($this->pipes[0], json_encode([$task, $arguments], JSON_UNESCAPED_SLASHES) . "\n");
	}

	/** @return mixed what the task that was sent returned */
	public function receive(string $task)
	{
		$answer = fgets($this->pipes[1]);
		if ($answer === false) {
			bench_fail("worker died in $task");
		}
		return json_decode($answer, true, 512, JSON_THROW_ON_ERROR);
	}

	public function __destruct()
	{
		/* the end of its input ends the worker */
		fclose($this->pipes[0]);
		proc_close($this->process);
	}
}

/**
 * The built-in web server: one warm process, a real request start and end around every script. It
 * needs no package besides PHP's command line and listens on the loopback interface only.
 */
final class Server
{
	/** @var resource */
	private $process;
	private int $port;

	/** @param list<string> $wrapper a command to run the server under, such as strace */
	public function __construct(string $php, array $arguments, array $wrapper = [])
	{
		$this->port = self::freePort();
		$command = array_merge($wrapper, [$php], $arguments,
			['-S', "127.0.0.1:$this->port", __DIR__ . '/serve.php']);
		$null = ['file', '/dev/null', 'w'];
		$this->process = proc_open($command, [['file', '/dev/null', 'r'], $null, $null], $pipes);
		for ($tries = 0; $tries < 500; $tries++) {
			$socket = @stream_socket_client("tcp://127.0.0.1:$this->port", $code, $message, 1);
			if ($socket) {
				fclose($socket);
				return;
			}
			usleep(10000);
		}
		bench_fail('the web server did not start: ' . implode(' ', $command));
	}

	/** @return mixed what the task returned */
	public function run(string $task, array $arguments = [])
	{
		$body = $this->get($task, $arguments);
		$answer = json_decode($body, true);
		if ($answer === null) {
			bench_fail("$task failed in the web server: " . substr($body, 0, 500));
		}
		return $answer;
	}

	public function get(string $task, array $arguments = []): string
	{
		$socket = stream_socket_client("tcp://127.0.0.1:$this->port", $code, $message, 5);
		$query = http_build_query(['task' => $task, 'arguments' => json_encode($arguments)]);
		fwrite($socket, "GET /?$query HTTP/1.0\r\nHost: localhost\r\n\r\n");
		$answer = stream_get_contents($socket);
		fclose($socket);
		return explode("\r\n\r\n", $answer, 2)[1] ?? '';
	}

	public function __destruct()
	{
		proc_terminate($this->process);
		proc_close($this->process);
	}

	private static function freePort(): int
	{
		$socket = stream_socket_server('tcp://127.0.0.1:0');
		$name = stream_socket_get_name($socket, false);
		fclose($socket);
		return (int) substr($name, strrpos($name, ':') + 1);
	}
}
