--TEST--
Objects that were never constructed, and constructors that failed, behave as in stock PHP
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/process.inc';
$dir = test_dir();
make_tree($dir, ['t/a/']);
settle();
$prelude = '
	$dir = ' . var_export("$dir/t", true) . ';
	class Info extends SplFileInfo { public function __construct() {} }
	class File extends SplFileObject { public function __construct() {} }
	class Tree extends RecursiveDirectoryIterator { public function __construct() {} }
	class Failing extends RecursiveDirectoryIterator {
		public static $object;
		public function __construct($dir) { self::$object = $this; parent::__construct($dir); }
	}
	function ask($object, $method) {
		try {
			var_dump($object->$method());
		} catch (Throwable $thrown) {
			echo get_class($thrown), ": ", $thrown->getMessage(), "\n";
		}
	}
	scandir($dir); scandir($dir);
';
$code = [];
foreach (['isDir', 'isFile', 'isLink', 'isReadable', 'getType', 'getRealPath', 'getPathname'] as $method) {
	foreach (['new Info', 'new File', '(new ReflectionClass("SplFileInfo"))->newInstanceWithoutConstructor()'] as $object) {
		$code["$method of $object"] = "ask($object, '$method');";
	}
}
/* Stock PHP 7.4 and later crash in these methods of such an iterator. */
foreach (['isDot', 'valid', 'current', 'key', 'rewind', 'next'] as $method) {
	if (PHP_VERSION_ID >= 80200 && in_array($method, ['isDot', 'valid', 'key', 'next'], true)) {
		$code["$method of new Tree"] = "ask(new Tree, '$method');";
	}
}
$code['failed'] = 'try { new Failing("$dir/none"); } catch (Exception $e) { echo get_class($e), ": ", $e->getMessage(), "\n"; }
	ask(Failing::$object, "hasChildren");';
$code['constructed twice'] = '$i = new RecursiveDirectoryIterator("$dir/a");
	try { $i->__construct($dir); } catch (Throwable $e) { echo get_class($e), ": ", $e->getMessage(), "\n"; }';
$code['info constructed twice'] = '$i = new SplFileInfo("$dir/none"); ask($i, "isDir"); $i->__construct("$dir/a"); ask($i, "isDir"); ask($i, "getRealPath");';
/* One process each: memcheck makes each of them take half a minute. */
$lines = '';
foreach ($code as $label => $part) {
	$lines .= "\necho '== $label', \"\\n\"; $part";
}
$ours = php([], $prelude . $lines);
$stock = (string) shell_exec(escapeshellarg(getenv('TEST_PHP_EXECUTABLE')) . ' -n -d html_errors=0 -d display_errors=1 -r '
	. escapeshellarg($prelude . $lines) . ' 2>&1');
if ($ours !== $stock || substr_count($ours, '== ') !== count($code)) {
	echo "stock: $stock\nfastscan: $ours\n";
}
echo count($code) > 20 ? "compared\n" : "too few\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
compared
