<?php
/* SPDX-License-Identifier: MIT */
/*
 * php documents.php list FILE...: "NUMBER FILE:LINE" of each sh block that is to be run here, see
 * documents.sh; what another test runs is looked for there. php documents.php show FILE:LINE: that
 * block. Faults go to standard output with exit status 1.
 */

const TOP = __DIR__ . '/../..';

/** [line number, language, text, comment above] of each fenced block */
function blocks(string $file): array
{
	$found = [];
	$lines = file(TOP . "/$file", FILE_IGNORE_NEW_LINES);
	for ($i = 0; $i < count($lines); $i++) {
		if (!preg_match('/^```(\w*)$/', $lines[$i], $m)) {
			continue;
		}
		$start = $i;
		for ($i++; $i < count($lines) && $lines[$i] !== '```'; $i++);
		$found[] = [$start + 1, $m[1], implode("\n", array_slice($lines, $start + 1, $i - $start - 1)), $lines[$start - 1] ?? ''];
	}
	return $found;
}

/** Does the other test have this command: its program and what follows, variables aside? */
function is_run_by(string $command, string $test): bool
{
	$command = preg_replace('/^(sudo( -u \S+)? |\w+=\S+ )*/', '', trim($command));
	$words = preg_split('/\s+/', preg_replace('/\s[^\s]*[$\/"{].*$|\s-.*$/', '', $command), -1, PREG_SPLIT_NO_EMPTY);
	foreach (array_slice($words, 0, 2) as $word) {
		if (strpos($test, $word) === false) {
			return false;
		}
	}
	return true;
}

function faults_of_reference(string $text, string $other): iterable
{
	$test = @file_get_contents(TOP . "/$other");
	if ($test === false) {
		return yield "no $other";
	}
	foreach (preg_split('/\n|&&/', $text) as $command) {
		$steps = strpos($other, 'tests/packages/') === 0 ? file_get_contents(TOP . '/tests/packages/steps.sh') : '';
		if (trim($command) !== '' && !is_run_by($command, $test . $steps)) {
			yield "$other does not run: $command";
		}
	}
}

function faults_of_links(string $file): iterable
{
	$text = preg_replace('/^```.*?^```/ms', '', file_get_contents(TOP . "/$file"));
	preg_match_all('/\]\(([^)#:\s]+)(#[^)]*)?\)/', $text, $links);
	foreach ($links[1] as $link) {
		if (!file_exists(TOP . '/' . dirname($file) . "/$link")) {
			yield "no $link";
		}
	}
	preg_match_all('~`((?:tests|src|docs|packaging|tools|benchmarks)/[\w./-]+\w)`~', $text, $names);
	foreach ($names[1] as $name) {
		if (!file_exists(TOP . "/$name")) {
			yield "no $name";
		}
	}
}

[$what, $args] = [$argv[1], array_slice($argv, 2)];
if ($what === 'show') {
	[$file, $line] = explode(':', $args[0]);
	foreach (blocks($file) as [$at, , $text]) {
		if ($at === (int) $line) {
			exit("$text\n");
		}
	}
	exit(1);
}
$status = 0;
$number = 0;
foreach ($args as $file) {
	foreach (faults_of_links($file) as $fault) {
		echo "$file: $fault\n";
		$status = 1;
	}
	foreach (blocks($file) as [$line, $language, $text, $above]) {
		if ($language === 'php' || $language === 'ini') {
			continue;
		}
		$faults = $language === 'sh' ? [] : ['a block of commands is marked sh'];
		if (preg_match('/^<!-- run by (\S+) -->$/', $above, $m)) {
			$faults = array_merge($faults, iterator_to_array(faults_of_reference($text, $m[1]), false));
		} elseif (!preg_match('/^<!-- not run: \S.* -->$/', $above)) {
			echo $faults ? '' : ++$number . " $file:$line\n";
		}
		foreach ($faults as $fault) {
			echo "$file:$line: $fault\n";
			$status = 1;
		}
	}
}
exit($status);
