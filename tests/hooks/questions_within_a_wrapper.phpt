--TEST--
A stream wrapper in PHP code that asks for plain files itself
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=request
fastscan.revalidate_freq=0
fastscan.verify=0
fastscan.min_uses=1
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
class Below
{
	public static $dir;
	public $context;
	private $handle;
	public function url_stat($path, $flags)
	{
		$plain = self::$dir . '/' . substr($path, 8);
		return is_dir($plain) || file_exists($plain) ? stat($plain) : false;
	}
	public function dir_opendir($path, $options)
	{
		$plain = self::$dir . '/' . substr($path, 8);
		return scandir($plain) && ($this->handle = opendir($plain));
	}
	public function dir_readdir()
	{
		return readdir($this->handle);
	}
	public function dir_closedir()
	{
		closedir($this->handle);
	}
	public function dir_rewinddir()
	{
		rewinddir($this->handle);
		return true;
	}
}
stream_wrapper_register('below', 'Below');
Below::$dir = test_dir();
make_tree(Below::$dir, ['d/x', 'f']);
settle();
for ($i = 0; $i < 3; $i++) {
	clearstatcache();
	$handle = opendir('below://d');
	$first = readdir($handle);
	rewinddir($handle);
	$again = readdir($handle);
	closedir($handle);
	echo brief([is_dir('below://d'), is_file('below://f'), file_exists('below://no'),
		scandir('below://d'), $first === $again,
		@scandir('below://no')]), "\n";
}
print_counted(['is_dir', 'scandir'], function () { is_dir('below://no'); scandir('below://d'); });
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
[yes, yes, no, [., .., x], yes, no]
[yes, yes, no, [., .., x], yes, no]
[yes, yes, no, [., .., x], yes, no]
is_dir: ct 2, hit 1, negative 1, bypass 1
scandir: ct 2, hit 1, bypass 1
