--TEST--
A release that another process puts in place is seen by the next request, by every function
--EXTENSIONS--
fastscan
json
--INI--
fastscan.validate=request
fastscan.revalidate_freq=600
fastscan.min_uses=1
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
	foreach (["$dir/$site", $site] as $path) {
		$questions = questions_of_side($path);
		settle();
		for ($request = 0; $request < 3; $request++) {
			fastscan_request_start();
			$before = sides($questions);
		}
		$hits = answered();
		sides($questions);
		$hits = answered() - $hits;
		neighbour()->runs($deploy);
		fastscan_request_start();
		$after = sides($questions);
		neighbour()->runs($back);
		fastscan_request_start();
		echo "$label: $before => $after => ", sides($questions), $hits > 10 ? '' : " only $hits answers", "\n";
	}
}
nothing_wrong();
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
link renamed over: 1 => 2 => 1
link renamed over: 1 => 2 => 1
ln -sfn: 1 => 2 => 1
ln -sfn: 1 => 2 => 1
link in a folder: 1 => 2 => 1
link in a folder: 1 => 2 => 1
chain of links: 1 => 2 => 1
chain of links: 1 => 2 => 1
kubernetes: 1 => 2 => 1
kubernetes: 1 => 2 => 1
folders renamed: 1 => 2 => 1
folders renamed: 1 => 2 => 1
