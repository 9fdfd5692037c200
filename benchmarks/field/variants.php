<?php
/* SPDX-License-Identifier: MIT
 *
 * field.php's variants: what the reports and their readers tried, beside fastscan and together with it.
 */

require_once __DIR__ . '/field.php';

/* As directives of PHP; realpath_cache_size is 4096K where none is named, APC's stat=0 is now validate_timestamps=0. */
const FIELD_REMEDIES = [
	'realpath_cache_size=16K' => ['realpath_cache_size' => '16K'],
	'realpath_cache_size=1024K' => ['realpath_cache_size' => '1024K'],
	'validate_timestamps=0' => ['opcache.validate_timestamps' => '0'],
	'enable_file_override=1' => ['opcache.enable_file_override' => '1'],
];

/** All of them answer alike, or the program ends. */
function field_variants(Field $field): void
{
	$states = $field->bed->states();
	$name = isset($states['expired']) ? 'expired' : 'warm';
	$state = new State($name, $states[$name]);
	$how = ['keep' => $state->kept()];
	$sides = ['native stock' => $field->nativeSide(), 'stock' => $field->side(null, $how, ['realpath_cache_size' => '4096K'])];
	foreach (FIELD_REMEDIES as $remedy => $ini) {
		$sides["stock, $remedy"] = $field->side(null, $how, $ini);
	}
	$sides['fastscan'] = $field->side([], $how);
	foreach (array_slice(FIELD_REMEDIES, 2) as $remedy => $ini) {
		$sides["fastscan, $remedy"] = $field->side([], $how, $ini);
	}
	$sides['fastscan interval'] = $field->side($field->kept(), $how);
	$field->warm($sides, fn (FieldSide $side) => $side->run('scan'));
	$title = "{$field->bed->name}, $name";
	$directories = count(file(FloorSide::folders($field->options, "$field->native/$field->dir")));
	$samples = $field->rounds("variants, $title", $field->scans($sides, $state, $directories));
	$samples && $field->report->pairs('variants', $title, 'ms', $samples['ms'], 'stock', 'fastscan');
}
