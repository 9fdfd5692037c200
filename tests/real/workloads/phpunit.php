<?php
/* SPDX-License-Identifier: MIT */
/*
 * PHPUnit's discovery: `phpunit --list-tests` on what $place has of test classes, by directory and
 * by the directories of a phpunit.xml, and its file iterator by suffix and prefix.
 */

require 'PHPUnit/Autoload.php';
require 'Psr/Log/autoload.php';
require 'Symfony/Contracts/Translation/autoload.php';

$xml = "$scratch/phpunit.xml";
file_put_contents($xml, <<<XML
<?xml version="1.0" encoding="UTF-8"?>
<phpunit>
	<testsuites>
		<testsuite name="all">
			<directory>$place/Symfony/B*</directory>
			<directory>$place/Symfony/Contracts</directory>
			<directory suffix="Test.php">$place/Psr/*</directory>
			<directory suffix=".phpt">$place/PHPUnit</directory>
			<exclude>$place/Symfony/Contracts/Service</exclude>
		</testsuite>
	</testsuites>
</phpunit>
XML
);

return function () use ($place, $xml) {
	$found = [];
	$runs = [['--no-configuration', "$place/Symfony/Contracts"], ['--configuration', $xml]];
	foreach ($runs as $arguments) {
		$_SERVER['argv'] = array_merge(['phpunit', '--list-tests'], $arguments);
		ob_start();
		$found[] = 'exit ' . PHPUnit\TextUI\Command::main(false);
		$found[] = ob_get_clean();
	}
	$files = new SebastianBergmann\FileIterator\Facade();
	return array_merge(
		$found,
		get_included_files(),
		$files->getFilesAsArray($place, ['.php', '.xml']),
		$files->getFilesAsArray(["$place/Symfony/B*", "$place/Twig"], 'Test.php', '', [
			"$place/Twig/Test",
		]),
		$files->getFilesAsArray("$place/Twig", '.php', ['Abstract', 'Base'])
	);
};
