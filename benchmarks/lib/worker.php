<?php
/* SPDX-License-Identifier: MIT
 *
 * The child of process.php's Worker: reads ["task", {arguments}] lines, answers each with a line.
 *
 * Reading the pipe counts as waiting for another process, after which fastscan re-checks every
 * directory once. Every timing task therefore begins with a pass that is not timed.
 */

require __DIR__ . '/tasks.php';

while (($line = fgets(STDIN)) !== false) {
	[$task, $arguments] = json_decode($line, true);
	fwrite(STDOUT, json_encode(('task_' . $task)($arguments)) . "\n");
}
