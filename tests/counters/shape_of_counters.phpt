--TEST--
fastscan_counters(): one line for each function, one for the cache
--EXTENSIONS--
fastscan
--INI--
fastscan.exclude=/
--FILE--
<?php
is_dir('/');
$counters = fastscan_counters();
echo implode(' ', array_keys($counters)), "\n";
echo implode(' ', array_keys($counters['realpath'])), "\n";
echo implode(' ', array_keys($counters['cache'])), "\n";
foreach ($counters as $group => $values) {
	if (array_keys($values) !== array_keys($counters[$group === 'cache' ? 'cache' : 'is_dir'])) {
		echo "$group differs\n";
	}
	foreach ($values as $name => $value) {
		if (!is_int($value) && $name !== 'bypass') {
			echo "$group $name is no number\n";
		}
	}
}
?>
--EXPECT--
is_dir is_file is_link file_exists is_readable is_writable is_writeable is_executable opendir dir readdir rewinddir closedir scandir realpath glob SplFileInfo::isDir SplFileInfo::isFile SplFileInfo::isLink SplFileInfo::isReadable SplFileInfo::isWritable SplFileInfo::isExecutable SplFileInfo::getType SplFileInfo::getRealPath RecursiveDirectoryIterator::hasChildren (stat) (iterators) (include) cache
ct wt hit checked miss negative bypass
validations fills racy stale evictions shared_hits shared_flips owner_deaths syscalls_saved marks epochs prefetch_issued prefetch_used prefetch_wasted prefetch_waited_us verify_checked verify_mismatch verify_allowed bypass
