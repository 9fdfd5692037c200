--TEST--
While file:// is somebody else's, all questions are his
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
class Everything
{
	public $context;
	private $names = ['one', 'two'];
	public function url_stat($path, $flags)
	{
		return ['mode' => 040755, 'size' => strlen($path)] + array_fill_keys(['dev', 'ino', 'nlink',
			'uid', 'gid', 'rdev', 'atime', 'mtime',
			'ctime', 'blksize', 'blocks'], 0);
	}
	public function dir_opendir($path, $options)
	{
		return true;
	}
	public function dir_readdir()
	{
		return array_shift($this->names) ?? false;
	}
	public function dir_closedir()
	{
	}
}
$dir = test_dir();
make_tree($dir, ['d/', 'f']);
settle();
function ask(string $dir): void
{
	clearstatcache();
	echo brief([is_dir("$dir/no"), is_file("$dir/f"), file_exists("file://$dir/no"),
		is_link("$dir/no"), scandir("$dir"), is_dir('no'),
		count(scandir("file://$dir"))]), "\n";
}
for ($i = 0; $i < 3; $i++) {
	ask($dir);
	stream_wrapper_unregister('file');
	stream_wrapper_register('file', 'Everything');
	ask($dir);
	stream_wrapper_restore('file');
	ask($dir);
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
[no, yes, no, no, [., .., d, f], no, 4]
[yes, no, yes, no, [one, two], yes, 2]
[no, yes, no, no, [., .., d, f], no, 4]
[no, yes, no, no, [., .., d, f], no, 4]
[yes, no, yes, no, [one, two], yes, 2]
[no, yes, no, no, [., .., d, f], no, 4]
[no, yes, no, no, [., .., d, f], no, 4]
[yes, no, yes, no, [one, two], yes, 2]
[no, yes, no, no, [., .., d, f], no, 4]
