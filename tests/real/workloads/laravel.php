<?php
/* SPDX-License-Identifier: MIT */
/*
 * Laravel's loaders: its view finder over the template folders of $place and over overrides of
 * them, its translations, and what its Filesystem lists.
 */

foreach (['View', 'Translation', 'Filesystem', 'Support'] as $component) {
	require_once "Illuminate/$component/autoload.php";
}
require_once 'Symfony/Component/Finder/autoload.php';

use Illuminate\Filesystem\Filesystem;
use Illuminate\Translation\FileLoader;
use Illuminate\View\FileViewFinder;

$names = [];
$paths = [];
$tree = new RecursiveDirectoryIterator("$place/Symfony/Bundle", FilesystemIterator::SKIP_DOTS);
foreach (new RecursiveIteratorIterator($tree) as $file) {
	if ($file->getExtension() === 'twig') {
		$paths[$file->getPath()] = true;
		$names[basename($file->getFilename(), '.html.twig')] = true;
	}
}
ksort($names);
ksort($paths);
foreach (['en', 'de', 'fr'] as $locale) {
	foreach (['auth', 'validation'] as $group) {
		@mkdir("$scratch/lang/$locale", 0777, true);
		file_put_contents("$scratch/lang/$locale/$group.php", "<?php return ['in' => '$locale'];");
	}
	file_put_contents("$scratch/lang/$locale.json", '{"Hello": "' . $locale . '"}');
}

return function () use ($place, $scratch, $names, $paths) {
	chdir($place);
	$files = new Filesystem();
	$finder = new FileViewFinder($files, array_merge(["$scratch/views"], array_keys($paths)));
	$finder->addExtension('html.twig');
	$found = [];
	foreach (array_keys($paths) as $i => $path) {
		$finder->addNamespace("vendor$i", ["$scratch/views/vendor/$i", $path]);
		$finder->addNamespace("relative$i", substr($path, strlen($place) + 1));
	}
	foreach (array_keys($names) as $name) {
		foreach (array_merge([''], array_map(function ($i) {
			return "vendor$i::";
		}, range(0, count($paths) - 1)), ['relative0::']) as $namespace) {
			try {
				$found[] = "$namespace$name " . $finder->find($namespace . $name);
			} catch (InvalidArgumentException $exception) {
				$found[] = $exception->getMessage();
			}
		}
	}
	$loader = new FileLoader($files, "$scratch/lang");
	$loader->addNamespace('vendor', "$scratch/lang/vendor");
	foreach (['en', 'de', 'fr', 'xx'] as $locale) {
		foreach (['auth', 'validation', 'absent'] as $group) {
			$found[] = "$locale $group " . json_encode($loader->load($locale, $group));
			$found[] = json_encode($loader->load($locale, $group, 'vendor'));
		}
		$found[] = json_encode($loader->load($locale, '*', '*'));
	}
	foreach (['Illuminate/View', "$place/Symfony/Bundle/WebProfilerBundle"] as $folder) {
		foreach ($files->allFiles($folder, true) as $file) {
			$found[] = $file->getRelativePathname();
		}
		$found = array_merge($found, $files->directories($folder), $files->glob("$folder/*.php"));
	}
	return $found;
};
