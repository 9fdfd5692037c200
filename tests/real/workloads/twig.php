<?php
/* SPDX-License-Identifier: MIT */
/* Twig's loader: each template in each of the folders of $place, where most are absent. */

require 'Twig/autoload.php';

$names = [];
$paths = [];
foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$place/Symfony")) as $file) {
	if ($file->getExtension() === 'twig') {
		$paths[$file->getPath()] = true;
		$names[] = $file->getFilename();
		$names[] = basename($file->getPath()) . '/' . $file->getFilename();
	}
}
sort($names);
ksort($paths);

return function () use ($place, $names, $paths) {
	chdir($place);
	$loader = new Twig\Loader\FilesystemLoader(array_keys($paths), $place);
	foreach (array_keys($paths) as $i => $path) {
		$loader->addPath(substr($path, strlen($place) + 1), "Relative$i");
	}
	$found = [];
	foreach ($names as $name) {
		foreach (array_merge([''], array_map(function ($i) {
			return "@Relative$i/";
		}, range(0, count($paths) - 1))) as $namespace) {
			$found[] = "$namespace$name " . ($loader->exists($namespace . $name)
				? $loader->getCacheKey($namespace . $name) : 'absent');
		}
	}
	return $found;
};
