<?php
/* SPDX-License-Identifier: MIT */
/*
 * What was true when, of every question that is still to come in a mixed era: the twin looks at all
 * of them when the era begins and after each change. result() is for Judge.
 */
final class Window
{
	private $words;
	private $asked = [];   /* key => [name, path, last step at which it is asked] */
	private $moments = []; /* era => key => list of [step, answer, directories], where they changed */
	private $probes = [];  /* slot => [handle, key] */
	private $era = -1;
	private $open = false;

	public function __construct(Vocabulary $words)
	{
		$this->words = $words;
	}

	public static function key(string $name, string $path, string $cwd): string
	{
		return "$name\0" . ($path === '' || strpos('/~f', $path[0]) === false ? $cwd : '') . "\0$path";
	}

	public function open(int $at, array $plan): void
	{
		$cwd = '~';
		$this->era = $at;
		$this->asked = $this->probes = [];
		$this->open = true;
		for ($i = $at + 1; isset($plan[$i]) && $plan[$i][0] !== 'era'; $i++) {
			$step = $plan[$i];
			if ($step[0] === 'ask') {
				$this->asked[self::key($step[1], $step[2], $cwd)] = [$step[1], $step[2], $cwd, $i];
			} elseif ($step[0] === 'handle' && $step[1] === 'open') {
				$this->asked[self::key('list', $step[3], $cwd)] = ['list', $step[3], $cwd, PHP_INT_MAX];
			} elseif ($step[0] === 'own' && $step[1] === 'chdir') {
				$cwd = $step[2];
			}
		}
		$this->observe($at);
	}

	public function close(): void
	{
		$this->open = false;
		$this->probes = [];
	}

	/* A handle opened besides the one that is read: what its directory holds, wherever it is. */
	public function handle(array $step, int $at): void
	{
		[$verb, $slot] = $step;
		unset($this->probes[$slot]);
		$path = $verb === 'open' && $this->open ? $this->words->real($step[2]) : "\0";
		$probe = strpos($path, "\0") === false ? @opendir($path) : false;
		if ($probe) {
			$this->probes[$slot] = [$probe, "probe\0$at"];
			$this->probe($probe, "probe\0$at", $at);
		}
	}

	private function probe($probe, string $key, int $at): void
	{
		$names = [];
		rewinddir($probe);
		while (($name = readdir($probe)) !== false) {
			$names[] = $name;
		}
		$this->note($key, $at, serialize($names), '');
	}

	public function observe(int $at): void
	{
		if (!$this->open) {
			return;
		}
		$cwd = getcwd();
		$now = '';
		foreach ($this->asked as $key => [$name, $path, $from, $last]) {
			if ($last < $at) {
				unset($this->asked[$key]);
				continue;
			}
			if ($from !== $now) {
				$now = $from;
				chdir($this->words->real($from));
			}
			clearstatcache();
			$this->note($key, $at, $this->words->question($name, $path), $this->directories($path));
		}
		foreach ($this->probes as [$probe, $key]) {
			$this->probe($probe, $key, $at);
		}
		chdir($cwd === false ? $this->words->root() : $cwd);
		Vocabulary::forgetLastFile();
	}

	/* Where the path leads, and its parent: in which directories an own change would be seen. */
	private function directories(string $path): string
	{
		$path = $this->words->real(strncmp($path, 'file://', 7) === 0 ? substr($path, 7) : $path);
		if ($path === '' || strpos($path, "\0") !== false) {
			return '';
		}
		$parent = @stat(dirname($path));
		$own = @stat($path);
		return ($parent ? $parent['ino'] : '-') . ' ' . ($own ? $own['ino'] : '-');
	}

	private function note(string $key, int $at, string $answer, string $directories): void
	{
		$last = isset($this->moments[$this->era][$key]) ? end($this->moments[$this->era][$key]) : null;
		if (!$last || $last[1] !== $answer || $last[2] !== $directories) {
			$this->moments[$this->era][$key][] = [$at, $answer, $directories];
		}
	}

	public function result(Vocabulary $words): array
	{
		foreach ($this->moments as &$era) {
			foreach ($era as &$list) {
				$answers = $words->normal(array_column($list, 1));
				foreach ($answers as $i => $answer) {
					$list[$i][1] = $answer;
				}
			}
		}
		return $this->moments;
	}
}
