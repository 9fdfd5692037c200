<?php
/* SPDX-License-Identifier: MIT */
/*
 * fastscan.php: the status page. One file, to be put where a web server runs it; it asks nobody
 * else for anything. PHP 7.4 or later.
 *
 * Without a password it only shows, to whoever reaches it: let the server decide who does. With a
 * password it shows nothing before it was given, and then it can also reset and forget. The
 * password, or what password_hash() makes of it, is one of
 *
 *	env[FASTSCAN_PASSWORD] = ...           in an FPM pool (fastcgi_param and SetEnv do as well)
 *	define('FASTSCAN_PASSWORD', '...');    in a file of yours that then requires this one
 *
 * No session is needed. The login is a cookie: when it ends, a random number, and an HMAC of both,
 * whose key comes from the password. The token in each form is an HMAC of that random number (in
 * the login form: of one in another cookie), so it belongs to the browser that got it. Another
 * password ends all logins.
 *
 * Whatever is printed goes through text() or name(): directories are named by anybody.
 *
 * Parts: who asks, what is done, what is known, numbers and names, advice, the page, style, script.
 */

namespace Fastscan\StatusPage;

const LOGIN_COOKIE = 'fastscan_login';
const FORM_COOKIE = 'fastscan_form';
const LOGIN_SECONDS = 8 * 3600;
const DIRECTORIES_SHOWN = 100;

/* ---- who asks ---- */

function password(): string
{
	$set = defined('FASTSCAN_PASSWORD') ? constant('FASTSCAN_PASSWORD')
		: ($_SERVER['FASTSCAN_PASSWORD'] ?? getenv('FASTSCAN_PASSWORD'));
	return is_string($set) ? $set : '';
}

/* In constant time, whatever the lengths. */
function is_password(string $given): bool
{
	if (!empty(password_get_info(password())['algo'])) {
		return password_verify($given, password());
	}
	return hash_equals(hash('sha256', password(), true), hash('sha256', $given, true));
}

/* The key is slow to make, so that a stolen cookie does not soon tell a weak password. */
function mac(string $of): string
{
	static $key = null;
	$key = $key ?? hash_pbkdf2('sha256', password(), __FILE__, 20000, 32, true);
	return hash_hmac('sha256', $of, $key);
}

function cookie(string $name): string
{
	return is_string($_COOKIE[$name] ?? null) ? $_COOKIE[$name] : '';
}

/* Ends with the browser, or at once if empty. */
function set_cookie(string $name, string $value): void
{
	setcookie($name, $value, ['expires' => $value === '' ? 1 : 0, 'httponly' => true,
		'samesite' => 'Strict',
		'secure' => !in_array(strtolower($_SERVER['HTTPS'] ?? ''), ['', 'off'], true)]);
	$_COOKIE[$name] = $value;
}

/* The random number of a login that holds, or ''. */
function login(): string
{
	$parts = explode('.', cookie(LOGIN_COOKIE));
	if (password() === '' || count($parts) !== 3 || (int) $parts[0] < time()) {
		return '';
	}
	return hash_equals(mac("login $parts[0] $parts[1]"), $parts[2]) ? $parts[1] : '';
}

function log_in(): void
{
	$until = time() + LOGIN_SECONDS;
	$random = bin2hex(random_bytes(16));
	set_cookie(LOGIN_COOKIE, "$until.$random." . mac("login $until $random"));
}

/* '': this browser has nothing that a token could belong to. */
function token(): string
{
	$random = login() ?: cookie(FORM_COOKIE);
	return $random === '' ? '' : mac("form $random");
}

function is_token_right(): bool
{
	return token() !== '' && hash_equals(token(), posted('token'))
		&& ($_SERVER['HTTP_SEC_FETCH_SITE'] ?? '') !== 'cross-site';
}

function posted(string $name): string
{
	return is_string($_POST[$name] ?? null) ? $_POST[$name] : '';
}

/* ---- what is done ---- */

/* [HTTP status, what to say, what fastscan_explain() said]; 303: what to say is where to go. */
function answer_post(): array
{
	if (password() === '') {
		return [403, 'No password is set, so this page only shows. Nothing was done.', null];
	}
	if (!is_token_right()) {
		return [403, 'This form is too old, or another page sent it. Nothing was done; try again.',
			null];
	}
	if (posted('action') === 'login') {
		if (is_password(posted('password'))) {
			log_in();
			return [303, '?', null];
		}
		usleep(500000);
		return [403, 'That is not the password.', null];
	}
	return login() === '' ? [403, 'Log in first.', null] : act(posted('action'));
}

function act(string $action): array
{
	switch ($action) {
		case 'logout':
			set_cookie(LOGIN_COOKIE, '');
			return [303, '?', null];
		case 'reset':
			return [303, @fastscan_reset() ? '?said=reset' : '?said=failed', null];
		case 'counters':
			return [303, @fastscan_counters(true) ? '?said=counters' : '?said=failed', null];
		case 'invalidate':
			if (posted('path') === '') {
				return [400, 'Which directory? Nothing was done.', null];
			}
			$count = @fastscan_invalidate(posted('path'), posted('recursive') !== '');
			return [303, "?said=invalidate&count=$count", null];
		case 'explain':
			return [200, '', explained(posted('path'))];
	}
	return [400, 'There is no such action.', null];
}

/* As often as it takes for the directory to be listed for a lookup's sake. */
function explained(string $path): array
{
	$uses = @fastscan_status()['config']['min_uses'] ?? 0;
	for ($i = 0; $i < min($uses, 1000); $i++) {
		@fastscan_explain($path);
	}
	return @fastscan_explain($path);
}

function said(): string
{
	$count = is_string($_GET['count'] ?? null) ? (int) $_GET['count'] : 0;
	switch ($_GET['said'] ?? '') {
		case 'reset':
			return 'Everything was forgotten, by all processes that share the cache.';
		case 'counters':
			return 'The counters of the worker that answered are zero.';
		case 'invalidate':
			return some($count, 'directory') . ($count === 1 ? ' was' : ' were')
				. ' forgotten by the worker that answered.';
		case 'failed':
			return 'Nothing was done: fastscan has no cache in the worker that answered.';
	}
	return '';
}

function send_headers(string $nonce): void
{
	header('Content-Type: text/html; charset=utf-8');
	header("Content-Security-Policy: default-src 'none'; style-src 'nonce-$nonce'; "
		. "script-src 'nonce-$nonce'; "
		. "img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
	header('X-Frame-Options: DENY');
	header('X-Content-Type-Options: nosniff');
	header('X-Robots-Tag: noindex, nofollow');
	header('Referrer-Policy: no-referrer');
	header('Cross-Origin-Opener-Policy: same-origin');
	header('Cross-Origin-Resource-Policy: same-origin');
	header('Cache-Control: no-store, max-age=0');
}

/* ---- what is known ---- */

/* Why nothing can be shown; '' if it can. */
function obstacle(): string
{
	if (!extension_loaded('fastscan')) {
		return 'The extension is not loaded. Add extension=fastscan to ' . (php_ini_loaded_file()
			?: 'php.ini')
			. ' (or a file that it includes) and restart PHP.';
	}
	if (@fastscan_status() === false) {
		return 'fastscan.restrict_api allows only scripts whose path begins with '
			. ini_get('fastscan.restrict_api')
			. '. This one is ' . ($_SERVER['SCRIPT_FILENAME'] ?? __FILE__) . '.';
	}
	return '';
}

/* Of this worker, in the words of the shared sums. */
function sums(array $counters): array
{
	$sums = array_fill_keys(['calls', 'hits', 'checked', 'misses', 'bypassed', 'negative'], 0);
	foreach ($counters as $name => $count) {
		if ($name !== 'cache') {
			foreach (['calls' => 'ct', 'hits' => 'hit', 'checked' => 'checked', 'misses' => 'miss',
				'bypassed' => 'bypass', 'negative' => 'negative'] as $sum => $key) {
				$sums[$sum] += $count[$key];
			}
		}
	}
	return $sums + $counters['cache'];
}

/* The most expensive ones first. Null: the list is too long for memory_limit. */
function directories(array $status): ?array
{
	$limit = bytes_of((string) ini_get('memory_limit'));
	if ($limit > 0
		&& memory_get_usage() + $status['entries']['directories'] * 1500 > $limit * 0.8) {
		return null;
	}
	$found = fastscan_status(true)['directories'];
	$cost = [];
	foreach ($found as $i => $directory) {
		$cost[$i] = 1e7 * $directory['read_us'] + $directory['entries'];
	}
	arsort($cost); /* by far faster than usort() where there are very many */
	return array_map(static function (int $i) use ($found): array {
		return $found[$i];
	}, array_keys(array_slice($cost, 0, DIRECTORIES_SHOWN, true)));
}

function bytes_of(string $directive): int
{
	$shift = ['k' => 10, 'm' => 20, 'g' => 30][strtolower(substr($directive, -1))] ?? 0;
	return (int) $directive << $shift;
}

/* Everything that the page shows. */
function gather(): array
{
	is_dir(__DIR__); /* the first question of a request finds out whether the cache is shared */
	$counters = fastscan_counters();
	$status = fastscan_status();
	$shared = $status['shared'];
	$all = $shared && !empty($shared['used_here']) ? $shared['totals'] : null;
	return ['status' => $status, 'counters' => $counters, 'shared' => $shared,
		'here' => sums($counters),
		'all' => $all, 'sums' => $all ?? sums($counters), 'directories' => directories($status)];
}

/* ---- numbers and names ---- */

function text(string $plain): string
{
	return htmlspecialchars($plain, ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML5, 'UTF-8');
}

/*
 * A path as HTML: bytes that are no text and characters that cannot be seen are written out, and
 * marked.
 */
function name(string $path): string
{
	static $valid = '(?:[\x00-\x7F]|[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]'
		. '|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]'
		. '|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2})';
	preg_match_all("/$valid++|./s", $path, $pieces);
	$html = '';
	foreach ($pieces[0] as $piece) {
		if (!preg_match('//u', $piece)) {
			$html .= odd(sprintf('\x%02X', ord($piece)));
			continue;
		}
		foreach (preg_split('/([\p{C}\p{Zl}\p{Zp}])/u', $piece, -1,
			PREG_SPLIT_DELIM_CAPTURE) as $i => $run) {
			$html .= $i % 2 ? odd(written_out($run)) : text($run);
		}
	}
	return "<bdi class=\"path\">$html</bdi>";
}

function odd(string $plain): string
{
	return '<span class="odd">' . text($plain) . '</span>';
}

/* \x1B of one byte, \u{202E} of a longer character */
function written_out(string $character): string
{
	if (strlen($character) === 1) {
		return sprintf('\x%02X', ord($character));
	}
	$code = ord($character[0]) & 0x7F >> strlen($character);
	for ($i = 1; $i < strlen($character); $i++) {
		$code = $code << 6 | ord($character[$i]) & 0x3F;
	}
	return sprintf('\u{%X}', $code);
}

function number($count): string
{
	return number_format((float) $count, 0, '.', ',');
}

/* "1 worker", "2 workers", "2 directories" */
function some(int $count, string $noun): string
{
	return number($count) . ' ' . ($count === 1 ? $noun : (substr($noun, -1) === 'y'
		? substr($noun, 0, -1) . 'ies' : $noun . 's'));
}

function size(float $bytes): string
{
	$units = ['B', 'KB', 'MB', 'GB', 'TB'];
	for ($i = 0; $bytes >= 1024 && $i < 4; $i++) {
		$bytes /= 1024;
	}
	return number_format($bytes, $i && $bytes < 100 ? 1 : 0) . ' ' . $units[$i];
}

function percent(float $part, float $whole): string
{
	return $whole > 0 ? number_format(100 * $part / $whole, 1) . '%' : '–';
}

function micros(float $us): string
{
	if ($us >= 1e6) {
		return number_format($us / 1e6, 2) . ' s';
	}
	return $us >= 1000 ? number_format($us / 1000, 1) . ' ms' : number_format($us) . ' µs';
}

function age(?float $seconds): string
{
	if ($seconds === null) {
		return 'never';
	}
	foreach (['d' => 86400, 'h' => 3600, 'min' => 60] as $unit => $length) {
		if ($seconds >= 2 * $length) {
			return number_format($seconds / $length) . " $unit";
		}
	}
	return number_format($seconds, $seconds < 10 ? 1 : 0) . ' s';
}

/* ---- advice ---- */

/* reason => [fine, look or bad, what it means, what to do]; the names are fastscan_counters()' */
function reasons(): array
{
	return [
		'disabled' => ['look', 'fastscan is switched off.', 'fastscan.enable=1 in php.ini; for the '
			. 'command line fastscan.enable_cli=1.'],
		'kernel' => ['bad', 'The kernel, or a sandbox, gives no directory versions.',
			'Linux 5.8 or later; allow statx and faccessat2.'],
		'filesystem' => ['look', 'The file system is not trusted to tell of changes.',
			'Fine for /proc and its like. For a mount of yours: '
			. 'tools/fastscan probe DIR; if it is reliable, fastscan.filesystems=+TYPE.'],
		'excluded' => ['fine', 'fastscan.exclude names the path.',
			'Wanted, unless the directive is too wide.'],
		'open_basedir' => ['look', 'PHP itself has to judge the path.', 'Set open_basedir in '
			. 'php.ini or the pool, not in the script, and do not '
			. 'use mode strict with it.'],
		'wrapper' => ['fine', 'Not a plain file: another stream wrapper\'s.', 'Nothing to do.'],
		'stat_cache' => ['fine', 'PHP\'s own stat or realpath cache knew it.',
			'Nothing to do: that costs no system call.'],
		'argument' => ['fine', 'Arguments that only PHP can judge (empty, too long, NUL).',
			'Nothing to do.'],
		'credentials' => ['look', 'Real and effective user differ.',
			'Run the worker as the user that it acts for.'],
		'permission' => ['look', 'This user may not read or search the directory.',
			'Give the worker\'s user the right to read it, or do not ask.'],
		'follow' => ['fine', 'The name is a symlink, "." or "..": where it leads is the system\'s '
			. 'answer.', 'Where it is much: give the '
			. 'application the real path.'],
		'strict' => ['look', 'Mode strict, or a temporary or session directory: the '
			. 'system\'s own lookup costs no more.',
			'fastscan.validate=request checks once a request.'],
		'mount_point' => ['fine', 'Something is mounted at that name.', 'Nothing to do.'],
		'absence' => ['fine', 'Not listed, but that is no proof: a name with a '
			. 'dot in front, or folded case.', 'If it is much: is '
			. 'fastscan.negative=1?'],
		'racy' => ['look', 'The directory changed a moment ago.', 'Fine after a deploy. If '
			. 'it goes on, something writes there all the '
			. 'time (caches, logs): move that to a directory of its own.'],
		'unproven' => ['fine', 'On network mounts a second look, 3 seconds later, has to find the '
			. 'same.', 'Nothing to do.'],
		'future' => ['bad', 'The directory\'s time lies in the future.', 'Set the clocks of this '
			. 'machine and of the file server (NTP).'],
		'changed' => ['fine', 'It changed while it was read.', 'As for racy, if it goes on.'],
		'few_uses' => ['fine', 'Asked too seldom to be worth a listing.',
			'fastscan.min_uses=1 lists at the first lookup.'],
		'client' => ['fine', 'The network client may know these files without asking its server.',
			'Nothing to do: it is the answer that PHP alone would get.'],
		'too_large' => ['look', 'More names than fastscan.max_entries, or half of the cache.',
			'Raise fastscan.max_entries or '
			. 'fastscan.cache_size; better split the directory.'],
		'odd_names' => ['look', 'Names that a listing cannot hold.',
			'Names of more than 255 bytes, or twice the same.'],
		'gone' => ['fine', 'No such directory, when it was last looked at.',
			'Nothing to do; the system is asked for two seconds.'],
		'io_error' => ['bad', 'The system failed while the directory was read.',
			'See the kernel\'s log (dmesg) and the mount.'],
		'limit' => ['bad', 'No descriptor or no memory was left.', 'Raise the limit of open '
			. 'files (ulimit -n) or fastscan.cache_size.'],
		'phar' => ['fine', 'A relative path asked from inside a phar.', 'Nothing to do.'],
		'verify' => ['bad', 'fastscan.verify found a difference; the system\'s answer was given.',
			'Please report it, with the file system '
			. 'and what changed the directory.'],
	];
}

/* [kind, text] of what the reader should know first */
function findings(array $data): array
{
	['status' => $status, 'shared' => $shared, 'here' => $here, 'sums' => $sums] = $data;
	$found = [];
	$silent = $sums['hits'] + $sums['checked'] === 0 && $sums['misses'] + $sums['bypassed'] >= 50;
	if (!$status['enabled'] || isset($shared['refused']) || $silent) {
		$found[] = ['bad', ($status['enabled'] ? '' : 'Nothing is answered from the cache: ')
			. $status['advice'] . '.'];
	}
	if ($sums['verify_mismatch'] > 0) {
		$found[] = ['bad', number($sums['verify_mismatch']) . ' answers differed from '
			. 'the system\'s (verify_mismatch). Please report it.'];
	}
	if ($shared && isset($shared['used_here']) && !$shared['used_here']) {
		$found[] = ['fine', 'This process made the shared cache but forked nobody, so it has only '
			. 'its own.'];
	}
	if ($here['evictions'] > 0 && $here['evictions'] * 10 > $here['fills']) {
		$found[] = ['look', number($here['evictions']) . ' directories had to leave this worker\'s '
			. 'cache: raise fastscan.cache_size.'];
	}
	if (!empty($shared['flips']) && $shared['flips'] >= 4) {
		$found[] = ['look', 'The shared cache was full ' . number($shared['flips'])
			. ' times: raise fastscan.shm_size.'];
	}
	if (!$status['features']['unique_mount']) {
		$found[] = ['look', 'Below Linux 6.8 mount ids are used again: without '
			. '/proc/self/mountinfo nothing is cached, and there is no shm_file.'];
	}
	if ($status['mode'] === 'never') {
		$found[] = ['look', 'Mode never: what other processes change is not seen before a reset.'];
	}
	if ($status['config']['profile']) {
		$found[] = ['look', 'fastscan.profile is on: each call is timed, which costs time.'];
	}
	return $found;
}

/* ---- the page ---- */

const MODES = [
	'strict' => 'Each answer is checked when it is given.',
	'request' => 'Each directory is checked once a request: an answer is never '
		. 'older than the start of the request.',
	'interval' => 'Each directory is checked once an interval, over all requests.',
	'never' => 'Nothing is checked; changes by others are seen after a reset.',
];

const OUTCOMES = ['hits' => 'no system call', 'checked' => 'after one check',
	'misses' => 'left to the system', 'bypassed' => 'not asked'];

/* One bar of parts that share its width. */
function bar(array $parts, string $label): string
{
	$whole = max(array_sum($parts), 1);
	$html = '<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" '
		. 'role="img" aria-label="' . text($label) . '">';
	$x = 0;
	foreach ($parts as $kind => $part) {
		$width = 100 * $part / $whole;
		if ($part > 0) {
			$html .= sprintf('<rect class="%s" x="%.3F" width="%.3F" height="6"/>', $kind, $x,
				$width);
		}
		$x += $width;
	}
	return "$html</svg>";
}

function gauge(float $used, float $room, string $label): string
{
	$used = min($used, $room);
	$kind = $room > 0 && $used > 0.9 * $room ? 'full' : 'used';
	return bar([$kind => $used, 'free' => $room - $used], "$label: " . percent($used, $room));
}

function outcomes(array $sums): array
{
	return array_intersect_key($sums, OUTCOMES);
}

function card(string $title, string $figure, string $under, string $below): string
{
	return "<section class=\"card\"><h2>$title</h2>"
		. "<p class=\"figure\">$figure <small>$under</small></p>$below</section>\n";
}

function cards(array $data): string
{
	['status' => $status, 'shared' => $shared, 'sums' => $sums, 'here' => $here] = $data;
	$answers = $sums['hits'] + $sums['checked'];
	$whole = array_sum(outcomes($sums));
	$whose = $data['all'] ? 'all workers' : 'this worker';
	$legend = '';
	foreach (OUTCOMES as $key => $words) {
		$legend .= "<li><span class=\"dot $key\"></span>$words <b>" . percent($sums[$key], $whole)
			. '</b></li>';
	}
	$html = card('Answered from the cache', percent($answers, $whole), 'of ' . number($whole)
		. ", $whose",
		bar(outcomes($sums), 'Answers: ' . percent($answers, $whole) . ' from the cache')
		. "<ul class=\"legend\">$legend</ul>");
	$html .= card('System calls saved', number($sums['syscalls_saved']), $whose,
		'<p>' . some($sums['validations'], 'check') . ' and ' . some($sums['fills'], 'directory')
		. ' read instead.</p>');
	$html .= card('Memory of this worker', size($status['memory']['used']), 'of '
		. size($status['memory']['limit']),
		gauge($status['memory']['used'], $status['memory']['limit'], 'Memory') . '<p>'
		. some($status['entries']['directories'], 'directory') . ', '
		. number($status['entries']['listings'])
		. ' listed, with ' . some($status['entries']['names'], 'name') . ', on '
		. some($status['entries']['mounts'], 'mount') . '.</p>');
	return '<div class="cards">' . $html . shared_card($shared) . "</div>\n";
}

function shared_card(?array $shared): string
{
	if (!$shared || isset($shared['refused'])) {
		return card('Shared cache', 'none', '', '<p>' . ($shared ? 'Refused: '
			. text($shared['refused']) . '.'
			: 'Each worker reads for itself. fastscan.shm_size makes one for all.') . '</p>');
	}
	return card('Shared cache', size($shared['filled']), 'of ' . size($shared['room']),
		gauge($shared['filled'], $shared['room'], 'Shared cache')
		. '<p>' . some($shared['listings'], 'listing') . ' with ' . some($shared['names'], 'name')
		. '; '
		. some($shared['workers'], 'worker') . ', full ' . some($shared['flips'], 'time') . ', '
		. some($shared['resets'], 'reset') . ', ' . some($shared['owner_deaths'], 'dead writer')
		. '.</p>'
		. ($shared['file'] !== null ? '<p>File ' . name($shared['file']) . '</p>' : ''));
}

/* A table; head: [words, whether numbers], ...; rows of cells: HTML, or [HTML, what to sort by]. */
function table(string $id, string $caption, array $head, array $rows, bool $sortable): string
{
	$html = "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"$caption\">"
		. "<table id=\"$id\""
		. ($sortable ? ' data-sort' : '')
		. "><caption class=\"unseen\">$caption</caption><thead><tr>";
	foreach ($head as [$words, $numbers]) {
		$html .= '<th scope="col"' . ($numbers ? ' class="n"' : '') . ">$words</th>";
	}
	$html .= "</tr></thead><tbody>\n";
	foreach ($rows as $row) {
		$html .= '<tr>';
		foreach ($row as $i => $cell) {
			[$shown, $key] = is_array($cell) ? $cell : [$cell, null];
			$html .= ($i === 0 ? '<th scope="row"' : '<td' . ($head[$i][1] ? ' class="n"' : ''))
				. ($key === null ? '' : ' data-key="' . text((string) $key) . '"') . ">$shown"
				. ($i === 0 ? '</th>' : '</td>');
		}
		$html .= "</tr>\n";
	}
	return "$html</tbody></table></div>\n";
}

function functions_part(array $data): string
{
	$rows = $idle = [];
	$asked = array_diff_key($data['counters'], ['cache' => 0]);
	uasort($asked, static function (array $a, array $b): int { return $b['ct'] <=> $a['ct']; });
	foreach ($asked as $function => $count) {
		$whole = $count['hit'] + $count['checked'] + $count['miss'] + $count['bypass'];
		if ($count['ct'] + $whole === 0) {
			$idle[] = '<code>' . text($function) . '</code>';
			continue;
		}
		$answered = $count['hit'] + $count['checked'];
		$parts = ['hits' => $count['hit'], 'checked' => $count['checked'],
			'misses' => $count['miss'], 'bypassed' => $count['bypass']];
		$row = ['<code>' . str_replace('::', '<wbr>::', text($function)) . '</code>',
			[number($count['ct']), $count['ct']],
			[bar($parts, percent($answered, $whole) . ' answered') . ' ' . percent($answered,
			$whole), $whole ? $answered / $whole : -1]];
		foreach (['hit', 'checked', 'miss', 'bypass', 'negative'] as $key) {
			$row[] = [number($count[$key]), $count[$key]];
		}
		$row[] = [$count['wt'] ? micros($count['wt']) : '–', $count['wt']];
		$rows[] = $row;
	}
	$head = [['Function', false], ['Calls', true], ['Answered', true], ['Hit', true],
		['Checked', true], ['Miss', true], ['Bypass', true],
		['Absent', true], ['Time', true]];
	return '<section id="functions"><h2>Functions <small>of this worker, process ' . getmypid()
		. '</small></h2>'
		. ($rows ? table('by-function', 'Functions', $head, $rows, true)
		: '<p>No function was called yet.</p>')
		. ($idle ? '<details><summary>' . count($idle) . ' that were not called</summary><p>'
		. implode(', ', $idle) . '</p></details>' : '')
		. '<p class="hint">Hit: answered without a system call. Checked: after one '
		. '<code>statx</code> of the directory. Miss: left to the system by the cache. Bypass: '
		. 'the cache was not asked. Absent: of hit and checked, those that said "does not exist". '
		. 'Times are taken while <code>fastscan.profile</code> is on.</p></section>' . "\n";
}

function directories_part(array $data): string
{
	$count = $data['status']['entries']['directories'];
	$rows = [];
	foreach ($data['directories'] ?? [] as $directory) {
		$state = $directory['listed'] ? 'listed' : ($directory['unkept'] !== ''
			? $directory['unkept'] : 'not listed');
		$rows[] = [name($directory['path']) . ($directory['relative'] ? ' <small>relative</small>'
			: ''),
			[$directory['read_us'] ? micros($directory['read_us']) : '–', $directory['read_us']],
			[$directory['listed'] ? number($directory['entries']) : '–', $directory['entries']],
			[size($directory['bytes']), $directory['bytes']],
			[age($directory['age']), $directory['age'] ?? 1e12], text($directory['filesystem']),
			text($state)];
	}
	$head = [['Directory', false], ['Read in', true], ['Names', true], ['Memory', true],
		['Checked', true], ['Type', false],
		['State', false]];
	if ($data['directories'] === null) {
		$html = '<p>Too many for memory_limit: ' . number($count) . '.</p>';
	} elseif (!$rows) {
		$html = '<p>None is known yet.</p>';
	} else {
		$html = '<p class="tools"><label>Filter <input type="search" id="filter" '
			. 'autocomplete="off" spellcheck="false"></label> <output id="found" for="filter">'
			. '</output></p>' . table('by-directory', 'Directories', $head, $rows, true);
	}
	return '<section id="directories"><h2>Slowest directories <small>' . number(count($rows))
		. ' of ' . number($count)
		. " in this worker</small></h2>$html" . '<p class="hint">Read in: what it took this '
		. 'worker to read the names from the system, the last time; – where it had them from '
		. 'another '
		. 'worker, or nobody read them. Checked: how long ago.</p></section>' . "\n";
}

function reasons_part(array $data): string
{
	$counts = $data['counters']['cache']['bypass'];
	$known = reasons();
	arsort($counts);
	$rows = [];
	foreach ($counts as $reason => $count) {
		[$kind, $meaning, $advice] = $known[$reason] ?? ['look', 'A reason of a newer fastscan.',
			'See its README.'];
		$rows[] = ["<code class=\"mark $kind\">" . text($reason) . '</code>',
			[number($count), $count], '<b>' . text($meaning) . '</b> ' . text($advice)];
	}
	return '<section id="reasons"><h2>Left to the system <small>by reason, in this '
		. 'worker</small></h2>'
		. ($rows ? table('by-reason', 'Reasons', [['Reason', false], ['Times', true],
		['What it means, what to do', false]], $rows, false)
			: '<p>Nothing was left to the system.</p>') . "</section>\n";
}

function sums_part(array $data): string
{
	$words = ['calls' => 'Calls', 'hits' => 'Answered without a system call',
		'checked' => 'Answered after one check', 'misses' => 'Left to the system',
		'bypassed' => 'Not asked', 'negative' => 'Said "does not exist"',
			'validations' => 'Checks of a directory', 'fills' => 'Directories read',
		'shared_hits' => 'Taken from another worker', 'syscalls_saved' => 'System calls saved',
			'stale' => 'Checks that found a change',
		'racy' => 'Read, but not kept', 'evictions' => 'Dropped for cache_size',
			'marks' => 'Own changes of one directory', 'epochs' => 'All to be checked again',
				'prefetch_issued' => 'Asked ahead by helpers',
		'prefetch_used' => 'of that used', 'prefetch_wasted' => 'of that for nothing',
		'verify_checked' => 'Answers compared', 'verify_mismatch' => 'of them wrong',
			'verify_allowed' => 'of them older, as the mode allows'];
	$rows = [];
	foreach ($words as $key => $label) {
		$all = $data['all'][$key] ?? null;
		$rows[] = [$label, $all === null ? '–' : number($all), number($data['here'][$key])];
	}
	return '<section id="sums"><h2>Sums</h2>'
		. table('all-sums', 'Sums', [['Sum', false], ['All workers', true], ['This worker', true]],
		$rows, false)
		. '<p class="hint">All workers: since the shared cache was made. This worker: since it '
		. 'started, or its counters were set to zero.</p></section>' . "\n";
}

function settings_part(array $data): string
{
	$status = $data['status'];
	$rows = [];
	foreach (ini_get_all('fastscan') as $directive => $value) {
		$local = (string) $value['local_value'];
		$differs = $local !== (string) $value['global_value'];
		$rows[] = ['<code>' . text(substr($directive, 9)) . '</code>',
			($local === '' ? '<i>empty</i>' : '<code>' . name($local) . '</code>')
			. ($differs ? ' <small>here; php.ini: ' . name((string) $value['global_value'])
			. '</small>' : ''),
			$value['access'] === INI_ALL ? 'anywhere' : ($value['access'] & INI_PERDIR
			? 'per folder' : 'php.ini')];
	}
	$features = '';
	foreach (['versions' => 'directory versions', 'unique_mount' => 'unique mount ids',
		'mount_events' => 'mount events',
		'fd_access' => 'permission by descriptor',
			'fold_flag' => 'case folding told'] as $key => $words) {
		$features .= '<li class="' . ($status['features'][$key] ? 'yes' : 'no') . "\">$words: "
			. ($status['features'][$key] ? 'yes' : 'no') . '</li>';
	}
	return '<section id="settings"><h2>Mode and directives</h2><p>Mode <b>' . text($status['mode'])
		. '</b>. ' . text(MODES[$status['mode']] ?? '') . '</p>'
		. table('directives', 'Directives', [['fastscan.', false], ['Value', false],
		['Changeable', false]], $rows, false)
		. "<h3>What the kernel offers</h3><ul class=\"features\">$features</ul></section>\n";
}

function form(string $action, string $inside): string
{
	return '<form method="post" action="?">'
		. "<input type=\"hidden\" name=\"action\" value=\"$action\">"
		. '<input type="hidden" name="token" value="' . token() . "\">$inside</form>\n";
}

function path_field(string $id, string $value): string
{
	return "<label for=\"$id\">Path</label> <input id=\"$id\" name=\"path\" required "
		. 'spellcheck="false" autocomplete="off" placeholder="/var/www/…" value="'
		. text($value) . '">';
}

function actions_part(?array $explained): string
{
	if (password() === '') {
		return '<section id="actions"><h2>Actions</h2><p>Off: no password is set. Set '
			. '<code>FASTSCAN_PASSWORD</code> in the server\'s environment (FPM: '
			. '<code>env[FASTSCAN_PASSWORD]</code>), best to what <code>password_hash()</code> '
			. 'gives. Until then whoever can open this page sees names of directories.'
			. "</p></section>\n";
	}
	$html = form('reset', '<button>Forget everything</button> <span>in all processes '
		. 'that share the cache; each directory is read again.</span>')
		. form('counters', '<button>Set counters to zero</button> <span>of the worker that gets '
		. 'this request.</span>')
		. form('invalidate', path_field('invalidate', '') . ' <label class="check"><input '
		. 'type="checkbox" name="recursive" value="1"> and below</label> '
			. '<button>Forget this directory</button> <span>in the worker that gets this '
			. 'request.</span>')
		. form('explain', path_field('explain', $explained['path'] ?? '')
		. ' <button>Explain</button> <span>would it be answered from the cache, and if not, '
		. 'why?</span>');
	if ($explained) {
		$html .= '<dl id="explained">' . facts($explained) . '</dl>';
	}
	return "<section id=\"actions\"><h2>Actions</h2>$html</section>\n";
}

function facts(array $values, string $before = ''): string
{
	$html = '';
	foreach ($values as $key => $value) {
		if (is_array($value)) {
			$html .= facts($value, "$key.");
			continue;
		}
		$shown = is_bool($value) ? ($value ? 'yes' : 'no') : ($value === null ? 'never'
			: (is_float($value) ? age($value) : (string) $value));
		$html .= '<div><dt>' . text($before . $key) . '</dt><dd>' . name($shown) . '</dd></div>';
	}
	return $html;
}

function messages(array $messages): string
{
	$html = '';
	foreach ($messages as [$kind, $words]) {
		$html .= "<li class=\"$kind\">" . text($words) . '</li>';
	}
	return $html === '' ? '' : "<div role=\"status\"><ul class=\"messages\">$html</ul></div>\n";
}

function login_part(): string
{
	return '<section class="login"><h2>Log in</h2>'
		. form('login', '<label for="password">Password</label> <input type="password" '
		. 'id="password" name="password" required '
		. 'autofocus autocomplete="current-password"> <button>Log in</button>') . "</section>\n";
}

function header_part(?array $data, bool $inside): string
{
	$state = '';
	if ($data) {
		$status = $data['status'];
		$state = '<span class="pill ' . ($status['enabled'] ? 'yes' : 'no') . '">'
			. ($status['enabled'] ? 'on' : 'off') . '</span> <span class="about">mode <b>'
			. text($status['mode']) . '</b>, fastscan ' . text($status['version']) . ', PHP '
			. PHP_VERSION . ' ' . text(PHP_SAPI) . ', ' . gmdate('Y-m-d H:i:s') . ' UTC</span>';
	}
	return '<header><h1>fastscan</h1> ' . $state . '<span class="buttons">'
		. ($inside ? '<label class="check"><input type="checkbox" id="again"> every 5 s</label> <a '
		. 'class="button" href="?">Refresh</a> ' : '')
		. '<button type="button" id="theme">Theme: auto</button>' . (login() !== ''
		? form('logout', '<button>Log out</button>') : '') . "</span></header>\n";
}

function body(array $said, ?array $explained): string
{
	if (password() !== '' && login() === '') {
		return header_part(null, false) . '<main>' . messages($said) . login_part() . '</main>';
	}
	$obstacle = obstacle();
	if ($obstacle !== '') {
		return header_part(null, true) . '<main>'
			. messages(array_merge($said, [['bad', $obstacle]])) . '</main>';
	}
	$data = gather();
	return header_part($data, true) . '<main>' . messages(array_merge($said, findings($data)))
		. cards($data)
		. '<div class="columns"><div>' . functions_part($data) . reasons_part($data)
		. directories_part($data) . '</div><div>' . actions_part($explained)
		. sums_part($data) . settings_part($data) . '</div></div></main>';
}

function main(): void
{
	$status = 200;
	$said = said();
	$explained = null;
	if ($_SERVER['REQUEST_METHOD'] === 'POST') {
		[$status, $said, $explained] = answer_post();
	} elseif (!in_array($_SERVER['REQUEST_METHOD'], ['GET', 'HEAD'], true)) {
		header('Allow: GET, HEAD, POST');
		[$status, $said] = [405, 'GET, HEAD or POST.'];
	}
	http_response_code($status);
	$nonce = base64_encode(random_bytes(16));
	send_headers($nonce);
	if ($status === 303) {
		header("Location: $said", true, 303);
		return;
	}
	if (password() !== '' && login() === '' && cookie(FORM_COOKIE) === '') {
		set_cookie(FORM_COOKIE, bin2hex(random_bytes(16)));
	}
	$kind = $status >= 400 ? 'bad' : 'good';
	$body = body($said === '' ? [] : [[$kind, $said]], $explained);
	echo "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
		. "charset=\"utf-8\">\n<title>fastscan</title>\n",
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta "
		. "name=\"color-scheme\" content=\"light dark\">\n",
		"<link rel=\"icon\" href=\"data:,\">\n<style nonce=\"$nonce\">", STYLE,
		"</style>\n</head>\n<body>\n", $body,
		"\n<script nonce=\"$nonce\">", SCRIPT, "</script>\n</body>\n</html>\n";
}

/* ---- style ---- */

const STYLE = <<<'CSS'
:root{--page:#f4f6f9;--card:#fff;--line:#d9dfe8;--text:#18202c;--dim:#556070;--link:#0a58ca;
--good:#18794e;--look:#8a5300;--bad:#b42318;
--hits:#17855b;--checked:#4aa3df;--misses:#e0a100;--bypassed:#8d98a8;--free:#e3e8ef;--odd:#fde8c8;
--row:#f7f9fc;color-scheme:light}
:root[data-theme=dark]{--page:#0e131a;--card:#161d27;--line:#2b3544;--text:#e6ebf2;--dim:#9dabbd;
--link:#7db4ff;--good:#5bd49b;--look:#f0b95b;
--bad:#ff9389;--hits:#2fae7c;--checked:#58aee6;--misses:#e3ac2b;--bypassed:#6f7d90;--free:#2a3442;
--odd:#5a4318;--row:#1a222d;color-scheme:dark}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--page:#0e131a;--card:#161d27;
--line:#2b3544;--text:#e6ebf2;--dim:#9dabbd;
--link:#7db4ff;--good:#5bd49b;--look:#f0b95b;--bad:#ff9389;--hits:#2fae7c;--checked:#58aee6;
--misses:#e3ac2b;--bypassed:#6f7d90;
--free:#2a3442;--odd:#5a4318;--row:#1a222d;color-scheme:dark}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);
font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header,main{max-width:1480px;margin:0 auto;padding:0 16px}
header{display:flex;flex-wrap:wrap;align-items:center;gap:6px 12px;padding-top:14px;
padding-bottom:12px}
h1{font-size:20px;margin:0}h2{font-size:15px;margin:0 0 8px}h3{font-size:13px;margin:14px 0 6px}
small,.about,.hint,form span{color:var(--dim)}small{font-weight:400;font-size:12px}
.hint{font-size:12px;margin:8px 0 0}
.buttons{margin-left:auto;display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.pill{border-radius:99px;padding:1px 10px;font-weight:600;border:1px solid}
.pill.yes,.features .yes{color:var(--good)}.pill.no,.features .no{color:var(--bad)}
section{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:14px 16px;
margin:0 0 14px;min-width:0}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(250px,1fr));gap:14px;
margin-bottom:14px}
.cards section{margin:0}.card h2{color:var(--dim);font-size:13px;font-weight:600;margin:0}.card p{
margin:8px 0 0;color:var(--dim);font-size:13px}
.card .figure{font-size:26px;font-weight:650;color:var(--text);line-height:1.2;margin:4px 0 8px;
font-variant-numeric:tabular-nums}
.columns{display:grid;grid-template-columns:minmax(0,1fr);gap:0 14px}
@media (min-width:1100px){.columns{grid-template-columns:minmax(0,5fr) minmax(0,3fr)}}
.bar{display:block;width:100%;height:9px;border-radius:3px;background:var(--free)}
td .bar{display:inline-block;width:72px;height:8px;margin-right:6px;vertical-align:middle}
.hits{fill:var(--hits);background:var(--hits)}.checked{fill:var(--checked);
background:var(--checked)}.misses{fill:var(--misses);background:var(--misses)}
.bypassed{fill:var(--bypassed);background:var(--bypassed)}.used{fill:var(--link)}.full{
fill:var(--bad)}.free{fill:var(--free)}
.legend,.features,.messages{list-style:none;margin:8px 0 0;padding:0}
.legend{display:flex;flex-wrap:wrap;gap:2px 14px;font-size:12px;color:var(--dim)}.legend b{
color:var(--text);font-weight:600}
.dot{display:inline-block;width:9px;height:9px;border-radius:2px;margin-right:5px}
.features{display:flex;flex-wrap:wrap;gap:2px 16px;font-size:13px}
.messages{margin:0 0 14px;display:grid;gap:6px}
.messages li{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--dim);
border-radius:6px;padding:8px 12px}
.messages .good{border-left-color:var(--good)}.messages .look{border-left-color:var(--look)}
.messages .bad{border-left-color:var(--bad);font-weight:600}
.scroll{overflow-x:auto;margin:0 -16px}
table{border-collapse:collapse;width:100%;font-size:13px}
th,td{padding:4px 7px;text-align:left;vertical-align:top;border-top:1px solid var(--line);
font-weight:400}
th:first-child,td:first-child{padding-left:16px}th:last-child,td:last-child{padding-right:16px}
thead th{border-top:0;color:var(--dim);font-size:12px;font-weight:600;white-space:nowrap;
vertical-align:bottom}
tbody tr:hover{background:var(--row)}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th button{all:unset;cursor:pointer;border-radius:3px;padding:2px 0}th button:after{content:"\2002";
opacity:.9}
th[aria-sort=ascending] button:after{content:" \2191"}th[aria-sort=descending] button:after{
content:" \2193"}
th[aria-sort] button{color:var(--text)}
code,.path{font:12.5px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.path{word-break:break-all;overflow-wrap:anywhere;white-space:pre-wrap}
#by-directory th:first-child{min-width:230px;width:100%}
#by-directory td,#by-function td{white-space:nowrap}
#directories .scroll{max-height:70vh;overflow:auto}#directories thead th{position:sticky;top:0;
background:var(--card);box-shadow:0 1px var(--line)}
#by-reason td:last-child{min-width:220px}#by-reason b{font-weight:600}
#directives td:nth-child(2){overflow-wrap:anywhere}
.odd{background:var(--odd);border-radius:2px;padding:0 1px;display:inline-block}
.mark{font-weight:600}.mark.look{color:var(--look)}.mark.bad{color:var(--bad)}
button,.button,input{font:inherit;color:inherit}
button,.button{background:var(--card);border:1px solid var(--dim);border-radius:6px;
padding:5px 12px;cursor:pointer;text-decoration:none}
button:hover,.button:hover{border-color:var(--link);color:var(--link)}
input:not([type=checkbox]){background:var(--page);border:1px solid var(--dim);border-radius:6px;
padding:5px 9px;min-width:0;max-width:100%}
::placeholder{color:var(--dim);opacity:1}
input[type=checkbox]{width:16px;height:16px;margin:0;accent-color:var(--link)}
.check{display:inline-flex;align-items:center;gap:6px;white-space:nowrap}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
form{display:flex;flex-wrap:wrap;gap:6px 10px;align-items:center}
#actions form{padding:8px 0;border-top:1px solid var(--line)}#actions h2+form{border-top:0;
padding-top:0}#actions input[name=path]{flex:1 1 180px}
.login{max-width:420px;margin:8vh auto}.login input{flex:1}
.tools{margin:0 0 8px;display:flex;flex-wrap:wrap;gap:8px;align-items:center}.tools input{
width:260px}.tools output{color:var(--dim);font-size:12px}
details{margin-top:8px}summary{cursor:pointer;color:var(--link)}
dl{margin:8px 0 0;display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));
gap:2px 14px}
dl div{display:flex;gap:8px;border-top:1px solid var(--line);padding:2px 0;min-width:0}dt{
color:var(--dim)}dd{margin:0 0 0 auto;text-align:right}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);
white-space:nowrap}
@media (max-width:640px){header,main{padding-left:10px;padding-right:10px}section{padding:12px}
.scroll{margin:0 -12px}.buttons{margin-left:0}
.about{order:5;flex-basis:100%}button,.button{padding:8px 12px}.cards{
grid-template-columns:minmax(0,1fr)}
#by-function th:first-child{position:sticky;left:0;background:var(--card)}#actions button{
flex:1 1 auto}}
@media (prefers-reduced-motion:no-preference){button,.button{transition:border-color .15s}}
CSS;

/* ---- script: everything can be read without it ---- */

const SCRIPT = <<<'JS'
(function () {
	'use strict';
	var root = document.documentElement;
	function kept(name, value) {
		try {
			if (value !== undefined) { localStorage.setItem('fastscan.' + name, value); }
			return localStorage.getItem('fastscan.' + name) || '';
		} catch (e) { return value || ''; }
	}

	var themes = ['auto', 'light', 'dark'], theme = document.getElementById('theme');
	function show(name) {
		if (name === 'auto') {
			root.removeAttribute('data-theme');
		} else {
			root.setAttribute('data-theme', name);
		}
		theme.textContent = 'Theme: ' + name;
	}
	var current = themes.indexOf(kept('theme')) > 0 ? kept('theme') : 'auto';
	show(current);
	theme.addEventListener('click', function () {
		current = themes[(themes.indexOf(current) + 1) % themes.length];
		show(kept('theme', current) || current);
	});

	function key(row, column) {
		var cell = row.cells[column], sort = cell.getAttribute('data-key');
		return sort === null ? cell.textContent : parseFloat(sort);
	}
	function sort(table, column, down) {
		var body = table.tBodies[0], rows = Array.prototype.slice.call(body.rows);
		rows.sort(function (a, b) {
			var x = key(a, column), y = key(b, column);
			var order = typeof x === 'number' ? x - y : x < y ? -1 : x > y ? 1 : 0;
			return down ? -order : order;
		});
		rows.forEach(function (row) { body.appendChild(row); });
	}
	Array.prototype.forEach.call(document.querySelectorAll('table[data-sort]'), function (table) {
		var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
		heads.forEach(function (head, column) {
			var button = document.createElement('button');
			button.type = 'button';
			button.textContent = head.textContent;
			head.textContent = '';
			head.appendChild(button);
			button.addEventListener('click', function () {
				var was = head.getAttribute('aria-sort');
				var down = was ? was === 'ascending' : head.className === 'n';
				heads.forEach(function (other) { other.removeAttribute('aria-sort'); });
				head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
				sort(table, column, down);
			});
		});
		heads[1].setAttribute('aria-sort', 'descending');
	});

	var filter = document.getElementById('filter');
	if (filter) {
		filter.addEventListener('input', function () {
			var wanted = filter.value.toLowerCase(), shown = 0;
			var rows = document.getElementById('by-directory').tBodies[0].rows;
			Array.prototype.forEach.call(rows, function (row) {
				row.hidden = row.textContent.toLowerCase().indexOf(wanted) < 0;
				shown += row.hidden ? 0 : 1;
			});
			document.getElementById('found').textContent = wanted === '' ? '' : shown + ' found';
		});
	}

	var again = document.getElementById('again'), timer;
	function repeat() {
		clearTimeout(timer);
		if (again.checked) { timer = setTimeout(function () { location.replace('?'); }, 5000); }
	}
	if (again) {
		again.checked = kept('again') === '1';
		again.addEventListener('change', function () {
			kept('again', again.checked ? '1' : '0');
			repeat();
		});
		repeat();
	}
}());
JS;

if (PHP_SAPI === 'cli') {
	fwrite(STDERR, "This is a page for a web server. On the command line: tools/fastscan\n");
	exit(2);
}
main();
