<?php
/* SPDX-License-Identifier: MIT
 *
 * check.php: does what field.php says of its figures follow from them? Run by the tests; says "right".
 */

require __DIR__ . '/../lib/bench.php';
require __DIR__ . '/state.php';

/* P(at most 5 of 20 coins show heads) = 2.07%, of 6: 5.77% */
bench_same('rank of 20', 6, pairs_rank(20));
bench_same('rank of 6', 1, pairs_rank(6));
bench_same('rank of 5', 0, pairs_rank(5));
$bounds = pairs_bounds(range(1, 20));
bench_same('bounds of 1 to 20', [10.5, 6, 15], [$bounds['median'], $bounds['low'], $bounds['high']]);
bench_same('bounds of 5 pairs', null, pairs_bounds(range(1, 5))['low']);

$times = fn (float $by) => array_map(fn ($i) => $by * (100 + $i % 7), range(1, 20));
$slower = fn (float $by, int $pairs = 20) => pairs_slower(array_slice(pairs_ratios($times($by), $times(1)), 0, $pairs));
bench_same('half of the time', false, $slower(0.5));
bench_same('4% more', false, $slower(1.04));
bench_same('6% more', true, $slower(1.06));
bench_same('6% more in 19 pairs', null, $slower(1.06, 19));
/* not slower: the smaller half of the ratios says otherwise */
bench_same('as often faster as slower', false, pairs_slower(array_merge(array_fill(0, 10, 0.9), array_fill(0, 10, 1.5))));

bench_same('half of a gap', [0.5], array_values(array_unique(pairs_closed([30, 30, 30], [20, 20, 20], [10, 10, 10]))));
bench_same('no gap', [], pairs_closed([11, 12, 13], [11, 11, 11], [10, 10, 10]));
bench_same('a gap below five times the spread', [], pairs_closed([20, 25, 30], [10, 10, 10], [10, 10, 10]));

$bounds = ['stock' => [2, INF], 'asks' => [0.9, 2.5], 'keeps' => [0, 0.2]];
$refused = fn (string $state, string $kind, int $probe, float $asked) => (new State($state, $bounds))->refuses($kind, $probe, $asked) !== '';
bench_same('expired', false, $refused('expired', 'stock', 1, 6.6));
bench_same('warm called expired', true, $refused('expired', 'stock', 0, 6.6));
bench_same('expired by the probe, warm by what was asked', true, $refused('expired', 'stock', 1, 1.0));
bench_same('warm', false, $refused('warm', 'asks', 0, 1.0));
bench_same('expired called warm', true, $refused('warm', 'asks', 1, 1.0));
bench_same('a mode that asks nothing and has asked', true, $refused('expired', 'keeps', 1, 1.0));
bench_same('what was asked', ['getattr' => 3], state_asked(['getattr' => 4, 'open' => 1], ['getattr' => 7, 'open' => 1, 'release' => 9]));
echo "right\n";
