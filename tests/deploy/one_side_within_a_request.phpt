--TEST--
A release put in place in the middle of a request: all answers are the old one's until one is the new one's, then all are
--EXTENSIONS--
fastscan
json
--INI--
fastscan.validate=request
fastscan.revalidate_freq=600
fastscan.min_uses=1
fastscan.verify=0
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

/* "1 2": old answers, then new ones; "1 2 1" would be a mixture. */
function succession(array $questions): string
{
	$succession = '';
	for ($round = 0; $round < 3; $round++) {
		foreach ($questions as $label => $question) {
			forget_stat_cache();
			$side = $question();
			$succession .= substr($succession, -1) === "$side" ? '' : " $side";
		}
		$questions = array_reverse($questions);
	}
	return ltrim($succession);
}

mt_srand(1);
foreach (deploys() as $label => [$site, $deploy, $back]) {
	$seen = [];
	for ($try = 0; $try < 6; $try++) {
		$questions = questions_of_side($try % 2 ? $site : "$dir/$site");
		/* A folder that was gone is left to the system for two seconds. */
		fastscan_reset();
		settle();
		for ($request = 0; $request < 3; $request++) {
			fastscan_request_start();
			sides($questions);
		}
		/* This request has asked some of them before the deploy, the others come up after it. */
		fastscan_request_start();
		$labels = array_keys($questions);
		shuffle($labels);
		$asked = array_intersect_key($questions, array_flip(array_slice($labels, 0, $try)));
		$before = $asked ? sides($asked) : '1';
		neighbour()->runs($deploy);
		$rest = array_merge(array_flip(array_slice($labels, $try)), $questions);
		$seen["$before, " . succession($rest)] = true;
		neighbour()->runs($back);
	}
	ksort($seen);
	echo "$label: ", array_diff(array_keys($seen), ['1, 1', '1, 1 2', '1, 2']) ? implode('; ', array_keys($seen)) : 'one side', "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
link renamed over: one side
ln -sfn: one side
link in a folder: one side
chain of links: one side
kubernetes: one side
folders renamed: one side
