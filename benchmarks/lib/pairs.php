<?php
/* SPDX-License-Identifier: MIT
 *
 * Statistics of two sides that took turns: each round gives one ratio, and the rounds' ratios a
 * median with bounds.
 *
 * The bounds are those of the sign test: between the k-th smallest and the k-th largest of n ratios
 * lies the true median with a probability of at least 95%, whatever their distribution. So they need
 * neither a model nor a random number. Below six rounds there are none.
 */

const PAIRS_WANTED = 20;
/* fastscan / stock: a row is slower if not even the lower bound is below this */
const PAIRS_SLOWER = 1.05;

/**
 * @param list<float> $values
 * @return array{median: float, low: ?float, high: ?float, n: int}
 */
function pairs_bounds(array $values): array
{
	sort($values);
	$n = count($values);
	$k = pairs_rank($n);
	return ['median' => bench_quantile($values, 0.5), 'low' => $k > 0 ? $values[$k - 1] : null,
		'high' => $k > 0 ? $values[$n - $k] : null, 'n' => $n];
}

/* The largest k with P(fewer than k of n coins show heads) <= 2.5%. */
function pairs_rank(int $n): int
{
	$below = 0.0;
	$exactly = 0.5 ** $n;
	for ($k = 0; $k <= $n; $k++) {
		$below += $exactly;
		if ($below > 0.025) {
			return $k;
		}
		$exactly *= ($n - $k) / ($k + 1);
	}
	return $n;
}

/**
 * The rounds' own ratios.
 *
 * @param list<float> $over
 * @param list<float> $under
 * @return list<float>
 */
function pairs_ratios(array $over, array $under): array
{
	return array_map(fn ($a, $b) => $a / max($b, 1e-9), array_values($over), array_values($under));
}

/** Is what $ratios (fastscan / stock) come from slower? null: too few pairs to say. */
function pairs_slower(array $ratios): ?bool
{
	$bounds = pairs_bounds($ratios);
	return $bounds['n'] < PAIRS_WANTED ? null : $bounds['low'] > PAIRS_SLOWER;
}

/**
 * What part of the gap between a slow side and native is closed, by rounds; [] where the gap is not
 * larger than five times the spread (the distance of the quartiles) of either side.
 *
 * @param list<float> $slow
 * @param list<float> $fast what is to close it
 * @param list<float> $native
 * @return list<float>
 */
function pairs_closed(array $slow, array $fast, array $native): array
{
	$gap = bench_quantile($slow, 0.5) - bench_quantile($native, 0.5);
	foreach ([$slow, $native] as $side) {
		if ($gap <= 5 * (bench_quantile($side, 0.75) - bench_quantile($side, 0.25))) {
			return [];
		}
	}
	/* by the median gap: one round's own may be close to nothing */
	return array_map(fn ($a, $b) => ($a - $b) / $gap, array_values($slow), array_values($fast));
}
