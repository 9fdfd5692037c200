<?php
/* SPDX-License-Identifier: MIT */
/*
 * With the extension loaded: composer.json keeps to PIE's rules for "php-ext" and names configure's
 * own options; packaging/fastscan.ini has every directive, commented out, with its default and a
 * text above it; the comments of the stub and README's counters name all that is returned.
 */

const TOP = __DIR__ . '/../..';
const TYPES = [
	'extension-name' => 'is_string',
	'priority' => 'is_int',
	'support-zts' => 'is_bool',
	'support-nts' => 'is_bool',
	'build-path' => 'is_string',
	'download-url-method' => 'is_string',
	'os-families' => 'is_array',
	'configure-options' => 'is_array',
];

/** The options that config.m4 has. */
function configure_options(): array
{
	preg_match_all('/AS_HELP_STRING\(\[--([\w-]+)(=?)/', file_get_contents(TOP . '/config.m4'), $found);
	return array_combine($found[1], array_map(function ($equals) {
		return $equals !== '';
	}, $found[2]));
}

function faults_of_composer(array $composer): iterable
{
	$ext = $composer['php-ext'] ?? [];
	if (($composer['type'] ?? '') !== 'php-ext'
		|| !preg_match('~^[a-z0-9-]+/[a-z0-9-]+$~', $composer['name'] ?? '')
	) {
		yield 'type and name must be php-ext and vendor/package';
	}
	foreach ($ext as $key => $value) {
		if (!isset(TYPES[$key]) || !TYPES[$key]($value)) {
			yield "php-ext: $key is unknown or of another type";
		}
	}
	$priority = $ext['priority'] ?? 0;
	if (($ext['extension-name'] ?? '') !== 'fastscan' || $priority < 10 || $priority > 99) {
		yield 'php-ext: the name is fastscan, the priority one of 10 to 99';
	}
	$families = ['windows', 'bsd', 'darwin', 'solaris', 'linux', 'unknown'];
	if (array_diff($ext['os-families'] ?? [], $families)) {
		yield 'php-ext: an unknown family of systems';
	}
	$options = array_column($ext['configure-options'] ?? [], 'needs-value', 'name');
	if ($options != configure_options()) {
		yield 'php-ext: configure-options are not those of config.m4: '
			. json_encode($options) . ', ' . json_encode(configure_options());
	}
	if (($composer['require']['php'] ?? '') !== '>=7.4 <8.6') {
		yield 'require: php must be what php_fastscan.h and package.xml say';
	}
}

function faults_of_example(array $lines): iterable
{
	$seen = [];
	foreach ($lines as $number => $line) {
		if (preg_match('/^;(fastscan\.\w+) =(?: (.*))?$/', $line, $m)) {
			$seen[$m[1]] = $m[2] ?? '';
			if (!preg_match('/^; \S/', $lines[$number - 1])) {
				yield "$m[1] has no text above it";
			}
		} elseif ($line !== '' && $line[0] !== ';' && $line !== 'extension = fastscan') {
			yield 'a line that is not commented: ' . $line;
		}
	}
	$defaults = array_map('strval', array_column(ini_get_all('fastscan'), 'global_value'));
	$defaults = array_combine(array_keys(ini_get_all('fastscan')), $defaults);
	foreach (array_keys($seen + $defaults) as $name) {
		if (($seen[$name] ?? null) !== ($defaults[$name] ?? null)) {
			yield "$name: the example says " . json_encode($seen[$name] ?? null) . ', the extension '
				. json_encode($defaults[$name] ?? null);
		}
	}
}

/** Names of an array that a user meets, "a" and "b" of ["a" => ["b" => 1]]. */
function keys_of(array $array): array
{
	$keys = [];
	foreach ($array as $key => $value) {
		$keys = array_merge($keys, is_string($key) ? [$key] : [], is_array($value) ? keys_of($value) : []);
	}
	return $keys;
}

/** What fastscan_status() and fastscan_counters() return, against the stub and README. */
function faults_of_comments(string $stub, string $readme): iterable
{
	scandir('/');
	$status = fastscan_status(true);
	unset($status['config'], $status['features']);
	foreach (array_unique(keys_of($status)) as $key) {
		if (strpos($stub, "\"$key\"") === false) {
			yield "fastscan_status() returns \"$key\", of which the stub says nothing";
		}
	}
	$counters = fastscan_counters();
	foreach (array_merge(array_keys($counters['is_dir']), array_keys($counters['cache'])) as $key) {
		if (strpos($readme, "`$key`") === false) {
			yield "fastscan_counters() returns \"$key\", of which README says nothing";
		}
	}
}

$status = 0;
$stub = file_get_contents(TOP . '/src/php/fastscan.stub.php');
$readme = file_get_contents(TOP . '/README.md');
$composer = json_decode(file_get_contents(TOP . '/composer.json'), true);
$example = file(TOP . '/packaging/fastscan.ini', FILE_IGNORE_NEW_LINES);
$checks = [
	'composer.json' => faults_of_composer($composer),
	'packaging/fastscan.ini' => faults_of_example($example),
	'fastscan.stub.php, README.md' => faults_of_comments($stub, $readme),
];
foreach ($checks as $file => $faults) {
	foreach ($faults as $fault) {
		echo "$file: $fault\n";
		$status = 1;
	}
}
exit($status);
