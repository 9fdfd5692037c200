--TEST--
What an object shows of itself is the same before and after it has answered
--EXTENSIONS--
fastscan
--FILE--
<?php
require __DIR__ . '/../inc/all.inc';
require __DIR__ . '/../inc/spl.inc';
$dir = test_dir();
make_tree($dir, ['t/only']);
settle();
/* Dumps and casts between the questions: names are made by whoever needs them first. */
$code = '(function ($dir) {
	if (!class_exists("OwnInfo")) { eval("class OwnInfo extends SplFileInfo { public \$more = 1; }"); }
	$shown = [];
	$show = function ($object) use (&$shown) {
		ob_start();
		var_dump($object);
		$shown[] = preg_replace("/#\d+/", "#", ob_get_clean());
		$shown[] = (string) $object;
		$shown[] = $object->getPathname() . " " . $object->getFileInfo() . " " . get_class($object->getFileInfo("OwnInfo"));
	};
	foreach (["isDir", "getRealPath", "isLink", "getType", "isReadable"] as $method) {
		foreach (["SplFileInfo", "OwnInfo"] as $class) {
			foreach (["DirectoryIterator", "FilesystemIterator", "RecursiveDirectoryIterator"] as $iterator) {
				$i = $iterator === "DirectoryIterator" ? new $iterator("$dir/t") : new $iterator("$dir/t", FilesystemIterator::SKIP_DOTS);
				$i->setInfoClass($class);
				while ($i->getFilename() !== "only") { $i->next(); }
				$shown[] = $i->$method();
				$show($i);
				$i->rewind();
				$shown[] = $i->valid();
				while ($i->valid() && $i->getFilename() !== "only") { $i->next(); }
				$shown[] = $i->getRealPath();
				$shown[] = $i->$method();
				if ($iterator !== "DirectoryIterator") {
					$shown[] = get_class($i->current());
					$show($i->current());
					$shown[] = $i->current()->$method();
				}
				$i->next();
				$shown[] = [$i->valid(), $i->getPathname()];
			}
			$info = new $class("$dir/t/only//");
			$shown[] = $info->$method();
			$show($info);
			$show($info->getPathInfo());
			$shown[] = $info->getPathInfo()->$method();
		}
	}
	return $shown;
})($dir)';
for ($round = 0; $round < 3; $round++) {
	same_as_stock($code, ['dir' => $dir], "round $round");
	settle();
	scandir("$dir/t");
}
?>
--CLEAN--
<?php
require __DIR__ . '/../inc/tree.inc';
remove_test_dir();
?>
--EXPECT--
round 0: same
round 1: same
round 2: same
