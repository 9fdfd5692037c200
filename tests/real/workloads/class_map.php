<?php
/* SPDX-License-Identifier: MIT */
/* Composer's ClassMapGenerator, on which `composer dump-autoload -o` spends its time. */

use Composer\ClassMapGenerator\ClassMapGenerator;

require 'Composer/autoload.php';

return function () use ($place) {
	$found = [];
	chdir($place);
	$trees = ["$place/Symfony/Bundle", 'Twig', "$place/PHPUnit/../SebastianBergmann"];
	foreach ($trees as $tree) {
		foreach (ClassMapGenerator::createMap($tree) as $class => $file) {
			$found[] = "$class $file";
		}
	}
	return $found;
};
