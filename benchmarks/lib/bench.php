<?php
/* SPDX-License-Identifier: MIT
 *
 * What every benchmark program shares: its options, statistics and its report.
 *
 * Each program first proves that both sides give equal answers, then measures them interleaved in
 * one run. Times decide nothing: a program fails only if an answer is wrong.
 */

require_once __DIR__ . '/chart.php';
require_once __DIR__ . '/pairs.php';
require_once __DIR__ . '/process.php';
require_once __DIR__ . '/fixture.php';

/** The options every program takes, each as --name=value. */
final class Options
{
	public int $rounds;
	/** The extension to measure; '' measures stock PHP on both sides, which shows the noise. */
	public string $extension;
	public string $results;
	public string $work;
	public string $php = PHP_BINARY;
	/** @var array<string, string> the options that one program alone takes */
	public array $own = [];

	/** @param array<string, string> $own options of this program alone, with their defaults */
	public static function parse(array $argv, int $rounds, array $own = []): self
	{
		$options = new self();
		$options->rounds = $rounds;
		$options->own = $own;
		$options->extension = dirname(__DIR__, 2) . '/modules/fastscan.so';
		$options->results = dirname(__DIR__) . '/results';
		/* not /tmp, which is no disk on many systems */
		$options->work = getenv('FASTSCAN_BENCH_DIR') ?: '/var/tmp/fastscan-bench';
		foreach (array_slice($argv, 1) as $argument) {
			$match = explode('=', substr($argument, 2), 2) + ['', ''];
			if (substr($argument, 0, 2) === '--' && isset($own[$match[0]])) {
				$options->own[$match[0]] = $match[1];
				continue;
			}
			if (!preg_match('/^--(rounds|extension|results|work|php)=(.*)$/', $argument, $match)) {
				bench_fail("usage: $argv[0] [--rounds=N] [--extension=FILE|none] [--results=DIR]"
					. ' [--work=DIR] [--php=PROGRAM]'
					. implode('', array_map(fn ($name) => " [--$name=$own[$name]]", array_keys($own))));
			}
			$name = $match[1];
			$options->$name = $name === 'rounds' ? (int) $match[2] : $match[2];
		}
		$options->extension = $options->extension === 'none' ? '' : $options->extension;
		if ($options->extension !== '' && !is_file($options->extension)) {
			bench_fail("$options->extension is missing: build the extension first"
				. " (phpize && ./configure && make)");
		}
		bench_mkdir($options->work);
		if (function_exists('posix_geteuid') && fileowner($options->work) !== posix_geteuid()) {
			bench_fail("$options->work belongs to another user: name another with --work=DIR");
		}
		return $options;
	}

	/**
	 * PHP options of the side with fastscan. The latency mount is not trusted by default, so every
	 * benchmark adds its type.
	 *
	 * @param array<string, string|int> $settings fastscan's own directives, without their prefix
	 */
	public function fastscan(array $settings = []): array
	{
		if ($this->extension === '') {
			return [];
		}
		$settings += ['enable_cli' => 1, 'validate' => 'request',
			'filesystems' => '+fuse.latfs'];
		$arguments = ['-d', "extension=$this->extension"];
		foreach ($settings as $name => $value) {
			array_push($arguments, '-d', "fastscan.$name=$value");
		}
		return $arguments;
	}
}

function bench_mkdir(string $dir): void
{
	if (!is_dir($dir) && !mkdir($dir, 0755, true)) {
		bench_fail("cannot make $dir");
	}
}

function bench_fail(string $message): void
{
	fwrite(STDERR, "$message\n");
	exit(1);
}

/** Ends the program unless both sides answered alike. */
function bench_same(string $what, $stock, $fastscan): void
{
	if ($stock !== $fastscan) {
		bench_fail("WRONG: $what differs: stock " . substr(json_encode($stock), 0, 400)
			. " fastscan " . substr(json_encode($fastscan), 0, 400));
	}
}

/** @param list<int|float> $samples */
function bench_quantile(array $samples, float $q): float
{
	sort($samples);
	$at = $q * (count($samples) - 1);
	$low = (int) floor($at);
	$high = (int) ceil($at);
	return $samples[$low] + ($samples[$high] - $samples[$low]) * ($at - $low);
}

/** @return array{median: float, q1: float, q3: float, min: float, max: float, n: int} */
function bench_summary(array $samples): array
{
	return [
		'median' => bench_quantile($samples, 0.5),
		'q1' => bench_quantile($samples, 0.25), 'q3' => bench_quantile($samples, 0.75),
		'min' => (float) min($samples), 'max' => (float) max($samples), 'n' => count($samples),
	];
}

/** Collects measures and prints, stores and draws them. */
final class Report
{
	private Options $options;
	private string $name;
	private array $measures = [];
	private array $notes = [];

	public function __construct(Options $options, string $name, string $question)
	{
		$this->options = $options;
		$this->name = $name;
		echo "# $name: $question\n";
		if ($options->extension === '') {
			$this->note('no extension: stock PHP on both sides, which shows the noise');
		}
	}

	/**
	 * A ratio of two sides: median($over) / median($under). The samples of one round belong
	 * together; the spread of the ratio is the quartiles of the rounds' own ratios.
	 *
	 * @param array<string, list<float>> $sides name => samples, one per round
	 * @param string $goal such as "<= 2.5" or ">= 10"; '' where the figure is only reported
	 */
	public function ratio(string $id, string $title, string $unit, array $sides, string $over,
		string $under, string $goal = ''): void
	{
		$this->add($this->ratioOf($id, $title, $unit, $sides, $over, $under, $goal));
	}

	/**
	 * The same of two sides that are pairs, with the bounds of pairs.php. The rows of a report in which
	 * $under is no faster than $over are asked for by slower().
	 */
	public function pairs(string $id, string $title, string $unit, array $sides, string $over,
		string $under, string $goal = ''): void
	{
		$measure = $this->ratioOf($id, $title, $unit, $sides, $over, $under, $goal);
		$measure['bounds'] = pairs_bounds(pairs_ratios($sides[$over], $sides[$under]));
		$measure['slower'] = pairs_slower(pairs_ratios($sides[$under], $sides[$over]));
		$this->add($measure);
	}

	/** @return array<string, ?bool> title of each row of pairs => is it slower? null: too few pairs */
	public function slower(): array
	{
		$rows = [];
		foreach ($this->measures as $measure) {
			if (array_key_exists('slower', $measure)) {
				$rows["{$measure['title']}, {$measure['ratio_of']}"] = $measure['slower'];
			}
		}
		return $rows;
	}

	private function ratioOf(string $id, string $title, string $unit, array $sides, string $over,
		string $under, string $goal): array
	{
		$ratios = pairs_ratios($sides[$over], $sides[$under]);
		$summaries = array_map('bench_summary', $sides);
		$ratio = $summaries[$over]['median'] / max($summaries[$under]['median'], 1e-9);
		return ['id' => $id, 'title' => $title, 'unit' => $unit, 'sides' => $summaries,
			'ratio' => $ratio, 'ratio_of' => "$over / $under",
			'ratio_spread' => [bench_quantile($ratios, 0.25), bench_quantile($ratios, 0.75)],
			'goal' => $goal];
	}

	/** A plain figure with a goal of its own. */
	public function value(string $id, string $title, string $unit, array $samples,
		string $goal = '', string $side = 'fastscan'): void
	{
		$this->add(['id' => $id, 'title' => $title, 'unit' => $unit,
			'sides' => [$side => bench_summary($samples)], 'ratio' => null, 'goal' => $goal]);
	}

	public function note(string $text): void
	{
		$this->notes[] = $text;
		echo "  note: $text\n";
	}

	public function finish(): void
	{
		bench_mkdir($this->options->results);
		$base = $this->options->results . '/' . $this->name;
		$document = ['benchmark' => $this->name, 'time' => date(DATE_ATOM), 'php' => PHP_VERSION,
			'kernel' => php_uname('r'), 'machine' => php_uname('m'),
			'measures' => $this->measures, 'notes' => $this->notes];
		file_put_contents("$base.json", json_encode($document,
			JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE) . "\n");
		file_put_contents("$base.svg", chart_svg($this->name, $this->measures));
		echo "  written: $base.json $base.svg\n\n";
	}

	private function add(array $measure): void
	{
		$measure['reached'] = $this->reached($measure);
		$this->measures[] = $measure;
		printf("%s\n", ltrim("{$measure['id']} {$measure['title']}"));
		foreach ($measure['sides'] as $side => $s) {
			printf("    %-28s %10s %-5s (quartiles %s - %s, n=%d)\n", $side,
				bench_number($s['median']), $measure['unit'], bench_number($s['q1']),
				bench_number($s['q3']), $s['n']);
		}
		if ($measure['ratio'] !== null) {
			printf("    %-28s %9sx       (quartiles %s - %s)%s\n", $measure['ratio_of'],
				bench_number($measure['ratio']), bench_number($measure['ratio_spread'][0]),
				bench_number($measure['ratio_spread'][1]), $this->verdict($measure));
			if (isset($measure['bounds'])) {
				printf("    %-28s\n", self::bounded($measure));
			}
		} elseif ($measure['goal'] !== '') {
			printf("    %-28s%s\n", '', $this->verdict($measure));
		}
	}

	private static function bounded(array $measure): string
	{
		$bounds = $measure['bounds'];
		return "{$bounds['n']} pairs, median " . bench_number($bounds['median']) . ($bounds['low'] === null ? ''
			: ', 95% ' . bench_number($bounds['low']) . ' - ' . bench_number($bounds['high']))
			. ($measure['slower'] === null ? ', too few to say that nothing is slower'
			: ($measure['slower'] ? ', SLOWER' : ', not slower'));
	}

	private function reached(array $measure): ?bool
	{
		if ($measure['goal'] === '') {
			return null;
		}
		[$operator, $limit] = explode(' ', $measure['goal']);
		$value = $measure['ratio'] ?? reset($measure['sides'])['median'];
		return $operator === '<=' ? $value <= (float) $limit : $value >= (float) $limit;
	}

	private function verdict(array $measure): string
	{
		if ($measure['goal'] === '') {
			return '';
		}
		return "  goal {$measure['goal']}: " . ($measure['reached'] ? 'reached' : 'NOT reached');
	}
}

/** Three significant digits are all that a benchmark on a shared machine can promise. */
function bench_number(float $value): string
{
	if ($value == 0) {
		return '0';
	}
	$digits = max(0, 2 - (int) floor(log10(abs($value))));
	return number_format($value, min($digits, 3), '.', '');
}

/**
 * Run every side once per round, in an order that turns by one each round, so that no side always
 * follows the same other one.
 *
 * @param array<string, callable(): array<string, float>> $sides
 * @return array<string, array<string, list<float>>> figure => side => samples
 */
function bench_rounds(int $rounds, array $sides): array
{
	$samples = [];
	$names = array_keys($sides);
	for ($round = 0; $round < $rounds; $round++) {
		foreach ($names as $name) {
			foreach ($sides[$name]() as $figure => $value) {
				$samples[$figure][$name][] = $value;
			}
		}
		$names[] = array_shift($names);
	}
	return $samples;
}
