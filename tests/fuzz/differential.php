<?php
/* SPDX-License-Identifier: MIT */
/*
 * Random changes and questions with fastscan and without, see differential/README.md.
 *
 *	php -n differential.php --extension=fastscan.so [--mode=request] [--seed=1] [--steps=10000]
 *		[--seconds=MOST] [--verify=0] [--foreign=30] [--first=0] [--server] [--folder=DIR]
 *		[--idle=0] [--set=NAME=VALUE,...] [--both=NAME=VALUE,...]
 *	php -n differential.php --extension=fastscan.so --mode=... --seed=... --first=... --replay=FILE
 *
 * The last line is "ok: ..." or "not ok: ...". Exit status 1: something differed, or too few answers
 * came from the cache to prove anything; what was found is printed with a plan that --replay takes.
 */
foreach (['vocabulary', 'planner', 'pair', 'window', 'judge', 'shrink',
	'run'] as $part) {
	require __DIR__ . "/differential/$part.php";
}
$names = ['extension:', 'mode:', 'seed:', 'steps:', 'verify:', 'foreign:', 'folder:', 'first:',
	'set:', 'both:', 'replay:', 'server', 'seconds:', 'together:', 'idle:'];
$options = getopt('', $names) + ['mode' => 'request', 'seed' => '1', 'steps' => '10000',
	'verify' => '0', 'foreign' => '30', 'first' => '0', 'set' => '', 'both' => '',
	'seconds' => '1e9', 'together' => '25', 'idle' => '0',
	'folder' => sys_get_temp_dir() . '/fastscan-differential-' . getmypid()];
if (!isset($options['extension'])) {
	fwrite(STDERR, "differential.php: --extension=SO is needed\n");
	exit(2);
}
if (!extension_loaded('posix') || !extension_loaded('pcntl')) {
	echo "skipped: needs the extensions posix and pcntl\n";
	exit(77);
}
umask(022);
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function (): void {
}, false);
$run = new Run($options);
register_shutdown_function([$run, 'end']);
foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
	pcntl_signal($signal, function (): void {
		exit(130);
	});
}
exit(isset($options['replay']) ? $run->replay($options['replay']) : $run->run());
