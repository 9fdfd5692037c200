--TEST--
open_basedir: a link that others switch is judged anew in the next request, and never gives what is outside
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
fastscan.min_uses=1
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/server.inc';
$dir = test_dir();
make_tree($dir, ['web/', 'in/data/inside', 'out/data/secret', 'in/link' => 'data', 'out/back' => '../in/data', 'entry' => 'in']);
file_put_contents("$dir/web/ask.php", '<?php
ini_set("open_basedir", dirname(__DIR__) . "/" . $_GET["rule"] . ":" . __DIR__);
$warnings = 0;
set_error_handler(function () use (&$warnings) { $warnings++; return true; });
$path = dirname(__DIR__) . "/" . $_GET["path"];
for ($i = 0; $i < 3; $i++) {
	$answer = [is_file("$path/inside"), is_file("$path/secret"), is_dir($path), implode(" ", array_slice(scandir($path) ?: ["refused"], -1))];
}
$counts = fastscan_counters(true);
$answered = array_sum(array_map(function ($f) use ($counts) { return $counts[$f]["hit"] + $counts[$f]["checked"]; },
	["is_file", "scandir"]));
foreach ($answer as $one) {
	echo is_bool($one) ? ($one ? "yes " : "no ") : $one;
}
echo $warnings ? " warned" : " quiet", $answered ? " answered" : " passed";');
settle();
/* As PHP does by itself where open_basedir is set before the request. */
$url = start_server("$dir/web", ["realpath_cache_size=0"]);
function ask(string $url, string $path, string $rule = 'in'): string
{
	return file_get_contents("$url/ask.php?path=$path&rule=$rule");
}
/* The first request reads; from the second on listings are known. */
function ask_all(string $label): void
{
	global $url;
	ask($url, 'in/link');
	ask($url, 'out/back');
	echo "$label: ", ask($url, 'in/link'), '; by a link outside: ', ask($url, 'out/back'), "\n";
}
function relink(string $target, string $link): void
{
	symlink($target, "$link.new");
	rename("$link.new", $link);
}
ask_all('inside');
relink('../out/data', "$dir/in/link");
ask_all('switched out');
echo 'the other rule: ', ask($url, 'in/link', 'out'), "\n";
relink('data', "$dir/in/link");
relink('data', "$dir/out/back");
ask_all('the other way round');
relink('../in/data', "$dir/out/back");
ask($url, 'in/data', 'entry');
echo 'the rule is a link: ', ask($url, 'in/data', 'entry'), "\n";
relink('out', "$dir/entry");
echo 'which is switched: ', ask($url, 'in/data', 'entry'), '; ', ask($url, 'out/data', 'entry'), "\n";
rename("$dir/in/data", "$dir/out/moved");
relink('../out/moved', "$dir/in/link");
ask_all('moved out');
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
inside: yes no yes inside quiet answered; by a link outside: yes no yes inside quiet answered
switched out: no no no refused warned passed; by a link outside: yes no yes inside quiet answered
the other rule: no yes yes secret quiet answered
the other way round: yes no yes inside quiet answered; by a link outside: no no no refused warned passed
the rule is a link: yes no yes inside quiet answered
which is switched: no no no refused warned passed; no yes yes secret quiet answered
moved out: no no no refused warned passed; by a link outside: no no no refused warned passed
