<?php
/* SPDX-License-Identifier: MIT
 *
 * The same system calls as a request needs, by threads of a program without PHP (floor/floor.c):
 * what can be reached at most.
 */

final class FloorSide
{
	private Options $options;
	private string $dir;
	private string $list;
	private string $call;
	private int $threads;

	/** @param string $list file with the paths to ask about, relative to $dir */
	public function __construct(Options $options, string $dir, string $list, string $call, int $threads)
	{
		$this->options = $options;
		$this->dir = $dir;
		$this->list = $list;
		$this->call = $call;
		$this->threads = $threads;
		self::program($options);
	}

	/** Milliseconds for all of them. */
	public function measure(): float
	{
		$command = array_map('escapeshellarg', [self::program($this->options), '-C', $this->dir,
			'-c', $this->call, '-t', (string) $this->threads, '-w', '0', $this->list]);
		$line = exec(implode(' ', $command), $out, $code);
		if ($code !== 0 || !preg_match('/ median ([0-9.]+) /', $line, $match)) {
			bench_fail("floor failed: $line");
		}
		return (float) $match[1];
	}

	/** @param list<string> $paths */
	public static function listOf(Options $options, string $name, array $paths): string
	{
		$list = "$options->work/$name.list";
		file_put_contents($list, implode("\n", $paths) . "\n");
		return $list;
	}

	/** A file with the folders below $dir, $dir itself as ".". */
	public static function folders(Options $options, string $dir): string
	{
		$list = "$options->work/floor.list";
		exec('cd ' . escapeshellarg($dir) . ' && find . -type d > ' . escapeshellarg($list), $out, $code);
		if ($code !== 0) {
			bench_fail("cannot list $dir");
		}
		return $list;
	}

	private static function program(Options $options): string
	{
		static $program;
		if ($program === null) {
			putenv("FASTSCAN_BENCH_DIR=$options->work");
			$program = exec('sh ' . escapeshellarg(dirname(__DIR__) . '/floor/floor.sh') . ' build', $out, $code);
			if ($code !== 0) {
				bench_fail('cannot build floor.c');
			}
		}
		return $program;
	}
}

/**
 * The fastest of several floors.
 *
 * @param array<string, list<float>> $samples by side
 */
function floor_best(array $samples): string
{
	$medians = array_map(fn ($of) => bench_quantile($of, 0.5), $samples);
	return (string) array_search(min($medians), $medians, true);
}
