<?php
/* SPDX-License-Identifier: MIT
 *
 * field.php: the field reports again, on the systems that they name.
 *
 *   --systems=...   native, rsync, lsyncd, inotify (inotifywait and rsync), shared (a model of
 *                   VirtualBox' and VMware's shared folders), latency; and when named, by the test
 *                   beds: sshfs, gluster, nfs (in a guest, with a report of its own)
 *   --parts=...     updates (of rsync, lsyncd, inotify: does the next request see each one?), variants
 *                   (what the reports tried, beside fastscan), functions (the reports' four, by the
 *                   profiler tideways_xhprof), requests (ab, nginx and Apache)
 *   --drupal=DIR    list the modules of that Drupal instead of the generated site
 *   --latency=N     microseconds of the shared folder and of the latency mount
 *   --quick         a twentieth of the tree, three rounds
 *   --budget=N      begin nothing after N seconds
 *   --profiler=FILE tideways_xhprof.so; default: where Debian's package puts it, or the test bed
 *
 * What is missing on the machine is skipped, and said. The folder of the test beds is FASTSCAN_BEDS.
 */

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/field.php';

const FIELD_SYSTEMS = ['native', 'rsync', 'lsyncd', 'inotify', 'shared', 'latency', 'sshfs', 'gluster', 'nfs'];
const FIELD_PARTS = ['updates', 'variants', 'functions', 'requests'];

/** @return Bed|string a system, or why there is none */
function field_bed(Options $options, string $system)
{
	$latency = (int) $options->own['latency'];
	switch ($system) {
		case 'native':
			return new NativeBed();
		case 'rsync':
			return field_has('rsync') ? new RsyncBed($options->work) : 'no rsync';
		case 'lsyncd':
		case 'inotify':
			$program = $system === 'inotify' ? 'inotifywait' : $system;
			return field_has($program, 'rsync') ? new WatchedBed($options->work, $program) : "no $program";
		case 'shared':
			return Mount::usable() ? new SharedBed($options, $latency) : 'no FUSE';
		case 'latency':
			return Mount::usable() ? new LatencyBed($options, $latency, '64') : 'no FUSE';
		case 'sshfs':
			return SshfsBed::usable() ? new SshfsBed($options) : 'no test bed sshfs';
		case 'gluster':
			return GlusterBed::usable() ? new GlusterBed($options) : 'no GlusterFS server';
		default:
			return NfsBed::usable() ? new NfsBed() : 'not in the guest';
	}
}

/** Path of the profiler, where any user can read it; '' if there is none. */
function field_profiler(Options $options): string
{
	$file = $options->own['profiler'];
	if ($file === '') {
		$folder = (string) shell_exec(escapeshellarg($options->php) . ' -n -r "echo PHP_EXTENSION_DIR;"');
		$file = "$folder/tideways_xhprof.so";
		if (!is_file($file) && bed_script('tideways') !== '') {
			$file = substr(trim((string) shell_exec('bash ' . escapeshellarg(bed_script('tideways')) . ' 2>/dev/null')),
				strlen('-d extension='));
		}
	}
	if (!is_file($file)) {
		return '';
	}
	@unlink("$options->work/scripts/profiler.so");
	bench_mkdir("$options->work/scripts");
	copy($file, "$options->work/scripts/profiler.so");
	return "$options->work/scripts/profiler.so";
}

/** The folder below a Drupal's root that its modules are in. */
function field_modules(string $drupal): string
{
	foreach ([FIXTURE_MODULES, 'modules/contrib', 'modules'] as $dir) {
		if (is_dir("$drupal/$dir")) {
			return $dir;
		}
	}
	bench_fail("no modules in $drupal");
}

$options = Options::parse($argv, 8, ['systems' => implode(',', array_slice(FIELD_SYSTEMS, 0, 6)),
	'parts' => implode(',', FIELD_PARTS), 'drupal' => '', 'latency' => '200', 'quick' => 'no', 'budget' => '3600', 'profiler' => '']);
$systems = explode(',', $options->own['systems']);
$parts = explode(',', $options->own['parts']);
if (array_diff($systems, FIELD_SYSTEMS) || array_diff($parts, FIELD_PARTS)) {
	bench_fail("no such system or part: see the head of $argv[0]");
}
if (Fpm::program($options->php) === '') {
	echo "skipped: needs php-fpm of this PHP's version\n";
	exit(0);
}
$quick = $options->own['quick'] !== 'no';
$options->rounds = $quick ? min(3, $options->rounds) : $options->rounds;
$report = new Report($options, $systems === ['nfs'] ? 'field-nfs' : 'field', 'the field reports, on the systems they name');
$report->note('load ' . implode(' ', array_map('bench_number', sys_getloadavg())) . ', ' . php_uname('s') . ' '
	. php_uname('r'));
if ($options->own['drupal'] !== '') {
	$site = realpath($options->own['drupal']) ?: bench_fail('no such folder: ' . $options->own['drupal']);
	$dir = field_modules($site);
} else {
	$site = $quick ? fixture_small_site($options->work) : fixture_site($options->work);
	$dir = FIXTURE_MODULES;
}
$profiler = in_array('functions', $parts, true) ? field_profiler($options) : '';
$end = time() + (int) $options->own['budget'];
foreach ($systems as $system) {
	if ($system === 'nfs' && !NfsBed::usable()) {
		$arguments = array_filter(array_slice($argv, 1), fn ($argument) => strpos($argument, '--systems=') !== 0);
		guest_run($options, array_merge($arguments, ['--systems=nfs']), 'field.php') === 0
			|| bench_fail('failed in the guest');
		continue;
	}
	$running = $system === 'gluster' && !GlusterBed::usable() ? gluster_run() : null;
	$bed = field_bed($options, $system);
	if (is_string($bed)) {
		$report->note("$system: skipped, $bed");
		continue;
	}
	if ($quick && !$bed instanceof NativeBed) {
		$bed->settings['settle'] = 10; /* the tree may have been made just now */
	}
	$field = new Field($options, $report, $bed, $site, $dir);
	foreach ($parts as $part) {
		if (time() > $end) {
			$report->note("$system, $part: skipped, the budget is spent");
		} elseif ($part === 'updates') {
			$bed instanceof RsyncBed && $field->updates();
		} elseif ($part === 'variants') {
			$field->variants();
		} elseif ($part === 'functions') {
			$profiler !== '' ? $field->functions($profiler) : $report->note("$system, functions: skipped, no profiler");
		} else {
			FieldWeb::usable() ? $field->requests()
				: $report->note("$system, requests: skipped, no ab, nginx, Apache or test bed web");
		}
	}
	unset($field, $bed, $running);
}
$report->note('load at the end ' . implode(' ', array_map('bench_number', sys_getloadavg())));
$report->finish();
