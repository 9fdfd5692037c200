<?php
/* SPDX-License-Identifier: MIT
 *
 * A WordPress of Debian's package, freshly installed, and a database server for it alone.
 */

/** A MariaDB server on a socket in the work folder, until the object goes. */
final class Database
{
	public string $socket;
	/** @var resource */
	private $process;

	public function __construct(string $dir)
	{
		$this->socket = "$dir.socket";
		$user = function_exists('posix_geteuid') && posix_geteuid() === 0 ? ['--user=root'] : [];
		$log = ['file', "$dir.log", 'w'];
		if (!is_dir("$dir/mysql")) {
			bench_mkdir($dir);
			self::must(array_merge(['mariadb-install-db', "--datadir=$dir", '--skip-test-db',
				'--auth-root-authentication-method=normal', '--innodb-buffer-pool-size=32M',
				'--loose-innodb-buffer-pool-size-max=64M'], $user));
		}
		@unlink($this->socket);
		$this->process = proc_open(array_merge([self::program(), '--no-defaults', "--datadir=$dir",
			"--socket=$this->socket", '--skip-networking', '--skip-log-bin',
			'--innodb-buffer-pool-size=32M', '--loose-innodb-buffer-pool-size-max=64M', '--innodb-flush-log-at-trx-commit=0',
			"--pid-file=$dir.pid"], $user), [['file', '/dev/null', 'r'], $log, $log], $pipes);
		for ($tries = 0; !@stream_socket_client("unix://$this->socket"); $tries++) {
			if ($tries === 3000 || !proc_get_status($this->process)['running']) {
				bench_fail('the database server did not start: ' . file_get_contents("$dir.log"));
			}
			usleep(20000);
		}
		chmod($this->socket, 0777);
	}

	public function __destruct()
	{
		/* a server that has just begun to listen may not heed the first signal */
		for ($tries = 0; proc_get_status($this->process)['running']; $tries++) {
			$tries % 50 === 0 && proc_terminate($this->process, $tries < 500 ? 15 : 9);
			usleep(20000);
		}
		proc_close($this->process);
	}

	public static function program(): string
	{
		foreach (['/usr/sbin/mariadbd', '/usr/sbin/mysqld', '/usr/libexec/mariadbd'] as $program) {
			if (is_executable($program)) {
				return $program;
			}
		}
		return '';
	}

	private static function must(array $command): void
	{
		exec(implode(' ', array_map('escapeshellarg', $command)) . ' 2>&1', $out, $code);
		if ($code !== 0) {
			bench_fail(implode(' ', $command) . ":\n" . implode("\n", $out));
		}
	}
}

/** Where the package's files are: FASTSCAN_WORDPRESS names another folder. */
function wordpress_package(): string
{
	return getenv('FASTSCAN_WORDPRESS') ?: '/usr/share/wordpress';
}

/** Why there is no WordPress here; '' if there can be one. */
function wordpress_missing(Options $options): string
{
	if (!is_file(wordpress_package() . '/wp-load.php')) {
		return 'Debian\'s package wordpress is not installed';
	}
	if (!glob(wordpress_package() . '/wp-content/themes/*/style.css')) {
		return 'Debian\'s package wordpress-theme-twentytwentythree is not installed';
	}
	if (Database::program() === '') {
		return 'Debian\'s package mariadb-server-core is not installed';
	}
	exec(escapeshellarg($options->php) . ' -r "exit(extension_loaded(\'mysqli\') ? 0 : 1);"', $out, $code);
	return $code === 0 ? '' : 'PHP has no mysqli';
}

/**
 * The files of a WordPress whose database is at $socket; makes both where they are not there yet.
 *
 * The site knows itself as http://localhost, does nothing but show pages and asks nobody else.
 */
function wordpress_site(Options $options, Database $database): string
{
	$site = fixture_make("$options->work/wordpress", function (string $dir): void {
		exec('cp -aL ' . escapeshellarg(wordpress_package() . '/.') . ' ' . escapeshellarg($dir)
			. ' 2>/dev/null');
		file_put_contents("$dir/wp-config.php", wordpress_config());
		exec('chmod -R a+rX ' . escapeshellarg($dir));
		/* by itself a little younger than its database */
	});
	if (!is_file("$options->work/wordpress.installed")) {
		$php = escapeshellarg($options->php);
		exec('FASTSCAN_DB=' . escapeshellarg($database->socket) . " $php "
			. escapeshellarg(__DIR__ . '/wordpress_install.php') . ' ' . escapeshellarg($site) . ' 2>&1',
			$out, $code);
		if ($code !== 0 || end($out) !== 'installed') {
			bench_fail("WordPress cannot be installed:\n" . implode("\n", $out));
		}
		touch("$options->work/wordpress.installed");
	}
	return $site;
}

/** What a request for the front page says besides its address. */
function wordpress_request(Database $database): array
{
	return ['FASTSCAN_DB' => $database->socket, 'SCRIPT_NAME' => '/index.php', 'PHP_SELF' => '/index.php'];
}

/* The socket comes with each request, since the same files serve on several machines. */
function wordpress_config(): string
{
	return <<<'PHP'
<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:' . ($_SERVER['FASTSCAN_DB'] ?? getenv('FASTSCAN_DB')));
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $name) {
	define("{$name}_KEY", 'a key');
	define("{$name}_SALT", 'a salt');
}
define('WP_HOME', 'http://localhost');
define('WP_SITEURL', 'http://localhost');
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';

PHP;
}
