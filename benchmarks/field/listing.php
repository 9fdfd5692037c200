<?php
/* SPDX-License-Identifier: MIT
 *
 * field.php's listing: the scan of the reports, in each state that the system knows.
 */

require_once __DIR__ . '/field.php';
require_once __DIR__ . '/table.php';

/**
 * Made before anything is warmed: a new mount makes all forget what they know where mount ids are used again (before
 * Linux 6.8).
 *
 * @return array<string, callable>
 */
function listing_floors(Field $field, State $state, string $list): array
{
	if ($field->bed instanceof NativeBed) {
		return [];
	}
	$floor = fn (string $call) => $field->floor($state, $field->site, $field->dir, [$list => [$call, FIELD_THREADS]]);
	$floors = ['floor, 16 threads' => $floor($state->name === 'client-cold' ? 'list' : 'sync')];
	return $floors + ($field->bed instanceof GlusterBed ? ['floor of listings, 16 threads' => $floor('list')] : []);
}

/** @return array<string, FieldSide> */
function listing_sides(Field $field, State $state, string $more): array
{
	$how = ['keep' => $state->kept(), 'more' => $more];
	$sides = ['native stock' => $field->nativeSide(), 'stock' => $field->side(null, $how),
		'fastscan' => $field->side([], $how), 'fastscan interval' => $field->side($field->kept(), $how)];
	if ($field->bed instanceof NativeBed) {
		unset($sides['native stock']);
	} elseif ($state->name === 'client-cold') {
		unset($sides['fastscan interval']); /* a first scan asks in every mode */
	}
	return $sides + ($field->bed instanceof GlusterBed && $state->name === 'expired' ? [
		'fastscan sync=0' => $field->side(['sync' => 0], $how),
	] : []);
}

/** @return list<array{0: State, 1: string, 2: string}> the rows that are wanted: state, label, options of the mounts */
function listing_rows(Field $field): array
{
	$rows = [];
	$wanted = explode(',', $field->options->own['states']);
	foreach (array_intersect_key($field->bed->states(), array_flip($wanted)) as $name => $bounds) {
		$rows[] = [new State($name, $bounds), $name, ''];
	}
	foreach ($field->bed->noplus() !== '' && in_array('noplus', $wanted, true) ? ['client-cold', 'expired'] : [] as $name) {
		$rows[] = [new State($name, $field->bed->states()[$name]), "$name, noplus", $field->bed->noplus()];
	}
	return $rows;
}

function field_listing(Field $field): void
{
	$list = FloorSide::folders($field->options, "$field->native/$field->dir");
	$directories = count(file($list));
	foreach (listing_rows($field) as [$state, $label, $more]) {
		$title = "{$field->bed->name}, $label";
		$sides = listing_sides($field, $state, $more);
		$floors = listing_floors($field, $state, $list);
		if ($state->name !== 'client-cold') {
			$field->warm($sides, fn (FieldSide $side) => $side->run('scan'));
		}
		$samples = $field->rounds($title, $field->scans($sides, $state, $directories) + $floors);
		$samples && listing_report($field, $state, $title, $samples);
		unset($sides, $floors);
	}
}

/* The row, its goals, and what was asked. */
function listing_report(Field $field, State $state, string $title, array $samples): void
{
	$ms = $samples['ms'];
	$report = $field->report;
	$slow = $field->bed instanceof NfsBed && $state->name === 'expired' && $field->bed->roundTrip >= 200;
	$report->pairs('listing', $title, 'ms', $ms, 'stock', 'fastscan', $slow ? '>= 5' : '');
	foreach (['fastscan interval' => '', 'fastscan sync=0' => '>= 5'] as $side => $goal) {
		isset($ms[$side]) && $report->pairs('listing', $title, 'ms', ['stock' => $ms['stock'], $side => $ms[$side]],
			'stock', $side, $goal);
	}
	isset($ms['native stock']) && $report->ratio('listing', "$title, beside the native disk", 'ms',
		['native stock' => $ms['native stock'], 'fastscan' => $ms['fastscan']], 'fastscan', 'native stock');
	if (isset($ms['floor, 16 threads'], $ms['fastscan interval']) && $state->name === 'warm') {
		$bound = array_map(fn ($floor, $kept) => $floor + $kept, $ms['floor, 16 threads'], $ms['fastscan interval']);
		$report->ratio('listing', "$title, beside one fresh statx of each directory and the scan with every answer kept", 'ms',
			['floor + kept' => $bound, 'fastscan' => $ms['fastscan']], 'fastscan', 'floor + kept',
			$field->bed instanceof NfsBed ? '<= 1.5' : '');
	}
	field_asked($field, $title, $samples, 'requests for each directory');
	FieldTable::add("listing, $title", $ms);
}
