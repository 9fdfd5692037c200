<?php
/* SPDX-License-Identifier: MIT */
/* tools/fastscan: every command, alone, with a file behind the cache, and through FPM. */

require __DIR__ . '/lib.php';

/* [exit status, standard output, standard error] */
function tool(array $settings, string ...$words): array
{
	return run(php_command($settings) . ' ' . escapeshellarg(realpath(TOOLS) . '/fastscan') . ' '
		. implode(' ', array_map('quoted', $words)));
}

/* escapeshellarg() leaves out bytes that are no text in the locale. */
function quoted(string $word): string
{
	return "'" . str_replace("'", "'\\''", $word) . "'";
}

function run(string $command): array
{
	$process = proc_open("exec $command", [['file', '/dev/null', 'r'], ['pipe', 'w'],
		['pipe', 'w']], $pipes);
	$output = stream_get_contents($pipes[1]);
	$errors = stream_get_contents($pipes[2]);
	return [proc_close($process), $output, $errors];
}

/* Refused with this status, for this reason, and nothing on standard output. */
function refused(string $name, array $result, int $status, string ...$patterns): void
{
	same("$name: exit status", [$result[0], $result[1]], [$status, '']);
	says("$name: why", $result[2], '/^fastscan: /', ...$patterns);
}

/* What Prometheus says of its text format, as far as promtool does not: [fault, ...] */
function metric_faults(string $text): array
{
	$faults = $type = $help = $seen = [];
	$family = null;
	if ($text === '' || substr($text, -1) !== "\n") {
		$faults[] = 'no line feed at the end';
	}
	foreach (explode("\n", rtrim($text, "\n")) as $line) {
		if (preg_match('/^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/D', $line, $found)) {
			[, $kind, $name, $rest] = $found;
			if (isset(${strtolower($kind)}[$name]) || isset($seen[$name])) {
				$faults[] = "$kind of $name twice, or after it";
			}
			if ($kind === 'TYPE' && !in_array($rest, ['counter', 'gauge'], true)) {
				$faults[] = "type $rest";
			}
			if ($kind === 'TYPE' && ($rest === 'counter') !== (substr($name, -6) === '_total')) {
				$faults[] = "$name is a $rest";
			}
			${strtolower($kind)}[$name] = $rest;
			$family = $name;
		} elseif (preg_match('/^([a-zA-Z_:][a-zA-Z0-9_:]*)'
			. '(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\]|\\\\["\\\\n])*",?)+)\})? '
			. '(\d+)$/D', $line, $found)) {
			if ($found[1] !== $family || !isset($type[$family], $help[$family])) {
				$faults[] = "out of its family: $line";
			}
			if (isset($seen[$found[1]][$found[2]])) {
				$faults[] = "twice: $line";
			}
			$seen[$found[1]][$found[2]] = $found[3];
		} else {
			$faults[] = "not understood: $line";
		}
	}
	return array_merge($faults, array_diff(array_keys($type), array_keys($seen)));
}

/* ---- usage ---- */

says('help', tool([], '--help')[1], '/^fastscan COMMAND/', '/Exit status/', '/--fcgi=SOCKET/');
same('help: exit status', tool([], 'probe', '--help')[0], 0);
says('version', tool([], '--version')[1], '/^fastscan \d+\.\d+\.\d+/');
refused('no command', tool([]), 2, '/One of status, counters/', '/--help/');
refused('unknown command', tool([], "nope\x1b[31m"), 2, '/no command "nope\\\\u001b\[31m"/',
	'!/\x1b/');
refused('unknown option', tool([], 'status', '--frobnicate'), 2,
	'/status has no option --frobnicate/');
refused('option of another command', tool([], 'status', '--watch'), 2,
	'/status has no option --watch/');
refused('argument too many', tool([], 'status', 'x'), 2, '/takes no argument, but there is "x"/');
refused('argument missing', tool([], 'probe'), 2, '/fastscan probe DIR/');
foreach (['0', '0.05', 'x', '-1', '1.2.3', ''] as $value) {
	refused("--watch=$value", tool([], 'counters', "--watch=$value"), 2,
		'/--watch takes no value, or =SECONDS/');
}
refused('--count without --watch', tool([], 'counters', '--count=2'), 2,
	'/--count goes with --watch/');
refused('--count=x', tool([], 'counters', '--watch', '--count=x'), 2, '/whole number/');
refused('--fcgi without a socket', tool([], 'status', '--fcgi'), 2, '/--fcgi takes =SOCKET/');
refused('--json=1', tool([], 'status', '--json=1'), 2, '/--json takes no value/');
refused('invalidate without FPM', tool([], 'invalidate', '/tmp'), 2, '/--fcgi=SOCKET/',
	'/fastscan reset/');

/* ---- alone ---- */

$alone = ['fastscan.shm_file='];
$result = tool($alone, 'status');
same('status alone', $result[0], 0);
says('status alone says that it is alone', $result[1], '/^state +on, mode strict$/m',
	'/^shared +no\. .*shares no cache/m', '!/sums/');
$result = tool(['fastscan.enable=0'], 'status');
same('status says when it is off', $result[0], 1);
says('and what to do', $result[1], '/^state +off/m',
	'/^advice +fastscan\.enable is 0: set it to 1$/m');
foreach (['counters', 'metrics', 'reset'] as $command) {
	refused("$command alone", tool($alone, $command), 3, '/shares no cache with any other/',
		'/shm_file/', '/--fcgi=SOCKET/');
}
$arguments = getenv('TEST_PHP_EXTRA_ARGS');
putenv('TEST_PHP_EXTRA_ARGS=-n');
foreach (['status', 'counters', 'metrics', 'reset', 'probe' => '/',
	'explain' => '/'] as $command => $argument) {
	refused('without the extension: ' . (is_string($command) ? $command : $argument),
		is_string($command) ? tool([], $command, $argument)
		: tool([], $argument), 3, '/has not loaded the extension/', '/extension=fastscan/');
}
putenv("TEST_PHP_EXTRA_ARGS=$arguments");
refused('restrict_api', tool(['fastscan.restrict_api=/nowhere'], 'status'), 3,
	'/restrict_api allows only scripts whose path begins with \/nowhere/', '!/Warning/');
same('restrict_api that allows it', tool(['fastscan.restrict_api=' . realpath(TOOLS)], 'status')[0],
	0);

$dir = fresh('command');
mkdir("$dir/folder");
mkdir("$dir/esc\x1b[31m\xff");
touch("$dir/folder/file");
settle();
$request = ['fastscan.validate=request', 'fastscan.shm_file='];
$result = tool($request, 'explain', "$dir/folder/file");
same('explain: would be answered', [$result[0], $result[2]], [0, '']);
says('explain: how', $result[1], '/^answer +yes$/m', '/^listed +yes$/m',
	'/^permission\.read +yes$/m');
$result = tool($request, 'explain', '/proc/self');
same('explain: would not', $result[0], 1);
says('explain: why', $result[1], '/^answer +pass$/m', '/^reason +(filesystem|follow)$/m');
says('explain: strict is what it is', tool(['fastscan.validate=strict'], 'explain',
	"$dir/folder/file")[1], '/^reason +strict$/m');
says('nothing hostile reaches the terminal', tool($request, 'explain', "$dir/esc\x1b[31m\xff/x")[1],
	'/esc\\\\x1B\[31m\\\\xFF/', '!/\x1b|\xff/');
$answer = json_decode(tool($request, 'explain', "$dir/folder", '--json')[1], true);
same('explain --json', [$answer['answer'], $answer['path']], ['yes', "$dir/folder"]);
same('json of bytes that are no text', json_decode(tool($request, 'explain', "$dir/esc\x1b[31m\xff",
	'--json')[1], true)['path'], "$dir/esc\x1b[31m\u{fffd}");
$result = tool([], 'probe', $dir);
same('probe: reliable', [$result[0], $result[2]], [0, '']);
says('probe: every step', $result[1], '/^reliable, /', '/^  add file +moved$/m',
	'/^  write file +did not move$/m', '/^  touch backwards +moved$/m');
same('probe leaves nothing', count(scandir($dir)), 4);
same('probe --json', json_decode(tool([], 'probe', $dir, '--json')[1], true)['reliable'], true);
$result = tool([], 'probe', "$dir/none\x1b");
same('probe of nothing', [$result[0], $result[1]], [3, '']);
says('probe of nothing says so', $result[2], '/none\\\\u001b: /', '!/\x1b/');

/* ---- with a file behind the cache ---- */

$file = ["fastscan.shm_file=$dir/shm", 'fastscan.shm_size=1M'];
if (!(fastscan_status()['features']['unique_mount'] ?? false)) {
	echo "ok with a file # SKIP needs Linux 6.8\n";
} else {
	php(array_merge($file, ['fastscan.validate=request']),
		"for (\$i = 0; \$i < 10; \$i++) { scandir('$dir/folder'); is_file('$dir/folder/file'); }");
	$result = tool($file, 'status');
	same('status', [$result[0], $result[2]], [0, '']);
	says('status: shared', $result[1], "~^shared +$dir/shm: .* 1 listings, 3 names~m",
		'/^sums +\d+\.\d% of \d+ calls answered/m', '!/worker/');
	$status = json_decode(tool($file, 'status', '--json')[1], true);
	same('status --json', [$status['file'], $status['status']['shared']['listings'],
		$status['sapi']], ["$dir/shm", 1, 'cli']);
	says('counters', tool($file, 'counters')[1], '/^fills +1$/m', '/^calls +\d\d$/m');
	ok('counters --json', json_decode(tool($file, 'counters', '--json')[1],
		true)['all']['hits'] >= 18);
	$result = tool($file, 'counters', '--watch=0.1', '--count=3');
	same('counters --watch', [$result[0], count(explode("\n", trim($result[1])))], [0, 4]);
	says('counters --watch: what is new', $result[1], '/^answered +calls +hits/',
		'/^ +\d+\.\d% +1 +\d+ /m');
	$lines = explode("\n", trim(tool($file, 'counters', '--watch=0.1', '--count=2', '--json')[1]));
	same('counters --watch --json: an object a line', [count($lines), json_decode($lines[1],
		true)['fills']], [2, 0]);
	$metrics = tool($file, 'metrics');
	same('metrics', [$metrics[0], $metrics[2]], [0, '']);
	same('metrics are in form', metric_faults($metrics[1]), []);
	says('metrics: values', $metrics[1], '/^fastscan_fills_total 1$/m',
		'/^fastscan_answers_total\{outcome="hit"\} \d+$/m',
		'/^fastscan_info\{version="[\d.]+",mode="strict"/m');
	same('the form is looked at closely', array_map('count', array_map('metric_faults',
		["x 1\n", "# HELP x y\n# TYPE x counter\nx 1\n", "# HELP x y\n# TYPE x gauge\nx 1\nx 2\n",
		"# HELP x y\n# TYPE x gauge\nx{a=\"b\nc\"} 1\n", "# HELP x y\n# TYPE x gauge\nx 1"])),
		[1, 1, 1, 3, 1]);
	same('metrics --json', json_decode(tool($file, 'metrics', '--json')[1],
		true)['fills_total']['values'], ['' => 1]);
	if (getenv('PROMTOOL')) {
		file_put_contents("$dir/metrics", $metrics[1]);
		same('promtool finds nothing', run('sh -c ' . escapeshellarg(getenv('PROMTOOL')
			. " check metrics < $dir/metrics 2>&1")), [0, '', '']);
	} else {
		echo "ok promtool # SKIP no promtool\n";
	}
	says('reset', tool($file, 'reset')[1], '/^Forgotten, by all processes that share the cache/');
	same('reset was done', json_decode(tool($file, 'status', '--json')[1],
		true)['status']['shared']['resets'], 1);
	same('reset --json', json_decode(tool($file, 'reset', '--json')[1], true)['shared'], true);
	refused('a file that is refused', tool(['fastscan.shm_file=/nowhere/shm'], 'counters'), 3,
		'~shm_file=/nowhere/shm is not used: ~');
	says('status of it', tool(['fastscan.shm_file=/nowhere/shm'], 'status')[1], '~^shared +no\. '
		. 'fastscan\.shm_file=/nowhere/shm is not used~m');
}

/* ---- warm ---- */

if (fastscan_status()['features']['unique_mount']) {
	$tree = fresh('warm');
	foreach (['a/b/c', "esc\x1b/d", '[odd]*/e'] as $folder) {
		mkdir("$tree/$folder", 0777, true);
	}
	symlink("$dir/folder", "$tree/link"); /* is not followed */
	settle();
	tool($file, 'reset');
	refused('warm alone', tool($alone, 'warm', $tree), 3, '/shares no cache/');
	refused('warm of nothing', tool($file, 'warm', "$tree/none\x1b"), 3,
		'/none\\\\u001b is no directory/');
	refused('warm --depth=x', tool($file, 'warm', $tree, '--depth=x'), 2, '/whole number/');
	$listings = static function () use ($file): int {
		$status = json_decode(tool($file, 'status', '--json')[1], true);
		return $status['status']['shared']['listings'];
	};
	$before = $listings();
	$result = tool($file, 'warm', $tree, '--depth=0');
	same('warm --depth=0', [$result[0], $result[2], $listings() - $before], [0, '', 1]);
	$result = tool($file, 'warm', $tree);
	same('warm', [$result[0], $result[2]], [0, '']);
	says('warm: what it did', $result[1], '/^directories +8$/m', '/^kept +8$/m', '/^reason +$/m');
	same('warm leaves listings for others', $listings() - $before, 8);
	$result = json_decode(tool($file, 'warm', $tree, '--depth=1', '--json')[1], true);
	same('warm --depth=1', [$result['directories'], $result['reason']], [4, '']);
	same('warm of what cannot be kept', tool($file, 'warm', '/proc/self')[0], 1);
}

/* ---- profiles ---- */

mkdir("$dir/profiles");
php(['fastscan.profile=1', "fastscan.profile_dir=$dir/profiles"],
	"function f() { return is_dir('$dir'); } f(); f(); scandir('$dir');");
[$profile] = glob("$dir/profiles/*.fastscan.xhprof");
$result = tool([], 'xhgui', $profile, $profile);
same('xhgui', [$result[0], $result[2], count(explode("\n", trim($result[1])))], [0, '', 2]);
$line = json_decode(explode("\n", $result[1])[0], true);
same('xhgui: the profile', $line['profile'], unserialize(file_get_contents($profile)));
same('xhgui: its calls', [$line['profile']['f==>is_dir']['ct'],
	$line['profile']['main()==>scandir']['ct']], [2, 1]);
same('xhgui: what XHGui reads beside it', array_keys($line['meta']), ['url', 'simple_url', 'SERVER',
	'get', 'env', 'request_ts', 'request_ts_micro', 'request_date']);
refused('xhgui without a file', tool([], 'xhgui'), 2, '/fastscan xhgui FILE\.\.\./');
file_put_contents("$dir/odd", 'O:8:"stdClass":0:{}');
refused('xhgui of something else', tool([], 'xhgui', "$dir/odd"), 3, '/odd is no profile/');

/* ---- progress ---- */

if (run('sh -c "command -v script"')[0] === 0 && function_exists('pcntl_fork')
	&& function_exists('posix_kill')) {
	$command = php_command([]) . ' ' . escapeshellarg(realpath(TOOLS) . '/fastscan') . ' probe '
		. escapeshellarg($dir);
	says('a terminal sees the time pass', run('script -qec ' . escapeshellarg($command)
		. ' /dev/null')[1], '/probing .* 0 s/', '/\e\[K.*reliable/s');
	$command = php_command($file) . ' ' . escapeshellarg(realpath(TOOLS) . '/fastscan')
		. ' warm ' . escapeshellarg($dir);
	says('a terminal sees a bar', run('script -qec ' . escapeshellarg($command) . ' /dev/null')[1],
		'/\[#*\.+\] 0 of \d+ /', '/\e\[Kdirectories/');
	same('others do not', tool([], 'probe', $dir)[2], '');
} else {
	echo "ok progress # SKIP no script, or no pcntl\n";
}

/* ---- through FPM ---- */

if (fpm_binary() === '' || run('sh -c "command -v cgi-fcgi"')[0] !== 0) {
	echo "ok through FPM # SKIP no php-fpm, or no cgi-fcgi\n";
	exit;
}
$fpm = new Fpm($dir, ['pool' => function_exists('posix_geteuid') && posix_geteuid() !== 0
	? ['user' => get_current_user()] : []], ['fastscan.validate=request', 'fastscan.shm_size=1M']);
chmod($dir, 0755);
$socket = "--fcgi=$dir/pool.socket";
file_put_contents("$dir/work.php",
	"<?php for (\$i = 0; \$i < 5; \$i++) { scandir('$dir/folder'); is_dir('$dir/folder'); } echo getmypid();");
chmod("$dir/work.php", 0644);
settle();
$worker = $fpm->get('pool', "$dir/work.php");
/* the tool's own PHP does without fastscan then */
putenv('TEST_PHP_EXTRA_ARGS=-n' . (preg_match('/ -d extension=json\b/', $arguments, $json)
	? $json[0] : ''));
$result = tool([], 'status', $socket);
same('FPM: status', [$result[0], $result[2]], [0, '']);
says('FPM: status of the worker', $result[1], "/fpm-fcgi, as seen by worker $worker of /",
	'/^state +on, mode request$/m', '/^worker +/m', '/^shared +memory of the server: /m');
says('FPM: functions of the worker', tool([], 'counters', $socket)[1], "/^Worker $worker alone/m",
	'/^scandir +5 +4 /m', '/^calls +\d+$/m');
same('FPM: counters --json', json_decode(tool([], 'counters', $socket, '--json')[1],
	true)['counters']['scandir']['ct'], 5);
same('FPM: metrics are in form', metric_faults(tool([], 'metrics', $socket)[1]), []);
same('FPM: watch', tool([], 'counters', '--watch=0.1', '--count=2', $socket)[0], 0);
$result = tool([], 'explain', "$dir/folder/x", $socket);
says('FPM: explain', $result[1], '/^answer +absent$/m', '/of .*pool\.socket, mode request$/m');
refused('FPM: relative paths', tool([], 'explain', 'folder', $socket), 2,
	'/must be absolute, not "folder"/');
says('FPM: invalidate', tool([], 'invalidate', "$dir/folder", $socket)[1],
	"/^1 directories were forgotten by worker $worker/");
$all = json_decode(tool([], 'invalidate', '/', '--recursive', $socket, '--json')[1], true);
ok('FPM: invalidate --recursive', $all['invalidated'] >= 1 && $all['worker'] === (int) $worker);
says('FPM: an argument stays an argument', tool([], 'invalidate', "/'); exit('x'); ('\$x\\",
	$socket)[1], '/^0 directories/');
$result = tool([], 'warm', "$dir/folder", $socket);
says('FPM: warm', $result[1], '/^directories +1$/m', '/^kept +1$/m');
refused('FPM: warm of a relative path', tool([], 'warm', 'folder', $socket), 2,
	'/must be absolute/');
says('FPM: reset', tool([], 'reset', $socket)[1],
	'/^Forgotten, by all processes that share the cache \(1\)/');
same('FPM: reset was done', json_decode(tool([], 'status', $socket, '--json')[1],
	true)['status']['shared']['resets'], 1);
/* ended between two lines, as Ctrl-C does: what PHP runs at its end is not run then */
$watch = proc_open('exec ' . php_command([]) . ' ' . escapeshellarg(realpath(TOOLS) . '/fastscan')
	. ' counters --watch=1 ' . escapeshellarg($socket), [['file', '/dev/null', 'r'], ['pipe', 'w'],
	['file', '/dev/null', 'w']], $pipes);
$lines = fgets($pipes[1]) . fgets($pipes[1]);
usleep(300000);
proc_terminate($watch, 9);
proc_close($watch);
says('FPM: watch has begun', $lines, '/^answered .*\n +[-\d]/');
same('FPM: no script is left', glob(sys_get_temp_dir() . '/fastscan-????????????????.php'), []);
refused('FPM: no socket', tool([], 'status', "--fcgi=$dir/none"), 3, '/does not answer at .*none/',
	'/listen/');
refused('FPM: no such folder', tool([], 'status', $socket, "--dir=$dir/none"), 3,
	'/Choose another folder with --dir=DIR/');
mkdir("$dir/anybody");
chmod("$dir/anybody", 0777);
refused('FPM: a folder in which others could replace it', tool([], 'status', $socket,
	"--dir=$dir/anybody"), 3, '/could replace the script/', '/--dir=DIR/');
same('and nothing was put there', count(scandir("$dir/anybody")), 2);
if (function_exists('posix_geteuid') && posix_geteuid() === 0) {
	mkdir("$dir/hidden", 0700);
	refused('FPM: a script that it cannot read', tool([], 'status', $socket, "--dir=$dir/hidden"),
		3, '/did not run/', '/--dir=DIR/');
	same('nor is that left', count(scandir("$dir/hidden")), 2);
}
putenv('PATH=/nonexistent');
refused('FPM: without cgi-fcgi', tool([], 'status', $socket), 3, '/libfcgi-bin/');
