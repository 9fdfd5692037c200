<?php
/* SPDX-License-Identifier: MIT
 *
 * The systems that the field reports name, beside those of beds.php: the native disk, folders that
 * rsync, lsyncd or inotifywait keep up to date, shared folders of virtual machines (a model), sshfs.
 */

require_once __DIR__ . '/../lib/beds.php';
require_once __DIR__ . '/../lib/guest.php';

/** Are all of these programs there? */
function field_has(string ...$programs): bool
{
	foreach ($programs as $program) {
		if ((string) shell_exec('command -v ' . escapeshellarg($program)) === '') {
			return false;
		}
	}
	return true;
}

/** The disk itself. */
class NativeBed extends Bed
{
	public int $expires = 0;

	public function __construct()
	{
		$this->name = 'native disk';
	}

	public function bring(string $site): string
	{
		return $site;
	}

	public function states(): array
	{
		return ['warm' => []];
	}

	public function mount(string $site, array $how = []): string
	{
		return $site;
	}

	public function remount(string $path): void
	{
	}

	/* trusted after a few ticks of the kernel's clock */
	public function settle(string $path): void
	{
	}
}

/** A native folder that is a copy of another one, brought up to date by rsync when it is told to. */
class RsyncBed extends NativeBed
{
	protected string $source;
	protected string $target;
	private bool $begun = false;

	public function __construct(string $work, string $name = 'rsync')
	{
		$this->name = "folder updated by $name";
		$this->source = "$work/field-source";
		$this->target = "$work/field-target";
	}

	public function mount(string $site, array $how = []): string
	{
		if (!$this->begun) {
			$this->begun = true;
			$this->remove(); /* what a run that was killed may have left */
			self::must('cp', '-a', $site, $this->source);
			bench_mkdir($this->target);
			$this->start();
			self::must(...$this->rsync());
			usleep(REMOTE_SETTLE_US); /* until its root can be told from another folder that gets the same number */
		}
		return $this->target;
	}

	/** The folder that is edited. */
	public function source(): string
	{
		return $this->source;
	}

	/** Begin to bring the copy up to date; returns whether that is still going on. */
	public function deliver(): callable
	{
		$log = ['file', "$this->target.log", 'a'];
		$process = proc_open($this->rsync(), [['file', '/dev/null', 'r'], $log, $log], $pipes);
		return function () use ($process): bool {
			$status = proc_get_status($process);
			if (!$status['running'] && $status['exitcode'] > 0) {
				bench_fail("rsync failed: see $this->target.log");
			}
			return $status['running'];
		};
	}

	public function __destruct()
	{
		$this->remove();
	}

	private function remove(): void
	{
		exec('rm -rf ' . escapeshellarg($this->source) . ' ' . escapeshellarg($this->target));
	}

	protected function start(): void
	{
	}

	/** @return list<string> */
	protected function rsync(): array
	{
		return ['rsync', '-a', '--delete', "$this->source/", "$this->target/"];
	}
}

/** The same, kept up to date by a program that watches the source. */
final class WatchedBed extends RsyncBed
{
	private string $program;
	/** @var ?resource */
	private $process = null;

	/** @param string $program lsyncd or inotifywait */
	public function __construct(string $work, string $program)
	{
		parent::__construct("$work/$program", $program === 'lsyncd' ? 'lsyncd' : "$program and rsync");
		bench_mkdir("$work/$program");
		$this->program = $program;
	}

	/** Nothing is to be done; it has ended when both folders hold the same files. */
	public function deliver(): callable
	{
		$check = array_merge($this->rsync(), ['--dry-run', '--itemize-changes', '--omit-dir-times']);
		$command = implode(' ', array_map('escapeshellarg', $check)) . ' 2>&1';
		$end = hrtime(true) + 60e9;
		return function () use ($command, $end): bool {
			exec($command, $out, $code);
			if (hrtime(true) > $end) {
				bench_fail("$this->program did not bring its folder up to date within a minute");
			}
			return $code !== 0 || $out;
		};
	}

	public function __destruct()
	{
		if ($this->process) {
			/* in a session of its own, with whatever it has started */
			exec('kill -- -' . proc_get_status($this->process)['pid']);
			proc_close($this->process);
		}
		parent::__destruct();
	}

	protected function start(): void
	{
		$log = ['file', "$this->target.log", 'w'];
		if ($this->program === 'lsyncd') {
			$config = dirname($this->target) . '/lsyncd.lua';
			file_put_contents($config, "settings { nodaemon = true }\nsync { default.rsync, source = \"$this->source\","
				. " target = \"$this->target\", delay = 1, rsync = { archive = true } }\n");
			$command = ['lsyncd', $config];
		} else {
			/* as inosync does it: whatever happened, all is compared */
			$events = 'create,delete,move,close_write,attrib';
			$command = ['sh', '-c', 'inotifywait -q -m -r -e ' . $events . ' "$0" | while read -r line; do'
				. ' rsync -a --delete "$0/" "$1/"; done', $this->source, $this->target];
		}
		$this->process = proc_open(array_merge(['setsid'], $command), [['file', '/dev/null', 'r'], $log, $log], $pipes);
		/* until all of its watches are set, whose number no output tells */
		sleep(3);
	}
}

/**
 * Shared folders of virtual machines, modelled by the latency mount: the kernel keeps neither
 * attributes nor names, each request waits, the host's names have no case, listings bring no
 * attributes, and a file's inode number is another one whenever the kernel has forgotten it.
 */
final class SharedBed extends LatencyBed
{
	public int $expires = 0;

	public function __construct(Options $options, int $latency)
	{
		parent::__construct($options, $latency, '64');
		$this->name = "model of a shared folder, $latency us";
		$this->options .= ',nocase,noplus,noino';
	}

	public function states(): array
	{
		return ['expired' => ['stock' => [30, INF], 'asks' => [5, 30], 'keeps' => [0, 0.5]]];
	}

	public function noplus(): string
	{
		return ''; /* as it is */
	}

	protected function kept(int $seconds): string
	{
		return '';
	}
}

/** sshfs on loopback that keeps nothing, so that all sides can use one mount. */
final class SshfsBed extends Bed
{
	public int $expires = 0;
	private string $beds;
	/** @var list<string> the server's folder, and mounts of it */
	private array $paths;

	public function __construct(Options $options)
	{
		$this->name = 'sshfs on loopback';
		$this->settings = ['filesystems' => '+fuse.sshfs'];
		$this->beds = "$options->work/beds";
		$this->paths = explode(' ', trim(self::must('env', "BED=$this->beds", 'PORT=22022', 'bash', bed_script('sshfs'), 'up')));
	}

	public static function usable(): bool
	{
		return Mount::usable() && bed_script('sshfs') !== '';
	}

	public function bring(string $site): string
	{
		return $site;
	}

	public function mount(string $site, array $how = []): string
	{
		$to = $this->paths[0] . '/' . basename($site);
		if (!is_dir($to)) {
			self::must('cp', '-a', $site, $to);
		}
		return end($this->paths) . '/' . basename($site);
	}

	public function remount(string $path): void
	{
	}

	/* nothing is kept; what the server was asked, nobody counts */
	public function states(): array
	{
		return ['expired' => []];
	}

	/* on the server itself */
	public function other(string $site): string
	{
		return $this->paths[0] . '/' . basename($site);
	}

	public function daemons(): array
	{
		return ['sftp-server', 'sshfs'];
	}

	public function __destruct()
	{
		self::must('env', "BED=$this->beds", 'bash', bed_script('sshfs'), 'down');
	}
}
