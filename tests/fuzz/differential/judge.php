<?php
/* SPDX-License-Identifier: MIT */
/*
 * Which answers a mode allows (README, "How fresh an answer is").
 *
 * Where no other process changed anything, and in strict mode always: only the twin's, which is the
 * state at the call. In a mixed era of the other modes an answer may be old: it must have been true
 * at some moment of the era (its beginning is a validation period's), not longer ago than
 * revalidate_freq, and not before
 *
 *	- a child that was waited for, a sleep, clearstatcache(), fastscan_invalidate(), a new period;
 *	- an own change that made it untrue. If it only created or removed an entry, this concerns what
 *	  was true of the directory it was made in: where another process has led the path elsewhere
 *	  meanwhile, the place that it led to before may still answer.
 *
 * What several directories have a word in (glob of a pattern with two levels) may put moments
 * together: each of its elements is judged alone. The same holds for the components of a real path,
 * which are counted as "mixed" and not judged if another process changed links or directories.
 */
final class Judge
{
	const SLACK = 20000000; /* ns: clocks that tick */
	/* What has everything checked, and what may lead paths elsewhere and is seen by all. */
	const ALL = ['clearstatcache', 'usleep'];
	const REDIRECTS = ['rmdir', 'symlink', 'chmod'];
	const NOTHING = ['chdir', 'clearstatcache of'];

	public $counts = ['answers' => 0, 'stale' => 0, 'apart' => 0, 'mixed' => 0];

	private $mode;
	private $root;
	private $life; /* ns */
	private $plan;
	private $ours;
	private $twin;
	private $moved; /* when the driver made foreign changes */
	private $findings;
	private $era;   /* step, or -1: exact */
	private $moments; /* of the era: [step, kind, time] */
	private $since; /* index of the oldest moment that is allowed at all */
	private $now;   /* ns, the latest that is known */
	private $cwd;
	private $slots;

	/* $root: of a player, which answers show as "~". */
	public function __construct(string $mode, int $seconds, string $root)
	{
		$this->root = $root;
		$this->mode = $mode;
		$this->life = $mode === 'never' ? 1 << 60 : $seconds * 1000000000;
	}

	/* [step, expected, got] for each wrong answer */
	public function judge(array $plan, array $results): array
	{
		$this->plan = $plan;
		[$this->ours, $this->twin] = [$results['ours'], $results['twin']];
		$this->moved = $results['foreign'];
		$this->findings = [];
		$this->era = -1;
		$this->slots = [];
		if ($this->ours['answers'] === $this->twin['answers']) {
			$this->counts['answers'] += count($this->ours['answers']);
			return [];
		}
		foreach ($plan as $at => $step) {
			$this->step($at, $step);
		}
		return $this->findings;
	}

	private function step(int $at, array $step): void
	{
		switch ($step[0]) {
			case 'tree':
				$this->era = -1;
				$this->slots = [];
				return;
			case 'era':
				$this->era = $step[1] === 'mixed' && $this->mode !== 'strict' ? $at : -1;
				$this->moments = [];
				$this->cwd = '~';
				$this->moment($at, 'all');
				return;
			case 'tell':
				if ($step[1] !== 'request' || $this->mode === 'request') {
					$this->since = count($this->moments ?: []) - 1;
				}
				return;
			case 'wait':
				$this->now = $this->ours['times'][$at];
				return;
			case 'foreign':
				$this->moment($at, 'foreign');
				return;
			case 'own':
			case 'child':
				$this->exact($at);
				$this->moment($at, self::kind($step));
				if ($step[1] === 'chdir') {
					$this->cwd = $step[2];
				}
				return;
			case 'ask':
			case 'handle':
				$this->counts['answers']++;
				if ($this->era < 0) {
					$this->exact($at);
				} elseif ($step[0] === 'ask') {
					$this->asked($at, $step);
				} else {
					$this->handle($at, $step);
				}
		}
	}

	private static function kind(array $step): string
	{
		if ($step[0] === 'child' || in_array($step[1], self::ALL, true)) {
			return 'all';
		}
		if (in_array($step[1], self::NOTHING, true)) {
			return 'nothing';
		}
		return in_array($step[1], self::REDIRECTS, true) ? 'redirect' : 'own';
	}

	private function moment(int $at, string $kind): void
	{
		$this->now = $this->ours['times'][$at];
		$this->moments[] = [$at, $kind, max($this->now, $this->moved[$at] ?? 0)];
		if ($kind === 'all') {
			$this->since = count($this->moments) - 1;
		}
	}

	private function exact(int $at): void
	{
		if ($this->ours['answers'][$at] !== $this->twin['answers'][$at]) {
			$this->found($at, [$this->twin['answers'][$at]]);
		}
	}

	private function value(string $answer)
	{
		return @unserialize(str_replace('~', $this->root, $answer));
	}

	private function found(int $at, array $allowed): void
	{
		$this->findings[] = [$at, $allowed, $this->ours['answers'][$at]];
	}

	/* ---- what was true when ---- */

	/* index of the moment => [answer, directories], as far back as is allowed at all, or all of them */
	private function series(string $key, bool $all = false): array
	{
		$series = [];
		$list = $this->twin['moments'][$this->era][$key] ?? [];
		$next = 0;
		foreach ($this->moments as $i => $moment) {
			while (isset($list[$next]) && $list[$next][0] <= $moment[0]) {
				$next++;
			}
			$end = $this->moments[$i + 1][2] ?? $this->now;
			$old = $this->now - $end > $this->life + self::SLACK;
			if ($next > 0 && ($all || ($i >= $this->since && !$old))) {
				$series[$i] = [$list[$next - 1][1], $list[$next - 1][2]];
			}
		}
		return $series;
	}

	/* Of a series those moments whose answer no own change has made untrue. */
	private function allowed(array $series): array
	{
		$allowed = [];
		$before = null;
		foreach ($series as $i => $true) {
			$kind = $this->moments[$i][1];
			if ($before && $before[0] !== $true[0] && ($kind === 'own' || $kind === 'redirect')) {
				$allowed = $kind === 'own' ? self::kept($allowed, $before, $true) : [];
			}
			$allowed[$i] = $true;
			$before = $true;
		}
		return $allowed;
	}

	/*
	 * Those when the path led to other directories than just now, before and after the change. And an
	 * absence, if the change only was one of attributes: by another name of the file, perhaps.
	 */
	private static function kept(array $allowed, array $before, array $after): array
	{
		$attributes = strncmp($before[0], 'a:4:', 4) === 0 && strncmp($after[0], 'a:4:', 4) === 0;
		return array_filter($allowed, function (array $true) use ($before, $after, $attributes): bool {
			$own = array_diff(explode(' ', $true[1]), ['-', '']);
			return ($attributes && strncmp($true[0], 'b:0;', 4) === 0) ||
				($own && !array_intersect($own, explode(' ', "$before[1] $after[1]")));
		});
	}

	private function asked(int $at, array $step): void
	{
		$got = $this->ours['answers'][$at];
		if ($got === $this->twin['answers'][$at]) {
			return;
		}
		$series = $this->series(Window::key($step[1], $step[2], $this->cwd));
		$answers = array_column($this->allowed($series), 0);
		if (in_array($got, $answers, true)) {
			$this->counts['stale']++;
		} elseif (strncmp($step[1], 'glob', 4) === 0 && $this->apart($got, $series)) {
			$this->counts['apart']++;
		} elseif (in_array($step[1], ['realpath', 'real path'], true) && $this->led()) {
			$this->counts['mixed']++;
		} else {
			$this->found($at, array_values(array_unique($answers)));
		}
	}

	/* Has another process changed anything since the oldest moment that is allowed? */
	private function led(): bool
	{
		foreach ($this->moments as $i => $moment) {
			if ($i > $this->since && $moment[1] === 'foreign') {
				return true;
			}
		}
		return false;
	}

	/* Is each element there, or not there, as it was at a moment of its own? */
	private function apart(string $got, array $series): bool
	{
		$names = $this->value($got);
		$lists = [];
		foreach ($series as $i => [$answer, $directories]) {
			$lists[$i] = $this->value($answer);
			if (!is_array($lists[$i])) {
				return false;
			}
		}
		if (!is_array($names) || !$lists) {
			return false;
		}
		foreach (array_unique(array_merge($names, ...array_values($lists))) as $name) {
			$alone = [];
			foreach ($series as $i => [$answer, $directories]) {
				$alone[$i] = [in_array($name, $lists[$i], true), $directories];
			}
			$statuses = array_column($this->allowed($alone), 0);
			if (!in_array(in_array($name, $names, true), $statuses, true)) {
				return false;
			}
		}
		return true;
	}

	/* ---- handles in mixed eras ---- */

	/*
	 * What is read from a handle is one listing, taken at the first read after opendir or rewind: of
	 * the path until then, or of the directory that was opened; or, where another process has taken it
	 * away, that which was seen by opendir, however long ago.
	 */
	private function handle(int $at, array $step): void
	{
		$slot = $step[2];
		switch ($step[1]) {
			case 'open':
				$this->slots[$slot] = ['key' => Window::key('list', $step[3], $this->cwd),
					'probe' => "probe\0$at", 'ours' => [], 'twin' => [], 'lists' => null];
				$this->slots[$slot]['opened'] = $this->allowed($this->series(
					$this->slots[$slot]['key']));
				$this->slots[$slot]['since'] = count($this->moments) - 1;
				$this->opened($at, $this->slots[$slot]['opened']);
				break;
			case 'rewind':
				if (isset($this->slots[$slot])) {
					$this->slots[$slot] = ['ours' => [], 'twin' => [], 'lists' => null]
						+ $this->slots[$slot];
				}
				break;
			case 'close':
				unset($this->slots[$slot]);
				break;
			case 'read':
				if (isset($this->slots[$slot])) {
					$this->slots[$slot] = $this->read($at, $step[3], $this->slots[$slot]);
				}
		}
	}

	private function opened(int $at, array $allowed): void
	{
		$got = $this->ours['answers'][$at];
		$answers = array_map(function (array $true): string {
			return strncmp($true[0], 'a:', 2) === 0 ? serialize(true) : $true[0];
		}, $allowed);
		$answers[] = $this->twin['answers'][$at];
		if (!in_array($got, $answers, true)) {
			$this->found($at, array_values(array_unique($answers)));
		}
	}

	/* Has an own change since opendir changed what the handle's directory holds? */
	private function changedByUs(array $slot): bool
	{
		$before = null;
		foreach ($this->series($slot['probe'], true) as $i => [$names]) {
			if ($i > $slot['since'] && $names !== $before && $this->moments[$i][1] !== 'foreign') {
				return true;
			}
			$before = $names;
		}
		return false;
	}

	/*
	 * What opendir may have seen. Not after an own change of the directory that the path really led to;
	 * but another process may have put that one into the place of the one that was opened.
	 */
	private function openedLists(array $slot): array
	{
		$real = end($slot['opened']);
		if (!$this->changedByUs($slot)) {
			return $slot['opened'];
		}
		return array_filter($slot['opened'], function (array $true) use ($real): bool {
			return $true[1] !== $real[1];
		});
	}

	private function read(int $at, int $most, array $slot): array
	{
		$got = $this->value($this->ours['answers'][$at]);
		$twin = $this->value($this->twin['answers'][$at]);
		if (!is_array($got) || !is_array($twin)) {
			$this->exact($at);
			return $slot;
		}
		if ($slot['lists'] === null) {
			$slot['lists'] = array_unique(array_merge(
				array_column($this->allowed($this->series($slot['key'])), 0),
				array_column($this->allowed($this->series($slot['probe'])), 0),
				array_column($this->openedLists($slot), 0)));
		}
		$slot['ours'] = array_merge($slot['ours'], $got);
		$slot['twin'] = array_merge($slot['twin'], $twin);
		if ($slot['ours'] === $slot['twin']) {
			return $slot;
		}
		$whole = count($got) < $most;
		foreach ($slot['lists'] as $list) {
			$names = $this->value($list) ?: [];
			if (array_slice($names, 0, count($slot['ours'])) === $slot['ours'] &&
				(!$whole || count($names) === count($slot['ours']))) {
				$this->counts['stale']++;
				return $slot;
			}
		}
		$this->found($at, array_values($slot['lists']));
		return $slot;
	}
}
