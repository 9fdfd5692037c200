<?php
/* SPDX-License-Identifier: MIT
 *
 * field.php's page: the front page of a WordPress on the system, asked for by one client, request after
 * request, with opcache looking at the time of each file in each request, or once a minute.
 */

require_once __DIR__ . '/field.php';
require_once __DIR__ . '/table.php';
require_once __DIR__ . '/web.php';
require_once __DIR__ . '/../lib/wordpress.php';

/* How often opcache looks at the time of each file: in each request, and as often as `interval` at directories. */
const PAGE_OPCACHE = ['' => [], ', opcache.revalidate_freq=60' => ['opcache.revalidate_freq' => FIELD_KEEP['revalidate_freq']]];
/* Requests that a page makes for each file it includes, at least: what the labels say is asked for. */
const PAGE_BOUNDS = ['warm' => ['stock' => [0, 1.5]], 'expired' => ['stock' => [0.1, INF]]];

function page_get(FieldSide $side, array $parameters): array
{
	static $answer;
	$page = $side->page($parameters);
	if (strpos($page['body'], '</html>') === false || strpos($page['head'], 'Status: 5') !== false) {
		bench_fail("no page: {$page['head']}\n" . substr($page['body'], 0, 2000));
	}
	bench_same('page', $answer ??= md5($page['body']), md5($page['body']));
	return ['ms' => $page['ms']];
}

/**
 * The files of its site that a page includes.
 *
 * @return list<string> relative to the site
 */
function page_files(Field $field, string $native, array $parameters): array
{
	$append = "$field->scripts/included.php";
	file_put_contents($append, '<?php echo "\n", json_encode(get_included_files(), JSON_UNESCAPED_SLASHES);');
	$page = $field->nativeSide(['auto_prepend_file' => '', 'auto_append_file' => $append], $native)->page($parameters);
	$files = json_decode(substr($page['body'], strrpos($page['body'], "\n") + 1), true);
	if (!is_array($files) || count($files) < 50) {
		bench_fail('the page does not say what it included: ' . substr($page['body'], -1000));
	}
	return array_map(fn ($file) => substr($file, strlen($native) + 1),
		array_values(array_filter($files, fn ($file) => strpos($file, "$native/") === 0)));
}

/**
 * The files of its site that a page reads by itself, as often as it does. (opcache has those that it includes.)
 *
 * @return list<string> relative to the site; [] where no inotifywait tells
 */
function page_reads(Field $field, string $native, array $parameters): array
{
	if (!field_has('inotifywait')) {
		return [];
	}
	$side = $field->nativeSide([], $native);
	page_get($side, $parameters);
	page_get($side, $parameters);
	$log = "{$field->options->work}/page-reads.log";
	$process = proc_open(['inotifywait', '-m', '-r', '-e', 'close_nowrite', '--format', '%e %w%f', $native],
		[['file', '/dev/null', 'r'], ['file', $log, 'w'], ['pipe', 'w']], $pipes);
	while (($line = fgets($pipes[2])) !== false && strpos($line, 'established') === false) {
	}
	page_get($side, $parameters);
	usleep(500000);
	fclose($pipes[2]);
	proc_terminate($process);
	proc_close($process);
	preg_match_all('~^CLOSE_NOWRITE,CLOSE ' . preg_quote("$native/") . '(.+)$~m', (string) file_get_contents($log), $match);
	return $match[1];
}

/**
 * What a page costs on the mount more than on the disk, whatever a cache of directories answers: a look at each
 * included file, where opcache takes one, by as many at once as helpers would; and the files that it reads, one
 * after the other.
 *
 * @param list<string> $looks
 * @param list<string> $reads
 */
function page_floor(Field $field, State $state, array $looks, array $reads, string $site, string $native): callable
{
	$calls = [FloorSide::listOf($field->options, 'page-reads', $reads) => ['read', 1]]
		+ ($looks ? [FloorSide::listOf($field->options, 'page-looks', $looks) => ['stat', FIELD_THREADS]] : []);
	return $field->floor($state, $site, '', $calls, $native);
}

function field_page(Field $field): void
{
	if ($field->bed instanceof RsyncBed) {
		return; /* the native disk, with one site */
	}
	if ($missing = wordpress_missing($field->options)) {
		$field->report->note("no page: $missing");
		return;
	}
	$database = new Database("{$field->options->work}/wordpress-db");
	$site = wordpress_site($field->options, $database);
	$native = $field->bed->bring($site);
	$parameters = wordpress_request($database);
	$files = page_files($field, $native, $parameters);
	$count = count($files);
	$reads = page_reads($field, $native, $parameters);
	$field->report->note("the page includes $count files of its site and reads " . ($reads ? count($reads) : '?') . ' by itself');
	$copies = array_map(fn () => $field->bed->copy($site), ['stock' => 0, 'fastscan' => 0, 'fastscan interval' => 0,
		'floor' => 0]);
	foreach (array_diff_key($field->bed->states(), ['client-cold' => 0]) as $name => $bounds) {
		foreach (PAGE_OPCACHE as $label => $ini) {
			$state = new State($name, $bounds && !$ini ? PAGE_BOUNDS[$name] : []);
			$sides = page_sides($field, $state, $ini, $native, $copies);
			$floor = $field->bed instanceof NativeBed || !$reads ? []
				: ['floor' => page_floor($field, $state, $ini ? [] : $files, $reads, $copies['floor'], $native)];
			$field->warm($sides, fn (FieldSide $side) => page_get($side, $parameters));
			$title = "WordPress's front page ($count files), {$field->bed->name}, $name$label";
			$samples = $field->rounds($title, array_map(fn (FieldSide $side) => fn () => $side->measure($state, $count,
				fn () => page_get($side, $parameters)), $sides) + $floor);
			$samples && page_report($field, $title, $samples);
			unset($sides, $floor);
		}
	}
}

/**
 * With opcache looking at its files once a minute there is only fastscan's mode that does so with directories.
 *
 * @return array<string, FieldSide>
 */
function page_sides(Field $field, State $state, array $ini, string $native, array $copies): array
{
	$how = ['keep' => $state->kept()];
	$sides = $field->bed instanceof NativeBed ? [] : ['native stock' => $field->nativeSide($ini, $native)];
	$sides['stock'] = $field->side(null, $how, $ini, $copies['stock']);
	if (!$ini) {
		$sides['fastscan'] = $field->side([], $how, $ini, $copies['fastscan']);
	}
	$sides['fastscan interval'] = $field->side($field->kept(), $how, $ini, $copies['fastscan interval']);
	foreach ($sides as $side) {
		$side->probe = "$side->site/readme.html";
	}
	return $sides;
}

function page_report(Field $field, string $title, array $samples): void
{
	$ms = $samples['ms'];
	foreach (array_intersect(['fastscan', 'fastscan interval'], array_keys($ms)) as $side) {
		$field->report->pairs('page', $title, 'ms', array_intersect_key($ms, ['native stock' => 0, 'stock' => 0, $side => 0]),
			'stock', $side);
	}
	isset($ms['native stock']) && field_closed($field, $title, $ms, $ms['floor'] ?? []);
	field_asked($field, $title, $samples, 'requests for each file');
	FieldTable::add($title, $ms);
}
