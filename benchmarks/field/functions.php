<?php
/* SPDX-License-Identifier: MIT
 *
 * field.php's functions: the reports' four, as a profiler of XHProf's format counts them, and how far
 * fastscan's own profile agrees with it.
 */

require_once __DIR__ . '/field.php';

const FIELD_FUNCTIONS = ['is_dir', 'readdir', 'opendir', 'file_scan_directory'];
const FIELD_HOOKED = ['is_dir', 'readdir', 'opendir'];
/* the profilers' own time is nothing beside a round trip, and much beside a call on a local disk */
const FIELD_AGREE = '<= 15';

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
	$copy = "$options->work/scripts/profiler.so";
	@unlink($copy);
	copy($file, $copy);
	return $copy;
}

function field_functions(Field $field): void
{
	$profiler = field_profiler($field->options);
	if ($profiler === '') {
		$field->report->note("{$field->bed->name}, functions: skipped, no profiler");
		return;
	}
	$ini = ['extension' => $profiler];
	$sides = ['native stock' => $field->nativeSide($ini), 'stock' => $field->side(null, [], $ini)];
	if ($field->options->extension !== '') {
		/* hooks that time each call and answer none */
		$sides['stock, timed by fastscan'] = $field->side(['profile' => 1, 'exclude' => '/'], [], $ini);
		$sides['fastscan'] = $field->side(['profile' => 1], [], $ini);
	}
	$field->warm($sides, fn (FieldSide $side) => $side->run('profiled_scan'));
	[$answer, $calls] = [null, []];
	$samples = bench_rounds(min(8, $field->options->rounds), array_map(fn ($side) => function ()
			use ($side, &$answer, &$calls): array {
		$side->expire();
		$result = $side->run('profiled_scan');
		bench_same('scan', $answer ??= $result['hash'], $result['hash']);
		return functions_figures($result, $calls);
	}, $sides));
	foreach (array_merge(FIELD_FUNCTIONS, ['all four']) as $function) {
		$what = isset($calls[$function]) ? "$function, {$calls[$function]} calls" : $function;
		$field->report->ratio('functions', "Excl. Wall Time of $what, {$field->bed->name}", 'ms', $samples[$function],
			'stock', array_key_last($sides));
	}
	foreach (isset($sides['fastscan']) ? array_merge(FIELD_HOOKED, ['all hooked']) : [] as $function) {
		$side = 'stock, timed by fastscan';
		functions_agree($field, $function, $samples["$function by xhprof"][$side], $samples["$function by fastscan"][$side]);
	}
}

/* Milliseconds by function of one request, and how often each was called. */
function functions_figures(array $result, array &$calls): array
{
	$figures = ['all four' => 0, 'all hooked by xhprof' => 0, 'all hooked by fastscan' => 0];
	foreach (FIELD_FUNCTIONS as $function) {
		$figures[$function] = $result['xhprof'][$function]['us'] / 1e3;
		$figures['all four'] += $figures[$function];
		bench_same("calls of $function", $calls[$function] ??= $result['xhprof'][$function]['calls'],
			$result['xhprof'][$function]['calls']);
	}
	foreach (FIELD_HOOKED as $function) {
		foreach (['xhprof', 'fastscan'] as $by) {
			$ms = ($result[$by][$function]['us'] ?? 0) / 1e3;
			$figures["$function by $by"] = $ms;
			$figures["all hooked by $by"] += $ms;
		}
	}
	return $figures;
}

function functions_agree(Field $field, string $function, array $xhprof, array $own): void
{
	$differences = array_map(fn ($theirs, $ours) => abs($ours / max($theirs, 1e-9) - 1) * 100, $xhprof, $own);
	$field->report->value('agreement', "fastscan_xhprof() and tideways_xhprof on $function, {$field->bed->name}: "
		. bench_number(bench_quantile($own, 0.5)) . ' and ' . bench_number(bench_quantile($xhprof, 0.5))
		. ' ms; in a request they differ by', '%', $differences,
		$function === 'all hooked' && !$field->bed instanceof NativeBed ? FIELD_AGREE : '', 'difference');
}
