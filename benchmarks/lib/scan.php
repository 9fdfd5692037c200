<?php
/* SPDX-License-Identifier: MIT
 *
 * The scan that the field report is about, written anew in the shape Drupal 7 made usual: is_dir
 * and opendir on each folder, readdir for each entry, is_dir on each entry that is not hidden, a
 * pattern on the names of the rest.
 */

const SCAN_MASK = '/^[a-z][a-z0-9_]*\.module$/';

/** @return array<string, object> path => {uri, filename, name} */
function file_scan_directory(string $dir, string $mask): array
{
	$found = [];
	if (is_dir($dir) && $handle = opendir($dir)) {
		while (($filename = readdir($handle)) !== false) {
			if ($filename[0] === '.' || $filename === 'CVS') {
				continue;
			}
			$uri = "$dir/$filename";
			if (is_dir($uri)) {
				$found += file_scan_directory($uri, $mask);
			} elseif (preg_match($mask, $filename)) {
				$found[$uri] = (object) ['uri' => $uri, 'filename' => $filename,
					'name' => pathinfo($filename, PATHINFO_FILENAME)];
			}
		}
		closedir($handle);
	}
	return $found;
}

/**
 * The same scan with the clock read around each call it makes. It runs on both sides alike, with
 * and without fastscan, so it needs no profiler; what reading the clock costs is measured and
 * taken off again.
 */
final class TimedScan
{
	/** @var array<string, int> nanoseconds by function */
	private array $ns = ['is_dir' => 0, 'opendir' => 0, 'readdir' => 0, 'other' => 0];
	/** @var array<string, int> calls by function */
	private array $calls = ['is_dir' => 0, 'opendir' => 0, 'readdir' => 0, 'other' => 0];

	/** @return array<string, float> nanoseconds by function; 'other': the calls left out here */
	public function run(string $dir, string $mask): array
	{
		$start = hrtime(true);
		$this->scan($dir, $mask);
		$total = hrtime(true) - $start;

		[$ns, $calls] = [$this->ns, $this->calls];
		[$clock, $record] = $this->instrumentCost();
		$own = $total - array_sum($ns) - array_sum($calls) * ($record - $clock);
		foreach ($ns as $function => $sum) {
			$ns[$function] = max(0.0, $sum - $calls[$function] * $clock);
		}
		return $ns + ['file_scan_directory' => max(0.0, $own)];
	}

	private function scan(string $dir, string $mask): void
	{
		$t = hrtime(true);
		$isDir = is_dir($dir);
		$this->took('is_dir', hrtime(true) - $t);
		if (!$isDir) {
			return;
		}
		$t = hrtime(true);
		$handle = opendir($dir);
		$this->took('opendir', hrtime(true) - $t);
		while (true) {
			$t = hrtime(true);
			$filename = readdir($handle);
			$this->took('readdir', hrtime(true) - $t);
			if ($filename === false) {
				break;
			}
			if ($filename[0] !== '.' && $filename !== 'CVS') {
				$this->entry("$dir/$filename", $filename, $mask);
			}
		}
		$t = hrtime(true);
		closedir($handle);
		$this->took('other', hrtime(true) - $t);
	}

	private function entry(string $uri, string $filename, string $mask): void
	{
		$t = hrtime(true);
		$isDir = is_dir($uri);
		$this->took('is_dir', hrtime(true) - $t);
		if ($isDir) {
			$this->scan($uri, $mask);
			return;
		}
		$t = hrtime(true);
		if (preg_match($mask, $filename)) {
			pathinfo($filename, PATHINFO_FILENAME);
		}
		$this->took('other', hrtime(true) - $t);
	}

	private function took(string $function, int $ns): void
	{
		$this->ns[$function] += $ns;
		$this->calls[$function]++;
	}

	/* Nanoseconds that two readings of the clock show with nothing between them, and nanoseconds
	 * that reading and recording take in all. */
	private function instrumentCost(): array
	{
		$clock = $record = PHP_INT_MAX;
		for ($round = 0; $round < 5; $round++) {
			$this->ns['other'] = 0;
			$start = hrtime(true);
			for ($i = 0; $i < 1000; $i++) {
				$t = hrtime(true);
				$this->took('other', hrtime(true) - $t);
			}
			$record = min($record, hrtime(true) - $start);
			$clock = min($clock, $this->ns['other']);
		}
		return [$clock / 1000, $record / 1000];
	}
}
