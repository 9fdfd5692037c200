--TEST--
phpinfo(): state, mode, use of memory, directives
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=auto
fastscan.verify=0
fastscan.profile=0
--FILE--
<?php
ob_start();
phpinfo(INFO_MODULES);
preg_match('/^fastscan\n\n.*?^fastscan\.verify => .*?$/ms', ob_get_clean(), $section);
echo $section[0], "\n";
?>
--EXPECTF--
fastscan

fastscan => on
Version => %d.%d.%d
Mode => strict
Bytes used => %d
Bytes allowed => 16777216
Directories => %d
Listings => %d
Names => %d
Mounts => %d
Validations => %d
System calls saved => %d

Directive => Local Value => Master Value
fastscan.cache_size => 16M => 16M
fastscan.enable => On => On
fastscan.enable_cli => On => On
fastscan.exclude => no value => no value
fastscan.filesystems => no value => no value
fastscan.hooks => * => *
fastscan.max_entries => 65536 => 65536
fastscan.min_uses => 3 => 3
fastscan.negative => On => On
fastscan.prefetch_threads => auto => auto
fastscan.profile => Off => Off
fastscan.profile_dir => no value => no value
fastscan.restrict_api => no value => no value
fastscan.revalidate_freq => 2 => 2
fastscan.settle => auto => auto
fastscan.shm_file => no value => no value
fastscan.shm_size => 64M => 64M
fastscan.sync => On => On
fastscan.validate => auto => auto
fastscan.verify => 0 => 0
