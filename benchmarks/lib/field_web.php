<?php
/* SPDX-License-Identifier: MIT
 *
 * nginx with PHP-FPM and Apache with mod_php, of the test bed `web`, and ab on them.
 */

require_once __DIR__ . '/field_beds.php';

final class FieldWeb
{
	private const PORTS = ['nginx + PHP-FPM' => 18081, 'Apache + mod_php' => 18082];
	private string $bed;
	private string $query;

	/** @param list<string> $arguments of PHP: -d NAME=VALUE ... */
	public function __construct(Options $options, string $scripts, string $site, string $dir, array $arguments)
	{
		$this->bed = "$options->work/beds";
		$this->query = http_build_query(['cwd' => $site, 'dir' => $dir]);
		$this->bed(array_merge(['up', '-r', $scripts], $arguments));
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
			foreach (self::PORTS as $port) {
				$answers[(string) @file_get_contents($this->url($port))] = true;
			}
		}
		if (count($answers) !== 1 || !preg_match('/^\d{8} [0-9a-f]{32}\n$/', key($answers))) {
			bench_fail('WRONG: pages differ: ' . substr(json_encode(array_keys($answers)), 0, 1000));
		}
		return key($answers);
	}

	/** @return array<string, array{rps: float, p50: float, p90: float, p99: float}> by server */
	public function load(): array
	{
		$figures = [];
		foreach (self::PORTS as $server => $port) {
			$out = (string) shell_exec('ab -q -n 100 -c 10 ' . escapeshellarg($this->url($port)) . ' 2>&1');
			if (!preg_match('/^Complete requests:\s+100$/m', $out) || !preg_match('/^Failed requests:\s+0$/m', $out)
					|| strpos($out, 'Non-2xx') !== false) {
				bench_fail("ab failed on $server:\n$out");
			}
			preg_match('/^Requests per second:\s+([0-9.]+)/m', $out, $rps);
			preg_match_all('/^\s+(50|90|99)%\s+(\d+)/m', $out, $percentiles);
			$figures[$server] = ['rps' => (float) $rps[1]];
			foreach ($percentiles[1] as $i => $percent) {
				$figures[$server]["p$percent"] = (float) $percentiles[2][$i];
			}
		}
		return $figures;
	}

	private function url(int $port): string
	{
		return "http://127.0.0.1:$port/field_page.php?$this->query";
	}

	private function bed(array $arguments): void
	{
		$command = array_merge(['env', "BED=$this->bed", 'NGINX_PORT=18081', 'APACHE_PORT=18082', 'bash', bed_script('web')],
			$arguments);
		exec(implode(' ', array_map('escapeshellarg', $command)) . ' 2>&1', $out, $code);
		if ($code !== 0) {
			bench_fail("the web servers did not go $arguments[0]:\n" . implode("\n", $out));
		}
	}
}
