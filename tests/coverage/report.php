<?php
/* SPDX-License-Identifier: MIT */
/*
 * Coverage by lines:   php report.php TOP UNCOVERED FOLDER...
 *
 * Reads gcov's counts of all objects below the folders, adds them up for each line of TOP/src, and
 * prints a table by file, the sums for src/core and src/php with "enough" or "too little", and the
 * functions with uncovered lines that tests/coverage/uncovered.list does not know. UNCOVERED gets
 * every uncovered line.
 */

const BOUNDS = ['src/core' => 95.0, 'src/php' => 90.0];

[, $top, $uncovered_file] = $argv;
$counts = [];       /* file => line => count */
$functions = [];    /* file => line => function */
foreach (array_slice($argv, 3) as $folder) {
	foreach (objects($folder) as $object) {
		add($object, $counts, $functions);
	}
}
ksort($counts);
print_table($counts);
$reasons = reasons("$top/tests/coverage/uncovered.list");
print_uncovered($top, $uncovered_file, $counts, $functions, $reasons);
foreach (BOUNDS as $part => $bound) {
	print_sum($part, $bound, $counts);
}

/* Folders of libtool hide the objects that were linked. */
function objects(string $folder): array
{
	$found = [];
	$all = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder));
	foreach ($all as $file) {
		if (substr((string) $file, -5) === '.gcda') {
			$found[] = (string) $file;
		}
	}
	return $found;
}

function add(string $object, array &$counts, array &$functions): void
{
	$output = [];
	exec('cd ' . escapeshellarg(dirname($object)) . ' && gcov --json-format --stdout '
		. escapeshellarg(basename($object)) . ' 2>/dev/null', $output, $status);
	if ($status !== 0) {
		echo "gcov fails: $object\n";
		return;
	}
	foreach ($output as $line) {
		foreach (json_decode($line, true)['files'] ?? [] as $file) {
			if (!preg_match('~(?:^|/)(php_fastscan\.c|src/(?:core|php|platform)/[^/]+)$~',
				$file['file'], $name)) {
				continue;
			}
			foreach ($file['lines'] as $counted) {
				$number = $counted['line_number'];
				$counts[$name[1]][$number] = ($counts[$name[1]][$number] ?? 0) + $counted['count'];
				$functions[$name[1]][$number] = $counted['function_name'] ?? '?';
			}
		}
	}
}

function covered(array $lines): int
{
	return count(array_filter($lines));
}

function percent(int $covered, int $all): string
{
	return sprintf('%5.1f%%', $all ? floor(1000 * $covered / $all) / 10 : 100);
}

function print_table(array $counts): void
{
	printf("%-34s %6s %8s\n", 'file', 'lines', 'covered');
	foreach ($counts as $file => $lines) {
		printf("%-34s %6d %8s\n", $file, count($lines), percent(covered($lines), count($lines)));
	}
}

function print_sum(string $part, float $bound, array $counts): void
{
	$all = $covered = 0;
	foreach ($counts as $file => $lines) {
		if (strpos($file, "$part/") === 0) {
			$all += count($lines);
			$covered += covered($lines);
		}
	}
	$verdict = $all > 0 && 100 * $covered >= $bound * $all ? 'enough' : 'too little';
	echo "$part $covered of $all lines, ", trim(percent($covered, $all)), " of $bound%: $verdict\n";
}

/* "FILE FUNCTION  reason" in each line; a * for all functions of the file. */
function reasons(string $list): array
{
	$reasons = [];
	foreach (file($list, FILE_IGNORE_NEW_LINES) as $line) {
		if (preg_match('/^([^#\s]\S*)\s+(\S+)\s+(\S.*)$/', $line, $parts)) {
			$reasons["$parts[1] $parts[2]"] = $parts[3];
		}
	}
	return $reasons;
}

function print_uncovered(string $top, string $to, array $counts, array $functions,
	array $reasons): void
{
	$all = '';
	$unknown = [];
	foreach ($counts as $file => $lines) {
		ksort($lines);
		$text = file("$top/$file", FILE_IGNORE_NEW_LINES);
		foreach ($lines as $number => $count) {
			if ($count > 0) {
				continue;
			}
			$function = $functions[$file][$number];
			$why = $reasons["$file $function"] ?? $reasons["$file *"] ?? null;
			$all .= "$file:$number $function: " . trim($text[$number - 1] ?? '')
				. ($why === null ? "\n" : "\t($why)\n");
			if ($why === null) {
				$unknown["$file $function"][] = $number;
			}
		}
	}
	file_put_contents($to, $all);
	foreach ($unknown as $name => $numbers) {
		echo "uncovered, not in uncovered.list: $name: ", implode(' ', $numbers), "\n";
	}
}
