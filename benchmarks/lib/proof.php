<?php
/* SPDX-License-Identifier: MIT
 *
 * Reads the request log of the latency mount (see the head of latfs/latfs.c).
 */

final class RequestLog
{
	/** @var array<string, list<int>> path => when it was asked for, by hrtime() */
	private array $times = [];
	/** @var array<string, int> operation => number of requests */
	private array $operations = [];
	/** @var array<int, int> thread => number of requests */
	private array $threads = [];
	/** @var list<int> for each request, how many waited at once */
	private array $waiting = [];

	/** Everything in the file that arrived from $start to $end, by hrtime(). */
	public function __construct(string $file, int $start, int $end)
	{
		foreach (file($file, FILE_IGNORE_NEW_LINES) as $line) {
			[$at, , $waiting, $thread, $operation, $path] = explode(' ', $line, 6);
			if ($at < $start || $at > $end) {
				continue;
			}
			$this->operations[$operation] = ($this->operations[$operation] ?? 0) + 1;
			/* what nobody waits for says nothing of how fresh a directory is */
			if ($operation !== 'releasedir' && $operation !== 'release') {
				$this->times[$path][] = (int) $at;
				$this->threads[$thread] = ($this->threads[$thread] ?? 0) + 1;
				$this->waiting[] = (int) $waiting;
			}
		}
	}

	/** Was the path asked for, and not later than $until? */
	public function askedBy(string $path, int $until): bool
	{
		return isset($this->times[$path]) && min($this->times[$path]) <= $until;
	}

	public function asked(string $path): bool
	{
		return isset($this->times[$path]);
	}

	/** Requests that somebody waited for. */
	public function count(): int
	{
		return count($this->waiting);
	}

	public function summary(): string
	{
		arsort($this->operations);
		$operations = [];
		foreach ($this->operations as $operation => $count) {
			$operations[] = "$operation $count";
		}
		return count($this->waiting) . ' requests by ' . count($this->threads) . ' threads ('
			. implode(', ', $operations) . '), ' . ($this->waiting ? bench_number(bench_quantile($this->waiting, 0.5))
			. ' waiting at once (at most ' . max($this->waiting) . ')' : 'none waiting');
	}
}
