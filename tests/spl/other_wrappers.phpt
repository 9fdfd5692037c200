--TEST--
While file:// is somebody else's, and for other wrappers, SPL's objects ask those
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/spl.inc';
class Everything
{
	public $context;
	private $names;
	public function url_stat($path, $flags)
	{
		return ['mode' => substr($path, -1) === 'd' ? 040755 : 0100644, 'size' => 7]
			+ array_fill_keys(['dev', 'ino', 'nlink', 'uid', 'gid', 'rdev', 'atime', 'mtime', 'ctime', 'blksize', 'blocks'], 0);
	}
	public function dir_opendir($path, $options)
	{
		return $this->dir_rewinddir();
	}
	public function dir_rewinddir()
	{
		$this->names = ['.', 'one', 'twod'];
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
make_tree($dir, ['d/', 'f', 'one/', 'twod']);
settle();
function ask(string $dir): void
{
	$iterator = new RecursiveDirectoryIterator($dir, FilesystemIterator::SKIP_DOTS | FilesystemIterator::CURRENT_AS_SELF);
	$all = [];
	foreach ($iterator as $entry) {
		$all[] = $entry->getFilename() . ' ' . $entry->getType() . ' ' . ($entry->hasChildren() ? 'has' : 'none')
			. ' ' . brief([$entry->isDir(), $entry->isFile(), $entry->isReadable()]);
	}
	sort($all);
	echo implode('; ', $all), "\n";
}
stream_wrapper_register('mine', 'Everything');
for ($i = 0; $i < 2; $i++) {
	ask($dir);
	ask("mine://$dir");
	ask("file://$dir");
	stream_wrapper_unregister('file');
	stream_wrapper_register('file', 'Everything');
	ask($dir);
	stream_wrapper_restore('file');
}
$iterator = new RecursiveDirectoryIterator("mine://$dir");
print_counted(['SplFileInfo::isDir', 'RecursiveDirectoryIterator::hasChildren'], function () use ($iterator) {
	$iterator->isDir();
	$iterator->next();
	$iterator->hasChildren();
});
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
d dir has [yes, no, yes]; f file none [no, yes, yes]; one dir has [yes, no, yes]; twod file none [no, yes, yes]
one file none [no, yes, yes]; twod dir has [yes, no, yes]
d dir has [yes, no, yes]; f file none [no, yes, yes]; one dir has [yes, no, yes]; twod file none [no, yes, yes]
one file none [no, yes, yes]; twod dir has [yes, no, yes]
d dir has [yes, no, yes]; f file none [no, yes, yes]; one dir has [yes, no, yes]; twod file none [no, yes, yes]
one file none [no, yes, yes]; twod dir has [yes, no, yes]
d dir has [yes, no, yes]; f file none [no, yes, yes]; one dir has [yes, no, yes]; twod file none [no, yes, yes]
one file none [no, yes, yes]; twod dir has [yes, no, yes]
SplFileInfo::isDir: ct 1, bypass 1
RecursiveDirectoryIterator::hasChildren: ct 1, bypass 1
