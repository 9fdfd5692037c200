--TEST--
Once any question has found that a release is another one, includes come from it too, whatever PHP's realpath cache holds
--EXTENSIONS--
fastscan
json
--INI--
fastscan.validate=request
fastscan.revalidate_freq=600
fastscan.min_uses=1
fastscan.verify=0
opcache.enable=0
realpath_cache_size=4096k
realpath_cache_ttl=3600
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_if_threads();
skip_unless_linux();
skip_unless_extensions('json');
?>
--FILE--
<?php
require __DIR__ . '/../inc/deploy.inc';
$dir = make_releases();
chdir($dir);
foreach (deploys() as $label => [$site, $deploy, $back]) {
	echo $label;
	foreach (["$dir/$site", $site] as $path) {
		foreach (['is_dir', 'scandir', 'realpath'] as $question) {
			fastscan_reset();
			clearstatcache(true);
			settle();
			for ($request = 0; $request < 3; $request++) {
				fastscan_request_start();
				$question("$path/app/modules");
				$before = include "$path/side.php";
			}
			neighbour()->runs($deploy);
			fastscan_request_start();
			$question("$path/app/modules");
			echo ", $question $before ", include "$path/side.php";
			neighbour()->runs($back);
		}
	}
	echo "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
link renamed over, is_dir 1 2, scandir 1 2, realpath 1 2, is_dir 1 2, scandir 1 2, realpath 1 2
ln -sfn, is_dir 1 2, scandir 1 2, realpath 1 2, is_dir 1 2, scandir 1 2, realpath 1 2
link in a folder, is_dir 1 2, scandir 1 2, realpath 1 2, is_dir 1 2, scandir 1 2, realpath 1 2
chain of links, is_dir 1 2, scandir 1 2, realpath 1 2, is_dir 1 2, scandir 1 2, realpath 1 2
kubernetes, is_dir 1 2, scandir 1 2, realpath 1 2, is_dir 1 2, scandir 1 2, realpath 1 2
folders renamed, is_dir 1 2, scandir 1 2, realpath 1 2, is_dir 1 2, scandir 1 2, realpath 1 2
