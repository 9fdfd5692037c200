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

	/** The path of the site on one more mount, which lasts as long as this object. */
	abstract public function mount(string $site): string;

	/** Unmount that path and mount it again: what the kernel knew of it is gone. */
	abstract public function remount(string $path): void;

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

final class LatencyBed extends Bed
{
	private string $work;
	private string $options;
	/** @var array<string, array{0: string, 1: Mount}> site and mount by path */
	private array $mounts = [];

	public function __construct(Options $options, int $latency, string $threads)
	{
		$this->work = $options->work;
		putenv("FASTSCAN_BENCH_DIR=$options->work"); /* where latfs.sh builds */
		$this->name = "latency mount, $latency us";
		$this->settings = ['filesystems' => '+fuse.latfs'];
		/* libfuse serves ten requests at once unless told otherwise: that is a limit, no latency */
		$this->options = "lat_us=$latency,attr_timeout=1,entry_timeout=1,max_threads=$threads";
	}

	public static function usable(): bool
	{
		return Mount::usable();
	}

	public function bring(string $site): string
	{
		return $site;
	}

	/** @param string $more options of latfs */
	public function mount(string $site, string $more = ''): string
	{
		static $count = 0;
		$path = "$this->work/fresh" . $count++;
		$this->mounts[$path] = [$site, new Mount($site, $path, $this->options . $more)];
		return $path;
	}

	public function remount(string $path): void
	{
		$site = $this->mounts[$path][0];
		unset($this->mounts[$path]);
		$this->mounts[$path] = [$site, new Mount($site, $path, $this->options)];
	}
}

/**
 * One export of a kernel NFS server and client mounts of it, in a guest that has mounted the server's
 * own file system at /nfs/srv and a first client at /nfs/c1.
 */
final class NfsBed extends Bed
{
	private array $mounts = [];
	private int $copies = 0;

	public function __construct()
	{
		$round_trip = preg_match('/delay ([0-9.]+)([mu])s/', (string) shell_exec('tc qdisc show dev lo 2>/dev/null'), $match)
			? 2 * $match[1] * ($match[2] === 'm' ? 1000 : 1) : 0;
		$this->name = "NFS 4.2, round trip $round_trip us";
	}

	public static function usable(): bool
	{
		exec('mountpoint -q /nfs/c1 && mountpoint -q /nfs/srv', $out, $code);
		return $code === 0;
	}

	public function bring(string $site): string
	{
		$to = '/nfs/srv/' . basename($site);
		if (!is_dir($to)) {
			self::must('cp', '-a', $site, $to);
		}
		return $to;
	}

	public function copy(string $site): string
	{
		$to = '/nfs/srv/' . basename($site) . '-' . ++$this->copies;
		self::must('cp', '-a', $site, $to);
		return $to;
	}

	public function mount(string $site): string
	{
		$path = '/run/fresh' . count($this->mounts);
		$this->mounts[$path] = true;
		bench_mkdir($path);
		$this->attach($path);
		return "$path/" . basename($site);
	}

	public function remount(string $path): void
	{
		self::unmount(dirname($path));
		$this->attach(dirname($path));
	}

	public function __destruct()
	{
		array_map([self::class, 'unmount'], array_keys($this->mounts));
	}

	/* Attributes expire after a second, as on the other beds, instead of half a minute. */
	private function attach(string $path): void
	{
		self::must('mount', '-t', 'nfs', '-o', 'vers=4.2,nosharecache,actimeo=1', '127.0.0.1:/', $path);
	}
}

/**
 * Clients of the volume fsbed1 of a GlusterFS server at 127.0.0.2, options as they are by default.
 */
final class GlusterBed extends Bed
{
	private const SERVER = '127.0.0.2';
	private const VOLUME = 'fsbed1';
	private Options $options;
	private array $mounts = [];

	public function __construct(Options $options)
	{
		$this->options = $options;
		$this->name = 'GlusterFS, one brick, default options';
		/* not among the types that fastscan trusts by itself */
		$this->settings = ['filesystems' => '+fuse.glusterfs'];
	}

	public static function usable(): bool
	{
		exec('gluster --mode=script volume status ' . self::VOLUME . ' 2>/dev/null', $out, $code);
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

	public function mount(string $site): string
	{
		$path = "{$this->options->work}/gluster" . count($this->mounts);
		$this->mounts[$path] = true;
		bench_mkdir($path);
		$this->attach($path);
		return "$path/" . basename($site);
	}

	public function remount(string $path): void
	{
		self::unmount(dirname($path));
		$this->attach(dirname($path));
	}

	public function __destruct()
	{
		array_map([self::class, 'unmount'], array_keys($this->mounts));
	}

	private function attach(string $path): void
	{
		exec('mountpoint -q ' . escapeshellarg($path) . ' && umount -l ' . escapeshellarg($path));
		self::must('glusterfs', '--volfile-server=' . self::SERVER, '--volfile-id=' . self::VOLUME,
			'--log-file=/dev/null', $path);
		for ($i = 0; $i < 100 && !@stat("$path/."); $i++) {
			usleep(50000);
		}
	}
}
