<?php
/* SPDX-License-Identifier: MIT
 *
 * What the parts of field.php share: one system of the reports, its sides, and rounds of them.
 */

require_once __DIR__ . '/beds.php';
require_once __DIR__ . '/side.php';
require_once __DIR__ . '/../lib/floor.php';
require_once __DIR__ . '/../lib/fpm.php';

/* Once a minute all is asked again: such a round is refused. (With a longer interval, permissions have an age of their own.) */
const FIELD_KEEP = ['validate' => 'interval', 'revalidate_freq' => 60];

const FIELD_THREADS = 16; /* of floors */

/** One system of the reports. */
final class Field
{
	public Options $options;
	public Report $report;
	public Bed $bed;
	public string $scripts;
	public string $site;
	/** Where on the native disk the site is compared. */
	public string $native;
	/** The folder that is scanned, in the site. */
	public string $dir;
	/** A file in the site that tells what the kernel knows: see FieldSide. */
	public string $probe;
	private int $end;

	/** @param int $end time after which nothing more is begun */
	public function __construct(Options $options, Report $report, Bed $bed, string $site, string $dir, int $end)
	{
		$this->options = $options;
		$this->report = $report;
		$this->bed = $bed;
		$this->site = $site;
		$this->dir = $dir;
		$this->end = $end;
		$this->scripts = fpm_scripts($options);
		$this->native = $bed->bring($site);
		$files = glob("$site/$dir/*/*.*") ?: bench_fail("no files in $site/$dir");
		$this->probe = substr($files[0], strlen($site) + 1);
	}

	public function late(): bool
	{
		return time() > $this->end;
	}

	/**
	 * Directives of a mode in which a warm request asks nothing of the mount. On GlusterFS that takes trust in
	 * the client's cache too: without it each listing is read anew.
	 */
	public function kept(): array
	{
		return FIELD_KEEP + ($this->bed instanceof GlusterBed ? ['sync' => 0] : []);
	}

	/** fastscan's arguments on this system. */
	public function fastscan(array $settings = []): array
	{
		return $this->options->fastscan($settings + $this->bed->settings);
	}

	/**
	 * A side on a mount of its own.
	 *
	 * @param ?array $settings fastscan's directives; null: stock PHP
	 * @param array{keep?: int, more?: string} $how it is mounted
	 * @param array<string, string> $ini directives of PHP
	 * @param string $site another one than that of the system
	 */
	public function side(?array $settings, array $how = [], array $ini = [], string $site = ''): FieldSide
	{
		$kind = $settings === null ? 'stock' : (($settings['validate'] ?? '') === 'interval' ? 'keeps' : 'asks');
		return new FieldSide($this, $kind, $this->bed->mount($site ?: $this->site, $how),
			array_merge($settings === null ? [] : $this->fastscan($settings), self::directives($ini)));
	}

	/** Stock PHP on the native disk. */
	public function nativeSide(array $ini = [], string $site = ''): FieldSide
	{
		return new FieldSide($this, 'native', $site ?: $this->native, self::directives($ini));
	}

	/**
	 * Run until fastscan trusts what it sees.
	 *
	 * @param array<string, FieldSide> $sides
	 * @param callable(FieldSide) $run
	 */
	public function warm(array $sides, callable $run): void
	{
		$this->bed->settle(end($sides)->site);
		foreach ([isset($this->bed->settings['settle']) ? 100000 : REMOTE_SETTLE_US, 1000, 0] as $wait) {
			foreach ($sides as $side) {
				$run($side);
				stat($side->probe);
			}
			usleep($this->bed instanceof NativeBed ? 0 : $wait);
		}
	}

	/**
	 * Fastest time in which a program without PHP makes calls on a mount of its own, in a state.
	 *
	 * @param array<string, array{0: string, 1: int}> $lists file with the paths below $dir => call of floor.c, threads
	 * @param string $beside site on the native disk: what the same takes there is left out; '': it is not
	 */
	public function floor(State $state, string $site, string $dir, array $lists, string $beside = ''): callable
	{
		$path = $this->bed->mount($site, ['keep' => $state->kept()]);
		[$floors, $natives] = [[], []];
		foreach ($lists as $list => [$call, $threads]) {
			$floors[] = new FloorSide($this->options, rtrim("$path/$dir", '/'), $list, $call, $threads);
			$beside !== '' && $natives[] = new FloorSide($this->options, rtrim("$beside/$dir", '/'), $list, $call, $threads);
		}
		$measure = fn (array $floors) => array_sum(array_map(fn (FloorSide $floor) => $floor->measure(), $floors));
		$last = 0;
		return function () use ($state, $floors, $natives, $measure, $path, &$last): array {
			if ($state->name === 'client-cold') {
				$this->bed->remount($path);
			} elseif ($state->name === 'expired') {
				usleep(max(0, $this->bed->expires - intdiv(hrtime(true) - $last, 1000)));
			}
			$ms = $measure($floors);
			$last = hrtime(true);
			return ['ms' => max(0, $ms - $measure($natives))];
		};
	}

	/**
	 * Rounds of all sides in turn. A round with a run of another state than it should be is refused as a
	 * whole, and made again, but not more than twice as many as wanted.
	 *
	 * @param array<string, callable(): array> $sides figures of one run, or under 'refused' why it does not count
	 * @return array<string, array<string, list<float>>> figure => side => samples; [] if all were refused
	 */
	public function rounds(string $title, array $sides): array
	{
		[$samples, $refused, $names] = [[], [], array_keys($sides)];
		for ($try = $good = 0; $good < $this->options->rounds && $try < 2 * $this->options->rounds; $try++) {
			if ($this->late()) {
				$this->report->note("$title: the budget is spent after $good rounds");
				break;
			}
			$round = [];
			foreach ($names as $name) {
				$round[$name] = $sides[$name]();
			}
			$names[] = array_shift($names);
			if ($wrong = array_filter(array_map(fn ($figures) => $figures['refused'] ?? '', $round))) {
				$refused[] = key($wrong) . ': ' . reset($wrong);
				continue;
			}
			$good++;
			foreach ($round as $name => $figures) {
				foreach ($figures as $figure => $value) {
					$samples[$figure][$name][] = $value;
				}
			}
		}
		if ($refused) {
			$this->report->note("$title: " . count($refused) . " of $try rounds refused, the last since " . end($refused));
		}
		return $samples;
	}

	/** Sides that scan, as rounds() takes them: all of them find the same, or the program ends. */
	public function scans(array $sides, State $state, int $directories): array
	{
		$answer = null;
		return array_map(fn (FieldSide $side) => fn () => $side->measure($state, $directories,
			function () use ($side, &$answer): array {
				$result = $side->run('scan');
				bench_same('scan', $answer ??= $result['hash'], $result['hash']);
				return ['ms' => $result['ns'] / 1e6];
			}), $sides);
	}

	/** @return list<string> */
	private static function directives(array $ini): array
	{
		$arguments = [];
		foreach ($ini as $name => $value) {
			array_push($arguments, '-d', "$name=$value");
		}
		return $arguments;
	}
}

/* Notes of what was asked of the mount, and what that cost those who serve it. */
function field_asked(Field $field, string $title, array $samples, string $unit): void
{
	foreach (['asked' => $unit, 'opens' => 'files opened by NFS 4',
			'daemon_ms' => "ms of the server's and the mount's processor time"] as $figure => $what) {
		$parts = [];
		foreach ($samples[$figure] ?? [] as $side => $values) {
			$parts[] = "$side " . bench_number(bench_quantile($values, 0.5));
		}
		$parts && $field->report->note("$title, $what: " . implode(', ', $parts));
	}
	foreach ($samples['operations'] ?? [] as $side => $rounds) {
		$field->report->note("$title, $unit by operation, $side: " . field_operations($rounds));
	}
}

/* Medians of those that come to something: "LOOKUP 1.0, GETATTR 0.5". */
function field_operations(array $rounds): string
{
	$parts = [];
	foreach (array_unique(array_merge(...array_map('array_keys', $rounds))) as $operation) {
		$count = bench_quantile(array_map(fn ($round) => $round[$operation] ?? 0, $rounds), 0.5);
		$count >= 0.01 && $parts[] = "$operation " . bench_number($count);
	}
	return implode(', ', $parts) ?: 'none';
}
