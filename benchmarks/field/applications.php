<?php
/* SPDX-License-Identifier: MIT
 *
 * field.php's applications: Symfony's Finder, Composer's `dump-autoload -o` and PHPUnit's `--list-tests`, over
 * Debian's packages of them on the system, each time by a new process of the command line.
 */

require_once __DIR__ . '/field.php';
require_once __DIR__ . '/table.php';

/* The workloads of tests/real, and the folders of /usr/share/php that they walk. */
const APPLICATIONS = [
	'finder' => "Symfony's Finder", 'dump_autoload' => 'composer dump-autoload -o', 'phpunit' => 'phpunit --list-tests',
];
const APPLICATION_FOLDERS = ['Symfony', 'PHPUnit', 'Twig', 'Psr', 'Composer'];
const APPLICATION_LIBRARIES = '/usr/share/php';

/** The folders that are walked, without links that lead out of them. */
function applications_site(string $work): string
{
	return fixture_make("$work/applications", function (string $dir): void {
		foreach (APPLICATION_FOLDERS as $folder) {
			exec('cp -aL ' . escapeshellarg(APPLICATION_LIBRARIES . "/$folder") . ' ' . escapeshellarg($dir) . ' 2>/dev/null');
		}
		exec('chmod -R a+rX ' . escapeshellarg($dir));
	});
}

/** One run: milliseconds of its first pass, and what it found. */
function applications_run(Field $field, string $workload, string $place, array $arguments): array
{
	$out = "{$field->options->work}/scratch"; /* not how the folder that is walked begins */
	exec('rm -rf ' . escapeshellarg($out));
	bench_mkdir($out);
	$command = array_merge([$field->options->php], $arguments, ['-d', 'include_path=' . APPLICATION_LIBRARIES,
		__DIR__ . '/application.php', $workload, $place, $out]);
	exec(implode(' ', array_map('escapeshellarg', $command)) . ' 2>&1', $lines, $code);
	$result = json_decode((string) @file_get_contents("$out/result.json"), true);
	if ($code !== 0 || !$result) {
		bench_fail("$workload failed: " . substr(implode("\n", $lines), -2000));
	}
	return $result;
}

function field_applications(Field $field): void
{
	if ($field->bed instanceof RsyncBed) {
		return; /* the native disk, with one site */
	}
	foreach (APPLICATION_FOLDERS as $folder) {
		if (!is_dir(APPLICATION_LIBRARIES . "/$folder")) {
			$field->report->note("applications: skipped, no $folder in " . APPLICATION_LIBRARIES);
			return;
		}
	}
	$site = applications_site($field->options->work);
	$native = $field->bed->bring($site);
	$file = "{$field->options->work}/applications.shm";
	$shared = ['validate' => 'request', 'shm_file' => $file];
	$mount = fn () => $field->bed->mount($field->bed->copy($site));
	$sides = ['native stock' => [$native, []], 'stock' => [$mount(), []], 'fastscan' => [$mount(), $field->fastscan($shared)],
		'fastscan strict' => [$mount(), $field->fastscan(['validate' => 'strict'])]];
	if ($field->bed instanceof NativeBed) {
		unset($sides['native stock']);
	}
	$field->bed->settle($sides['fastscan strict'][0]);
	foreach (APPLICATIONS as $workload => $name) {
		[$answer, $order, $last] = [null, null, []];
		$run = function (string $side) use ($field, $workload, $sides, &$answer, &$order, &$last): array {
			[$place, $arguments] = $sides[$side];
			usleep(max(0, $field->bed->expires - intdiv(hrtime(true) - ($last[$side] ?? 0), 1000)));
			$result = applications_run($field, $workload, $place, $arguments);
			$last[$side] = hrtime(true);
			bench_same("$workload, $side", $answer ??= $result['sorted'], $result['sorted']);
			/* another file system may list names in another order */
			$side === 'native stock' || bench_same("$workload, $side, order", $order ??= $result['exact'], $result['exact']);
			return ['ms' => $result['ms'], 'again' => $result['again']];
		};
		$runs = array_map(fn ($side) => fn () => $run($side), array_combine(array_keys($sides), array_keys($sides)));
		array_map(fn ($first) => $first(), $runs);
		usleep($field->bed instanceof NativeBed ? 0 : REMOTE_SETTLE_US);
		$samples = $field->rounds("$name, {$field->bed->name}", $runs);
		if ($samples) {
			$title = "$name, {$field->bed->name}";
			$field->report->pairs('application', $title, 'ms', $samples['ms'], 'stock', 'fastscan');
			$field->report->pairs('application', $title, 'ms', $samples['ms'], 'stock', 'fastscan strict');
			$field->report->pairs('application', "$title, again in the same process", 'ms', $samples['again'], 'stock', 'fastscan');
			FieldTable::add($title, $samples['ms']);
		}
	}
	array_map('unlink', glob("$file*"));
}
