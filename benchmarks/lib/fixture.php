<?php
/* SPDX-License-Identifier: MIT
 *
 * The folders benchmarks work on. They are made once under the work directory and kept, because
 * making them takes longer than most benchmarks.
 */

require_once __DIR__ . '/tree.php';

const FIXTURE_MODULES = 'sites/all/modules';

/** A site with the 200-module tree in FIXTURE_MODULES; returns its root. */
function fixture_site(string $work): string
{
	return fixture_make("$work/site", function (string $dir): void {
		mkdir("$dir/" . FIXTURE_MODULES, 0755, true);
		(new SiteTree())->write("$dir/" . FIXTURE_MODULES);
	});
}

/** The same with a twentieth of the modules. */
function fixture_small_site(string $work): string
{
	return fixture_part_of_site($work, 20);
}

/** The same with the $part-th part of the modules. */
function fixture_part_of_site(string $work, int $part): string
{
	if ($part === 1) {
		return fixture_site($work);
	}
	return fixture_make($part === 20 ? "$work/small-site" : "$work/site-$part", function (string $dir) use ($part): void {
		mkdir("$dir/" . FIXTURE_MODULES, 0755, true);
		(new SiteTree($part))->write("$dir/" . FIXTURE_MODULES);
	});
}

/** One folder with 200 files. */
function fixture_folder200(string $work): string
{
	return fixture_make("$work/folder200", function (string $dir): void {
		fixture_fill($dir, 200, "$dir/entry_000.inc");
	});
}

/**
 * Folders 000000, 000001, ... of so many names each. The names are hard links to a few files, since
 * a million inodes would take longer and prove nothing more.
 */
function fixture_folders(string $work, int $folders, int $names): string
{
	return fixture_make("$work/folders-$folders-$names", function (string $dir) use ($folders,
			$names): void {
		$first = '';
		for ($i = 0; $i < $folders; $i++) {
			$folder = sprintf('%s/%06d', $dir, $i);
			mkdir($folder);
			/* ext4 allows 65,000 links to one file */
			if ($i % intdiv(60000, $names) === 0) {
				$first = "$folder/entry_000.inc";
			}
			fixture_fill($folder, $names, $first);
		}
	});
}

/** Five libraries of 40 packages with 10 classes each, as include_path has them. */
function fixture_libraries(string $work): string
{
	return fixture_make("$work/libraries", function (string $dir): void {
		for ($i = 0; $i < 2000; $i++) {
			$package = sprintf('%s/lib%d/Vendor/Package%02d', $dir, intdiv($i, 400),
				intdiv($i, 10) % 40);
			is_dir($package) || mkdir($package, 0755, true);
			file_put_contents(sprintf('%s/Class%d_%d.php', $package, intdiv($i, 400), $i % 10),
				"<?php\n");
		}
	});
}

/* Names entry_000.inc, ... in $folder, all links to $first, which is made if it belongs here. */
function fixture_fill(string $folder, int $names, string $first): void
{
	for ($i = 0; $i < $names; $i++) {
		$name = sprintf('%s/entry_%03d.inc', $folder, $i);
		if ($name === $first) {
			file_put_contents($name, '');
		} else {
			link($first, $name);
		}
	}
}

/** Make $dir under another name and rename it, so that a half-made one is never used. */
function fixture_make(string $dir, callable $make): string
{
	$version = md5_file(__FILE__) . md5_file(__DIR__ . '/tree.php');
	if (@file_get_contents("$dir.version") !== $version) {
		echo "making $dir\n";
		exec('rm -rf ' . escapeshellarg($dir) . ' ' . escapeshellarg("$dir.new"));
		mkdir("$dir.new", 0755, true);
		$make("$dir.new");
		rename("$dir.new", $dir);
		file_put_contents("$dir.version", $version);
		/* local directories are trusted after a few ticks of the kernel's clock */
		usleep(200000);
	}
	return $dir;
}
