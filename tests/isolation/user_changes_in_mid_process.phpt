--TEST--
A worker that becomes another user in mid-process asks the shared cache as that user
--EXTENSIONS--
fastscan
posix
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('posix', 'pcntl');
skip_unless_root();
?>
--INI--
fastscan.shm_size=1M
fastscan.shm_file=
fastscan.min_uses=1
fastscan.validate=request
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/shared.inc';
$dir = test_dir();
make_tree($dir, ['private/file', 'public/file']);
chmod($dir, 0755);
chmod("$dir/private", 0700);
chmod("$dir/public", 0755);
settle();
in_worker(fn() => [scandir("$dir/private"), scandir("$dir/public")]);
foreach (['posix_setuid', 'posix_seteuid'] as $function) {
	[$answers, $cache] = in_worker(function () use ($dir, $function) {
		$see = fn($name) => is_array(@scandir("$dir/$name")) ? 'seen' : 'denied';
		$seen = [$see('private'), $see('public')];
		$function(65534);
		$seen[] = $see('private');
		$seen[] = $see('public');
		if ($function === 'posix_seteuid') {
			posix_seteuid(0);
			$seen[] = $see('private');
		}
		return implode(' ', $seen);
	});
	echo "$function: $answers\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
posix_setuid: seen seen denied seen
posix_seteuid: seen seen denied seen seen
