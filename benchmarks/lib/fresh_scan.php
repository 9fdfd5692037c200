<?php
/* SPDX-License-Identifier: MIT
 *
 * fresh.php's scans: warm ones (S5, S6), first ones, and the proof.
 */

require_once __DIR__ . '/fresh.php';

/* fastscan's directives by side; and the request that its goal is for */
const FRESH_SIDES = [
	'fastscan request' => ['first', ['validate' => 'request']],
	'fastscan request, no threads' => ['first', ['validate' => 'request', 'prefetch_threads' => 0]],
	'fastscan request sync=0' => ['second', ['validate' => 'request', 'sync' => 0]],
	'fastscan interval' => ['second', ['validate' => 'interval']],
];
const FRESH_S5 = [
	50 => ['fastscan request' => '<= 1.0', 'fastscan request sync=0' => '<= 0.5',
		'fastscan interval' => '<= 0.4'],
	200 => ['fastscan request' => '<= 2.0', 'fastscan interval' => '<= 0.4'],
];
const FRESH_S6 = [50 => '>= 10', 200 => '>= 15'];

/** Both requests of a round, figures as first.ms, second.ms, ... */
function fresh_round(FreshSide $side): array
{
	static $answer;
	$figures = [];
	$side->expire();
	foreach (['first', 'second'] as $which) {
		$result = $side->scan();
		bench_same('scan', $answer ??= $result['hash'], $result['hash']);
		unset($result['hash']);
		foreach ($result as $figure => $value) {
			$figures["$which.$figure"] = $value;
		}
	}
	return $figures;
}

/** Warm scans in a worker that made them before. */
function fresh_warm(Fresh $fresh, string $site, int $latency): void
{
	$native = $fresh->bed->bring($site);
	$sides = ['native stock' => $fresh->native($native), 'stock' => $fresh->mounted($site)];
	foreach (FRESH_SIDES as $name => [, $settings]) {
		/* an interval that is longer than a request which validates everything */
		$settings += ['revalidate_freq' => $name === 'fastscan interval' ? 5 : 2];
		$sides[$name] = $fresh->mounted($site, $fresh->settings($settings));
	}
	$fresh->bed->settle($sides['stock']->site);
	foreach ([$fresh->settles(), 0] as $wait) {
		array_map('fresh_round', $sides);
		usleep($wait);
	}
	$list = FloorSide::folders($fresh->options, "$native/" . FIXTURE_MODULES);
	$floors = $fresh->floors($site, '/' . FIXTURE_MODULES, $list, 'sync');
	$samples = bench_rounds($fresh->options->rounds,
		array_map(fn ($side) => fn () => fresh_round($side), $sides) + $floors);
	$floor = $fresh->floor("one fresh statx of each directory, without PHP, {$fresh->bed->name}", $samples['floor']);
	foreach (FRESH_SIDES as $name => [$goalFor]) {
		foreach (['first', 'second'] as $which) {
			$ms = $samples["$which.ms"];
			$isGoal = $which === $goalFor;
			$title = "scan, $which request, {$fresh->bed->name}";
			$fresh->report->ratio('S5', $title, 'ms', ['native stock' => $ms['native stock'], $name => $ms[$name]]
				+ $floor, $name, 'native stock', $isGoal ? FRESH_S5[$latency][$name] ?? '' : '');
			if ($isGoal) {
				$fresh->report->ratio('S6', $title, 'ms', ['stock' => $ms['stock'], $name => $ms[$name]], 'stock', $name,
					$name === 'fastscan request' ? FRESH_S6[$latency] ?? '' : '');
			}
			fresh_explain($fresh, "$name, $which request", $name, $which, $samples);
		}
	}
}

/* Medians of one side's figures of one of its two requests. */
function fresh_explain(Fresh $fresh, string $title, string $side, string $which, array $samples): void
{
	$of = [];
	foreach ($samples as $figure => $sides) {
		if (strpos($figure, "$which.") === 0 && isset($sides[$side])) {
			$of[substr($figure, strlen($which) + 1)] = $sides[$side];
		}
	}
	$fresh->explain($title, $of);
}

/** The first scan of a new worker on a mount just mounted. */
function fresh_cold(Fresh $fresh, string $site): void
{
	$native = $fresh->bed->bring($site);
	$fresh->bed->settle($fresh->bed->mount($site));
	$answer = null;
	$first = function (string $path, array $arguments) use ($fresh, &$answer): array {
		$fresh->bed->remount($path);
		$side = new FreshSide($fresh->options, $fresh->scripts, $path, 0, $arguments);
		$result = $side->scan();
		bench_same('scan', $answer ??= $result['hash'], $result['hash']);
		unset($result['hash']);
		return $result;
	};
	$sides = [];
	foreach (['stock' => [], 'fastscan request' => $fresh->settings(), 'fastscan request, no threads' =>
			$fresh->settings(['prefetch_threads' => 0])] as $name => $arguments) {
		$path = $fresh->bed->mount($site);
		$sides[$name] = fn () => $first($path, $arguments);
	}
	$list = FloorSide::folders($fresh->options, "$native/" . FIXTURE_MODULES);
	$samples = bench_rounds(max(1, intdiv($fresh->options->rounds, 2)),
		$sides + $fresh->floors($site, '/' . FIXTURE_MODULES, $list, 'list', true));
	$floor = $fresh->floor("each directory read once, without PHP, {$fresh->bed->name}", $samples['floor']);
	foreach (['fastscan request' => '>= 4', 'fastscan request, no threads' => ''] as $name => $goal) {
		$fresh->report->ratio('', "first scan of a new worker, {$fresh->bed->name}", 'ms', ['stock' => $samples['ms']['stock'],
			$name => $samples['ms'][$name]] + $floor, 'stock', $name, $goal);
		$fresh->explain($name, array_column_of($samples, $name));
	}
}

/** @return array<string, list<float>> figure => samples of one side */
function array_column_of(array $samples, string $side): array
{
	return array_filter(array_map(fn ($sides) => $sides[$side] ?? [], $samples));
}

/**
 * Was each directory whose listing a request used asked for after its start, before the use? By the
 * mount's own log of a request; and by the same of a mode that asks nothing, in which it must fail.
 */
function fresh_proof(Fresh $fresh, LatencyBed $bed, string $site): void
{
	foreach (['request' => '<= 0', 'never' => '>= 1'] as $mode => $goal) {
		[$answer, $requests] = $fresh->logged($bed, $site, $fresh->settings(['validate' => $mode]),
			fn (FreshSide $side) => $side->dated());
		[$late, $never] = [0, 0];
		foreach ($answer['used'] as $dir => $at) {
			if (!$requests->asked("/$dir")) {
				$never++;
			} elseif (!$requests->askedBy("/$dir", $at)) {
				$late++;
			}
		}
		$count = count($answer['used']);
		$fresh->report->value('proof', "directories of $count used without being asked for after the request's start,"
			. " $mode mode, {$bed->name}", 'dirs', [$late + $never], $fresh->options->extension === '' ? '' : $goal);
		$fresh->report->note("$mode mode: " . ($count - $late - $never) . " asked for in time, $late too late, $never not;"
			. ' ' . $requests->summary());
		if ($mode === 'request') {
			/* one lookup and one look at each; helpers must not ask for the directories above again and again */
			$fresh->report->value('proof', "requests of the mount for each directory, {$bed->name}", '',
				[$requests->count() / $count], $fresh->options->extension === '' ? '' : '<= 2.5');
		}
	}
}
