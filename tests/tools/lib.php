<?php
/* SPDX-License-Identifier: MIT */
/*
 * For tests of tools/, which get
 *
 *	TEST_PHP_EXECUTABLE, TEST_PHP_EXTRA_ARGS  as run-tests sets them: PHP, "-n -d extension=..."
 *	TOOLS_TMP                                 a folder of their own
 *
 * Each check is a line "ok NAME" or "not ok NAME" with what was there under it, as TAP has it.
 */

require_once __DIR__ . '/../inc/process.inc';
require_once __DIR__ . '/../inc/server.inc';
require_once __DIR__ . '/../inc/fpm.inc';
require_once __DIR__ . '/../inc/time.inc';

const TOOLS = __DIR__ . '/../../tools';

error_reporting(-1);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
	if (error_reporting() & $level) {
		throw new ErrorException($message, 0, $level, $file, $line);
	}
	return true;
});

function ok(string $name, bool $holds, string $else = ''): void
{
	echo $holds ? "ok $name\n" : "not ok $name\n";
	if (!$holds && $else !== '') {
		echo preg_replace('/^/m', '# ', substr($else, 0, 800)), "\n";
	}
}

function same(string $name, $is, $wanted): void
{
	ok($name, $is === $wanted, 'is     ' . var_export($is, true) . "\nwanted " . var_export($wanted,
		true));
}

/* Does the text match every pattern, and with "!" in front none of those? */
function says(string $name, string $text, string ...$patterns): void
{
	foreach ($patterns as $pattern) {
		$without = $pattern[0] === '!';
		if (preg_match($without ? substr($pattern, 1) : $pattern, $text) !== ($without ? 0 : 1)) {
			ok($name, false, "$pattern in:\n$text");
			return;
		}
	}
	ok($name, true);
}

function fresh(string $name): string
{
	$dir = getenv('TOOLS_TMP') . "/$name";
	exec('rm -rf ' . escapeshellarg($dir));
	mkdir($dir, 0755, true);
	return realpath($dir);
}

/* Names that would do harm if they were printed as they are => how they are shown. */
function hostile_names(): array
{
	return [
		'<script>alert(1)<' => '<script>alert(1)<',
		'"><img src=x onerror=alert(2)>' => '"><img src=x onerror=alert(2)>',
		"' onmouseover='alert(3)" => "' onmouseover='alert(3)",
		'a&lt;b&amp;c' => 'a&lt;b&amp;c',
		"esc\x1b[31mred\x07" => 'esc\x1B[31mred\x07',
		"line\nbreak\r\ttab" => 'line\x0Abreak\x0D\x09tab',
		"bad\xff\xfe\x80" => 'bad\xFF\xFE\x80',
		"cut\xe2\x82" => 'cut\xE2\x82',
		"long\xc0\xaf\xed\xa0\x80" => 'long\xC0\xAF\xED\xA0\x80',
		"c1\xc2\x9b31m" => 'c1\u{9B}31m',
		"rtl\u{202e}gpj" => 'rtl\u{202E}gpj',
		"zero\u{200b}\u{feff}\u{2028}" => 'zero\u{200B}\u{FEFF}\u{2028}',
		"tag\u{e0041}" => 'tag\u{E0041}',
		"fine \u{fc}\u{65e5}\u{1f600}" => "fine \u{fc}\u{65e5}\u{1f600}",
		' lead and trail ' => ' lead and trail ',
		str_repeat('x', 255) => str_repeat('x', 255),
	];
}

/*
 * Address of the page on a web server that also has work.php, which asks for every folder in
 * $dir/tree.
 */
function serve(string $name, string $password, array $settings): string
{
	$dir = fresh($name);
	copy(TOOLS . '/fastscan.php', "$dir/fastscan.php");
	file_put_contents("$dir/work.php", '<?php function walk($d) { foreach (scandir($d) '
		. 'as $n) if ($n !== "." && $n !== ".." && is_dir("$d/$n")) walk("$d/$n"); }'
		. ' walk(__DIR__ . "/tree"); walk(__DIR__ . "/tree"); echo "worked";');
	foreach (array_keys(hostile_names()) as $hostile) {
		mkdir("$dir/tree/$hostile", 0777, true);
		touch("$dir/tree/$hostile/file");
	}
	settle();
	putenv("FASTSCAN_PASSWORD=$password");
	$url = start_server($dir, array_merge(['error_reporting=-1', 'display_errors=1', 'log_errors=1',
		"error_log=$dir/errors", 'fastscan.validate=request',
		"fastscan.shm_file=$dir/shm", 'fastscan.shm_size=1M'], $settings));
	file_get_contents("$url/work.php");
	return "$url/fastscan.php";
}
