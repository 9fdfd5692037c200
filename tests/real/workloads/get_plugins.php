<?php
/* SPDX-License-Identifier: MIT */
/* WordPress' pages of plugins and of themes: get_plugins(), the files of some, the themes. */

require __DIR__ . '/wordpress.inc';

return function () {
	$found = [];
	$GLOBALS['wp_theme_directories'] = [WP_CONTENT_DIR . '/themes'];
	wp_cache_flush();
	foreach (get_plugins() as $plugin => $data) {
		$found[] = "$plugin " . json_encode($data);
		if (count($found) % 6 === 0) {
			$found[] = "$plugin " . implode(' ', get_plugin_files($plugin));
		}
	}
	foreach (get_mu_plugins() as $plugin => $data) {
		$found[] = "$plugin " . json_encode($data);
	}
	foreach (search_theme_directories(true) as $theme => $data) {
		$found[] = "$theme " . json_encode($data);
	}
	return $found;
};
