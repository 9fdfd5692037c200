<?php
/* SPDX-License-Identifier: MIT
 *
 * tree.php OUT: write a site's module folder as Drupal 7 sites have it.
 *
 * 200 modules and 105 submodules (305 extensions, each with its .info, .module, .install and
 * tests), 2,287 folders and 10,552 files: what one well-filled sites/all/modules holds. Folders are
 * small as they are in the wild (median 2 entries, 95th percentile 19, OUT itself 200).
 *
 * The same version of this file always writes the same names, contents and file times. ctimes
 * cannot be set, so a tree is *settled* for fastscan only some time after it was written.
 */

final class SiteTree
{
	private const MODULES = 200;
	private const SUBMODULES = 105;
	private const FOLDERS = 2287;
	private const FILES = 10552;
	private const MTIME = 1700000000;

	private const WORDS = ['access', 'block', 'cache', 'chart', 'comment', 'date', 'entity', 'feed',
		'field', 'filter', 'form', 'geo', 'image', 'link', 'mail', 'media', 'menu', 'node', 'panel',
		'path', 'queue', 'rules', 'search', 'tag', 'token', 'user', 'views', 'workflow'];
	/* folder of an extension => suffix of the files in it */
	private const KINDS = ['includes' => 'inc', 'src' => 'php', 'views' => 'inc', 'css' => 'css',
		'js' => 'js', 'templates' => 'tpl.php', 'images' => 'png', 'theme' => 'inc',
		'translations' => 'po'];
	private const NESTED = ['entity', 'field', 'token', 'views'];

	private int $random = 20101;
	/** @var array<string, string> folder => suffix of the files in it, parents first */
	private array $folders = ['' => ''];
	/** @var array<string, string> path of an extension => its name */
	private array $extensions = [];
	/** @var array<string, string> path => content */
	private array $files = [];

	private int $modules;
	private int $submodules;
	private int $wanted_folders;
	private int $wanted_files;

	/** @param int $part 20: a twentieth of everything, to try a program with */
	public function __construct(int $part = 1)
	{
		$this->modules = intdiv(self::MODULES, $part);
		$this->submodules = intdiv(self::SUBMODULES, $part);
		$this->wanted_folders = intdiv(self::FOLDERS, $part);
		$this->wanted_files = intdiv(self::FILES, $part);
		$this->planExtensions();
		$this->planFolders();
		$this->planFiles();
	}

	/** @return array{folders: int, files: int, extensions: int} */
	public function totals(): array
	{
		return ['folders' => count($this->folders), 'files' => count($this->files),
			'extensions' => count($this->extensions)];
	}

	public function write(string $out): void
	{
		foreach ($this->folders as $folder => $_) {
			if (!is_dir("$out/$folder") && !mkdir("$out/$folder", 0755, $folder === '')) {
				throw new RuntimeException("cannot make $out/$folder");
			}
		}
		foreach ($this->files as $path => $content) {
			file_put_contents("$out/$path", $content);
			touch("$out/$path", self::MTIME);
		}
		/* children first: every file made above moved its folder's time */
		foreach (array_reverse($this->folders) as $folder => $_) {
			touch("$out/$folder", self::MTIME);
		}
	}

	private function planExtensions(): void
	{
		$subsLeft = $this->submodules;
		for ($i = 1; $i <= $this->modules; $i++) {
			$name = sprintf('%s_%s_%03d', $this->pick(self::WORDS), $this->pick(self::WORDS), $i);
			$this->addExtension($name, $name);
			/* every fourth module comes with two or three submodules */
			if ($i % 4 === 0) {
				$this->folders["$name/modules"] = '';
				$modulesLeft = intdiv($this->modules - $i, 4) + 1;
				$subs = intdiv($subsLeft + $modulesLeft - 1, $modulesLeft);
				$subsLeft -= $subs;
				for ($k = 1; $k <= $subs; $k++) {
					$this->addExtension("$name/modules/{$name}_sub$k", "{$name}_sub$k");
				}
			}
		}
	}

	private function addExtension(string $path, string $name): void
	{
		$this->extensions[$path] = $name;
		$this->folders[$path] = '';
		$this->folders["$path/tests"] = 'test';
		$this->files["$path/$name.info"] = "name = $name\ncore = 7.x\npackage = Generated\n"
			. "files[] = tests/$name.test\n";
		$this->files["$path/$name.module"] = "<?php\n\nfunction {$name}_help(\$path, \$arg) {\n"
			. "  return '';\n}\n" . $this->filler(40);
		$this->files["$path/$name.install"] = "<?php\n\nfunction {$name}_schema() {\n"
			. "  return [];\n}\n";
		$this->files["$path/README.txt"] = $this->filler(10);
		$this->files["$path/LICENSE.txt"] = $this->filler(20);
		$this->files["$path/tests/$name.test"] = "<?php\n";
	}

	/* Half of the other folders are an extension's own, half are nested up to three levels deeper. */
	private function planFolders(): void
	{
		$paths = array_keys($this->extensions);
		while (count($this->folders) < $this->wanted_folders) {
			$path = $this->pick($paths);
			$kind = $this->pick(array_keys(self::KINDS));
			$folder = "$path/$kind";
			if (isset($this->folders[$folder])) {
				for ($depth = 0; isset($this->folders[$folder]) && $depth < 3; $depth++) {
					$folder .= '/' . $this->pick(self::NESTED);
				}
			}
			if (!isset($this->folders[$folder])) {
				$this->folders[$folder] = self::KINDS[$kind];
			}
		}
	}

	/* One file in every folder, then the rest: mostly in the larger, less deep ones. */
	private function planFiles(): void
	{
		$kinds = array_filter($this->folders);
		foreach ($kinds as $folder => $suffix) {
			$this->addFile($folder, $suffix);
		}
		$popular = array_filter(array_keys($kinds), fn ($folder) => $this->random(100)
			< (in_array(basename($folder), self::NESTED, true) ? 15 : 60));
		$popular = array_values($popular);
		while (count($this->files) < $this->wanted_files) {
			/* the least of three: a few folders are large, as a few are in every real site */
			$at = min($this->random(count($popular)), $this->random(count($popular)),
				$this->random(count($popular)));
			$this->addFile($popular[$at], $kinds[$popular[$at]]);
		}
	}

	private function addFile(string $folder, string $suffix): void
	{
		$name = $this->pick(self::WORDS) . '_' . $this->pick(self::WORDS) . count($this->files);
		$this->files["$folder/$name.$suffix"] = $this->filler(20);
	}

	private function filler(int $maxLines): string
	{
		return str_repeat("// a line of about the usual length, so that files have a usual size\n",
			1 + $this->random($maxLines));
	}

	private function pick(array $list): string
	{
		return $list[$this->random(count($list))];
	}

	/* Our own generator: PHP's may give other numbers in other versions. */
	private function random(int $below): int
	{
		$this->random = ($this->random * 1103515245 + 12345) & 0x7fffffff;
		return ($this->random >> 8) % $below;
	}
}

if (realpath($_SERVER['SCRIPT_FILENAME'] ?? '') === __FILE__) {
	if ($argc !== 2) {
		fwrite(STDERR, "usage: php tree.php OUT\n");
		exit(2);
	}
	$tree = new SiteTree();
	$tree->write($argv[1]);
	echo json_encode($tree->totals()), "\n";
}
