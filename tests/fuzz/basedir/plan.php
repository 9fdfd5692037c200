<?php
/* SPDX-License-Identifier: MIT */
/*
 * What happens in one case: the same for the same seed. The tree lies in "$dir/t"; few names, so that they meet; one is a
 * prefix of another.
 */

final class Plan
{
	private const NAMES = ['a', 'b', 'ab', 'c', '.d'];

	private string $dir;
	/** @var list<string> folders that were made, relative; some may be gone */
	private array $folders = [''];

	public function __construct(int $seed, string $dir)
	{
		mt_srand($seed);
		$this->dir = $dir;
		shell_exec('rm -rf ' . escapeshellarg($dir));
		mkdir("$dir/t", 0755, true);
	}

	public function makeTree(): void
	{
		foreach (['a', 'b', 'a/b', 'a/ab', 'b/a', 'ab'] as $folder) {
			mkdir("$this->dir/t/$folder");
			$this->folders[] = $folder;
		}
		for ($i = 0; $i < 25; $i++) {
			$this->change();
		}
	}

	/* What both players do next; the tree has changed before, by nobody they know. */
	public function step(int $round): array
	{
		for ($i = $round === 0 ? 0 : mt_rand(0, 4); $i > 0; $i--) {
			$this->change();
		}
		$paths = [];
		for ($i = 0; $i < 30; $i++) {
			$paths[] = $this->path();
		}
		$narrow = $round === 0 || mt_rand(0, 3) === 0;
		return ['cwd' => $round === 0 || mt_rand(0, 2) === 0 ? $this->absolute($this->folder()) : null,
			'rule' => $narrow ? $this->rule($round === 0) : null, 'paths' => $paths];
	}

	private function pick(array $from)
	{
		return $from[mt_rand(0, count($from) - 1)];
	}

	private function folder(): string
	{
		return $this->pick($this->folders);
	}

	private function absolute(string $path): string
	{
		return rtrim("$this->dir/t/$path", '/');
	}

	/* Names, "..", "." and empty parts; seldom deep. */
	private function walk(int $most): string
	{
		$parts = [];
		for ($i = mt_rand(1, $most); $i > 0; $i--) {
			$parts[] = $this->pick([$this->pick(self::NAMES), $this->pick(self::NAMES), $this->pick(self::NAMES), 'a', 'b',
				'..', '.', '', 'none']);
		}
		return implode('/', $parts) . $this->pick(['', '', '', '/', '/.', '/..']);
	}

	private function path(): string
	{
		switch (mt_rand(0, 5)) {
			case 0:
			case 1:
				return "$this->dir/t/" . $this->walk(4);
			case 2:
				return $this->absolute($this->folder()) . '/' . $this->walk(2);
			case 3:
				return ltrim($this->walk(5), '/') ?: '.';
			case 4:
				return $this->absolute($this->folder());
			default:
				return $this->pick(['.', '..', './', '/', '/none', "$this->dir/t", "$this->dir/t/", "$this->dir/none/x", '../..',
					"$this->dir", "$this->dir//t/./a"]);
		}
	}

	private function entry(): string
	{
		switch (mt_rand(0, 6)) {
			case 0:
				return $this->absolute($this->walk(3));
			case 1:
				return $this->pick(['.', '..', './', 'a', 'b/', 'ab', 'none', "$this->dir/t/none", "$this->dir/t", "$this->dir/t/"]);
			case 2:
				return $this->absolute($this->folder()) . '/';
			case 3:
				return $this->absolute($this->folder()) . '/' . $this->pick(self::NAMES);
			default:
				return $this->absolute($this->folder());
		}
	}

	private function rule(bool $first): string
	{
		$entries = [];
		for ($i = mt_rand(1, $first ? 3 : 2); $i > 0; $i--) {
			$entries[] = $this->entry();
		}
		return implode(':', $entries) . (mt_rand(0, 9) === 0 ? ':' : '');
	}

	/* One change by somebody else. What cannot be done is not done. */
	private function change(): void
	{
		$path = $this->absolute($this->folder()) . '/' . $this->pick(self::NAMES);
		switch (mt_rand(0, 7)) {
			case 0:
				if (@mkdir($path)) {
					$this->folders[] = substr($path, strlen("$this->dir/t/"));
				}
				break;
			case 1:
				file_exists($path) || is_link($path) || !is_dir(dirname($path)) || @touch($path);
				break;
			case 2:
				is_link($path) || is_file($path) ? @unlink($path) : @rmdir($path);
				break;
			case 3:
				@rename($path, $this->absolute($this->folder()) . '/' . $this->pick(self::NAMES));
				break;
			default:
				/* switched as a deployment does it */
				@symlink($this->target(), "$path.new");
				is_dir($path) && !is_link($path) ? @unlink("$path.new") : @rename("$path.new", $path);
		}
	}

	private function target(): string
	{
		switch (mt_rand(0, 4)) {
			case 0:
				return $this->absolute($this->folder());
			case 1:
				return $this->walk(3) ?: '.';
			case 2:
				return $this->pick(self::NAMES);
			case 3:
				return $this->pick(['..', '../..', '.', '/', "$this->dir/t", "$this->dir", 'none', '../a', '../ab/b']);
			default:
				return '../' . $this->pick(self::NAMES);
		}
	}
}
