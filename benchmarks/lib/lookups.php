<?php
/* SPDX-License-Identifier: MIT
 *
 * Tasks of glob.php and include.php: patterns, and classes that no entry of include_path has.
 */

/** What glob gives for each [pattern, flags]. */
function task_globbed(array $arguments): array
{
	return array_map(static fn (array $ask) => glob($ask[0], $ask[1]), $arguments['asks']);
}

/** Nanoseconds for one glob of this pattern, and how many were answered from the cache. */
function task_glob(array $arguments): array
{
	['pattern' => $pattern, 'flags' => $flags, 'passes' => $passes] = $arguments;
	for ($pass = -WARM_PASSES; $pass < $passes; $pass++) {
		if ($pass === 0) {
			$hits = bench_hits('glob');
			$start = hrtime(true);
		}
		glob($pattern, $flags);
	}
	$ns = hrtime(true) - $start;
	return ['ns' => $ns / $passes, 'hits' => (bench_hits('glob') - $hits) / $passes];
}

/** How autoloaders look for the file of a class. */
function bench_loader(string $name): Closure
{
	$path = static fn (string $class): string => strtr($class, '\\', '/') . '.php';
	$loaders = [
		'resolve' => static function (string $class) use ($path) {
			$file = stream_resolve_include_path($path($class));
			return $file !== false && include $file;
		},
		'include' => static fn (string $class) => @include $path($class),
		'include_once' => static fn (string $class) => @include_once $path($class),
		'spl_autoload' => static fn (string $class) => spl_autoload($class),
	];
	return $loaders[$name];
}

/** 200 classes in 40 packages, none of which exists. */
function bench_classes(): array
{
	$classes = [];
	for ($i = 0; $i < 200; $i++) {
		$classes[] = sprintf('Vendor\Package%02d\Missing%d', $i % 40, $i);
	}
	return $classes;
}

/** Nanoseconds for one class that is looked for in vain, and what the cache answered. */
function task_autoload(array $arguments): array
{
	chdir($arguments['cwd']);
	set_include_path($arguments['include_path']);
	$loader = bench_loader($arguments['loader']);
	$classes = bench_classes();
	$found = 0;
	for ($pass = -WARM_PASSES; $pass < $arguments['passes']; $pass++) {
		if ($pass === 0) {
			$hits = bench_hits('(include)');
			$start = hrtime(true);
		}
		foreach ($classes as $class) {
			$found += $loader($class) ? 1 : 0;
		}
	}
	$ns = hrtime(true) - $start;
	$calls = count($classes) * $arguments['passes'];
	return ['ns' => $ns / $calls, 'found' => $found,
		'hits' => (bench_hits('(include)') - $hits) / $calls];
}

/** The same once, between two calls that strace can tell, in a request of its own. */
function task_marked_autoload(array $arguments): array
{
	chdir($arguments['cwd']);
	set_include_path($arguments['include_path']);
	$loader = bench_loader($arguments['loader']);
	$found = 0;
	$classes = bench_classes();
	posix_getpgid($arguments['mark']);
	foreach ($classes as $class) {
		$found += $loader($class) ? 1 : 0;
	}
	posix_getpgid($arguments['mark'] + 1);
	return ['found' => $found];
}
