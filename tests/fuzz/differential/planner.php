<?php
/* SPDX-License-Identifier: MIT */
/*
 * Makes plans: one episode is a new tree and some eras on it. The same seed and number make the
 * same plan, in every mode.
 *
 * Steps, which are arrays so that a plan can be printed, cut down and played again:
 *
 *	['era', 'alone' | 'mixed']       a stretch without, or with, changes by another process
 *	['ask', question, path]          see Vocabulary
 *	['handle', verb, slot, ...]
 *	['own', change, argument...]     by the player itself
 *	['child', function, what, path]  by a child that it waits for
 *	['foreign', change, argument...] by another process, of which it knows nothing
 *	['wait', milliseconds]           nothing happens; ours is stopped meanwhile, which marks nothing
 *	['idle', milliseconds]           nothing happens; ours goes on running: its helper threads can work
 *	['tell', 'request' | 'reset' | 'invalidate']
 *	['tree']                         both trees are made anew: where episodes were joined
 *
 * In mixed eras of modes that may answer from memory, only what has one directory's word, or a
 * judge that can take several apart, is asked, and the working directory is one of two that no
 * change moves: else nobody could say what was true of a relative path before. Nothing is included
 * there either: PHP remembers what it included, and the twin would have done it at every moment.
 */
final class Planner
{
	private $mode;
	private $server;
	private $idle;
	private $steps;
	private $questions;
	private $path = '~/a';
	private $slots = 4;
	private $mixed;
	private $opened = '~/a'; /* what a handle was opened on */
	private $hot; /* paths that an era comes back to */

	const NAMES = ['a', 'b', 'c', 'd', 'l', 'm', 'a', 'b', 'l', 'x.php', '.h', "o\xff", 'A', 'a b',
		'no', 'k', 'e'];
	const ODD = ["n\nl", '*', '[a]', '-', "\xc3\xa9", 'a*'];
	const SINGLE = ['is_dir', 'is_file', 'is_link', 'file_exists', 'is_readable', 'is_writable',
		'is_writeable', 'is_executable', 'filetype', 'fileperms', 'realpath', 'readlink', 'scandir',
		'scandir descending', 'scandir unsorted', 'list', 'dir', 'lstat', 'glob', 'glob itself',
		'glob letters', 'glob onlydir', 'glob brace', 'glob single', 'glob others', 'glob suffix',
		'glob class', 'stream_resolve_include_path', 'fopen r', 'fopen by include path', 'paths',
		'globbed', 'real path', 'info isDir', 'info isFile', 'info isLink', 'info isReadable',
		'info getType'];
	const HOT = ['~/a', '~/a', '~/b', '~/s', 'a', 'b', '~/l', 'l', 'm', '~/a/a', 'a/a', '~/s/a', 's/a',
		'~/d', 's', '~', '.', 'a/b', '~/a/l'];
	const CHANGES = ['mkdir', 'mkdir', 'mkdir -p', 'rmdir', 'unlink', 'unlink', 'touch', 'put', 'put',
		'put append', 'rename', 'rename', 'copy', 'symlink', 'symlink', 'link', 'chmod', 'fopen',
		'fopen', 'object', 'openFile', 'touch old', 'put locked', 'tempnam', 'open while removed',
		'error_log', 'socket'];
	/* Those that concern one directory alone: others have everything checked again. */
	const ENTRIES = ['mkdir', 'unlink', 'touch', 'put', 'put append', 'copy', 'link', 'fopen'];
	/* What frameworks ask most is asked most here too. */
	const OFTEN = ['is_dir', 'is_file', 'file_exists', 'is_link', 'is_readable', 'scandir', 'list',
		'realpath'];

	/* $idle: percent of questions that helper threads are given time after. */
	public function __construct(string $mode, array $questions, bool $server, int $idle)
	{
		$this->server = $server;
		$this->idle = $idle;
		$this->mode = $mode;
		$this->questions = $questions;
	}

	/* $foreign: percent of eras with changes by another process. */
	public function episode(int $seed, int $number, int $foreign): array
	{
		mt_srand($seed * 1000003 + $number);
		$this->steps = [];
		$this->tree();
		$this->begin();
		for ($eras = mt_rand(1, 3); $eras > 0; $eras--) {
			$this->mixed = self::chance($foreign);
			$this->era();
		}
		return $this->steps;
	}

	/* The last tree is gone, and its inodes come back as other files. A period must begin. */
	private function begin(): void
	{
		if (!in_array($this->mode, ['strict', 'request'], true) || self::chance(40)) {
			$this->steps[] = ['tell', 'reset'];
		} elseif (!$this->server) {
			$this->steps[] = ['tell', 'request'];
		}
	}

	private static function pick(array $values)
	{
		return $values[mt_rand(0, count($values) - 1)];
	}

	private static function chance(int $percent): bool
	{
		return mt_rand(1, 100) <= $percent;
	}

	private function tree(): void
	{
		$all = ['mkdir ~/s', 'mkdir ~/a', 'mkdir ~/a/a', 'mkdir ~/a/b', 'mkdir ~/b', 'mkdir ~/b/c',
			'mkdir ~/s/a', 'mkdir ~/d', 'mkdir ~/d/.h', 'mkdir ~/a/a/c', 'put ~/a/a/b', 'put ~/c',
			'put ~/a/x.php', 'put ~/b/a', 'put ~/s/a/b', 'put ~/s/c', 'put ~/a/.h', "put ~/b/o\xff",
			'put ~/a/a/x.php', 'put ~/d/e', 'socket ~/k', 'socket ~/b/k', 'put ~/d/A'];
		foreach ($all as $entry) {
			[$change, $path] = explode(' ', $entry, 2);
			if ($path === '~/s' || self::chance(90)) {
				$this->steps[] = $change === 'put' ? ['foreign', $change, $path, mt_rand(0, 20)]
					: ['foreign', $change, $path];
			}
		}
		$links = ['~/l' => 'a', '~/m' => '~/b', '~/a/l' => '../b', '~/b/l' => 'no', '~/d/l' => '.',
			'~/a/b/l' => '..', '~/s/l' => '../a', '~/d/m' => 'm', '~/b/m' => 'c', '~/s/m' => 'a/b'];
		foreach ($links as $path => $target) {
			if (self::chance(80)) {
				$this->steps[] = ['foreign', 'symlink', $target, $path];
			}
		}
		for ($many = self::chance(10) ? 60 : 0; $many > 0; $many--) {
			$this->steps[] = ['foreign', 'put', "~/d/many$many", 0];
		}
		$this->steps[] = ['wait', 6];
	}

	/* ---- eras ---- */

	private function era(): void
	{
		$exact = $this->mode === 'strict' || !$this->mixed;
		$this->steps[] = ['era', $exact ? 'alone' : 'mixed'];
		for ($this->hot = []; count($this->hot) < 6; ) {
			$this->hot[] = self::pick(self::HOT) . '/' . $this->name();
		}
		for ($groups = mt_rand(4, 20); $groups > 0; $groups--) {
			$this->group($exact);
		}
		if (!$exact) {
			for ($slot = 0; $slot < $this->slots; $slot++) {
				$this->steps[] = ['handle', 'close', $slot];
			}
			$this->cut();
		}
	}

	/* Nothing is kept of a directory that changed just now: without waiting, little would be. */
	private function group(bool $anything): void
	{
		if (self::chance(20)) {
			$this->steps[] = ['wait', self::pick([5, 5, 9, 13])];
		} elseif ($this->mode === 'interval' && !$anything && mt_rand(1, 150) === 1) {
			$this->steps[] = ['wait', 1060];
		}
		if (!self::chance(30)) {
			$this->change($anything);
			$changed = end($this->steps);
			for ($asked = mt_rand(0, 4); $asked > 0 && isset($changed[2]); $asked--) {
				$path = is_string(end($changed)) ? end($changed) : $changed[2];
				$this->askAbout(self::chance(60) ? $path : dirname($path), $anything);
			}
		}
		if (self::chance(4)) {
			$this->life();
		}
		if (self::chance(3)) {
			$this->steps[] = ['tell', self::pick(['request', 'invalidate', 'reset'])];
		}
		for ($asked = mt_rand(1, 24); $asked > 0; $asked--) {
			$this->ask($anything);
		}
	}

	/* What was seen before must not answer any more. */
	private function cut(): void
	{
		switch ($this->mode) {
			case 'strict': break;
			case 'never': $this->steps[] = ['tell', 'reset']; break;
			case 'request': $this->steps[] = ['tell', 'request']; break;
			case 'interval':
				$this->steps[] = self::chance(2) ? ['wait', 1060] : ['tell', 'reset'];
		}
	}

	private function ask(bool $anything): void
	{
		if (!self::chance(25)) {
			$this->path = self::chance(45) ? self::pick($this->hot) : $this->path(true);
			if (self::chance(8)) {
				$this->path = dirname($this->path);
			}
		}
		if (self::chance(12)) {
			$this->handle($anything);
			return;
		}
		$this->askAbout($this->path, $anything);
	}

	private function askAbout(string $path, bool $anything): void
	{
		$list = self::chance(40) ? self::OFTEN : ($anything ? $this->questions : self::SINGLE);
		$this->steps[] = ['ask', self::pick($list), $path];
		if ($this->idle && self::chance($this->idle)) {
			$this->steps[] = ['idle', self::pick([1, 1, 2])];
		}
	}

	private function handle(bool $anything): void
	{
		$slot = mt_rand(0, $this->slots - 1);
		$verb = self::pick(['open', 'open', 'read', 'read', 'read', 'rewind', 'close', 'iterate',
			'children']);
		if (!$anything && ($verb === 'iterate' || $verb === 'children')) {
			$verb = 'read';
		}
		$step = ['handle', $verb, $slot];
		if ($verb === 'open' || $verb === 'iterate') {
			$step[] = $this->path;
			$this->opened = strpos($this->path, ':') ? '~/a'
				: (strncmp($this->path, '~', 1) === 0 ? $this->path : "~/$this->path");
		} elseif ($verb === 'read') {
			$step[] = self::pick([1, 2, 3, 999, 999]);
		}
		$this->steps[] = $step;
		if ($verb === 'open' && self::chance(15)) {
			$this->takeAway($slot);
		}
	}

	/* A new directory that lives long enough to be kept, is opened, and taken away. */
	private function life(): void
	{
		$this->opened = self::pick(['~/e', '~/b/e', '~/s/e', '~/l/e']);
		$slot = mt_rand(0, $this->slots - 1);
		array_push($this->steps, ['own', 'mkdir', $this->opened], ['wait', 9],
			['ask', 'list', $this->opened], ['handle', 'open', $slot, $this->opened]);
		$this->takeAway($slot);
		$this->askAbout($this->opened, false);
	}

	/* The directory that was opened, before it is read. */
	private function takeAway(int $slot): void
	{
		$who = $this->mixed && self::chance(50) ? 'foreign' : 'own';
		$path = $this->opened;
		if (self::moves($path) || preg_match('#[\0:]|[/~]\.{0,2}$#', $path)) {
			return;
		}
		$this->steps[] = self::pick([[$who, 'rmdir', $path], [$who, 'rmdir', $path],
			[$who, 'rename', $path, '~/' . $this->name()], [$who, 'chmod', $path, 0],
			['child', 'exec', 'rm -rf --', $path], ['child', 'popen', 'mv -T --', $path, '~/e']]);
		$this->steps[] = ['handle', 'read', $slot, self::pick([1, 999])];
	}

	/* ---- paths ---- */

	private function name(): string
	{
		return self::chance(97) ? self::pick(self::NAMES)
			: (self::chance(80) ? self::pick(self::ODD) : str_repeat('w', self::pick([255, 256])));
	}

	private function names(): string
	{
		$path = self::chance(10) ? 's' : $this->name();
		for ($depth = self::pick([0, 0, 1, 1, 1, 2]); $depth > 0; $depth--) {
			$path .= '/' . $this->name();
		}
		return $path;
	}

	private function path(bool $asked): string
	{
		$path = $this->names();
		switch (mt_rand(0, 29)) {
			case 0: return $asked ? "../12/$path" : $path;
			case 1: return "./$path";
			case 2: return "$path/";
			case 3: return dirname($path) . '/../' . basename($path);
			case 4: return "file://~/$path";
			case 5: return str_replace('/', '//', "~/$path");
			case 6: return "$path/.";
			case 7: return $asked ? "$path/.." : $path;
			case 8: return "~/$path/";
			case 9: return dirname($path) . '/./' . basename($path);
			case 10: return self::chance(30) ? $this->oddPath($path, $asked) : $path;
			case 11: return "~/$path/../" . $this->name();
			case 12: return self::chance(50) ? 'FILE://~/' . $path : "~/./$path";
			default: return self::chance(55) ? "~/$path" : $path;
		}
	}

	private function oddPath(string $path, bool $asked): string
	{
		return self::pick(['', "$path\0", "~/$path\0x", '.', '..', $asked ? '~' : '.', "$path//",
			'~/' . str_repeat("s/../", 200) . $path, '~/' . str_repeat("$path/", 1500),
			"glob://~/$path/*", "no-scheme://$path", "php://memory", "./$path/./", 'file:/~/a']);
	}

	/* Without a scheme, for functions and commands that know none. */
	private function plain(): string
	{
		return self::chance(50) ? '~/' . $this->names() : $this->names();
	}

	/* ---- changes ---- */

	private function change(bool $anything): void
	{
		$foreign = $this->mixed ? 60 : 0;
		if (self::chance($foreign)) {
			for ($many = self::pick([1, 1, 1, 2, 3]); $many > 0; $many--) {
				$this->steps[] = $this->by('foreign', true);
			}
		} elseif (self::chance(8)) {
			$this->steps[] = $this->child();
		} elseif (self::chance(8)) {
			$this->steps[] = $this->otherOwn($anything);
		} else {
			$this->steps[] = $this->by('own', false);
		}
	}

	private function otherOwn(bool $anything): array
	{
		$wait = self::pick(['clearstatcache', 'clearstatcache of', 'usleep', 'chdir', 'chdir',
			'chdir']);
		if ($wait === 'chdir') {
			$path = self::pick(['~', '~', '~/s']);
			return ['own', 'chdir', $anything && self::chance(50) ? $this->path(true) : $path];
		}
		return $wait === 'clearstatcache of' ? ['own', $wait, $this->path(false)] : ['own', $wait];
	}

	private function child(): array
	{
		$function = self::pick(['exec', 'backticks', 'system', 'passthru', 'popen', 'pipe',
			'proc_open', 'fork']);
		$what = self::pick(['touch --', 'mkdir -p --', 'rm -rf --', 'mv -T --', 'ln -sfn --',
			'ln -sfn --', 'chmod 700 --', 'chmod 000 --']);
		$paths = [$this->childPath()];
		if (in_array($what, ['mv -T --', 'ln -sfn --'], true)) {
			$paths[] = $this->childPath();
		}
		return array_merge(['child', $function, $what], $paths);
	}

	private function childPath(): string
	{
		return '~/' . preg_replace('/^s(\/|$)/', 'a$1', $this->names());
	}

	/* The directory "s" itself is never moved, removed or closed: relative paths hang from it. */
	private function target(bool $absolute): string
	{
		do {
			$path = $absolute ? '~/' . $this->names() : $this->path(false);
			if (self::chance(50)) {
				$path = self::chance(12) ? $this->opened : self::pick($this->hot);
				$path = $path[0] === '~' ? $path : "~/$path";
			}
		} while (self::moves($path));
		return $path;
	}

	private static function moves(string $path): bool
	{
		return preg_match('#(^|/)s/*(/\.)?$|(^|[/~])s/+\.\.|\.\./s#', $path) === 1;
	}

	private function by(string $who, bool $absolute): array
	{
		$change = self::pick($who === 'own' && $this->mixed && self::chance(70) ? self::ENTRIES
			: self::CHANGES);
		$path = $this->target($absolute);
		$step = [$who, $change, $path];
		switch ($change) {
			case 'rename': case 'copy': case 'link':
				$step[] = $this->target($absolute);
				break;
			case 'symlink':
				$step = [$who, $change, $this->linkText(), $this->target($absolute)];
				break;
			case 'chmod':
				$step[] = self::pick([0, 0100, 0400, 0500, 0600, 0755, 0755, 0755, 0755]);
				break;
			case 'put': case 'put append': case 'put locked':
				$step[] = mt_rand(0, 40);
				break;
			case 'fopen': case 'object': case 'openFile':
				$step[] = self::pick(['w', 'x', 'a', 'c', 'w+', 'x+', 'a+', 'c+', 'r+', 'r']);
				break;
			case 'tempnam':
				$step[2] = '~/' . $this->names();
		}
		return $step;
	}

	private function linkText(): string
	{
		return self::pick([$this->name(), '../' . $this->name(), $this->names(), '~/' . $this->names(),
			'.', '..', '~', './' . $this->name(), $this->name() . '/']);
	}
}
