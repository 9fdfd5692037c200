<?php
/* SPDX-License-Identifier: MIT
 *
 * spl.php: how long do PHP's own iterators and Symfony's Finder take for the 200-module tree?
 *
 * Every side is PHP's built-in web server in request mode: two walks are one request to a warm
 * process. In the first every folder is checked once, in the second none is. Symfony's Finder is the
 * one on the include path (Debian's php-symfony-finder), left out if there is none. Most of its time
 * is the code of its filters, which no cache of folders makes faster: so with PHP's JIT as well.
 *
 * --ceiling: Finder alone, and beside stock and fastscan the most that any extension could do for it:
 * the same code over a tree in memory, no directory of which is opened, read or checked
 * (lib/finder_in_memory.php), in a process where isDir() of what it gives is answered in mode never.
 */

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/spl.php';

const WALKS = [
	'walk_recursive' => ['RecursiveDirectoryIterator, every entry', '>= 5'],
	'walk_files' => ['RecursiveDirectoryIterator, isFile() and isLink() of each', ''],
	'walk_directory' => ['DirectoryIterator of each folder, isDir() of each entry', ''],
	'walk_finder' => ['Symfony Finder, *.info', '>= 3'],
];
const ENGINES = [
	'' => [],
	', JIT' => ['-d', 'opcache.enable=1', '-d', 'opcache.jit=tracing', '-d',
		'opcache.jit_buffer_size=64M'],
];
const WALK_OF_REQUEST = ['first' => 'first walk of a request', 'again' => 'the next one'];

const MEMORY = 'no directory at all';

/** A side of the ceiling: the walk in memory, where fastscan asks the system nothing. */
function memory_side(Options $options, array $arguments): Server
{
	return new Server($options->php,
		array_merge($arguments, $options->fastscan(['validate' => 'never', 'min_uses' => 1])));
}

function measure_walk(Options $options, Report $report, string $walk, string $title,
	string $goal, array $arguments): void
{
	$ask = ['walk' => $walk,
		'dir' => fixture_site($options->work) . '/' . FIXTURE_MODULES];
	$sides = ['stock' => new Server($options->php, $arguments),
		'fastscan' => new Server($options->php, array_merge($arguments, $options->fastscan()))];
	$asks = array_map(fn ($side) => fn ($task) => $side->run($task, $ask), $sides);
	if (isset($options->own['ceiling'])) {
		$memory = memory_side($options, $arguments);
		$asks[MEMORY] = fn ($task) => $memory->run($task, ['walk' => $walk . '_in_memory'] + $ask);
	}
	$found = array_map(fn ($asked) => $asked('spl_found'), $asks);
	foreach ($found as $answer) {
		bench_same($title, $found['stock'], $answer);
	}
	$ns = bench_rounds($options->rounds, array_map(fn ($asked) => fn () => $asked('spl'), $asks));
	foreach (WALK_OF_REQUEST as $which => $name) {
		$ms = array_map(fn ($samples) => array_map(fn ($x) => $x / 1e6, $samples), $ns[$which]);
		$report->ratio('', "$title, $name", 'ms', $ms, 'stock', 'fastscan', $goal);
	}
	if (isset($ms[MEMORY])) {
		$report->ratio('', "$title, the ceiling", 'ms', $ms, 'stock', MEMORY);
	}
}

$ceiling = in_array('--ceiling', $argv, true);
$options = Options::parse($argv, 15, $ceiling ? ['ceiling' => ''] : []);
$report = new Report($options, 'spl', "how long do PHP's iterators and Symfony's Finder take?");
foreach (WALKS as $walk => [$title, $goal]) {
	if ($walk !== 'walk_finder') {
		$ceiling || measure_walk($options, $report, $walk, $title, $goal, []);
	} elseif (stream_resolve_include_path(FINDER)) {
		foreach (ENGINES as $engine => $arguments) {
			measure_walk($options, $report, $walk, $title . $engine, $goal, $arguments);
		}
	} else {
		$report->note('no Symfony Finder on the include path: left out');
	}
}
$report->finish();
