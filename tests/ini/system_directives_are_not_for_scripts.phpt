--TEST--
SYSTEM and PERDIR directives cannot be changed by a script
--EXTENSIONS--
fastscan
--FILE--
<?php
foreach (ini_get_all('fastscan') as $name => ['access' => $access, 'local_value' => $value]) {
	if ($access !== INI_ALL && @ini_set($name, $value) !== false) {
		echo "$name could be set\n";
	}
}
echo "done\n";
?>
--EXPECT--
done
