<?php
/* SPDX-License-Identifier: MIT */
/*
 * Verdicts of open_basedir, drawn by lot, against stock PHP's own.
 *
 *	php tests/fuzz/basedir.php --extension=FILE [--seconds=8] [--seed=N] [--case=N] [--verify=PERCENT] [--php=PROGRAM]
 *
 * A case is a tree with links in and out, a rule, and rounds of questions with changes of the tree, of the working directory and
 * of the rule between them. Two processes play it at the same time, one with fastscan in request mode, one without; the tree is
 * changed by this one, while they wait. Every answer and every warning must be the same. The first difference ends the run with
 * status 1 and says how to see it again: --seed=N --case=N. An answer that stock PHP refused is called WRONG ALLOWED.
 */

require __DIR__ . '/basedir/plan.php';
require __DIR__ . '/basedir/player.php';

function fail(string $message): void
{
	fwrite(STDERR, "$message\n");
	exit(1);
}

function options(array $argv): array
{
	$options = ['extension' => '', 'seconds' => '8', 'seed' => (string) random_int(1, 999999999), 'case' => '', 'verify' => '0',
		'php' => PHP_BINARY, 'dir' => ''];
	foreach (array_slice($argv, 1) as $argument) {
		if (!preg_match('/^--(\w+)=(.*)$/s', $argument, $match) || !isset($options[$match[1]])) {
			fail("unknown argument $argument; see the head of $argv[0]");
		}
		$options[$match[1]] = $match[2];
	}
	return $options;
}

/* Refused by stock PHP: it warned of open_basedir. */
function refused(array $answer): bool
{
	return strpos(implode("\n", $answer['messages']), 'open_basedir restriction') !== false;
}

function compare(array $stock, array $ours): ?string
{
	foreach ($stock['answers'] as $at => $answer) {
		$other = $ours['answers'][$at] ?? null;
		if (serialize($answer) !== serialize($other)) {
			$kind = refused($answer) && !refused((array) $other + ['messages' => []]) ? 'WRONG ALLOWED' : 'different';
			return "$kind: $at\n  cwd, rule: " . json_encode($stock['where'], JSON_UNESCAPED_SLASHES) . "\n  stock:    "
				. json_encode($answer, JSON_UNESCAPED_SLASHES | JSON_PARTIAL_OUTPUT_ON_ERROR) . "\n  fastscan: "
				. json_encode($other, JSON_UNESCAPED_SLASHES | JSON_PARTIAL_OUTPUT_ON_ERROR);
		}
	}
	return $stock['where'] === $ours['where'] ? null : 'different: rule or directory: ' . json_encode([$stock['where'],
		$ours['where']], JSON_UNESCAPED_SLASHES);
}

/* One case; returns what the cache answered. */
function play(array $options, int $case, string $dir): array
{
	$plan = new Plan((int) $options['seed'] * 1000 + $case, $dir);
	$stock = new Player($options['php'], '', 0);
	$ours = new Player($options['php'], $options['extension'], (int) $options['verify']);
	$plan->makeTree();
	$totals = ['asked' => 0, 'refused' => 0, 'answered' => 0];
	for ($round = 0; $round < 6; $round++) {
		$step = $plan->step($round);
		usleep(40000); /* local directories are trusted after a few ticks of the kernel's clock */
		$stock->send($step);
		$ours->send($step);
		$expected = $stock->receive();
		$given = $ours->receive();
		$difference = compare($expected, $given);
		if ($difference !== null || $given['mismatch'] > 0) {
			fail(($difference ?? "fastscan.verify found a wrong verdict: {$given['mismatch']}") . "\n  tree:\n"
				. shell_exec('cd ' . escapeshellarg($dir) . ' && find . -printf "    %P %y %l\n" | sort')
				. "  again: --seed={$options['seed']} --case=$case --verify={$options['verify']} (round $round)");
		}
		$totals['asked'] += count($expected['answers']);
		$totals['refused'] += count(array_filter($expected['answers'], 'refused'));
		$totals['answered'] = $given['answered'];
	}
	return $totals;
}

$options = options($argv);
if (!is_file($options['extension'])) {
	fail("no such extension: $options[extension]");
}
/* not /tmp: fastscan treats the temporary folder as special */
$work = $options['dir'] ?: dirname(realpath($options['extension']));
$dir = "$work/basedir-fuzz." . getmypid();
register_shutdown_function(function () use ($dir) { shell_exec('rm -rf ' . escapeshellarg($dir)); });
$until = microtime(true) + (float) $options['seconds'];
$sums = ['cases' => 0, 'asked' => 0, 'refused' => 0, 'answered' => 0];
for ($case = (int) $options['case']; $sums['cases'] === 0 || microtime(true) < $until; $case++) {
	foreach (play($options, $case, $dir) as $name => $count) {
		$sums[$name] += $count;
	}
	$sums['cases']++;
	if ($options['case'] !== '') {
		break;
	}
}
echo "seed $options[seed]: $sums[cases] cases, $sums[asked] questions, $sums[refused] refused by PHP, $sums[answered] answered by",
	" the cache\n";
if ($options['case'] === '' && ($sums['answered'] === 0 || $sums['refused'] === 0)) {
	fail('that proves nothing');
}
