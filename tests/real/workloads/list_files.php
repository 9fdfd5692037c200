<?php
/* SPDX-License-Identifier: MIT */
/* WordPress' list_files() over all of it, by absolute paths and by relative ones. */

require __DIR__ . '/wordpress.inc';

return function () {
	chdir(ABSPATH);
	return array_merge(
		list_files(ABSPATH),
		list_files('wp-admin'),
		list_files('wp-content/themes/../plugins', 3, ['index.php'])
	);
};
