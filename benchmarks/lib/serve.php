<?php
/* SPDX-License-Identifier: MIT
 *
 * The script of process.php's Server: one task per request, its answer as JSON.
 *
 * task=empty touches no file, not even the task file.
 */

if (($_GET['task'] ?? '') === 'empty') {
	echo '[]';
	return true;
}

require __DIR__ . '/tasks.php';

echo json_encode(('task_' . $_GET['task'])(json_decode($_GET['arguments'], true)));
return true;
