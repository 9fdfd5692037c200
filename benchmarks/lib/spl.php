<?php
/* SPDX-License-Identifier: MIT
 *
 * Walks by PHP's own iterators and by Symfony's Finder, for task_spl(): each takes the folder and,
 * where what was found is to be compared, a list for it. They are counted inside of the walk, so
 * that the list costs nothing where time is taken.
 */

const FINDER = 'Symfony/Component/Finder/autoload.php';

/** Classes that a walk of $dir needs, before the clock starts. */
function prepare_walk(string $walk, string $dir): void
{
	$none = null;
	if ($walk === 'walk_finder_in_memory') {
		require_once __DIR__ . '/finder_in_memory.php';
		Symfony\Component\Finder\Iterator\RecursiveDirectoryIterator::fill($dir);
	}
	if ($walk === 'walk_finder' || $walk === 'walk_finder_in_memory') {
		require_once FINDER;
		walk_finder(__DIR__, $none);
	}
}

/** Every entry below, by RecursiveDirectoryIterator. */
function walk_recursive(string $dir, ?array &$found): int
{
	$count = 0;
	$iterator = new RecursiveIteratorIterator(
		new RecursiveDirectoryIterator($dir, FilesystemIterator::SKIP_DOTS),
		RecursiveIteratorIterator::SELF_FIRST);
	foreach ($iterator as $file) {
		$count++;
		if ($found !== null) {
			$found[] = $file->getPathname();
		}
	}
	return $count;
}

/** Its files, each asked what it is, as class maps and template loaders are made. */
function walk_files(string $dir, ?array &$found): int
{
	$count = 0;
	$iterator = new RecursiveIteratorIterator(
		new RecursiveDirectoryIterator($dir, FilesystemIterator::SKIP_DOTS));
	foreach ($iterator as $file) {
		if ($file->isFile() && !$file->isLink()) {
			$count++;
			if ($found !== null) {
				$found[] = $file->getPathname();
			}
		}
	}
	return $count;
}

/** Every entry below, by a DirectoryIterator for each folder. */
function walk_directory(string $dir, ?array &$found): int
{
	$count = 0;
	foreach (new DirectoryIterator($dir) as $entry) {
		if ($entry->isDot()) {
			continue;
		}
		$count++;
		if ($found !== null) {
			$found[] = $entry->getPathname();
		}
		if ($entry->isDir()) {
			$count += walk_directory($entry->getPathname(), $found);
		}
	}
	return $count;
}

/** The *.info files below, by Symfony's Finder. */
function walk_finder(string $dir, ?array &$found): int
{
	$count = 0;
	$finder = (new Symfony\Component\Finder\Finder())->files()->name('*.info')->in($dir);
	foreach ($finder as $file) {
		$count++;
		if ($found !== null) {
			$found[] = $file->getRelativePathname();
		}
	}
	return $count;
}

/** The same of a tree that is in memory, see finder_in_memory.php. */
function walk_finder_in_memory(string $dir, ?array &$found): int
{
	return walk_finder($dir, $found);
}
