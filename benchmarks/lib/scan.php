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

	/** @return array<string, float> nanoseconds by function, 'other' being the calls left out */
	public function run(string $dir, string $mask): array
	{
		$this->scan($dir, $mask);
		$clock = $this->clockCost();
		$ns = [];
		foreach ($this->ns as $function => $total) {
			$ns[$function] = max(0.0, $total - $this->calls[$function] * $clock);
		}
		return $ns;
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

	/* What two readings of the clock show when nothing lies between them. */
	private function clockCost(): float
	{
		$best = PHP_INT_MAX;
		for ($round = 0; $round < 5; $round++) {
			$sum = 0;
			for ($i = 0; $i < 1000; $i++) {
				$t = hrtime(true);
				$sum += hrtime(true) - $t;
			}
			$best = min($best, $sum);
		}
		return $best / 1000;
	}
}
