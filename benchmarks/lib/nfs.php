<?php
/* SPDX-License-Identifier: MIT
 *
 * NFS in a guest that has mounted the server's own file system at /nfs/srv and a first client at /nfs/c1.
 */

final class NfsBed extends ClientBed
{
	private const PORT = 2049;
	public int $roundTrip;
	private string $version;
	private int $copies = 0;

	/** @param ?int $roundTrip microseconds, on the server's port alone; null: as the network is */
	public function __construct(string $version = '4.2', ?int $roundTrip = null)
	{
		static $count = 0;
		parent::__construct('/run/fresh' . $count++ . '-');
		$this->version = $version;
		if ($roundTrip === null) {
			$roundTrip = preg_match('/delay ([0-9.]+)([mu])s/', (string) shell_exec('tc qdisc show dev lo 2>/dev/null'),
				$match) ? 2 * $match[1] * ($match[2] === 'm' ? 1000 : 1) : 0;
		} else {
			self::delay($roundTrip);
		}
		$this->roundTrip = (int) $roundTrip;
		$this->name = "NFS $version, round trip $roundTrip us";
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
		is_dir($to) || self::must('cp', '-a', $site, $to); /* by an earlier bed, whose clients have gone */
		return $to;
	}

	/* A client of its own, which shares nothing with those that are measured. */
	public function other(string $site): string
	{
		return $this->mount($site);
	}

	public function operations(string $path): array
	{
		$counts = [];
		$mine = false;
		foreach (file('/proc/self/mountstats', FILE_IGNORE_NEW_LINES) as $line) {
			if (preg_match('/^device .* mounted on (\S+) with/', $line, $match)) {
				$mine = $match[1] === dirname($path);
			} elseif ($mine && preg_match('/^\s+([A-Z_]+): (\d+) /', $line, $match) && (int) $match[2] > 0) {
				$counts[$match[1]] = (int) $match[2];
			}
		}
		return $counts;
	}

	public function states(): array
	{
		return ['client-cold' => ['stock' => [2, INF], 'asks' => [1, INF], 'keeps' => [1, INF]],
			'warm' => ['stock' => [0.9, 1.5], 'asks' => [0.9, 2.5], 'keeps' => [0, 0.2]],
			'expired' => ['stock' => [2, INF], 'asks' => [0.9, 2.5], 'keeps' => [0, 0.2]]];
	}

	public function noplus(): string
	{
		return ',nordirplus';
	}

	public function daemons(): array
	{
		return ['nfsd', 'rpciod', 'kworker'];
	}

	/** Median microseconds of a call that does nothing, sent to the server as a client sends its own. */
	public function emptyCall(): float
	{
		$socket = stream_socket_client('tcp://127.0.0.1:' . self::PORT, $code, $message, 5);
		$samples = [];
		for ($i = 0; $i < 50; $i++) {
			/* last fragment of 40 bytes: id, call, RPC 2, NFS, version, procedure 0, no credentials, no verifier */
			$call = pack('N11', 0x80000028, $i, 0, 2, 100003, (int) $this->version, 0, 0, 0, 0, 0);
			$start = hrtime(true);
			fwrite($socket, $call);
			$answer = fread($socket, 100);
			$samples[] = (hrtime(true) - $start) / 1e3;
			if (unpack('N', $answer, 4)[1] !== $i) {
				bench_fail('the NFS server does not answer');
			}
		}
		fclose($socket);
		return bench_quantile($samples, 0.5);
	}

	/* Attributes expire after a second, as on the other beds, instead of half a minute. */
	protected function attach(string $path, array $how): void
	{
		$old = $this->version[0] === '3';
		self::must('mount', '-t', 'nfs', '-o', "vers=$this->version,nosharecache,actimeo=" . ($how['keep'] ?? 1)
			. ($old ? ',nolock' : '') . ($how['more'] ?? ''), $old ? '127.0.0.1:/nfs/srv' : '127.0.0.1:/', $path);
	}

	/* Half of it on the way there, half on the way back; web servers and the rest are not delayed. */
	private static function delay(int $roundTrip): void
	{
		exec('tc qdisc del dev lo root 2>/dev/null');
		if ($roundTrip === 0) {
			return;
		}
		/* the guest's kernel looks for its modules where they are not */
		exec('modprobe -a -d /run/mod sch_prio sch_netem cls_u32 2>/dev/null');
		/* class 3 is delayed, and without a filter nothing is in it */
		self::must('tc', 'qdisc', 'add', 'dev', 'lo', 'root', 'handle', '1:', 'prio', 'bands', '3',
			'priomap', ...array_fill(0, 16, '0'));
		self::must('tc', 'qdisc', 'add', 'dev', 'lo', 'parent', '1:3', 'handle', '30:', 'netem', 'delay',
			intdiv($roundTrip, 2) . 'us', 'limit', '100000');
		foreach (['dport', 'sport'] as $direction) {
			self::must('tc', 'filter', 'add', 'dev', 'lo', 'parent', '1:', 'protocol', 'ip', 'u32', 'match', 'ip',
				$direction, (string) self::PORT, '0xffff', 'flowid', '1:3');
		}
	}
}
