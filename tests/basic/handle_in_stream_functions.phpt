--TEST--
A directory handle behaves as PHP's own in every function that takes a stream
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
$dir = test_dir();
make_tree($dir, ['a', 'b', 'c/']);
settle();
$expressions = [
	'stream_get_meta_data($h)', 'ftell($h)', '[readdir($h), ftell($h), readdir($h), ftell($h)]',
	'fread($h, 10)', 'fgets($h)', 'fgetc($h)', 'feof($h)', 'fwrite($h, "x")', 'fflush($h)',
	'fstat($h)',
	'(function () use ($h) {
		set_error_handler(function () { return true; });
		return [fclose($h), restore_error_handler()];
	})()',
	'ftruncate($h, 0)', 'flock($h, LOCK_SH)', 'stream_isatty($h)', 'stream_set_blocking($h, false)',
	'stream_set_timeout($h, 1)',
	'stream_supports_lock($h)', 'stream_is_local($h)', 'stream_get_contents($h)',
	'stream_copy_to_stream($h, STDERR)',
	'[fseek($h, 0), ftell($h)]', '[fseek($h, 5), ftell($h), readdir($h)]',
	'[readdir($h), fseek($h, 1, SEEK_CUR), readdir($h)]', '[fseek($h, 0, SEEK_END), readdir($h)]',
	'[readdir($h), rewind($h), readdir($h), ftell($h)]',
	'[readdir($h), rewinddir($h), readdir($h), ftell($h)]',
	'[stream_set_read_buffer($h, 100), readdir($h), readdir($h)]',
	'[stream_set_chunk_size($h, 1), readdir($h), readdir($h)]',
	'[stream_set_read_buffer($h, 1), fgets($h), readdir($h), stream_set_read_buffer($h, 0),
		readdir($h)]',
	'[stream_set_read_buffer($h, 1), stream_set_chunk_size($h, $size), readdir($h), readdir($h),
		ftell($h)]',
	'[readdir($h), readdir($h), readdir($h), readdir($h), readdir($h), readdir($h), readdir($h),
		ftell($h), feof($h), readdir($h)]',
	'(function () use ($h) { $r = [$h]; $w = $e = null; return stream_select($r, $w, $e, 0); })()',
	'[closedir($h), is_resource($h), get_resource_type($h), readdir($h)]',
	'[closedir($h), closedir($h)]',
	'[closedir($h), rewinddir($h)]',
	'[readdir(), readdir(), rewinddir(), readdir(), closedir(), is_resource($h)]',
	'[readdir(null), readdir($h)]', '[closedir(null), is_resource($h)]',
	'(function () use ($h) {
		stream_filter_append($h, "string.toupper");
		return [readdir($h), fgets($h)];
	})()',
	'readdir(STDIN)', 'rewinddir(STDIN)', 'closedir(STDIN)', 'get_resource_type($h)',
	'[(int) opendir($dir) - (int) $h, (int) fopen("php://memory", "r") - (int) $h]',
];
foreach ($expressions as $expression) {
	$code = "(function (\$dir, \$size) {
		\$h = opendir(\$dir);
		return $expression;
	})(\$dir, \$size)";
	ob_start();
	same_in_rounds($code, ['dir' => $dir, 'size' => PHP_VERSION_ID < 80400 ? 4096 : 257],
		$expression);
	$text = ob_get_clean();
	if ($text !== "$expression: same\n") {
		echo $text;
	}
}
echo 'done';
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
done
