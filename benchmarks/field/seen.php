<?php
/* SPDX-License-Identifier: MIT
 *
 * field.php's seen: another client makes or removes a name; how long until a request sees it, by stock PHP
 * and by fastscan in each mode?
 *
 * A delay is from the end of the change to the start of the first request that saw it. All sides are
 * asked in turn, on mounts of their own, and just before the change too, so that all of their clients
 * have looked at the folder as late as possible. fastscan must not be later than the latest of stock's
 * by more than its mode promises and the time between two of its requests. A mode that asks
 * nothing must be: else the check could not fail.
 */

require_once __DIR__ . '/field.php';

/* Seconds that a mode may be later than stock; fastscan's directives. */
const SEEN_MODES = [
	'strict' => [0, ['validate' => 'strict']],
	'request' => [0, ['validate' => 'request']],
	'request, sync=0' => [1, ['validate' => 'request', 'sync' => 0]],
	'interval of 2 s' => [2, ['validate' => 'interval', 'revalidate_freq' => 2]],
	'never' => [INF, ['validate' => 'never']],
];
/* What is changed, and the functions that are asked. */
const SEEN_CHANGES = [
	'file made' => ['is_file', 'scandir'], 'file removed' => ['is_file', 'readdir'],
	'file renamed' => ['is_file', 'scandir'],
	'folder made' => ['is_dir', 'readdir'], 'folder removed' => ['is_dir', 'scandir'],
];
const SEEN_FOLDER = 'seen';
/* Later than this is not seen: longer than what any of the clients keeps by default, but for profiles that keep longer. */
const SEEN_LIMIT = 8.0;

function seen_change(string $change, string $path): void
{
	switch ($change) {
		case 'file made':
			file_put_contents($path, '');
			break;
		case 'file removed':
			unlink($path);
			break;
		case 'file renamed':
			rename($path, "$path.renamed");
			break;
		case 'folder made':
			mkdir($path);
			break;
		default:
			rmdir($path);
	}
}

/**
 * One change: seconds until each side saw it, and the longest time that passed between two of its
 * requests, or from when the sides began to look to the change.
 *
 * @param array<string, FieldSide> $sides
 * @param array{change: string, how: string, dir: string, name: string} $trial
 * @return array<string, array{delay: float, step: float}> by side
 */
function seen_once(array $sides, string $other, array $trial): array
{
	$ask = fn (FieldSide $side) => $side->run('seen', $trial)['seen'];
	$made = strpos($trial['change'], 'made') !== false;
	$known = hrtime(true);
	foreach ($sides as $side) {
		$side->run('known', ['dirs' => [$trial['dir']]]);
		bench_same("{$trial['name']} before it is changed", !$made, $ask($side));
	}
	seen_change($trial['change'], "$other/{$trial['dir']}/{$trial['name']}");
	$changed = hrtime(true);
	/* a client that looked first is the first to look again */
	$found = array_map(fn () => ['delay' => INF, 'step' => ($changed - $known) / 1e9], $sides);
	$last = array_map(fn () => $changed, $sides);
	do {
		foreach ($sides as $mode => $side) {
			if ($found[$mode]['delay'] === INF) {
				$start = hrtime(true);
				$found[$mode]['step'] = max($found[$mode]['step'], ($start - $last[$mode]) / 1e9);
				$last[$mode] = $start;
				$found[$mode]['delay'] = $ask($side) === $made ? ($start - $changed) / 1e9 : INF;
			}
		}
		usleep(5000);
		$waiting = array_keys(array_filter($found, fn ($of) => $of['delay'] === INF));
		/* never will not, and nobody else is waited for */
	} while ($waiting && $waiting !== ['never'] && hrtime(true) - $changed < SEEN_LIMIT * 1e9);
	return $found;
}

/**
 * The changes to be made, each in a folder of its own, which $other now has.
 *
 * @return list<array{change: string, how: string, dir: string, name: string}>
 */
function seen_trials(string $other, int $each): array
{
	exec('rm -rf ' . escapeshellarg("$other/" . SEEN_FOLDER));
	$trials = [];
	foreach (SEEN_CHANGES as $change => $functions) {
		foreach ($functions as $how) {
			for ($i = 0; $i < $each; $i++) {
				$trial = ['change' => $change, 'how' => $how, 'dir' => SEEN_FOLDER . '/' . count($trials), 'name' => 'changed'];
				mkdir("$other/{$trial['dir']}/other", 0755, true);
				if ($change === 'file removed' || $change === 'file renamed') {
					touch("$other/{$trial['dir']}/changed");
				} elseif ($change === 'folder removed') {
					mkdir("$other/{$trial['dir']}/changed");
				}
				$trials[] = $trial;
			}
		}
	}
	exec('chmod -R a+rX ' . escapeshellarg("$other/" . SEEN_FOLDER));
	/* the changes of one kind are not made one after the other */
	usort($trials, fn ($a, $b) => md5($a['dir']) <=> md5($b['dir']));
	return $trials;
}

function field_seen(Field $field): void
{
	if ($field->bed instanceof NativeBed || $field->options->extension === '') {
		return;
	}
	$sides = ['stock' => $field->side(null)];
	foreach (SEEN_MODES as $mode => [, $settings]) {
		$sides[$mode] = $field->side($settings);
	}
	$other = $field->bed->other($field->site);
	$trials = seen_trials($other, $field->options->rounds < PAIRS_WANTED ? 1 : 3);
	$dirs = array_column($trials, 'dir');
	foreach ([REMOTE_SETTLE_US, 0] as $wait) {
		foreach ($sides as $side) {
			$side->run('known', ['dirs' => $dirs]);
		}
		usleep($wait);
	}
	$found = [];
	foreach ($trials as $trial) {
		foreach (seen_once($sides, $other, $trial) as $mode => $of) {
			$found["{$trial['change']}, by {$trial['how']}"][$mode][] = $of;
		}
	}
	exec('rm -rf ' . escapeshellarg("$other/" . SEEN_FOLDER));
	seen_report($field, $found);
}

/** Names that come and names that go, by lookups and by listings: within a kind, a client is as late as with any other. */
function seen_kind(string $change): string
{
	return (strpos($change, 'made') !== false ? 'come' : 'gone')
		. (preg_match('/by (scan|read)dir$/', $change) ? ', listed' : ', looked up');
}

/** @return array<string, float> how late stock PHP was at most, by kind */
function seen_stock(array $found): array
{
	$worst = [];
	foreach ($found as $change => $sides) {
		$kind = seen_kind($change);
		$worst[$kind] = max($worst[$kind] ?? 0.0, ...array_column($sides['stock'], 'delay'));
	}
	return $worst;
}

/** @param array<string, array<string, list<array{delay: float, step: float}>>> $found by change and side */
function seen_report(Field $field, array $found): void
{
	$late = [];
	$stock = seen_stock($found);
	foreach ($found as $change => $sides) {
		$worst = array_map(fn ($of) => max(array_column($of, 'delay')), $sides);
		$field->report->note("{$field->bed->name}, $change, seen after at most: " . implode(', ', array_map(
			fn ($mode, $delay) => "$mode " . ($delay === INF ? 'never' : bench_number($delay) . ' s'), array_keys($worst), $worst)));
		foreach (array_diff_key($worst, ['stock' => 0]) as $mode => $delay) {
			$allowed = $stock[seen_kind($change)] + (SEEN_MODES[$mode][0] ?? 0) + max(array_column($sides[$mode], 'step'));
			/* what took as long as the limit may have taken longer */
			$late[$mode][] = max(0.0, min($delay, SEEN_LIMIT) - $allowed);
		}
	}
	unset($late['never']);
	foreach ($late as $mode => $seconds) {
		$field->report->value('seen', "later than stock and the promise of $mode, {$field->bed->name}", 's', [max($seconds)],
			'<= 0', $mode);
	}
	$missed = 0;
	foreach ($found as $sides) {
		$missed += count(array_filter(array_column($sides['never'], 'delay'), fn ($delay) => $delay === INF));
	}
	$field->report->value('seen', "changes that mode never misses, {$field->bed->name}", '', [$missed], '>= 1', 'never');
}
