--TEST--
Directives: names, defaults, who may change them
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=auto
fastscan.verify=0
--FILE--
<?php
foreach (ini_get_all('fastscan') as $name => ['global_value' => $value, 'access' => $access]) {
	$who = [INI_ALL => 'ALL', INI_SYSTEM => 'SYSTEM', INI_PERDIR | INI_SYSTEM => 'PERDIR'][$access];
	echo "$name \"$value\" $who\n";
}
?>
--EXPECT--
fastscan.cache_size "16M" SYSTEM
fastscan.enable "1" ALL
fastscan.enable_cli "1" SYSTEM
fastscan.exclude "" SYSTEM
fastscan.filesystems "" SYSTEM
fastscan.hooks "*" SYSTEM
fastscan.max_entries "65536" SYSTEM
fastscan.min_uses "3" SYSTEM
fastscan.negative "1" ALL
fastscan.prefetch_threads "auto" SYSTEM
fastscan.profile "0" ALL
fastscan.profile_dir "" PERDIR
fastscan.restrict_api "" SYSTEM
fastscan.revalidate_freq "2" ALL
fastscan.settle "auto" SYSTEM
fastscan.shm_file "" SYSTEM
fastscan.shm_size "64M" SYSTEM
fastscan.sync "1" ALL
fastscan.validate "auto" ALL
fastscan.verify "0" ALL
fastscan.warm_includes "1" SYSTEM
