<?php
/* SPDX-License-Identifier: MIT */
/* Starts the page without and with a password, and browser.js, which prints the checks. */

require __DIR__ . '/lib.php';

$open = serve('open', '', ['fastscan.profile=1']);
$locked = serve('locked', 'open sesame', []);
$command = 'exec node ' . implode(' ', array_map('escapeshellarg', [__DIR__ . '/browser.js', $open,
	$locked, 'open sesame', getenv('TOOLS_TMP')]));
passthru("$command 2>&1", $status);
exit($status);
