--TEST--
A bad value at start-up is refused with a warning, and the default is kept
--EXTENSIONS--
fastscan
--INI--
fastscan.validate=auto
fastscan.verify=0
--FILE--
<?php
require __DIR__ . '/../inc/process.inc';

$nonsense = [
	'enable=maybe', 'enable_cli=7', 'validate=sometimes', 'revalidate_freq=12abc', 'cache_size=', 'cache_size=1',
	'cache_size=16MB', 'cache_size=M', 'cache_size=1025G', 'cache_size=99999999999G', 'cache_size=-1', 'max_entries=0',
	'max_entries=64K', 'min_uses=0', 'exclude=relative', 'exclude=/a:b', 'settle=soon', 'settle=-1',
	'shm_size=1000K', 'shm_size=33G', 'shm_size=', 'shm_file=relative', 'hooks=is_dir,unlink', 'profile_dir=relative',
	'verify=1000',
];
foreach ($nonsense as $setting) {
	$name = 'fastscan.' . explode('=', $setting)[0];
	$output = php(["fastscan.$setting"], "echo 'kept: ', ini_get('$name'), \"\n\";");
	echo preg_replace('/^PHP Warning: .*\n|^Warning: (PHP Startup: )?|^\n| in Unknown on line 0/m', '', $output);
}
?>
--EXPECT--
fastscan.enable cannot be "maybe"; allowed: 0, 1, on, off
kept: 1
fastscan.enable_cli cannot be "7"; allowed: 0, 1, on, off
kept: 1
fastscan.validate cannot be "sometimes"; allowed: auto, strict, request, interval, never
kept: auto
fastscan.revalidate_freq cannot be "12abc"; allowed: 0 to 31536000 (seconds)
kept: 2
fastscan.cache_size cannot be ""; allowed: 64K to 1024G (bytes; K, M, G may follow)
kept: 16M
fastscan.cache_size cannot be "1"; allowed: 64K to 1024G (bytes; K, M, G may follow)
kept: 16M
fastscan.cache_size cannot be "16MB"; allowed: 64K to 1024G (bytes; K, M, G may follow)
kept: 16M
fastscan.cache_size cannot be "M"; allowed: 64K to 1024G (bytes; K, M, G may follow)
kept: 16M
fastscan.cache_size cannot be "1025G"; allowed: 64K to 1024G (bytes; K, M, G may follow)
kept: 16M
fastscan.cache_size cannot be "99999999999G"; allowed: 64K to 1024G (bytes; K, M, G may follow)
kept: 16M
fastscan.cache_size cannot be "-1"; allowed: 64K to 1024G (bytes; K, M, G may follow)
kept: 16M
fastscan.max_entries cannot be "0"; allowed: 1 to 4194304
kept: 65536
fastscan.max_entries cannot be "64K"; allowed: 1 to 4194304
kept: 65536
fastscan.min_uses cannot be "0"; allowed: 1 to 1000000
kept: 3
fastscan.exclude cannot be "relative"; allowed: absolute paths, with PATH_SEPARATOR between
kept: 
fastscan.exclude cannot be "/a:b"; allowed: absolute paths, with PATH_SEPARATOR between
kept: 
fastscan.settle cannot be "soon"; allowed: auto, or 0 to 3600000 (milliseconds)
kept: auto
fastscan.settle cannot be "-1"; allowed: auto, or 0 to 3600000 (milliseconds)
kept: auto
fastscan.shm_size cannot be "1000K"; allowed: 0, or 1M to 32G (bytes; K, M, G may follow)
kept: 64M
fastscan.shm_size cannot be "33G"; allowed: 0, or 1M to 32G (bytes; K, M, G may follow)
kept: 64M
fastscan.shm_size cannot be ""; allowed: 0, or 1M to 32G (bytes; K, M, G may follow)
kept: 64M
fastscan.shm_file cannot be "relative"; allowed: an absolute path, or nothing
kept: 
fastscan.hooks cannot be "is_dir,unlink"; allowed: *, or a comma list of is_dir, is_file, is_link, file_exists, is_readable, is_writable, is_writeable, is_executable, opendir, dir, readdir, rewinddir, closedir, scandir, realpath, glob, SplFileInfo::isDir, SplFileInfo::isFile, SplFileInfo::isLink, SplFileInfo::isReadable, SplFileInfo::isWritable, SplFileInfo::isExecutable, SplFileInfo::getType, SplFileInfo::getRealPath, RecursiveDirectoryIterator::hasChildren, include
kept: *
fastscan.profile_dir cannot be "relative"; allowed: an absolute path, or nothing
kept: 
fastscan.verify cannot be "1000"; allowed: 0 to 100 (percent)
kept: 0
