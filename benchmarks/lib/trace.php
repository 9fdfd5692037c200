<?php
/* SPDX-License-Identifier: MIT
 *
 * System calls of the built-in web server, counted with strace between two marks that a task sets:
 * getpgid of two ids no process has.
 */

const MARK = 1999990;

function can_trace(): bool
{
	return function_exists('posix_getpgid') && exec('command -v strace') !== '';
}

function traced_server(Options $options, array $arguments, string $trace): Server
{
	return new Server($options->php, $arguments,
		['strace', '-I', '2', '-f', '-qq', '-o', $trace]);
}

/** @return array<string, int> system call => how often, between the marks */
function count_marked(string $trace): array
{
	$counts = [];
	$inside = false;
	foreach (file($trace) as $line) {
		/* "PID name(arguments...": a call cut in two by another thread has a second line, without
		 * its name's bracket, that is not counted */
		if (!preg_match('/^\d+\s+(\w+)\(/', $line, $match)) {
			continue;
		}
		if (strpos($line, 'getpgid(' . MARK . ')') !== false) {
			$inside = true;
		} elseif (strpos($line, 'getpgid(' . (MARK + 1) . ')') !== false) {
			return $counts;
		} elseif ($inside) {
			$counts[$match[1]] = ($counts[$match[1]] ?? 0) + 1;
		}
	}
	bench_fail("$trace does not have both marks");
}
