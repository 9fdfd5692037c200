<?php
/* SPDX-License-Identifier: MIT */
/*
 * `composer dump-autoload -o` in a project of its own, twice over what the first has written: this
 * process changes the folders that it asks about.
 */

require 'Composer/autoload.php';

putenv("COMPOSER_HOME=$scratch/home");
putenv('COMPOSER_ROOT_VERSION=1.0.0');
putenv('COMPOSER_ALLOW_SUPERUSER=1');
putenv('COMPOSER_DISABLE_NETWORK=1');
mkdir("$scratch/project");
file_put_contents("$scratch/project/composer.json", json_encode([
	'name' => 'real/input',
	'autoload' => [
		'classmap' => ["$place/Symfony/Bundle", "$place/Symfony/Contracts"],
		'psr-4' => ['Twig\\' => "$place/Twig"],
	],
	'config' => ['autoloader-suffix' => 'Real'],
]));

return function () use ($scratch) {
	chdir("$scratch/project");
	$composer = new Composer\Console\Application();
	$composer->setAutoExit(false);
	$output = new Symfony\Component\Console\Output\BufferedOutput();
	$found = ['exit ' . $composer->run(new Symfony\Component\Console\Input\ArrayInput([
		'command' => 'dump-autoload',
		'--optimize' => true,
		'--no-interaction' => true,
		'--no-plugins' => true,
	]), $output)];
	$found[] = $output->fetch();
	foreach (['vendor', 'vendor/composer'] as $folder) {
		foreach (scandir($folder) as $name) {
			$file = "$folder/$name";
			$found[] = "$file " . (is_file($file) ? file_get_contents($file) : 'no file');
		}
	}
	return $found;
};
