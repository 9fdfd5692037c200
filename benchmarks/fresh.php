<?php
/* SPDX-License-Identifier: MIT
 *
 * fresh.php: what does it cost on a slow mount that each request sees every change (S5, S6)?
 *
 * Real requests to a worker of php-fpm, one after the other over one FastCGI connection. Each figure
 * stands beside the floor of the same run: the same system calls by threads of a program without PHP.
 *
 *   --bed=latfs     the latency mount (default); needs root and /dev/fuse
 *   --bed=nfs       a real NFS server and client in a guest, 1 ms apart; starts the guest
 *   --bed=gluster   a GlusterFS server and clients, default options; starts them
 *   --latency=N,N   microseconds of the latency mount
 *   --parts=...     scan (warm), cold (first scan of a worker on a mount just mounted), proof (of
 *                   freshness, by the mount's request log), page (WordPress)
 *   --tree=small    a few modules instead of 200, to see that the program works
 *   --server_threads=N
 *                   requests that the latency mount serves at once
 *
 * The folder of the test beds is FASTSCAN_BEDS, by default shared/testbeds beside the checkout.
 */

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/fresh_scan.php';
require __DIR__ . '/lib/fresh_page.php';
require __DIR__ . '/lib/guest.php';

$options = Options::parse($argv, 7, ['bed' => 'latfs', 'latency' => '50,200', 'parts' => 'scan,cold,proof,page',
	'tree' => 'full', 'server_threads' => '64']);
['bed' => $bed, 'parts' => $parts, 'tree' => $tree] = $options->own;
$classes = ['latfs' => LatencyBed::class, 'nfs' => NfsBed::class, 'gluster' => GlusterBed::class];
if (!isset($classes[$bed]) || array_diff(explode(',', $parts), ['scan', 'cold', 'proof', 'page'])
		|| !in_array($tree, ['full', 'small'], true)) {
	bench_fail("no such bed, part or tree: see the head of $argv[0]");
}
if (Fpm::program($options->php) === '') {
	echo "skipped: needs php-fpm of this PHP's version\n";
	exit(0);
}
if (!$classes[$bed]::usable()) {
	if ($bed === 'nfs') {
		exit(guest_run($options, array_slice($argv, 1)));
	}
	if ($bed !== 'gluster' || !($running = gluster_run())) {
		echo "skipped: this machine has no $bed\n";
		exit(0);
	}
}

$report = new Report($options, $bed === 'latfs' ? 'fresh' : "fresh-$bed",
	'what does it cost that each request sees every change?');
$site = $tree === 'small' ? fixture_small_site($options->work) : fixture_site($options->work);
$latencies = $bed === 'latfs' ? array_map('intval', explode(',', $options->own['latency'])) : [0];
foreach ($latencies as $latency) {
	foreach (explode(',', $parts) as $part) {
		/* a bed for each part: its mounts go with it */
		$made = Bed::make($options, ['latency' => $latency] + $options->own);
		if ($tree === 'small') {
			$made->settings['settle'] = 10; /* the tree may have been made just now */
		}
		$fresh = new Fresh($options, $report, $made);
		if ($part === 'scan') {
			fresh_warm($fresh, $site, $latency);
		} elseif ($part === 'cold') {
			fresh_cold($fresh, $site);
		} elseif ($part === 'page') {
			fresh_page($fresh);
		} elseif ($made instanceof LatencyBed) {
			fresh_proof($fresh, $made, $site);
		}
		unset($fresh, $made);
	}
}
if (isset($made->settings['filesystems'])) {
	$report->note("fastscan.filesystems={$made->settings['filesystems']}");
}
$report->finish();
