<?php
/* SPDX-License-Identifier: MIT */
/*
 * Beside whatever else is loaded (tests/stages/tools.sh: opcache, APCu, a profiler in XHProf's
 * manner, Xdebug): the answers are PHP's own, they come from the cache, and both profilers count
 * the same calls.
 */

require __DIR__ . '/lib.php';

$others = array_values(array_intersect(array_map('strtolower', get_loaded_extensions()),
	['apcu', 'tideways_xhprof', 'xdebug', 'zend opcache']));
$dir = fresh('beside') . '/tree';
mkdir("$dir/a/b", 0777, true);
touch("$dir/f");
symlink('f', "$dir/l");
file_put_contents("$dir/code.php", '<?php return 7;');
age($dir);
$ask = 'require ' . var_export(__DIR__ . '/questions.inc', true)
	. '; $said = json_encode(questions(' . var_export($dir, true) . ')); ';
$with = getenv('TEST_PHP_EXTRA_ARGS');

/* What is printed by PHP with these arguments. */
function run_with(string $arguments, array $settings, string $code): string
{
	putenv("TEST_PHP_EXTRA_ARGS=$arguments");
	return php($settings, $code);
}

$json = preg_match('/-d extension=json\b/', $with) ? '-n -d extension=json' : '-n';
$stock = run_with($json, [], $ask . 'echo $said;');
says('PHP alone answers', $stock, '/^\[\[\[/', '/code\.php/');

/* fastscan is the first that is loaded; then it is the last */
preg_match('/-d extension=\S*fastscan\S*/', $with, $own);
foreach (['first' => $with, 'last' => str_replace($own[0], '', $with)
	. " $own[0]"] as $order => $arguments) {
	foreach (['strict', 'request', 'never'] as $mode) {
		$name = "fastscan $order, $mode, beside " . implode(', ', $others);
		$said = run_with($arguments, ["fastscan.validate=$mode", 'fastscan.verify=0'], $ask
			. 'echo $said;');
		same("$name: answers", $said, $stock);
		$counted = json_decode(run_with($arguments, ["fastscan.validate=$mode",
			'fastscan.verify=100'], $ask . 'echo json_encode([fastscan_status()["totals"], '
			. 'fastscan_counters()["cache"], ' . json_encode($others) . ' == '
			. 'array_values(array_intersect(array_map("strtolower", get_loaded_extensions()), '
			. json_encode($others) . '))]);'), true);
		same("$name: nothing wrong, all loaded", [$counted[1]['verify_mismatch'] ?? null,
			$counted[1]['verify_allowed'] ?? null, $counted[2] ?? null], [0, 0, true]);
		ok("$name: from the cache", ($counted[0]['hits'] ?? 0) + ($counted[0]['checked']
			?? 0) >= 30, json_encode($counted));
	}
	if (in_array('tideways_xhprof', $others, true)) {
		$both = json_decode(run_with($arguments, ['fastscan.validate=request',
			'fastscan.profile=1'], 'function asks($d) { foreach (scandir($d) as '
			. '$n) { is_dir("$d/$n"); '
			. 'file_exists("$d/none"); } } tideways_xhprof_enable(); asks(' . var_export($dir, true)
			. '); $theirs = tideways_xhprof_disable(); '
			. 'echo json_encode([$theirs, fastscan_xhprof()]);'), true);
		foreach (['is_dir' => 6, 'file_exists' => 6, 'scandir' => 1] as $function => $calls) {
			same("fastscan $order: both profilers count $function",
				[$both[1]["asks==>$function"]['ct'] ?? null, $both[0]["asks==>$function"]['ct']
				?? null], [$calls, $calls]);
		}
		ok("fastscan $order: and their times agree",
			abs($both[0]['asks==>scandir']['wt'] - $both[1]['asks==>scandir']['wt'])
			<= 300 + $both[0]['asks==>scandir']['wt'] / 2, json_encode($both));
	}
	if (in_array('apcu', $others, true)) {
		same("fastscan $order: APCu works", run_with($arguments, [], 'apcu_store("k", scandir('
			. var_export("$dir/a", true) . ')); echo implode(" ", apcu_fetch("k"));'), '. .. b');
	}
}
