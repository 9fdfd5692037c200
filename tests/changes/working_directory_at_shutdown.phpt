--TEST--
PHP's own changes of directory at shutdown do not mislead relative names
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=never
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
$dir = test_dir();
make_tree($dir, ['inside/only']);
$start = getcwd();
chdir("$dir/inside");
settle();
for ($i = 0; $i < 5; $i++) {
	is_file('only');
	scandir('.');
}
var_dump(is_file('only'));
class AtTheEnd
{
	public function __destruct()
	{
		echo 'destructor: ', is_file('only') === is_file(getcwd() . '/only') ? 'same' : 'different', "\n";
	}
}
$GLOBALS['object'] = new AtTheEnd;
register_shutdown_function(function () {
	echo 'shutdown function: ', is_file('only') === is_file(getcwd() . '/only') ? 'same' : 'different', "\n";
	chdir(__DIR__);
});
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
bool(true)
shutdown function: same
destructor: same
