<?php
/* SPDX-License-Identifier: MIT
 *
 * The latency mount, and the sides that are compared on it.
 */

/* On a remote mount, whose server has a clock of its own, fastscan keeps a listing only of a
 * directory that it first saw three seconds before, in the same state. */
const REMOTE_SETTLE_US = 3500000;

/** A folder mounted through latfs until the object goes. */
final class Mount
{
	public string $path;

	public function __construct(string $source, string $path, string $options)
	{
		$this->path = $path;
		if (exec('mountpoint -q ' . escapeshellarg($path), $out, $code) !== false && $code === 0) {
			/* left by a run that was killed */
			self::latfs('down', $path);
		}
		self::latfs('up', $source, $path, $options);
	}

	public static function usable(): bool
	{
		return function_exists('posix_geteuid') && posix_geteuid() === 0
			&& file_exists('/dev/fuse');
	}

	public function __destruct()
	{
		self::latfs('down', $this->path);
	}

	private static function latfs(string ...$arguments): void
	{
		array_unshift($arguments, dirname(__DIR__) . '/latfs/latfs.sh');
		exec(implode(' ', array_map('escapeshellarg', $arguments)), $out, $code);
		if ($code !== 0) {
			bench_fail('latfs ' . implode(' ', array_slice($arguments, 1)) . ' failed');
		}
	}
}

/**
 * One web server scanning the 200-module tree, natively or on a latency mount of its own: sides
 * that shared a mount would warm the kernel's attribute cache for each other.
 */
final class ScanSide
{
	/* in this order: the server goes before the mount it works on */
	private Server $server;
	private ?Mount $mount = null;
	private array $ask;

	/** @param ?int $latency microseconds for each request of the mount; null: the native disk */
	public function __construct(Options $options, string $site, ?int $latency, array $arguments)
	{
		static $count = 0;
		if ($latency !== null) {
			/* for a second the kernel may keep what it was told, as network mounts do */
			$this->mount = new Mount($site, $options->work . '/mount' . $count++,
				"lat_us=$latency,attr_timeout=1,entry_timeout=1");
			$site = $this->mount->path;
		}
		$this->server = new Server($options->php, $arguments);
		$this->ask = ['cwd' => $site, 'dir' => FIXTURE_MODULES];
	}

	/** @return array{ns: int, found: int, hash: string, fills: int} */
	public function scan(): array
	{
		return $this->server->run('scan', $this->ask);
	}

	/**
	 * Scan on all sides, wait until remote directories can be trusted, scan again.
	 *
	 * @param array<string, self> $sides
	 */
	public static function warm(array $sides): void
	{
		foreach ([REMOTE_SETTLE_US, 0] as $wait) {
			foreach ($sides as $side) {
				$side->scan();
			}
			usleep($wait);
		}
	}

	/** @return array<string, float> nanoseconds by function */
	public function timedScan(): array
	{
		return $this->server->run('timed_scan', $this->ask);
	}
}
