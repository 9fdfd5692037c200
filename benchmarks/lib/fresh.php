<?php
/* SPDX-License-Identifier: MIT
 *
 * The parts of fresh.php: what a warm scan, a first scan and a page cost on a slow mount, and the
 * proof that each directory was asked about.
 */

require_once __DIR__ . '/beds.php';
require_once __DIR__ . '/floor.php';
require_once __DIR__ . '/fpm.php';
require_once __DIR__ . '/proof.php';
require_once __DIR__ . '/wordpress.php';

const FLOOR_THREADS = [1, 8, 16, 32];

/** A worker of php-fpm and the site that it works on. */
final class FreshSide
{
	public Fpm $fpm;
	public string $site;
	private string $script;
	private int $expires;
	private int $last = 0;
	private array $ahead = [];

	public function __construct(Options $options, string $scripts, string $site, int $expires, array $arguments)
	{
		$this->fpm = new Fpm($options, $arguments);
		$this->script = "$scripts/serve.php";
		$this->site = $site;
		$this->expires = $expires;
	}

	/** Until what the kernel knows of this side's mount since its last request has expired. */
	public function expire(): void
	{
		$left = $this->expires - intdiv(hrtime(true) - $this->last, 1000);
		if ($left > 0) {
			usleep($left);
		}
	}

	/** One scan: milliseconds and counts by figure; the answer under 'hash'. */
	public function scan(string $task = 'web_scan'): array
	{
		$result = $this->fpm->run($this->script, $task, ['cwd' => $this->site, 'dir' => FIXTURE_MODULES]);
		$this->last = hrtime(true);
		$figures = ['hash' => $result['hash'], 'ms' => $result['ns'] / 1e6, 'fills' => $result['fills'],
			'user_ms' => $result['user_us'] / 1e3, 'system_ms' => $result['system_us'] / 1e3,
			'waits' => $result['waits']];
		foreach ($result['ahead'] as $name => $value) {
			$figures[$name] = $value - ($this->ahead[$name] ?? 0);
		}
		$this->ahead = $result['ahead'];
		return $figures;
	}

	/** The front page: milliseconds as the client sees them, and the answer. */
	public function page(array $parameters): array
	{
		$answer = $this->fpm->get("$this->site/index.php", '', $parameters);
		$this->last = hrtime(true);
		return ['ms' => $answer['ns'] / 1e6, 'body' => $answer['body'], 'head' => $answer['head']];
	}

	public function dated(): array
	{
		$answer = $this->fpm->run($this->script, 'dated_scan', ['cwd' => $this->site,
			'dir' => FIXTURE_MODULES]);
		$this->last = hrtime(true);
		return $answer;
	}
}

/** Everything that the parts share. */
final class Fresh
{
	public Options $options;
	public Report $report;
	public Bed $bed;
	public string $scripts;

	public function __construct(Options $options, Report $report, Bed $bed)
	{
		$this->options = $options;
		$this->report = $report;
		$this->bed = $bed;
		$this->scripts = fpm_scripts($options);
	}

	public function native(string $site, array $arguments = []): FreshSide
	{
		return new FreshSide($this->options, $this->scripts, $site, 0, $arguments);
	}

	public function mounted(string $site, array $arguments = []): FreshSide
	{
		return new FreshSide($this->options, $this->scripts, $this->bed->mount($site), $this->bed->expires,
			$arguments);
	}

	/** Microseconds after which what was seen of a mount for the first time is trusted. */
	public function settles(): int
	{
		return isset($this->bed->settings['settle']) ? 100000 : REMOTE_SETTLE_US;
	}

	public function settings(array $settings = []): array
	{
		return $this->options->fastscan($settings + $this->bed->settings);
	}

	/**
	 * A program without PHP for each number of threads, on a mount of its own.
	 *
	 * @param string $below the folder of the site that the paths of $list are relative to
	 * @return array<string, callable(): array<string, float>>
	 */
	public function floors(string $site, string $below, string $list, string $call, bool $cold = false): array
	{
		$sides = [];
		foreach (FLOOR_THREADS as $threads) {
			$path = $this->bed->mount($site);
			$floor = new FloorSide($this->options, "$path$below", $list, $call, $threads);
			$last = 0;
			$sides["floor, $threads threads"] = function () use ($floor, $path, $cold, &$last): array {
				if ($cold) {
					$this->bed->remount($path);
				} else {
					usleep(max(0, $this->bed->expires - intdiv(hrtime(true) - $last, 1000)));
				}
				$ms = $floor->measure();
				$last = hrtime(true);
				return ['floor' => $ms];
			};
			unset($last);
		}
		return $sides;
	}

	/**
	 * One request of a worker on a latency mount that logs what it is asked, after others like it.
	 *
	 * @param callable(FreshSide) $ask makes the request
	 * @return array{0: mixed, 1: RequestLog} what the last call returned, and what it asked for
	 */
	public function logged(LatencyBed $bed, string $site, array $arguments, callable $ask): array
	{
		$log = "{$this->options->work}/requests";
		@unlink($log);
		$side = new FreshSide($this->options, $this->scripts, $bed->mount($site, ['more' => ",log=$log"]), $bed->expires,
			$arguments);
		foreach ([0, $this->settles(), 0] as $wait) {
			usleep($wait);
			$ask($side);
		}
		$side->expire();
		$start = hrtime(true);
		$answer = $ask($side);
		return [$answer, new RequestLog($log, $start, hrtime(true))];
	}

	/** Prints the floors, and returns the fastest as a side to show beside others. */
	public function floor(string $title, array $samples): array
	{
		$best = floor_best($samples);
		$first = array_key_first($samples);
		$this->report->ratio('', $title, 'ms', $samples, $first, $best);
		return [$best => $samples[$best]];
	}

	/** Where the time of a side went: medians of its figures. */
	public function explain(string $title, array $samples): void
	{
		$parts = [];
		foreach ($samples as $figure => $of) {
			if (!in_array($figure, ['hash', 'floor'], true)) {
				$parts[] = "$figure " . bench_number(bench_quantile($of, 0.5));
			}
		}
		$this->report->note("$title: " . implode(', ', $parts));
	}
}
