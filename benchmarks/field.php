<?php
/* SPDX-License-Identifier: MIT
 *
 * field.php: the field reports again, on the systems that they name. The parts are in field/.
 *
 *   --systems=...   native, rsync, lsyncd, inotify (inotifywait and rsync), shared (a model of
 *                   VirtualBox' and VMware's shared folders), latency; and when named, by the test
 *                   beds: sshfs, gluster, gluster3 (replica 3), mdcache (one brick, metadata-cache
 *                   profile), nfs (in a guest, with a report of its own)
 *   --parts=...     listing (the reports' scan, by what the client knows of the mount), page
 *                   (WordPress' front page), applications (Symfony's Finder, Composer, PHPUnit), seen (changes
 *                   by another client: how long until they are seen), truth (which call tells of them, on
 *                   GlusterFS), updates (of rsync, lsyncd,
 *                   inotify: does the next request see each one?), variants (what the reports tried,
 *                   beside fastscan), functions (the reports' four, by the profiler tideways_xhprof),
 *                   requests (ab, nginx and Apache)
 *   --states=...    of the listing: client-cold, warm, expired, noplus (cold and expired, with listings that
 *                   bring no attributes)
 *   --drupal=DIR    list the modules of that Drupal instead of the generated site
 *   --part_of=N     the N-th part of the generated site
 *   --latency=N     microseconds of the shared folder and of the latency mount
 *   --nfs=V:N,...   NFS versions and round trips in microseconds
 *   --quick         a twentieth of the tree, three rounds: nothing is said of what is slower
 *   --budget=N      begin nothing after N seconds
 *   --profiler=FILE tideways_xhprof.so; default: where Debian's package puts it, or the test bed
 *
 * What is missing on the machine is skipped, and said. The folder of the test beds is FASTSCAN_BEDS.
 */

require __DIR__ . '/lib/bench.php';
foreach (['field', 'table', 'listing', 'page', 'applications', 'seen', 'truth', 'updates', 'variants', 'functions', 'web'] as $part) {
	require_once __DIR__ . "/field/$part.php";
}

const FIELD_SYSTEMS = ['native', 'rsync', 'lsyncd', 'inotify', 'shared', 'latency', 'sshfs', 'gluster', 'gluster3', 'mdcache',
	'nfs'];
const FIELD_STATES = ['client-cold', 'warm', 'expired', 'noplus'];
const FIELD_PARTS = ['listing', 'page', 'applications', 'seen', 'truth', 'updates', 'variants', 'functions', 'requests'];

/** @return list<callable(): Bed>|string what makes the beds of a system, or why there are none */
function field_beds(Options $options, string $system)
{
	$latency = (int) $options->own['latency'];
	switch ($system) {
		case 'native':
			return [fn () => new NativeBed()];
		case 'rsync':
			return field_has('rsync') ? [fn () => new RsyncBed($options->work)] : 'no rsync';
		case 'lsyncd':
		case 'inotify':
			$program = $system === 'inotify' ? 'inotifywait' : $system;
			return field_has($program, 'rsync') ? [fn () => new WatchedBed($options->work, $program)] : "no $program";
		case 'shared':
			return Mount::usable() ? [fn () => new SharedBed($options, $latency)] : 'no FUSE';
		case 'latency':
			return Mount::usable() ? [fn () => new LatencyBed($options, $latency, '64')] : 'no FUSE';
		case 'sshfs':
			return SshfsBed::usable() ? [fn () => new SshfsBed($options)] : 'no test bed sshfs';
		case 'gluster':
		case 'gluster3':
		case 'mdcache':
			return GlusterBed::usable() ? [fn () => new GlusterBed($options, $system === 'gluster3' ? 'fsbed3' : 'fsbed1',
				$system === 'mdcache' ? 'metadata-cache profile' : 'default options')] : 'no GlusterFS server';
		default:
			return NfsBed::usable() ? array_map(function (string $row): callable {
				[$version, $roundTrip] = explode(':', $row);
				return fn () => new NfsBed($version, (int) $roundTrip);
			}, explode(',', $options->own['nfs'])) : 'not in the guest';
	}
}

/** The folder below a Drupal's root that its modules are in. */
function field_modules(string $drupal): string
{
	foreach ([FIXTURE_MODULES, 'modules/contrib', 'modules'] as $dir) {
		if (is_dir("$drupal/$dir") && count(scandir("$drupal/$dir")) > 10) {
			return $dir;
		}
	}
	bench_fail("no modules in $drupal");
}

/** @return array{0: string, 1: string} the site and the folder in it that is scanned */
function field_site(Options $options): array
{
	if ($options->own['drupal'] === '') {
		return [fixture_part_of_site($options->work, (int) $options->own['part_of']), FIXTURE_MODULES];
	}
	$site = realpath($options->own['drupal']) ?: bench_fail('no such folder: ' . $options->own['drupal']);
	return [$site, field_modules($site)];
}

/** All parts on one bed. */
function field_run(Options $options, Report $report, Bed $bed, array $parts, int $end): void
{
	if ($options->own['quick'] !== 'no' && !$bed instanceof NativeBed) {
		$bed->settings['settle'] = 10; /* the tree may have been made just now */
	}
	if ($bed instanceof NfsBed) {
		$report->note("$bed->name: an empty call takes " . bench_number($bed->emptyCall()) . ' us');
	}
	[$site, $dir] = field_site($options);
	$field = new Field($options, $report, $bed, $site, $dir, $end);
	foreach ($parts as $part) {
		if ($field->late()) {
			$report->note("$bed->name, $part: skipped, the budget is spent");
		} else {
			("field_$part")($field);
		}
	}
}

/** One system; where it needs a guest or a server of its own, in it. */
function field_system(Options $options, Report $report, string $system, array $parts, int $end, array $argv): void
{
	if ($system === 'nfs' && !NfsBed::usable()) {
		$arguments = array_filter(array_slice($argv, 1), fn ($argument) => strpos($argument, '--systems=') !== 0);
		field_site($options); /* what takes long to make is made here; the guest only reads it */
		in_array('applications', $parts, true) && applications_site($options->work);
		guest_run($options, array_merge($arguments, ['--systems=nfs']), 'field.php', 0) === 0
			|| bench_fail('failed in the guest');
		return;
	}
	$running = in_array($system, ['gluster', 'gluster3', 'mdcache'], true) && !GlusterBed::usable()
		? gluster_run($system === 'mdcache' ? 'mdcache' : '') : null;
	$beds = field_beds($options, $system);
	if (is_string($beds)) {
		$report->note("$system: skipped, $beds");
		return;
	}
	foreach ($beds as $make) {
		field_run($options, $report, $make(), $parts, $end);
	}
}

$options = Options::parse($argv, PAIRS_WANTED, ['systems' => implode(',', array_slice(FIELD_SYSTEMS, 0, 6)),
	'parts' => implode(',', FIELD_PARTS), 'states' => implode(',', FIELD_STATES), 'drupal' => '', 'part_of' => '1', 'latency' => '200',
	'nfs' => '3:0,3:200,3:1000,4.2:0,4.2:200,4.2:1000', 'quick' => 'no', 'budget' => '3600', 'profiler' => '']);
$systems = explode(',', $options->own['systems']);
$parts = explode(',', $options->own['parts']);
if (array_diff($systems, FIELD_SYSTEMS) || array_diff($parts, FIELD_PARTS)
		|| array_diff(explode(',', $options->own['states']), FIELD_STATES)) {
	bench_fail("no such system, part or state: see the head of $argv[0]");
}
if (Fpm::program($options->php) === '') {
	echo "skipped: needs php-fpm of this PHP's version\n";
	exit(0);
}
if ($options->own['quick'] !== 'no') {
	$options->rounds = min(3, $options->rounds);
	$options->own['part_of'] = '20';
}
$load = fn () => 'load ' . implode(' ', array_map('bench_number', sys_getloadavg()));
$report = new Report($options, $systems === ['nfs'] ? 'field-nfs' : 'field', 'the field reports, on the systems they name');
$report->note($load() . ', ' . php_uname('s') . ' ' . php_uname('r') . ', PHP ' . PHP_VERSION);
foreach ($systems as $system) {
	field_system($options, $report, $system, $parts, time() + (int) $options->own['budget'], $argv);
}
$report->note($load() . ' at the end');
foreach ($report->slower() as $row => $slower) {
	$slower === false || $report->note(($slower ? 'SLOWER: ' : 'too few pairs: ') . $row);
}
echo FieldTable::text();
$report->finish();
