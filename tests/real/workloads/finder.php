<?php
/* SPDX-License-Identifier: MIT */
/* Symfony's Finder over $place: as an application's container, its cache and its linters use it. */

require 'Symfony/Component/Finder/autoload.php';

use Symfony\Component\Finder\Finder;

return function () use ($place) {
	chdir($place);
	$symfony = "$place/Symfony";
	$finders = [
		(new Finder())->in($place),
		(new Finder())->files()->in("$symfony/B*")->name('*.php')->notName('[A-M]*')->followLinks(),
		(new Finder())->directories()->in("$symfony/*")->depth(0)->sortByName(),
		(new Finder())->files()->in('Symfony/Component')->exclude('Form')->path('/Exception/'),
		(new Finder())->files()->in($symfony)->depth('> 3')->name('/\.(twig|xml)$/')->size('> 2K'),
		(new Finder())->in(['Twig/Loader', "$place/PHPUnit/Util"])->sortByType()->filter(
			function (SplFileInfo $file) {
				return $file->isDir() || $file->getRealPath() !== $file->getPathname();
			}
		),
	];
	$found = [];
	foreach ($finders as $i => $finder) {
		foreach ($finder as $file) {
			$found[] = "$i " . $file->getPathname() . ' ' . $file->getRelativePathname();
		}
	}
	return $found;
};
