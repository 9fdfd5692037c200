--TEST--
Changes made while a request ends are seen by the next one, however long answers are kept
--EXTENSIONS--
fastscan
session
zip
--SKIPIF--
<?php
require __DIR__ . '/../inc/skip.inc';
skip_unless_extensions('session', 'zip');
?>
--INI--
fastscan.validate=strict
--FILE--
<?php
require __DIR__ . '/../inc/changes.inc';
require __DIR__ . '/../inc/server.inc';
$dir = test_dir();
make_tree($dir, ['folder/old', 'web/']);
file_put_contents("$dir/web/index.php", <<<'PHP'
<?php
$folder = dirname(__DIR__) . '/folder';
$new = "$folder/new";
class Writer implements SessionHandlerInterface
{
	public function open($path, $name): bool { return true; }
	public function close(): bool { return true; }
	#[\ReturnTypeWillChange]
	public function read($id) { return ''; }
	public function write($id, $data): bool { return is_file($GLOBALS['new']) || touch($GLOBALS['new']); }
	public function destroy($id): bool { return true; }
	#[\ReturnTypeWillChange]
	public function gc($life) { return 1; }
}
class Destroyed
{
	public function __destruct() { is_file($GLOBALS['new']); touch($GLOBALS['new']); }
}
switch ($_GET['do']) {
	case 'ask':
		for ($i = 0; $i < 5; $i++) {
			is_file("$folder/old");
			$found = is_file($new);
			scandir($folder);
		}
		$before = fastscan_counters()['is_file'];
		is_file($new);
		$known = fastscan_counters()['is_file']['hit'] > $before['hit'] ? 'known' : 'not known';
		echo $found ? 'file' : 'absent', ", $known";
		break;
	case 'session':
		session_set_save_handler(new Writer, false);
		session_start();
		$_SESSION['x'] = 1;
		break;
	case 'destructor':
		$object = new Destroyed;
		break;
	case 'shutdown':
		register_shutdown_function(function () { is_file($GLOBALS['new']); touch($GLOBALS['new']); });
		break;
	case 'zip':
		$zip = new ZipArchive;
		$zip->open($new, ZipArchive::CREATE);
		$zip->addFromString('inside', 'text');
		break;
	case 'popen':
		$pipe = popen('sleep 0.2; touch ' . escapeshellarg($new), 'w');
		is_file($new);
		break;
	case 'off':
		ini_set('fastscan.enable', 0);
		is_file($new);
		touch($new);
		break;
	case 'remove':
		unlink($new);
		break;
}
PHP);
$url = start_server("$dir/web", ['fastscan.validate=interval', 'fastscan.revalidate_freq=3600',
	'session.use_cookies=0', 'session.cache_limiter=']);
function request(string $what): string
{
	return (string) file_get_contents("$GLOBALS[url]/?do=$what");
}
foreach (['session', 'destructor', 'shutdown', 'zip', 'popen', 'off'] as $way) {
	settle();
	request('ask');
	echo "$way: ", request('ask');
	request($way);
	echo ' => ', strtok(request('ask'), ',');
	settle();
	request('remove');
	echo ' => ', strtok(request('ask'), ','), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
session: absent, known => file => absent
destructor: absent, known => file => absent
shutdown: absent, known => file => absent
zip: absent, known => file => absent
popen: absent, known => file => absent
off: absent, known => file => absent
