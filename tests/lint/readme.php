<?php
/* SPDX-License-Identifier: MIT */
/*
 * php readme.php README.md, with the extension loaded: README's table of directives must have the
 * names, defaults and access of ini_get_all(), and every function must be mentioned. A row is |
 * `fastscan.name` | default | ALL or SYSTEM or PERDIR | ... |. A default in parentheses is prose
 * and not compared.
 */

const ACCESS = ['ALL' => INI_ALL, 'SYSTEM' => INI_SYSTEM, 'PERDIR' => INI_PERDIR | INI_SYSTEM];

function table(string $readme): array
{
	$rows = [];
	foreach (explode("\n", $readme) as $line) {
		$cells = array_map('trim', preg_split('/(?<!\\\\)\|/', trim($line, " |\r")));
		if (count($cells) >= 3 && preg_match('/^`?fastscan\.(\w+)`?$/', $cells[0], $name)
			&& preg_match('/^`?(?:PHP_INI_|INI_)?(ALL|SYSTEM|PERDIR)\b/', $cells[2], $access)
		) {
			$rows['fastscan.' . $name[1]] = [trim($cells[1], '` '), $access[1]];
		}
	}
	return $rows;
}

function faults(string $readme): iterable
{
	$table = table($readme);
	$directives = ini_get_all('fastscan');
	foreach ($directives as $name => ['global_value' => $default, 'access' => $access]) {
		if (!isset($table[$name])) {
			yield "the table has no $name";
			continue;
		}
		[$said, $where] = $table[$name];
		if (!preg_match('/^\(.*\)$/', $said) && $said !== (string) $default) {
			yield "$name: the table says \"$said\", the extension \"$default\"";
		}
		if (ACCESS[$where] !== $access) {
			$really = array_search($access, ACCESS, true) ?: $access;
			yield "$name: the table says $where, the extension $really";
		}
	}
	foreach (array_diff_key($table, $directives) as $name => $row) {
		yield "the table has $name, the extension has not";
	}
	foreach (get_extension_funcs('fastscan') ?: [] as $function) {
		if (strpos($readme, "$function(") === false) {
			yield "$function() is not mentioned";
		}
	}
}

$status = 0;
foreach (faults(file_get_contents($argv[1])) as $fault) {
	echo "README.md: $fault\n";
	$status = 1;
}
exit($status);
