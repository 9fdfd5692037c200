<?php
/* SPDX-License-Identifier: MIT */
/*
 * A process that asks what it is told to. Run as a program it is that process: it reads steps from its input, one a line.
 */

final class Player
{
	/** @var resource */
	private $process;
	/** @var array<int, resource> */
	private array $pipes = [];

	public function __construct(string $php, string $extension, int $verify)
	{
		/* As PHP does by itself where open_basedir is set before the request: realpath_cache_size=0. */
		$command = [$php, '-n', '-d', 'realpath_cache_size=0', '-d', 'memory_limit=-1'];
		if ($extension !== '') {
			array_push($command, '-d', "extension=$extension", '-d', 'fastscan.validate=request', '-d', 'fastscan.min_uses=1',
				'-d', 'fastscan.revalidate_freq=0', '-d', "fastscan.verify=$verify");
		}
		$command[] = __FILE__;
		$this->process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $this->pipes);
	}

	public function __destruct()
	{
		fclose($this->pipes[0]);
		proc_close($this->process);
	}

	public function send(array $step): void
	{
		fwrite($this->pipes[0], base64_encode(serialize($step)) . "\n");
	}

	/** @return array{answers: array, where: array, answered: int, mismatch: int} */
	public function receive(): array
	{
		$result = unserialize((string) base64_decode((string) fgets($this->pipes[1])));
		if (!is_array($result)) {
			fail('a player ended: status ' . json_encode(proc_get_status($this->process)));
		}
		return $result;
	}
}

function quietly(callable $question): array
{
	$messages = [];
	set_error_handler(function (int $level, string $message) use (&$messages): bool {
		$messages[] = "$level: $message";
		return true;
	});
	try {
		$value = $question();
	} catch (Throwable $thrown) {
		$value = get_class($thrown) . ': ' . $thrown->getMessage();
	}
	restore_error_handler();
	return ['value' => $value, 'messages' => $messages];
}

function read_names(string $path): array
{
	$names = [];
	$handle = opendir($path);
	while ($handle && ($name = readdir($handle)) !== false) {
		$names[] = $name;
	}
	return $names;
}

function iterate(string $path): array
{
	$names = [];
	foreach (new FilesystemIterator($path) as $info) {
		$names[] = [$info->getFilename(), $info->isDir(), $info->getRealPath()];
	}
	return $names;
}

/* Every question thrice: the first may read a listing, the others may find it. */
function ask_paths(array $paths): array
{
	$questions = ['is_dir', 'is_file', 'is_link', 'file_exists', 'is_readable', 'is_executable', 'realpath', 'scandir', 'read_names',
		'filetype', 'iterate'];
	$answers = [];
	foreach ([1, 2, 3] as $time) {
		foreach ($paths as $path) {
			foreach ($questions as $question) {
				$answers["$question('$path') for the $time. time"] = quietly(function () use ($question, $path) {
					return $question($path);
				});
			}
		}
	}
	return $answers;
}

function answered_by_the_cache(array $counters): int
{
	$sum = 0;
	foreach ($counters as $group => $counts) {
		$sum += $group === 'cache' ? 0 : $counts['hit'] + $counts['checked'];
	}
	return $sum;
}

function play_step(array $step): array
{
	if (function_exists('fastscan_request_start')) {
		fastscan_request_start();
	}
	if ($step['cwd'] !== null) {
		@chdir($step['cwd']);
	}
	if ($step['rule'] !== null) {
		@ini_set('open_basedir', $step['rule']);
	}
	/* PHP's own memory of the last file knows no rule. */
	clearstatcache();
	$where = [@getcwd(), ini_get('open_basedir')];
	$answers = ask_paths($step['paths']);
	$counters = function_exists('fastscan_counters') ? fastscan_counters() : [];
	return ['answers' => $answers, 'where' => $where, 'answered' => answered_by_the_cache($counters),
		'mismatch' => $counters['cache']['verify_mismatch'] ?? 0];
}

if (!function_exists('options')) {
	while (($line = fgets(STDIN)) !== false) {
		echo base64_encode(serialize(play_step(unserialize(base64_decode($line))))), "\n";
	}
}
