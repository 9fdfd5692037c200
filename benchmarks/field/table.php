<?php
/* SPDX-License-Identifier: MIT
 *
 * The reports' table: one row for each system and state, in the reports' own units.
 */

final class FieldTable
{
	/** @var list<string> */
	private static array $rows = [];

	/** @param array<string, list<float>> $sides samples in ms by side: stock, fastscan (or its `interval` alone) and what else there is */
	public static function add(string $title, array $sides): void
	{
		$cell = fn (string $side) => isset($sides[$side]) ? bench_number(bench_quantile($sides[$side], 0.5)) : '';
		$faster = $sides['fastscan'] ?? $sides['fastscan interval'];
		$bounds = pairs_bounds(pairs_ratios($sides['stock'], $faster));
		$slower = pairs_slower(pairs_ratios($faster, $sides['stock']));
		self::$rows[] = "| $title | " . implode(' | ', array_map($cell, ['native stock', 'stock', 'fastscan', 'fastscan interval']))
			. ' | ' . bench_number($bounds['median']) . '×'
			. ($bounds['low'] === null ? '' : ' (' . bench_number($bounds['low']) . '–' . bench_number($bounds['high']) . ')')
			. ($slower ? ' **slower**' : '') . ($slower === null ? ", only {$bounds['n']} pairs" : '') . ' |';
	}

	public static function text(): string
	{
		return self::$rows ? "| ms | disk, stock | stock | fastscan | `interval` | faster (95%) |\n|---|---|---|---|---|---|\n"
			. implode("\n", self::$rows) . "\n" : '';
	}
}
