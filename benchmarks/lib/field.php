<?php
/* SPDX-License-Identifier: MIT
 *
 * The parts of field.php: updates under load, the reports' remedies beside fastscan, the reports'
 * four functions by a profiler, requests per second.
 */

require_once __DIR__ . '/field_beds.php';
require_once __DIR__ . '/field_web.php';
require_once __DIR__ . '/floor.php';
require_once __DIR__ . '/fpm.php';

const FIELD_FUNCTIONS = ['is_dir', 'readdir', 'opendir', 'file_scan_directory'];
const FIELD_HOOKED = ['is_dir', 'readdir', 'opendir'];

/* What the reports and their readers tried, as directives of PHP. */
const FIELD_REMEDIES = [
	'realpath_cache_size=16K' => ['realpath_cache_size' => '16K'],
	'realpath_cache_size=1024K' => ['realpath_cache_size' => '1024K'],
	'validate_timestamps=0' => ['opcache.validate_timestamps' => '0'],
	'enable_file_override=1' => ['opcache.enable_file_override' => '1'],
];

/** A worker of php-fpm and the site it scans. */
final class FieldSide
{
	public string $site;
	private Fpm $fpm;
	private string $script;
	private array $ask;
	private int $expires;
	private int $last = 0;

	public function __construct(Field $field, string $site, array $arguments)
	{
		$this->fpm = new Fpm($field->options, $arguments);
		$this->script = "$field->scripts/serve.php";
		$this->site = $site;
		$this->ask = ['cwd' => $site, 'dir' => $field->dir];
		$this->expires = $field->bed->expires;
	}

	/** One request, after what the kernel knew of the mount has expired. */
	public function scan(string $task = 'scan', bool $expired = true): array
	{
		if ($expired) {
			usleep(max(0, $this->expires - intdiv(hrtime(true) - $this->last, 1000)));
		}
		$result = $this->fpm->run($this->script, $task, $this->ask);
		$this->last = hrtime(true);
		return $result;
	}
}

/** One system of the reports. */
final class Field
{
	public Options $options;
	public Report $report;
	public Bed $bed;
	public string $scripts;
	/** The folder that is scanned, in the site. */
	public string $dir;
	private string $site;
	private string $native;

	public function __construct(Options $options, Report $report, Bed $bed, string $site, string $dir)
	{
		$this->options = $options;
		$this->report = $report;
		$this->bed = $bed;
		$this->site = $site;
		$this->dir = $dir;
		$this->scripts = fpm_scripts($options);
		$this->native = $bed->bring($site);
	}

	/** @param array<string, string> $ini directives of PHP */
	private function side(array $ini, ?array $settings, string $extra = '', bool $native = false): FieldSide
	{
		$arguments = $extra === '' ? [] : ['-d', "extension=$extra"];
		foreach ($ini as $name => $value) {
			array_push($arguments, '-d', "$name=$value");
		}
		return new FieldSide($this, $native ? $this->native : $this->bed->mount($this->site),
			array_merge($settings === null ? [] : $this->fastscan($settings), $arguments));
	}

	private function fastscan(array $settings = []): array
	{
		return $this->options->fastscan($settings + $this->bed->settings);
	}

	/**
	 * Scans until fastscan trusts what it sees.
	 *
	 * @param array<string, FieldSide> $sides
	 */
	private function warm(array $sides, string $task = 'scan'): void
	{
		$this->bed->settle($sides['stock']->site);
		foreach ([REMOTE_SETTLE_US, 0] as $wait) {
			foreach ($sides as $side) {
				$side->scan($task, false);
			}
			usleep($wait);
		}
	}

	/** The remedies of the reports, fastscan, and both together; all of them answer alike or it ends. */
	public function variants(): void
	{
		$sides = ['native stock' => $this->side([], null, '', true), 'stock' => $this->side([], null)];
		foreach (FIELD_REMEDIES as $name => $ini) {
			$sides["stock, $name"] = $this->side($ini, null);
		}
		$sides['fastscan'] = $this->side([], []);
		foreach (array_slice(FIELD_REMEDIES, 2) as $name => $ini) {
			$sides["fastscan, $name"] = $this->side($ini, []);
		}
		$sides['fastscan interval'] = $this->side([], ['validate' => 'interval', 'revalidate_freq' => 60]);
		$this->warm($sides);
		$answer = null;
		$ms = bench_rounds($this->options->rounds, array_map(fn ($side) => function () use ($side, &$answer): array {
			$result = $side->scan();
			bench_same('scan', $answer ??= $result['hash'], $result['hash']);
			return ['ms' => $result['ns'] / 1e6];
		}, $sides))['ms'];
		$this->report->ratio('variants', "one listing, {$this->bed->name}", 'ms', $ms, 'stock', 'fastscan');
		$this->report->ratio('variants', "slower by fastscan?, {$this->bed->name}", 'ms', ['stock' => $ms['stock'],
			'fastscan' => $ms['fastscan']], 'fastscan', 'stock', '<= 1.05');
	}

	/** Exclusive wall time of the reports' functions, as a profiler of XHProf's format counts it. */
	public function functions(string $profiler): void
	{
		$sides = ['native stock' => $this->side([], null, $profiler, true), 'stock' => $this->side([], null, $profiler)];
		if ($this->options->extension !== '') {
			/* hooks that time each call and answer none */
			$sides['stock, timed by fastscan'] = $this->side([], ['profile' => 1, 'exclude' => '/'], $profiler);
			$sides['fastscan'] = $this->side([], ['profile' => 1], $profiler);
		}
		$this->warm($sides, 'profiled_scan');
		[$answer, $calls] = [null, []];
		$samples = bench_rounds($this->options->rounds, array_map(fn ($side) => function ()
				use ($side, &$answer, &$calls): array {
			$result = $side->scan('profiled_scan');
			bench_same('scan', $answer ??= $result['hash'], $result['hash']);
			return $this->figures($result, $calls);
		}, $sides));
		foreach (array_merge(FIELD_FUNCTIONS, ['all four']) as $function) {
			$what = isset($calls[$function]) ? "$function, {$calls[$function]} calls" : $function;
			$this->report->ratio('functions', "Excl. Wall Time of $what, {$this->bed->name}", 'ms', $samples[$function],
				'stock', array_key_last($sides));
		}
		foreach (isset($sides['fastscan']) ? array_merge(FIELD_HOOKED, ['all hooked']) : [] as $function) {
			$side = 'stock, timed by fastscan';
			$this->agreement($function, $samples["$function by xhprof"][$side], $samples["$function by fastscan"][$side]);
		}
	}

	/* Milliseconds by function of one request, and how often each was called. */
	private function figures(array $result, array &$calls): array
	{
		$figures = ['all four' => 0, 'all hooked by xhprof' => 0, 'all hooked by fastscan' => 0];
		foreach (FIELD_FUNCTIONS as $function) {
			$figures[$function] = $result['xhprof'][$function]['us'] / 1e3;
			$figures['all four'] += $figures[$function];
			bench_same("calls of $function", $calls[$function] ??= $result['xhprof'][$function]['calls'],
				$result['xhprof'][$function]['calls']);
		}
		foreach (FIELD_HOOKED as $function) {
			foreach (['xhprof', 'fastscan'] as $by) {
				$ms = ($result[$by][$function]['us'] ?? 0) / 1e3;
				$figures["$function by $by"] = $ms;
				$figures["all hooked by $by"] += $ms;
			}
		}
		return $figures;
	}

	/* Where a call is as short as on a local disk, what the profilers themselves take is seen: no goal there. */
	private function agreement(string $function, array $xhprof, array $own): void
	{
		$differences = array_map(fn ($theirs, $ours) => abs($ours / max($theirs, 1e-9) - 1) * 100, $xhprof, $own);
		$this->report->value('agreement', "fastscan_xhprof() and tideways_xhprof on $function, {$this->bed->name}: "
			. bench_number(bench_quantile($own, 0.5)) . ' and ' . bench_number(bench_quantile($xhprof, 0.5))
			. ' ms; in a request they differ by', '%', $differences,
			$function === 'all hooked' && !$this->bed instanceof NativeBed ? '<= 15' : '', 'difference');
	}

	/** ab on both web servers, without fastscan and with it, one after the other. */
	public function requests(): void
	{
		[$answer, $figures] = [null, []];
		foreach (['stock' => [], 'fastscan' => $this->fastscan()] as $side => $arguments) {
			$web = new FieldWeb($this->options, $this->scripts, $this->bed->mount($this->site), $this->dir, $arguments);
			foreach ([REMOTE_SETTLE_US, 0] as $wait) {
				bench_same('page', $answer ??= $web->answer(1), $web->answer(5));
				usleep($wait);
			}
			foreach ($web->load() as $server => $of) {
				foreach ($of as $figure => $value) {
					$figures[$server][$figure][$side] = [$value];
				}
			}
			unset($web);
		}
		foreach ($figures as $server => $of) {
			$where = "$server, {$this->bed->name}";
			$this->report->ratio('ab', "-l -n 100 -c 10, requests per second, $where", '1/s', $of['rps'], 'fastscan', 'stock');
			foreach (['p50' => '50%', 'p90' => '90%', 'p99' => '99%'] as $figure => $title) {
				$this->report->ratio('ab', "-l -n 100 -c 10, $title, $where", 'ms', $of[$figure], 'stock', 'fastscan');
			}
		}
	}

	/**
	 * Is every update seen by the next request? The source is changed, its copy brought up to date while
	 * requests run; the first request after that must find what plain PHP finds. Ends where it does not.
	 * A mode that asks nothing must miss some: else the check could not fail.
	 */
	public function updates(): void
	{
		$bed = $this->bed;
		$sides = ['stock' => $this->side([], null), 'fastscan' => $this->side([], []),
			'never' => $this->side([], ['validate' => 'never'])];
		$this->warm($sides);
		$missed = 0;
		[$during, $fills] = [0, $sides['fastscan']->scan()['fills']];
		$before = $sides['stock']->scan()['hash'];
		for ($update = 0; $update < 2 * $this->options->rounds; $update++) {
			$this->change("{$bed->source()}/$this->dir", $update);
			for ($running = $bed->deliver(); $running(); $during++) {
				$fills += $sides['fastscan']->scan()['fills'];
			}
			$seen = $sides['fastscan']->scan();
			$fills += $seen['fills'];
			$truth = $sides['stock']->scan()['hash'];
			bench_same("update $update of the {$bed->name}", $truth, $seen['hash']);
			if ($truth === $before) {
				bench_fail("update $update did not reach the {$bed->name}");
			}
			$before = $truth;
			$missed += (int) ($sides['never']->scan()['hash'] !== $truth);
		}
		$this->report->value('updates', "seen by the next request, {$bed->name}", '%', [100], '>= 100');
		$this->report->value('updates', "missed by mode never, {$bed->name}", '%', [100 * $missed / $update],
			$this->options->extension === '' ? '' : '>= 1');
		$this->report->note("$update updates, $during requests meanwhile, $fills folders read anew by fastscan");
	}

	/* Make a module, then rename its file, then delete it, and so on. */
	private function change(string $folder, int $update): void
	{
		$module = "$folder/field_update" . intdiv($update, 3);
		if ($update % 3 === 0) {
			mkdir("$module/src", 0755, true);
			file_put_contents("$module/field_old.module", "<?php\n");
		} elseif ($update % 3 === 1) {
			rename("$module/field_old.module", "$module/src/field_new.module");
		} else {
			exec('rm -r ' . escapeshellarg($module));
		}
		/* last of all where watches have long been set: what is made in a new folder at once, a watcher misses */
		file_put_contents("$folder/field_updated.txt", (string) $update);
	}
}
