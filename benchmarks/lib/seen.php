<?php
/* SPDX-License-Identifier: MIT
 *
 * What a request sees of one name in a folder: task of serve.php.
 */

/** By a lookup, or in the folder's listing; 'how' is the function that is asked. */
function task_seen(array $arguments): array
{
	['dir' => $dir, 'name' => $name, 'how' => $how] = $arguments;
	chdir($arguments['cwd']);
	switch ($how) {
		case 'is_file':
			return ['seen' => is_file("$dir/$name")];
		case 'is_dir':
			return ['seen' => is_dir("$dir/$name")];
		case 'scandir':
			return ['seen' => in_array($name, scandir($dir), true)];
		default:
			return ['seen' => in_array($name, task_listing(['dir' => $dir]), true)];
	}
}

/** Makes these folders ones that are known: listed, and asked for their names as often as fastscan wants it. */
function task_known(array $arguments): array
{
	chdir($arguments['cwd']);
	foreach ($arguments['dirs'] as $dir) {
		for ($i = 0; $i < WARM_PASSES; $i++) {
			foreach (scandir($dir) as $name) {
				is_dir("$dir/$name");
			}
		}
	}
	return [];
}
