<?php
/* SPDX-License-Identifier: MIT
 *
 * Starts the test beds that are no part of this repository: a guest with a real NFS server and client,
 * and a GlusterFS server with its clients.
 */

require_once __DIR__ . '/wordpress.php';

const GUEST_ROUND_TRIP_US = 1000;

/** Path of a test bed's script; '' if it is not there. */
function bed_script(string $name): string
{
	$dir = getenv('FASTSCAN_BEDS') ?: dirname(__DIR__, 3) . '/shared/testbeds';
	return is_file("$dir/$name") ? "$dir/$name" : '';
}

/** A library to be loaded before all others, made from that source in the work folder. */
function guest_library(Options $options, string $source): string
{
	$library = "$options->work/" . basename($source, '.c') . '.so';
	exec('gcc -O2 -shared -fPIC -o ' . escapeshellarg($library) . ' ' . escapeshellarg($source) . ' -ldl 2>&1', $out, $code);
	return $code === 0 ? $library : bench_fail("$source does not compile:\n" . implode("\n", $out));
}

/** Run that program in the guest; returns its exit status, 0 where there is no guest. */
function guest_run(Options $options, array $arguments, string $program = 'fresh.php', int $roundTrip = GUEST_ROUND_TRIP_US): int
{
	$script = bed_script('uml-nfs');
	if ($script === '' || posix_geteuid() !== 0) {
		echo "skipped: no NFS guest here (FASTSCAN_BEDS), or not root\n";
		return 0;
	}
	/* the guest's kernel does not start on every processor without this */
	$preload = guest_library($options, dirname(__DIR__, 2) . '/tests/racy/ptrace_xstate.c');
	$clock = guest_library($options, __DIR__ . '/guest_clock.c');
	/* what takes long to make is made here; the guest only reads it */
	fixture_site($options->work);
	if (wordpress_missing($options) === '' && !is_file("$options->work/wordpress.installed")) {
		wordpress_site($options, new Database("$options->work/wordpress-db"));
	}
	FloorSide::folders($options, $options->work . '/site');
	bench_mkdir($options->results);
	$command = array_merge(['bash', $script, '-t', '2700', '-m', '2G', '-r', (string) $roundTrip, '--',
		'env', "LD_PRELOAD=$clock", $options->php, dirname(__DIR__) . "/$program"], $arguments,
		["--work=$options->work", "--extension=" . ($options->extension ?: 'none'), '--results=/out']);
	putenv('UML_OUT=' . realpath($options->results));
	putenv("LD_PRELOAD=$preload");
	passthru(implode(' ', array_map('escapeshellarg', $command)), $code);
	return $code;
}

/** A GlusterFS server (profile mdcache, or default options) that lasts as long as the object returned; null if there is none to start. */
function gluster_run(string $profile = ''): ?object
{
	$script = bed_script('gluster');
	if ($script === '' || posix_geteuid() !== 0) {
		return null;
	}
	passthru('bash ' . escapeshellarg($script) . " up $profile > /dev/null", $code);
	return $code !== 0 ? null : new class ($script) {
		private string $script;

		public function __construct(string $script)
		{
			$this->script = $script;
		}

		public function __destruct()
		{
			passthru('bash ' . escapeshellarg($this->script) . ' down');
		}
	};
}
