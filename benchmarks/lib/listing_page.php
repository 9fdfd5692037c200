<?php
/* SPDX-License-Identifier: MIT
 *
 * A page that makes the reports' listing and says what it found, always in as many bytes: for ab.
 */

require __DIR__ . '/scan.php';

chdir($_GET['cwd']);
$found = file_scan_directory($_GET['dir'], SCAN_MASK);
printf("%08d %s\n", count($found), md5(serialize($found)));
