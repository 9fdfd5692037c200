<?php
/* SPDX-License-Identifier: MIT
 *
 * wordpress_install.php SITE: the tables and the first user of wordpress.php's site. Says "installed".
 */

$database = new mysqli('localhost', 'root', '', '', 0, getenv('FASTSCAN_DB'));
$database->query('CREATE DATABASE IF NOT EXISTS wordpress CHARACTER SET utf8mb4');
$_SERVER += ['HTTP_HOST' => 'localhost', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'REQUEST_URI' => '/',
	'SCRIPT_NAME' => '/wp-admin/install.php', 'PHP_SELF' => '/wp-admin/install.php',
	'REQUEST_METHOD' => 'GET'];
define('WP_INSTALLING', true);
require "$argv[1]/wp-load.php";
require ABSPATH . 'wp-admin/includes/upgrade.php';
if (!is_blog_installed()) {
	wp_install('A site', 'admin', 'admin@localhost.localdomain', true, '', 'a password');
}
echo is_blog_installed() ? 'installed' : 'not installed';
