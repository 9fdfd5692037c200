--TEST--
Loading it twice, or as a zend_extension: a message says so, and it works or is absent
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/process.inc';
preg_match_all('/extension=([^"\s]*fastscan[^"\s]*)/', (string) getenv('TEST_PHP_EXTRA_ARGS'), $matches);
$so = end($matches[1]);
if ($so === false) {
	die("the extension is not among the arguments\n");
}
/* Before 8.0 what is said while PHP starts is logged too, whatever log_errors says. */
function told(array $settings, string $code): string
{
	return preg_replace('/^PHP Warning: .*\n/m', '', php($settings, $code));
}
echo told(["extension=$so"], 'var_dump(is_dir("/"), count(get_extension_funcs("fastscan")) > 5);');
echo told(["zend_extension=$so"], 'var_dump(is_dir("/"));');
?>
--EXPECTF--
%AWarning: Module %cfastscan%c %Salready loaded in Unknown on line 0
bool(true)
bool(true)

Warning: fastscan was not loaded as a Zend extension: write extension=fastscan, not zend_extension=fastscan in Unknown on line 0
bool(true)
