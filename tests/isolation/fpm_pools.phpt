--TEST--
FPM: pools of different users, and one in a chroot with the same path strings, over one shared cache
--EXTENSIONS--
fastscan
posix
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_linux();
skip_unless_extensions('posix');
skip_unless_root();
skip_if_instrumented();
require __DIR__ . '/../inc/fpm.inc';
skip_unless_fpm();
?>
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/fpm.inc';
$dir = test_dir();
chmod($dir, 0755);
make_tree($dir, ['www/public/file', 'www/of_one/secret', 'www/of_two/secret', "jail$dir/www/public/other", "jail$dir/www/of_one/", 'jail/tmp/']);
foreach (['of_one' => 65534, 'of_two' => 33] as $name => $owner) {
	chown("$dir/www/$name", $owner);
	chmod("$dir/www/$name", 0700);
}
$script = '<?php
foreach (["public", "of_one", "of_two"] as $name) {
	$names = @scandir("' . $dir . '/www/$name");
	echo $name, " ", is_array($names) ? implode(",", array_slice($names, 2)) : "denied", "; ";
}
$c = fastscan_counters(true)["cache"];
echo "read $c[fills], shared $c[shared_hits]\n";
if (isset($_GET["reset"])) {
	fastscan_reset();
}';
file_put_contents("$dir/ask.php", $script);
file_put_contents("$dir/jail/ask.php", $script);
settle();
$each_time_a_new_worker = ['pm.max_requests' => 1];
$fpm = new Fpm($dir, [
	'one' => ['user' => '65534', 'group' => '65534'] + $each_time_a_new_worker,
	'two' => ['user' => '33', 'group' => '33'] + $each_time_a_new_worker,
	'jailed' => ['user' => '33', 'group' => '33', 'chroot' => "$dir/jail"] + $each_time_a_new_worker,
	'lasting' => ['user' => '33', 'group' => '33'],
	'alone' => ['user' => '33', 'group' => '33', 'php_admin_value[fastscan.shm_size]' => 0] + $each_time_a_new_worker,
], ['fastscan.shm_size=4M', 'fastscan.shm_file=', 'fastscan.min_uses=1', 'fastscan.validate=request', 'fastscan.verify=0', 'opcache.enable=0']);
$ask = function (string $pool, string $query = '') use ($fpm, $dir): void {
	echo "$pool: ", $fpm->get($pool, $pool === 'jailed' ? '/ask.php' : "$dir/ask.php", $query);
};
foreach (['one', 'one', 'two', 'two', 'jailed', 'jailed', 'one', 'alone', 'lasting', 'lasting'] as $pool) {
	$ask($pool);
}
$ask('one', 'reset=1');
$ask('lasting');
$ask('lasting');
unset($fpm);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
one: public file; of_one secret; of_two denied; read 2, shared 0
one: public file; of_one secret; of_two denied; read 0, shared 2
two: public file; of_one denied; of_two secret; read 1, shared 1
two: public file; of_one denied; of_two secret; read 0, shared 2
jailed: public other; of_one ; of_two denied; read 2, shared 0
jailed: public other; of_one ; of_two denied; read 0, shared 2
one: public file; of_one secret; of_two denied; read 0, shared 2
alone: public file; of_one denied; of_two secret; read 2, shared 0
lasting: public file; of_one denied; of_two secret; read 0, shared 2
lasting: public file; of_one denied; of_two secret; read 0, shared 0
one: public file; of_one secret; of_two denied; read 0, shared 2
lasting: public file; of_one denied; of_two secret; read 2, shared 0
lasting: public file; of_one denied; of_two secret; read 0, shared 0
