--TEST--
glob() under open_basedir: what PHP would take away is taken away, and false is false
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['in/a/x', 'in/b', 'out/x', 'in/to_out' => '../out', 'in/to_file' => '../out/x',
	'in/to_none' => '../out/none', 'in/to_a' => 'a', 'in/.hidden', 'inner/x']);
settle();
$patterns = ["$dir/in/*", "$dir/in/.*", "$dir/out/*", "$dir/*", "$dir/in/*/x", "$dir/in/../out/*",
	"$dir/in/to_out/*", "$dir/in/to*", "$dir/in/to_n*", "$dir/inner/*", "$dir/none/*", '*', '../*',
	'../in/*', "$dir/in/to_out", "$dir/out", "$dir/{in,out}/*"];
foreach (["$dir/in", "$dir/in/", '.', "$dir/in/a" . PATH_SEPARATOR . "$dir/out", "$dir/none"] as $basedir) {
	$code = '(static function () use ($dir, $basedir, $patterns) {
		chdir("$dir/in");
		ini_set("open_basedir", $basedir);
		$all = [];
		for ($round = 0; $round < 4; $round++) {
			foreach ([0, GLOB_MARK, GLOB_ONLYDIR, GLOB_BRACE, GLOB_NOCHECK, GLOB_NOSORT] as $flags) {
				foreach ($patterns as $pattern) {
					$all[] = glob($pattern, $flags);
				}
			}
		}
		return $all;
	})()';
	$variables = ['dir' => $dir, 'basedir' => $basedir, 'patterns' => $patterns];
	$same = serialize(stock($code, $variables)) === serialize(other_process($code, $variables));
	echo str_replace($dir, '', $basedir), ': ', $same ? 'same' : 'DIFFERENT', "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
/in: same
/in/: same
.: same
/in/a:/out: same
/none: same
