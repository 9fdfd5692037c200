<?php
/* SPDX-License-Identifier: MIT */
/*
 * The two players of one configuration, as child processes of the driver: ours with fastscan, the
 * twin without. play() rebuilds both trees and lets both play the same plan at the same time.
 */
final class PlayerDied extends Exception
{
}

final class Pair
{
	const LONGEST = 120; /* seconds without a stop before a player counts as hung */
	const STOPS = ['foreign', 'wait', 'tree']; /* steps for which the players wait */

	private $folder;
	private $words = [];     /* for foreign changes in both trees */
	private $players = [];
	private $ids = [];
	private $server;         /* each plan is a real request to PHP's own web server */
	private $addresses = [];
	private $requests = [];

	/*
	 * $ours: what only ours gets, as NAME=VALUE for -d; $both: the same for both, with {root} and
	 * {folder} for the player's own.
	 */
	public function __construct(string $folder, array $both, array $ours, bool $server)
	{
		$this->folder = $folder;
		$this->server = $server;
		file_put_contents("$folder/post/plan", serialize(null));
		foreach (['twin' => $both, 'ours' => array_merge($both, $ours)] as $who => $settings) {
			$this->words[$who] = new Vocabulary("$folder/$who");
			restore_error_handler();
			$this->start($who, $settings);
		}
	}

	private function start(string $who, array $settings): void
	{
		$command = [PHP_BINARY, '-n'];
		foreach ($settings as $setting) {
			array_push($command, '-d', strtr($setting, ['{folder}' => $this->folder,
				'{root}' => "$this->folder/$who" . Vocabulary::DEPTH]));
		}
		if ($this->server) {
			$socket = stream_socket_server('tcp://127.0.0.1:0');
			$this->addresses[$who] = stream_socket_get_name($socket, false);
			fclose($socket);
			array_push($command, '-S', $this->addresses[$who], __DIR__ . '/player.php');
		} else {
			array_push($command, __DIR__ . '/player.php', $this->folder, $who);
		}
		$log = "$this->folder/$who.log";
		$files = [['file', '/dev/null', 'r'], ['file', $log, 'a'], ['file', $log, 'a']];
		$environment = ['FUZZ_FOLDER' => $this->folder, 'FUZZ_WHO' => $who, 'LC_ALL' => 'C',
			'PATH' => getenv('PATH')];
		$this->players[$who] = proc_open($command, $files, $pipes, '/', $environment);
		$this->ids[$who] = proc_get_status($this->players[$who])['pid'];
		if (!$this->server) {
			$this->await($who);
		}
	}

	/* Let the player go on with the plan that lies there. */
	private function begin(string $who): void
	{
		if (!$this->server) {
			$this->resume($who);
			return;
		}
		for ($tries = 0; $tries < 1000; $tries++) {
			$request = @stream_socket_client("tcp://{$this->addresses[$who]}");
			if ($request) {
				fwrite($request, "GET / HTTP/1.0\r\n\r\n");
				$this->requests[$who] = $request;
				return;
			}
			usleep(10000);
		}
		throw new PlayerDied("$who does not answer");
	}

	/* The plan is played to its end. A real request ends only now. */
	private function finish(string $who): void
	{
		$this->await($who);
		if ($this->server) {
			$this->resume($who);
			stream_get_contents($this->requests[$who]);
			unset($this->requests[$who]);
		}
	}

	/* Until the player has stopped itself. */
	private function await(string $who): void
	{
		$id = $this->ids[$who];
		pcntl_alarm(self::LONGEST);
		$got = pcntl_waitpid($id, $status, WUNTRACED);
		pcntl_alarm(0);
		if ($got === $id && pcntl_wifstopped($status)) {
			return;
		}
		if ($got !== $id) {
			throw new PlayerDied("$who hangs");
		}
		unset($this->ids[$who]);
		$how = pcntl_wifsignaled($status) ? 'signal ' . pcntl_wtermsig($status)
			: 'exit status ' . pcntl_wexitstatus($status);
		$log = (string) @file_get_contents("$this->folder/$who.log");
		throw new PlayerDied("$who died: $how\n" . substr($log, -2000));
	}

	private function resume(string $who): void
	{
		posix_kill($this->ids[$who], SIGCONT);
	}

	/* Both players' results; throws PlayerDied. */
	public function play(array $plan): array
	{
		$this->newTrees();
		file_put_contents("$this->folder/post/plan", serialize($plan));
		$this->begin('twin');
		$this->begin('ours');
		$moves = $this->lead($plan);
		$this->finish('ours');
		$this->finish('twin');
		$results = ['foreign' => $moves];
		foreach (['ours', 'twin'] as $who) {
			$results[$who] = unserialize(file_get_contents("$this->folder/post/$who.answers"));
		}
		return $results;
	}

	private function newTrees(): void
	{
		foreach (['ours', 'twin'] as $who) {
			self::wipe("$this->folder/$who");
			mkdir("$this->folder/$who" . Vocabulary::DEPTH, 0777, true);
		}
	}

	/* Both stop before each run of foreign changes and waits. When each was made in ours' tree. */
	private function lead(array $plan): array
	{
		$moved = true;
		$moves = [];
		foreach ($plan as $at => $step) {
			$foreign = in_array($step[0], self::STOPS, true);
			if ($foreign && $moved) {
				$this->await('ours');
				$this->await('twin');
			}
			if (!$foreign && !$moved) {
				$this->resumeBoth();
			}
			if ($step[0] === 'wait') {
				usleep($step[1] * 1000);
			} elseif ($step[0] === 'tree') {
				$this->newTrees();
			} elseif ($step[0] === 'foreign') {
				@$this->words['ours']->change($step[1], array_slice($step, 2));
				$moves[$at] = hrtime(true);
				@$this->words['twin']->change($step[1], array_slice($step, 2));
			}
			$moved = !$foreign;
		}
		if (!$moved) {
			$this->resumeBoth();
		}
		return $moves;
	}

	private function resumeBoth(): void
	{
		$this->resume('ours');
		$this->resume('twin');
	}

	public static function wipe(string $path): void
	{
		if (!@unlink($path) && is_dir($path) && !is_link($path)) {
			chmod($path, 0700);
			foreach (scandir($path) as $name) {
				if ($name !== '.' && $name !== '..') {
					self::wipe("$path/$name");
				}
			}
			rmdir($path);
		}
	}

	public function end(): void
	{
		foreach ($this->ids as $id) {
			posix_kill($id, SIGKILL);
			posix_kill($id, SIGCONT);
		}
		foreach ($this->players as $player) {
			proc_close($player);
		}
		$this->ids = $this->players = [];
	}
}
