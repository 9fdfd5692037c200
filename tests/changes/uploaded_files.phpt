--TEST--
An uploaded file is seen where it was moved to, and no more where it was
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=strict
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
require __DIR__ . '/../inc/server.inc';
$dir = test_dir();
make_tree($dir, ['web/', 'uploads/old', 'folder/old', 'link' => 'folder']);
file_put_contents("$dir/web/index.php", <<<'PHP'
<?php
$dir = dirname(__DIR__);
$from = $_FILES['file']['tmp_name'];
chdir($dir);
$paths = ["$dir/folder/new", 'folder/new', 'link/new', "uploads/" . basename($from), $from];
function seen(array $paths): string
{
	for ($i = 0; $i < 5; $i++) {
		$seen = '';
		foreach ($paths as $path) {
			stat('/');
			$seen .= is_file($path) ? 'f' : '-';
			is_file(dirname($path) . '/old');
			scandir(dirname($path));
		}
	}
	return $seen;
}
$until = hrtime(true) + 200000000;
while (hrtime(true) < $until);
echo dirname($from) === "$dir/uploads" ? 'uploads: ' : 'elsewhere: ', seen($paths), " ";
var_dump(move_uploaded_file($from, $_GET['to']));
echo seen($paths), "\n";
unlink("$dir/folder/new");
PHP);
$url = start_server("$dir/web", ['fastscan.validate=interval', 'fastscan.revalidate_freq=3600',
	"upload_tmp_dir=$dir/uploads", 'file_uploads=1']);
foreach (["$dir/folder/new", 'link/new', "file://$dir/folder/new"] as $to) {
	$body = "--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\ntext\r\n--B--\r\n";
	$http = ['method' => 'POST', 'header' => 'Content-Type: multipart/form-data; boundary=B', 'content' => $body];
	echo file_get_contents("$url/?to=" . urlencode($to), false, stream_context_create(['http' => $http]));
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
uploads: ---ff bool(true)
fff--
uploads: ---ff bool(true)
fff--
uploads: ---ff bool(true)
fff--
