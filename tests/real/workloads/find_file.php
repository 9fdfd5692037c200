<?php
/* SPDX-License-Identifier: MIT */
/*
 * Composer's ClassLoader::findFile(), as every autoload of a class that is in no class map ends in
 * it: classes that exist and classes that do not, by PSR-4, PSR-0 and the folders for all others.
 */

require 'Composer/Autoload/ClassLoader.php';

$classes = [];
foreach (['Symfony/Bundle', 'Symfony/Contracts', 'Twig', 'PHPUnit'] as $folder) {
	$files = new RecursiveDirectoryIterator("$place/$folder", FilesystemIterator::SKIP_DOTS);
	foreach (new RecursiveIteratorIterator($files) as $file) {
		if ($file->getExtension() === 'php') {
			$class = strtr(substr($file->getPathname(), strlen($place) + 1, -4), '/', '\\');
			array_push($classes, $class, "{$class}Absent", "Other\\$class", strtr($class, '\\', '_'));
		}
	}
}
sort($classes);

return function () use ($place, $classes) {
	chdir($place);
	$loader = new Composer\Autoload\ClassLoader();
	$loader->addPsr4('Symfony\\', ["$place/Symfony/Component", "$place/Symfony"]);
	$loader->addPsr4('Symfony\\Bundle\\', [__DIR__ . '/absent', 'Symfony/Bundle']);
	$loader->addPsr4('PHPUnit\\', "$place/Twig/../PHPUnit");
	$loader->add('Twig_', $place);
	$loader->add('', ["$place/Composer", $place]);
	$loader->addPsr4('Other\\', "$place/Symfony/Contracts");
	$loader->setUseIncludePath(true);
	$found = [];
	foreach ($classes as $class) {
		$found[] = "$class " . ($loader->findFile($class) ?: 'absent');
	}
	return $found;
};
