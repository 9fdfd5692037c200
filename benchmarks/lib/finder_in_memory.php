<?php
/* SPDX-License-Identifier: MIT
 *
 * The most that anything below PHP's code can do for Symfony's Finder: a class of the name of its
 * iterator over directories, to be loaded before Finder's own, that takes names from an array. It does what
 * that class does with PHP code for each entry (the object, its relative path, which children there
 * are), and no directory is opened, read or asked for. For spl.php --ceiling.
 */

namespace Symfony\Component\Finder\Iterator;

use Symfony\Component\Finder\SplFileInfo;

class RecursiveDirectoryIterator extends \RecursiveArrayIterator
{
	/** @var array name => its entries, or null where it is no directory */
	private static array $tree = [];
	private string $root = '';
	private string $below = '';
	private bool $isNew = true;

	/** @param string|array $path the tree's folder; an array of getChildren()'s */
	public function __construct($path, int $flags = 0, bool $ignoreUnreadable = false)
	{
		parent::__construct(is_array($path) ? $path : self::$tree, self::CHILD_ARRAYS_ONLY);
		$this->root = is_array($path) ? '' : $path;
	}

	public static function fill(string $dir): void
	{
		self::$tree = self::names($dir);
	}

	private static function names(string $dir): array
	{
		$names = [];
		foreach (array_diff(scandir($dir, SCANDIR_SORT_NONE), ['.', '..']) as $name) {
			$names[$name] = is_dir("$dir/$name") ? self::names("$dir/$name") : null;
		}
		return $names;
	}

	#[\ReturnTypeWillChange]
	public function current()
	{
		$name = $this->below === '' ? parent::key() : $this->below . '/' . parent::key();
		$root = $this->root;
		if (substr($root, -1) !== '/') {
			$root .= '/';
		}
		return new SplFileInfo($root . $name, $this->below, $name);
	}

	#[\ReturnTypeWillChange]
	public function getChildren()
	{
		$children = parent::getChildren();
		$children->root = $this->root;
		$children->below = $this->below === '' ? parent::key() : $this->below . '/' . parent::key();
		return $children;
	}

	#[\ReturnTypeWillChange]
	public function next()
	{
		$this->isNew = false;
		parent::next();
	}

	#[\ReturnTypeWillChange]
	public function rewind()
	{
		if ($this->isNew) {
			$this->isNew = false;
			return;
		}
		parent::rewind();
	}

	public function getFilename(): string
	{
		return (string) parent::key();
	}

	public function getSubPath(): string
	{
		return $this->below;
	}

	public function isDir(): bool
	{
		return parent::hasChildren();
	}
}
