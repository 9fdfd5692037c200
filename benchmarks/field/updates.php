<?php
/* SPDX-License-Identifier: MIT
 *
 * field.php's updates: of a folder that rsync, lsyncd or inotifywait keeps up to date, while requests run.
 */

require_once __DIR__ . '/field.php';

/**
 * Is every update seen by the next request? The source is changed, its copy brought up to date while
 * requests run; the first request after that must find what plain PHP finds. Ends where it does not.
 * A mode that asks nothing must miss some: else the check could not fail.
 */
function field_updates(Field $field): void
{
	$bed = $field->bed;
	if (!$bed instanceof RsyncBed) {
		return;
	}
	$sides = ['stock' => $field->side(null), 'fastscan' => $field->side([]),
		'never' => $field->side(['validate' => 'never'])];
	$field->warm($sides, fn (FieldSide $side) => $side->run('scan'));
	$rounds = min(8, $field->options->rounds);
	$missed = 0;
	[$during, $fills] = [0, $sides['fastscan']->run('scan')['fills']];
	$before = $sides['stock']->run('scan')['hash'];
	for ($update = 0; $update < 2 * $rounds; $update++) {
		updates_change("{$bed->source()}/$field->dir", $update);
		for ($running = $bed->deliver(); $running(); $during++) {
			$fills += $sides['fastscan']->run('scan')['fills'];
		}
		$seen = $sides['fastscan']->run('scan');
		$fills += $seen['fills'];
		$truth = $sides['stock']->run('scan')['hash'];
		bench_same("update $update of the {$bed->name}", $truth, $seen['hash']);
		if ($truth === $before) {
			bench_fail("update $update did not reach the {$bed->name}");
		}
		$before = $truth;
		$missed += (int) ($sides['never']->run('scan')['hash'] !== $truth);
	}
	$field->report->value('updates', "seen by the next request, {$bed->name}", '%', [100 * $update / (2 * $rounds)], '>= 100');
	$field->report->value('updates', "missed by mode never, {$bed->name}", '%', [100 * $missed / $update],
		$field->options->extension === '' ? '' : '>= 1');
	$field->report->note("$update updates, $during requests meanwhile, $fills folders read anew by fastscan");
}

/* Make a module, then rename its file, then delete it, and so on. */
function updates_change(string $folder, int $update): void
{
	$module = "$folder/field_update" . intdiv($update, 3);
	if ($update % 3 === 0) {
		mkdir("$module/src", 0755, true);
		file_put_contents("$module/field_old.module", "<?php\n");
	} elseif ($update % 3 === 1) {
		rename("$module/field_old.module", "$module/src/field_new.module");
	} else {
		exec('rm -r ' . escapeshellarg($module));
	}
	/* last of all where watches have long been set: what is made in a new folder at once, a watcher misses */
	file_put_contents("$folder/field_updated.txt", (string) $update);
}
