--TEST--
Relative paths in shutdown functions and destructors
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
class Last
{
	public function __destruct()
	{
		echo 'destructor: ', brief([is_dir('d'), is_file('f'), file_exists('no'), scandir('d'),
			realpath('d') === Dir . '/d']), "\n";
	}
}
define('Dir', test_dir());
make_tree(Dir, ['d/x', 'f']);
settle();
register_shutdown_function(function () {
	for ($i = 0; $i < 3; $i++) {
		echo 'shutdown: ', brief([is_dir('d'), is_file('f'), file_exists('no'), scandir('d'),
			getcwd() === Dir]), "\n";
	}
	chdir('d');
	echo 'after chdir: ', brief([is_dir('d'), is_file('x'), scandir('.')]), "\n";
	chdir('..');
});
chdir(Dir);
for ($i = 0; $i < 3; $i++) {
	echo brief([is_dir('d'), is_file('f'), file_exists('no'), scandir('d')]), "\n";
}
$last = new Last;
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
[yes, yes, no, [., .., x]]
[yes, yes, no, [., .., x]]
[yes, yes, no, [., .., x]]
shutdown: [yes, yes, no, [., .., x], yes]
shutdown: [yes, yes, no, [., .., x], yes]
shutdown: [yes, yes, no, [., .., x], yes]
after chdir: [no, yes, [., .., x]]
destructor: [yes, yes, no, [., .., x], yes]
