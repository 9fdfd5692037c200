--TEST--
Entries of include_path that are URLs are asked in their turn, and their code sees the real include_path
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/includes.inc';
$dir = test_dir() . '/top';
make_libraries($dir);
$code = '
	class Files
	{
		public $context;
		private $read = false;
		function url_stat($path, $flags)
		{
			echo "\turl_stat $path ", get_include_path(), "\n";
			if (substr($path, -7) !== "/in.php") {
				show(@include "in.php");
			}
			return substr($path, -6) === "/v.php" ? ["mode" => 0100644] : false;
		}
		function stream_open($path, $mode) { return substr($path, -6) === "/v.php"; }
		function stream_read($count)
		{
			$text = $this->read ? "" : "<?php return \"virtual\";";
			$this->read = true;
			return $text;
		}
		function stream_eof() { return $this->read; }
		function stream_stat() { return ["mode" => 0100644, "size" => 0]; }
		function stream_set_option($option, $first, $second) { return false; }
	}
	stream_wrapper_register("virtual", "Files");
	foreach ([".:virtual://x:$dir/two", "$dir/one:$dir/two:virtual://x", "virtual://x:virtual://y"] as $path) {
		set_include_path($path);
		for ($i = 0; $i < 4; $i++) {
			foreach (["v.php", "a.php", "b.php", "absent.php", "virtual://z/v.php", "virtual://z/none"] as $name) {
				tried(static function () use ($name) { return include $name; });
				tried(static function () use ($name) { return include_once $name; });
			}
		}
	}
	set_include_path("$dir/one:$dir/two");
	stream_wrapper_unregister("file");
	stream_wrapper_register("file", "Files");
	for ($i = 0; $i < 4; $i++) {
		foreach (["absent.php", "a.php", "$dir/one/absent.php", "$dir/one/v.php", "v.php"] as $name) {
			tried(static function () use ($name) { return include $name; });
			tried(static function () use ($name) { return stream_resolve_include_path($name); });
		}
	}
	stream_wrapper_restore("file");
	tried(static function () { return include "absent.php"; });';
compare_scripts('wrappers', $dir, $code);
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
wrappers: same
