<?php
/* SPDX-License-Identifier: MIT */
/* tools/fastscan.php, as PHP's own web server sends it. What a browser makes of it: browser.js. */

require __DIR__ . '/lib.php';

if (!class_exists('DOMDocument')) {
	echo "ok page # SKIP no dom extension\n";
	exit;
}

/* A browser without a window: keeps cookies, follows nothing. */
final class Client
{
	public array $cookies = [];
	public int $status = 0;
	public array $headers = [];
	public string $body = '';
	public string $url;

	public function __construct(string $url)
	{
		$this->url = $url;
	}

	public function ask(string $method, string $query = '', string $content = '', array $more = [])
		: self
	{
		$lines = $more;
		$lines[] = 'Cookie: ' . http_build_query($this->cookies, '', '; ');
		$lines[] = 'Content-Type: application/x-www-form-urlencoded';
		$stream = fopen($this->url . $query, 'r', false,
			stream_context_create(['http' => ['method' => $method,
			'header' => $lines, 'content' => $content, 'ignore_errors' => true,
				'follow_location' => 0, 'timeout' => 30]]));
		$this->body = stream_get_contents($stream);
		$this->headers = [];
		foreach (stream_get_meta_data($stream)['wrapper_data'] as $line) {
			if (preg_match('~^HTTP/\S+ (\d+)~', $line, $found)) {
				$this->status = (int) $found[1];
			}
			[$name, $value] = array_map('trim', explode(':', $line, 2)) + [1 => ''];
			$this->headers[strtolower($name)][] = $value;
		}
		foreach ($this->headers['set-cookie'] ?? [] as $cookie) {
			[$name, $value] = explode('=', explode(';', $cookie)[0], 2);
			$this->cookies[$name] = $value;
		}
		return $this;
	}

	public function get(string $query = ''): self
	{
		return $this->ask('GET', $query);
	}

	/* As the page's form would, but for what $fields say. */
	public function post(array $fields, array $more = []): self
	{
		$token = preg_match('/name="token" value="(\w+)"/', $this->body, $found) ? $found[1] : '';
		return $this->ask('POST', '?', http_build_query($fields + ['token' => $token]), $more);
	}

	/* What is on the page, without style and script. */
	public function seen(): string
	{
		return preg_replace('~<(style|script) nonce.*?</\\1>~s', '', $this->body);
	}

	public function header(string $name): string
	{
		return implode("\n", $this->headers[$name] ?? []);
	}
}

function errors(string $name): string
{
	return (string) @file_get_contents(getenv('TOOLS_TMP') . "/$name/errors");
}

/* What a reader sees of the rows of a table. */
function rows(string $html, string $table): array
{
	$document = new DOMDocument();
	@$document->loadHTML($html);
	$rows = [];
	foreach ((new DOMXPath($document))->query("//table[@id='$table']/tbody/tr") as $row) {
		$cells = [];
		foreach ($row->childNodes as $cell) {
			if ($cell instanceof DOMElement) {
				$cells[] = $cell->textContent;
			}
		}
		$rows[] = $cells;
	}
	return $rows;
}

function shared_resets(string $html): int
{
	return preg_match('/([\d,]+) resets?,/', $html, $found) ? (int) str_replace(',', '', $found[1])
		: -1;
}

/* ---- without a password ---- */

$page = (new Client(serve('open', '', ['fastscan.exclude=/nowhere/<b>bold</b>'])))->get();
same('page is there', $page->status, 200);
says('no-store, no framing, no sniffing', $page->header('cache-control')
	. $page->header('x-frame-options') . $page->header('x-content-type-options')
	. $page->header('referrer-policy'), '/no-store/', '/DENY/', '/nosniff/', '/no-referrer/');
$policy = $page->header('content-security-policy');
says('policy allows nothing from elsewhere', $policy, "/^default-src 'none';/",
	"/frame-ancestors 'none'/", "/base-uri 'none'/", "/form-action 'self'/",
	'!/unsafe|https?:|\*/');
preg_match_all('/<(script|style)( nonce="([^"]*)")?/', $page->body, $inline);
preg_match("/'nonce-([^']+)'/", $policy, $nonce);
same('every script and style has the nonce', $inline[3], [$nonce[1], $nonce[1]]);
$again = (clone $page)->get();
ok('the nonce is another one each time', strpos($again->header('content-security-policy'),
	$nonce[1]) === false);
says('nothing is fetched: no address, no style attribute, no handler', $page->seen(),
	'!~(src|href)="(?!data:,"|\?")~', '!/ style="/', '!/<[^>]+ on\w+=/i', '!/url\(|@import/');
ok('text is UTF-8 throughout', preg_match('//u', $page->body) === 1);
says('no control byte is left', $page->seen(),
	'!/[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\x8b-\x8f\xaa-\xae]/');
$shown = array_column(rows($page->body, 'by-directory'), 0);
foreach (hostile_names() as $name => $wanted) {
	$found = array_filter($shown, static function (string $path) use ($wanted)
		: bool { return substr($path, -strlen("/tree/$wanted")) === "/tree/$wanted"; });
	same('shown as it is: ' . substr($wanted, 0, 40), count($found), 1);
}
says('values of directives are escaped', $page->seen(), '~/nowhere/&lt;b&gt;bold&lt;/b&gt;~',
	'!/<b>bold/');
says('no form that does anything', $page->seen(), '!/<form/', '/no password is set/');
$functions = array_column(rows($page->body, 'by-function'), null, 0);
same('functions with their counts', [$functions['scandir'][1] ?? '', $functions['scandir'][3]
	?? ''], ['34', '17']);
says('sums of all workers and of this one', implode(' ', array_map(static function (array $row)
	: string { return implode('|', $row); }, rows($page->seen(), 'all-sums'))),
	'/Calls\|\d+\|\d+/', '/Directories read\|17\|17/');
same('all directives are listed', array_column(rows($page->body, 'directives'), 0),
	array_map(static function (string $name): string {
	return substr($name, 9); }, array_keys(ini_get_all('fastscan'))));
$before = shared_resets($page->body);
same('POST without a password set is refused', $page->post(['action' => 'reset'])->status, 403);
same('and nothing was reset', shared_resets($page->get()->body), $before);
same('GET never acts', shared_resets($page->get('?action=reset&said=reset')->body), $before);
$page->get('?said[]=x&count[]=y');
same('odd queries are ignored', $page->status, 200);
same('other methods are refused', [$page->ask('PUT')->status, $page->header('allow')],
	[405, 'GET, HEAD, POST']);
same('no warnings', errors('open'), '');

/* ---- with a password ---- */

$page = (new Client(serve('locked', 'open sesame', [])))->get();
says('only the login is shown', $page->seen(), '/type="password"/',
	'!/by-function|by-directory|<table|process|' . preg_quote(PHP_VERSION, '/') . '/');
says('form cookie is for this site alone', $page->header('set-cookie'), '/HttpOnly/i',
	'/SameSite=Strict/i');
same('a wrong password is refused',
	$page->post(['action' => 'login', 'password' => 'open sesam'])->status, 403);
same('an empty one too', $page->post(['action' => 'login', 'password' => ''])->status, 403);
same('one that is no text too',
	$page->post(['action' => 'login', 'password' => ['open sesame']])->status, 403);
same('no token, no login', $page->get()->post(['action' => 'login', 'password' => 'open sesame',
	'token' => ''])->status, 403);
$other = (new Client($page->url))->get();
preg_match('/name="token" value="(\w+)"/', $other->body, $found);
same('the token of another browser does not do', $page->get()->post(['action' => 'login',
	'password' => 'open sesame', 'token' => $found[1]])->status, 403);
same('actions need the login', $page->get()->post(['action' => 'reset'])->status, 403);
same('a form sent by another site is refused', $page->get()->post(['action' => 'login',
	'password' => 'open sesame'], ['Sec-Fetch-Site: cross-site'])->status, 403);
$page->get()->post(['action' => 'login', 'password' => 'open sesame']);
same('the password opens', [$page->status, $page->header('location')], [303, '?']);
says('login cookie is for this site alone', $page->header('set-cookie'), '/fastscan_login=/',
	'/HttpOnly/i', '/SameSite=Strict/i', '!/sesame/');
says('now all is shown', $page->get()->seen(), '/by-function/', '/value="reset"/',
	'/value="invalidate"/', '/value="explain"/', '/value="logout"/');
$inside = clone $page;
$before = shared_resets($page->body);
same('reset without a token is refused', $page->post(['action' => 'reset', 'token' => 'x'])->status,
	403);
same('and with one of before the login', $inside->post(['action' => 'reset',
	'token' => $found[1]])->status, 403);
same('nothing was reset', shared_resets($page->get()->body), $before);
preg_match('/name="token" value="(\w+)"/', $page->body, $found);
same('GET never acts, not even with the token',
	shared_resets($page->get("?action=reset&token=$found[1]")->body), $before);
$page->post(['action' => 'reset']);
same('reset', [$page->status, $page->header('location')], [303, '?said=reset']);
says('is told', $page->get('?said=reset')->seen(), '/Everything was forgotten/');
same('and was done, once', shared_resets($page->body), $before + 1);
$dir = realpath(getenv('TOOLS_TMP') . '/locked');
file_get_contents(dirname($page->url) . '/work.php');
$page->get()->post(['action' => 'invalidate', 'path' => "$dir/tree/<script>alert(1)<"]);
same('one directory is forgotten', [$page->status, $page->header('location')],
	[303, '?said=invalidate&count=1']);
$page->get()->post(['action' => 'invalidate', 'path' => "$dir/tree", 'recursive' => '1']);
ok('and all below another', preg_match('/count=(\d+)$/', $page->header('location'), $found) === 1
	&& $found[1] >= 15, $page->header('location'));
says('what is told is ours', $page->get('?said=invalidate&count=<script>1')->seen(),
	'/>0 directories were forgotten/', '!/<script>1/');
same('no path, nothing done', $page->post(['action' => 'invalidate', 'path' => ''])->status, 400);
same('a path that is no text', $page->get()->post(['action' => 'invalidate',
	'path' => ['x']])->status, 400);
same('an unknown action', $page->get()->post(['action' => '<b>'])->status, 400);
$page->get()->post(['action' => 'explain', 'path' => "$dir/tree/\"><img src=x>\x1b\xff"]);
says('explain', $page->seen(), '/<dl id="explained">/', '/<dt>answer/', '!/<img/', '/\\\\x1B/',
	'/\\\\xFF/');
same('a path with a NUL byte', $page->get()->post(['action' => 'explain',
	'path' => "x\0y"])->status, 200);
$page->get()->post(['action' => 'counters']);
same('counters to zero', $page->header('location'), '?said=counters');
ok('are zero', !isset(array_column(rows($page->get()->body, 'by-function'), null, 0)['scandir']));
$forged = clone $page;
[$until, $random, $mac] = explode('.', $page->cookies['fastscan_login']);
foreach (['later' => $until + 1 . ".$random.$mac", 'over' => (time() - 1) . ".$random.$mac",
	'another' => "$until.0$random.$mac", 'half' => "$until.$random",
	'empty mac' => "$until.$random."] as $kind => $cookie) {
	$forged->cookies['fastscan_login'] = $cookie;
	says("a forged login does not do: $kind", $forged->get()->seen(), '/type="password"/',
		'!/by-function/');
}
$key = hash_pbkdf2('sha256', 'open sesame', "$dir/fastscan.php", 20000, 32, true);
foreach (['valid' => time() + 60, 'over' => time() - 1] as $kind => $until) {
	$forged->cookies['fastscan_login'] = "$until.ab." . hash_hmac('sha256', "login $until ab",
		$key);
	says("a login that is $kind", $forged->get()->body, $kind === 'valid' ? '/id="by-function"/'
		: '/type="password"/');
}
$page->get()->post(['action' => 'logout']);
says('logout', $page->get()->seen(), '/type="password"/', '!/by-function/');
same('no warnings, locked', errors('locked'), '');

$hashed = new Client(serve('hashed', password_hash('from a hash', PASSWORD_BCRYPT, ['cost' => 4]),
	[]));
$hashed->cookies['fastscan_login'] = $inside->cookies['fastscan_login'];
says('a login of another password is over', $hashed->get()->seen(), '/type="password"/',
	'!/by-function/');
same('password_hash(): wrong', $hashed->post(['action' => 'login', 'password' => 'no'])->status,
	403);
same('password_hash(): right', $hashed->get()->post(['action' => 'login',
	'password' => 'from a hash'])->status, 303);
same('the hash itself opens nothing', (new Client($hashed->url))->get()
	->post(['action' => 'login', 'password' => getenv('FASTSCAN_PASSWORD')])->status, 403);

/* ---- where there is nothing to show ---- */

$page = (new Client(serve('restricted', '', ['fastscan.restrict_api=/nowhere/<i>'])))->get();
says('restrict_api is respected and explained', $page->seen(),
	'~restrict_api allows only scripts .* /nowhere/&lt;i&gt;~', '!/by-function|Warning|Notice/');
same('no warnings, restricted', errors('restricted'), '');
$page = (new Client(serve('allowed', '', ['fastscan.restrict_api=' . realpath(getenv('TOOLS_TMP'))
	. '/allowed'])))->get();
says('restrict_api allows what lies below it', $page->seen(), '/by-function/');
$page = (new Client(serve('off', '', ['fastscan.enable=0'])))->get();
says('off is said first', $page->seen(), '/Nothing is answered from the cache: '
	. 'fastscan\.enable is 0: set it to 1\./', '!/Warning|Notice/');
same('no warnings, off', errors('off'), '');
$page = (new Client(serve('alone', '', ['fastscan.shm_file=', 'fastscan.shm_size=0'])))->get();
says('without a shared cache', $page->seen(), '/Each worker reads for itself/', '/by-function/');
same('no warnings, alone', errors('alone'), '');
$page = (new Client(serve('refused', '', ['fastscan.shm_file=/nowhere/shm'])))->get();
says('a refused file is said', $page->seen(), '~shm_file is not used: .*; name an absolute path~');
$page = (new Client(serve('small', '', ['memory_limit=2M', 'fastscan.shm_size=1M'])))->get();
same('little memory', $page->status, 200);
for ($i = 0; $i < 1500; $i++) {
	mkdir(getenv('TOOLS_TMP') . "/small/tree/many-$i");
}
file_get_contents(dirname($page->url) . '/work.php');
says('a list too long for it is not made', $page->get()->seen(), '/Too many for memory_limit: 1,5\d\d/',
	'/by-function/', '!/Fatal/');
$arguments = getenv('TEST_PHP_EXTRA_ARGS');
putenv('TEST_PHP_EXTRA_ARGS=-n');
says('without the extension', (new Client(serve('bare', '', [])))->get()->seen(),
	'/The extension is not loaded/', '!/Warning|Notice|Fatal/');
putenv("TEST_PHP_EXTRA_ARGS=$arguments");

/* ---- other ways to it ---- */

$dir = fresh('elsewhere');
putenv('FASTSCAN_PASSWORD');
file_put_contents("$dir/mine.php", '<?php define("FASTSCAN_PASSWORD", "defined"); require '
	. var_export(realpath(TOOLS) . '/fastscan.php', true) . ';');
$page = (new Client(start_server($dir, []) . '/mine.php'))->get();
says('a file that defines the password', $page->seen(), '/type="password"/', '!/by-function/');
$page->post(['action' => 'login', 'password' => 'defined']);
same('which opens', [$page->status, $page->get()->status], [303, 200]);
says('and shows all', $page->seen(), '/by-function/', '/value="reset"/');
if (fpm_binary() === '') {
	echo "ok through FPM # SKIP no php-fpm\n";
} else {
	copy(TOOLS . '/fastscan.php', "$dir/page.php");
	$fpm = new Fpm($dir, ['open' => [], 'locked' => ['env[FASTSCAN_PASSWORD]' => "'of the pool'"]],
		['fastscan.shm_size=1M']);
	says('FPM, without a password', $fpm->get('open', "$dir/page.php"), '/by-function/', '!/<form/',
		'~memory|Shared cache~');
	says('FPM, with that of the pool', $fpm->get('locked', "$dir/page.php"), '/type="password"/',
		'!/id="by-function"/');
}
exec(escapeshellarg(getenv('TEST_PHP_EXECUTABLE')) . ' -n ' . escapeshellarg(TOOLS
	. '/fastscan.php')
	. ' 2>&1', $said, $status);
same('on the command line', [$status, preg_match('~tools/fastscan$~', $said[0])], [2, 1]);

/* ---- against the source ---- */

preg_match_all('/return "(\w+)";/', file_get_contents(__DIR__ . '/../../src/core/counters.c'),
	$names);
preg_match_all("/^\t\t'(\w+)' => \['(?:fine|look|bad)'/m", file_get_contents(TOOLS
	. '/fastscan.php'), $advised);
same('every reason has advice', $advised[1], $names[1]);
