--TEST--
What a child did is seen once this process has waited for it, however it did
--EXTENSIONS--
fastscan
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('pcntl', 'posix');
?>
--INI--
error_reporting=24575
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$folder = known_folder();
function command(string $path): string
{
	return 'touch ' . escapeshellarg($path);
}
$ways = [
	'exec' => function ($path) { exec(command($path)); },
	'shell_exec' => function ($path) { shell_exec(command($path)); },
	/* deprecated since 8.5, hence error_reporting */
	'backticks' => function ($path) { $command = command($path); `$command`; },
	'system' => function ($path) { system(command($path)); },
	'passthru' => function ($path) { passthru(command($path)); },
	'popen and pclose' => function ($path) { pclose(popen(command($path), 'r')); },
	'popen and fclose' => function ($path) { $pipe = popen(command($path), 'r'); is_link($path); fclose($pipe); },
	'popen and forgotten' => function ($path) { $pipe = popen(command($path), 'r'); is_link($path); $pipe = null; },
	'popen and read' => function ($path) {
		$GLOBALS['pipe'] = popen(command($path) . '; echo done; sleep 0.5', 'r');
		is_link($path);
		fgets($GLOBALS['pipe']);
	},
	'proc_open and proc_close' => function ($path) {
		$process = proc_open(command($path), [], $pipes);
		is_link($path);
		proc_close($process);
	},
	'proc_open and read' => function ($path) {
		$process = proc_open(command($path) . '; echo done', [1 => ['pipe', 'w']], $pipes);
		is_link($path);
		stream_get_contents($pipes[1]);
		$GLOBALS['process'] = $process;
	},
	'proc_open and asked' => function ($path) {
		$process = proc_open(command($path), [], $pipes);
		is_link($path);
		while (proc_get_status($process)['running']);
		$GLOBALS['process'] = $process;
	},
	'pcntl_fork and pcntl_wait' => function ($path) {
		if (pcntl_fork() === 0) {
			touch($path);
			posix_kill(posix_getpid(), SIGKILL);
		}
		is_link($path);
		pcntl_wait($status);
	},
	'pcntl_fork and pcntl_waitpid' => function ($path) {
		$child = pcntl_fork();
		if ($child === 0) {
			touch($path);
			posix_kill(posix_getpid(), SIGKILL);
		}
		is_link($path);
		pcntl_waitpid($child, $status);
	},
	'pcntl_fork and pcntl_sigwaitinfo' => function ($path) {
		pcntl_sigprocmask(SIG_BLOCK, [SIGCHLD]);
		$child = pcntl_fork();
		if ($child === 0) {
			touch($path);
			posix_kill(posix_getpid(), SIGKILL);
		}
		is_link($path);
		pcntl_sigwaitinfo([SIGCHLD]);
		pcntl_sigprocmask(SIG_UNBLOCK, [SIGCHLD]);
	},
];
$pipe = $process = null;
foreach ($ways as $label => $way) {
	change($label, $folder, 'new', $way, 'file');
	if ($process) {
		proc_close($process);
	}
	$pipe = $process = null;
	change("removed after $label", $folder, 'new', 'unlink', 'absent');
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
exec: file
removed after exec: absent
shell_exec: file
removed after shell_exec: absent
backticks: file
removed after backticks: absent
system: file
removed after system: absent
passthru: file
removed after passthru: absent
popen and pclose: file
removed after popen and pclose: absent
popen and fclose: file
removed after popen and fclose: absent
popen and forgotten: file
removed after popen and forgotten: absent
popen and read: file
removed after popen and read: absent
proc_open and proc_close: file
removed after proc_open and proc_close: absent
proc_open and read: file
removed after proc_open and read: absent
proc_open and asked: file
removed after proc_open and asked: absent
pcntl_fork and pcntl_wait: file
removed after pcntl_fork and pcntl_wait: absent
pcntl_fork and pcntl_waitpid: file
removed after pcntl_fork and pcntl_waitpid: absent
pcntl_fork and pcntl_sigwaitinfo: file
removed after pcntl_fork and pcntl_sigwaitinfo: absent
