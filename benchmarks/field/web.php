<?php
/* SPDX-License-Identifier: MIT
 *
 * field.php's requests: `ab -l -n 100 -c 10` on nginx with PHP-FPM and on Apache with mod_php, of the
 * test bed `web`, whose page is the listing.
 */

require_once __DIR__ . '/field.php';

/** Both servers for one side of the comparison. */
final class FieldWeb
{
	private const SERVERS = ['nginx + PHP-FPM', 'Apache + mod_php'];
	private string $bed;
	private string $query;
	private int $port;

	/** @param list<string> $arguments of PHP: -d NAME=VALUE ... */
	public function __construct(Field $field, int $number, string $site, array $arguments)
	{
		$this->bed = "{$field->options->work}/beds$number";
		$this->port = 18081 + 10 * $number;
		$this->query = http_build_query(['cwd' => $site, 'dir' => $field->dir]);
		$this->bed(array_merge(['up', '-r', $field->scripts], $arguments));
	}

	public static function usable(): bool
	{
		return field_has('ab', 'nginx', 'apache2') && bed_script('web') !== '' && posix_geteuid() === 0;
	}

	public function __destruct()
	{
		$this->bed(['down']);
	}

	/** What the page says, the same by both servers and by all of their workers. */
	public function answer(int $times): string
	{
		$answers = [];
		for ($i = 0; $i < $times; $i++) {
			foreach (self::SERVERS as $at => $server) {
				$answers[(string) @file_get_contents($this->url($at))] = true;
			}
		}
		if (count($answers) !== 1 || !preg_match('/^\d{8} [0-9a-f]{32}\n$/', key($answers))) {
			bench_fail('WRONG: pages differ: ' . substr(json_encode(array_keys($answers)), 0, 1000));
		}
		return key($answers);
	}

	/** @return array<string, float> rps, p50, p90, p99 of each server: "nginx + PHP-FPM rps" => ... */
	public function load(): array
	{
		$figures = [];
		foreach (self::SERVERS as $at => $server) {
			$out = (string) shell_exec('ab -q -l -n 100 -c 10 ' . escapeshellarg($this->url($at)) . ' 2>&1');
			if (!preg_match('/^Complete requests:\s+100$/m', $out) || !preg_match('/^Failed requests:\s+0$/m', $out)
					|| strpos($out, 'Non-2xx') !== false) {
				bench_fail("ab failed on $server:\n$out");
			}
			preg_match('/^Requests per second:\s+([0-9.]+)/m', $out, $rps);
			preg_match_all('/^\s+(50|90|99)%\s+(\d+)/m', $out, $percentiles);
			$figures["$server rps"] = (float) $rps[1];
			foreach ($percentiles[1] as $i => $percent) {
				$figures["$server p$percent"] = (float) $percentiles[2][$i];
			}
		}
		return $figures;
	}

	private function url(int $server): string
	{
		return 'http://127.0.0.1:' . ($this->port + $server) . "/listing_page.php?$this->query";
	}

	private function bed(array $arguments): void
	{
		$command = array_merge(['env', "BED=$this->bed", "NGINX_PORT=$this->port", 'APACHE_PORT=' . ($this->port + 1),
			'bash', bed_script('web')], $arguments);
		exec(implode(' ', array_map('escapeshellarg', $command)) . ' 2>&1', $out, $code);
		if ($code !== 0) {
			bench_fail("the web servers did not go $arguments[0]:\n" . implode("\n", $out));
		}
	}
}

function field_requests(Field $field): void
{
	if (!FieldWeb::usable()) {
		$field->report->note("{$field->bed->name}, requests: skipped, no ab, nginx, Apache or test bed web");
		return;
	}
	$webs = ['native stock' => new FieldWeb($field, 0, $field->native, []),
		'stock' => new FieldWeb($field, 1, $field->bed->mount($field->site), []),
		'fastscan' => new FieldWeb($field, 2, $field->bed->mount($field->site), $field->fastscan()),
		'fastscan interval' => new FieldWeb($field, 3, $field->bed->mount($field->site), $field->fastscan($field->kept()))];
	if ($field->bed instanceof GlusterBed) {
		$webs['fastscan sync=0'] = new FieldWeb($field, 4, $field->bed->mount($field->site), $field->fastscan(['sync' => 0]));
	}
	$answer = null;
	foreach ([REMOTE_SETTLE_US, 0] as $wait) {
		foreach ($webs as $web) {
			bench_same('page', $answer ??= $web->answer(1), $web->answer(5));
		}
		usleep($wait);
	}
	$rounds = min(5, $field->options->rounds);
	$samples = bench_rounds($rounds, array_map(fn (FieldWeb $web) => fn () => $web->load(), $webs));
	foreach ($samples as $figure => $sides) {
		$name = "-l -n 100 -c 10, $figure, {$field->bed->name}";
		substr($figure, -3) === 'rps'
			? $field->report->ratio('ab', $name, '1/s', $sides, 'fastscan', 'stock')
			: $field->report->ratio('ab', $name, 'ms', $sides, 'stock', 'fastscan');
		if (substr($figure, -3) === 'p50') {
			field_closed($field, "page by $figure", $sides);
		}
	}
}

/**
 * How much of the gap between the slow mount and the native disk is closed, where there is a gap; and how much of it
 * could be at most.
 *
 * @param array<string, list<float>> $sides
 * @param list<float> $floor what is left on the mount if every answer about names costs nothing; [] if not measured
 */
function field_closed(Field $field, string $title, array $sides, array $floor = []): void
{
	$goals = array_intersect_key(['fastscan' => '>= 50', 'fastscan interval' => '>= 100'], $sides);
	foreach ($goals as $side => $goal) {
		$closed = isset($sides['native stock'])
			? pairs_closed($sides['stock'], $sides[$side], $sides['native stock']) : [];
		if ($closed) {
			$field->report->value('gap', "part of the gap to the native disk that $side closes, $title, {$field->bed->name}", '%',
				array_map(fn ($part) => 100 * $part, $closed), $goal, $side);
		} elseif ($side === array_key_first($goals)) {
			$field->report->note("$title, {$field->bed->name}: no gap to the native disk above five times the spread");
		}
	}
	$most = $floor && isset($sides['native stock']) ? pairs_closed($sides['stock'],
		array_map(fn ($native, $left) => $native + $left, $sides['native stock'], $floor), $sides['native stock']) : [];
	$most && $field->report->value('gap', "part of the gap that could be closed at most, $title, {$field->bed->name}", '%',
		array_map(fn ($part) => 100 * $part, $most), '', 'floor');
}
