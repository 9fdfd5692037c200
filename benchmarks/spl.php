<?php
/* SPDX-License-Identifier: MIT
 *
 * spl.php: how long do PHP's own iterators and Symfony's Finder take for the 200-module tree?
 *
 * Every side is PHP's built-in web server in request mode: a walk is one request to a warm process,
 * in which every folder is checked once. Symfony's Finder is the one on the include path (Debian's
 * php-symfony-finder), left out if there is none. Most of its time is the code of its filters,
 * which no cache of folders makes faster: it is measured with PHP's JIT as well.
 */

require __DIR__ . '/lib/bench.php';
require __DIR__ . '/lib/spl.php';

const WALKS = [
	'walk_recursive' => ['RecursiveDirectoryIterator, every entry', '>= 5'],
	'walk_files' => ['RecursiveDirectoryIterator, isFile() and isLink() of each', '>= 5'],
	'walk_directory' => ['DirectoryIterator of each folder, isDir() of each entry', '>= 5'],
	'walk_finder' => ['Symfony Finder, *.info', '>= 3'],
];
const JIT = ['-d', 'opcache.enable=1', '-d', 'opcache.jit=tracing', '-d', 'opcache.jit_buffer_size=64M'];

$options = Options::parse($argv, 15);
$report = new Report($options, 'spl', "how long do PHP's iterators and Symfony's Finder take?");
$dir = fixture_site($options->work) . '/' . FIXTURE_MODULES;
$fastscan = $options->fastscan();
$engines = ['' => [], ', JIT' => JIT];

foreach (WALKS as $walk => [$title, $goal]) {
	if ($walk === 'walk_finder' && !stream_resolve_include_path(FINDER)) {
		$report->note('no Symfony Finder on the include path: left out');
		continue;
	}
	foreach ($walk === 'walk_finder' ? $engines : ['' => []] as $engine => $arguments) {
		$sides = ['stock' => new Server($options->php, $arguments),
			'fastscan' => new Server($options->php, array_merge($arguments, $fastscan))];
		$ask = fn (Server $side, bool $found) => $side->run('spl',
			['walk' => $walk, 'dir' => $dir, 'found' => $found]);
		$answers = array_map(fn ($side) => $ask($side, true)['found'], $sides);
		bench_same($title, $answers['stock'], $answers['fastscan']);
		$ms = bench_rounds($options->rounds, array_map(fn ($side) => fn () => [
			'ms' => $ask($side, false)['ns'] / 1e6], $sides))['ms'];
		$report->ratio('', $title . $engine, 'ms', $ms, 'stock', 'fastscan',
			$engine === '' ? $goal : '');
		unset($sides);
	}
}
$report->finish();
