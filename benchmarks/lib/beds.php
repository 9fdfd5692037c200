<?php
/* SPDX-License-Identifier: MIT
 *
 * Slow mounts of three kinds, each of which gives every side of a comparison a mount of its own:
 * the latency mount, NFS in a guest with a real server and client, and GlusterFS.
 */

require_once __DIR__ . '/mount.php';

abstract class Bed
{
	public string $name;
	/** fastscan's directives that the type of mount needs. */
	public array $settings = [];
	/** Microseconds after which the kernel asks anew for what it knew. */
	public int $expires = 1100000;

	/** Take in a site of the native disk; returns where on the native disk it is to be compared. */
	abstract public function bring(string $site): string;

	/**
	 * A site of the same content for one side alone: an NFS 4 server delegates a file to a client once,
	 * and all mounts of a machine are one client. Whoever came first would not have to ask any more.
	 */
	public function copy(string $site): string
	{
		return $site;
	}

	/** Wait until what changed last on this bed is older than what a remote mount is trusted with. */
	public function settle(string $path): void
	{
		if (!isset($this->settings['settle'])) {
			sleep(max(0, filectime($path) + 62 - time()));
		}
	}

	/**
	 * The path of the site on one more mount, which lasts as long as this object.
	 *
	 * @param array{keep?: int, more?: string} $how seconds for which the kernel may keep what it knows,
	 *        where it is told (default 1); more options of the mount
	 */
	abstract public function mount(string $site, array $how = []): string;

	/** Unmount that path and mount it again: what the kernel knew of it is gone. */
	abstract public function remount(string $path): void;

	/** Where somebody else may change the site, as another client of the same server does. */
	public function other(string $site): string
	{
		return $site;
	}

	/**
	 * How often the mount of that path was asked, by operation; [] where nothing is asked or none tells.
	 *
	 * @return array<string, int>
	 */
	public function operations(string $path): array
	{
		return [];
	}

	/**
	 * What a client of this mount can be made to know before a run, and what a run then asks for each
	 * directory: see field/state.php.
	 *
	 * @return array<string, array<string, array{0: float, 1: float}>> bounds by kind of side, by state
	 */
	public function states(): array
	{
		return [];
	}

	/** Option of a mount whose listings bring no attributes, where they do otherwise and it can be had; else ''. */
	public function noplus(): string
	{
		return '';
	}

	/** @return list<string> what is in the command lines (or names) of the programs that serve the mounts */
	public function daemons(): array
	{
		return [];
	}

	/** @param array<string, string> $given of the command line */
	public static function make(Options $options, array $given): self
	{
		switch ($given['bed']) {
			case 'nfs':
				return new NfsBed();
			case 'gluster':
				return new GlusterBed($options);
			default:
				return new LatencyBed($options, (int) $given['latency'], $given['server_threads']);
		}
	}

	protected static function must(string ...$command): string
	{
		exec(implode(' ', array_map('escapeshellarg', $command)) . ' 2>&1', $out, $code);
		if ($code !== 0) {
			bench_fail(implode(' ', $command) . " failed:\n" . implode("\n", $out));
		}
		return implode("\n", $out);
	}

	/* Unmount, of a server that may still be writing its last byte. */
	protected static function unmount(string $path): void
	{
		exec('umount ' . escapeshellarg($path) . ' 2>/dev/null || umount -l ' . escapeshellarg($path)
			. ' 2>/dev/null');
	}
}

class LatencyBed extends Bed
{
	protected string $options;
	private string $work;
	private int $latency;
	/** @var array<string, array{0: string, 1: string, 2: Mount}> site, options and mount by path */
	private array $mounts = [];

	public function __construct(Options $options, int $latency, string $threads)
	{
		$this->work = $options->work;
		$this->latency = $latency;
		putenv("FASTSCAN_BENCH_DIR=$options->work"); /* where latfs.sh builds */
		$this->name = "latency mount, $latency us";
		$this->settings = ['filesystems' => '+fuse.latfs'];
		/* libfuse serves ten requests at once unless told otherwise: that is a limit, no latency */
		$this->options = "max_threads=$threads";
	}

	public static function usable(): bool
	{
		return Mount::usable();
	}

	public function bring(string $site): string
	{
		return $site;
	}

	public function mount(string $site, array $how = []): string
	{
		static $count = 0;
		$path = "$this->work/fresh" . $count++;
		$options = "lat_us=$this->latency,$this->options" . $this->kept($how['keep'] ?? 1) . ($how['more'] ?? '');
		$this->mounts[$path] = [$site, $options, new Mount($site, $path, $options)];
		return $path;
	}

	public function remount(string $path): void
	{
		[$site, $options] = $this->mounts[$path];
		unset($this->mounts[$path]);
		$this->mounts[$path] = [$site, $options, new Mount($site, $path, $options)];
	}

	public function operations(string $path): array
	{
		$counts = [];
		foreach (file("$path/.latfs", FILE_IGNORE_NEW_LINES) as $line) {
			[$operation, $count] = explode(' ', $line);
			$counts[$operation] = (int) $count;
		}
		return $counts;
	}

	public function daemons(): array
	{
		return ["$this->work/latfs\0"];
	}

	public function states(): array
	{
		/* opendir and readdir ask in any state, and bring all attributes unless told not to (noplus) */
		return ['client-cold' => ['stock' => [2.5, INF], 'asks' => [4, INF]],
			'warm' => ['stock' => [2.5, 4], 'asks' => [0.9, 1.5], 'keeps' => [0, 0.2]],
			'expired' => ['stock' => [2.5, INF], 'asks' => [1.6, 3], 'keeps' => [0, 0.2]]];
	}

	public function noplus(): string
	{
		return ',noplus';
	}

	protected function kept(int $seconds): string
	{
		return ",attr_timeout=$seconds,entry_timeout=$seconds";
	}
}

/** Mounts that are clients of a server elsewhere: a folder each, in which the site is. */
abstract class ClientBed extends Bed
{
	private string $base;
	/** @var array<string, array> how each is mounted, by path */
	private array $mounts = [];

	/** @param string $base path that the mounts' own begin with */
	protected function __construct(string $base)
	{
		$this->base = $base;
	}

	public function mount(string $site, array $how = []): string
	{
		$path = $this->base . count($this->mounts);
		$this->mounts[$path] = $how;
		bench_mkdir($path);
		$this->attach($path, $how);
		return "$path/" . basename($site);
	}

	public function remount(string $path): void
	{
		$path = dirname($path);
		self::unmount($path);
		$this->attach($path, $this->mounts[$path]);
	}

	public function __destruct()
	{
		array_map([self::class, 'unmount'], array_keys($this->mounts));
	}

	abstract protected function attach(string $path, array $how): void;
}

/**
 * Clients of a volume of a GlusterFS server at 127.0.0.2: fsbed1 (one brick) or fsbed3 (replica 3).
 */
final class GlusterBed extends ClientBed
{
	private const SERVER = '127.0.0.2';
	private Options $options;
	private string $volume;

	public function __construct(Options $options, string $volume = 'fsbed1', string $profile = 'default options')
	{
		static $count = 0;
		parent::__construct("$options->work/gluster" . $count++ . '-');
		$this->options = $options;
		$this->volume = $volume;
		$this->name = 'GlusterFS, ' . ($volume === 'fsbed1' ? 'one brick' : 'replica 3') . ", $profile";
		/* not among the types that fastscan trusts by itself */
		$this->settings = ['filesystems' => '+fuse.glusterfs'];
		exec("gluster --mode=script volume profile $volume start 2>&1");
	}

	public static function usable(): bool
	{
		exec('gluster --mode=script volume status fsbed1 2>/dev/null', $out, $code);
		return $code === 0;
	}

	public function bring(string $site): string
	{
		$through = $this->mount($site);
		if (!is_dir($through)) {
			self::must('cp', '-a', $site, dirname($through));
		}
		return $site;
	}

	public function other(string $site): string
	{
		return $this->mount($site);
	}

	/* What the bricks were asked since the last time that somebody looked, by all clients. */
	public function operations(string $path): array
	{
		static $sum = [];
		exec("gluster --mode=script volume profile $this->volume info incremental", $lines, $code);
		foreach ($code === 0 ? $lines : [] as $line) {
			if (preg_match('/^\s+[0-9.]+\s.* [un]s\s+(\d+)\s+([A-Z]+)\s*$/', $line, $match)) {
				$sum[$match[2]] = ($sum[$match[2]] ?? 0) + (int) $match[1];
			}
		}
		return $sum;
	}

	public function states(): array
	{
		return ['client-cold' => ['stock' => [1, INF], 'asks' => [1, INF], 'keeps' => [1, INF]],
			'expired' => ['stock' => [1, INF], 'asks' => [0.9, INF], 'keeps' => [0, 0.5]]];
	}

	public function daemons(): array
	{
		return ['glusterfs'];
	}

	protected function attach(string $path, array $how): void
	{
		exec('mountpoint -q ' . escapeshellarg($path) . ' && umount -l ' . escapeshellarg($path));
		self::must('glusterfs', '--volfile-server=' . self::SERVER, "--volfile-id=$this->volume",
			'--log-file=/dev/null', $path);
		for ($i = 0; $i < 100 && !@stat("$path/."); $i++) {
			usleep(50000);
		}
	}
}

require_once __DIR__ . '/nfs.php';
