<?php
/* SPDX-License-Identifier: MIT
 *
 * What the client of a mount knew before a run, and the proof of it by what the run asked the server.
 *
 *   client-cold   nothing: mounted a moment ago (the server's own cache is warm)
 *   warm          everything: attributes are kept for ten minutes
 *   expired       everything, but all of it has to be asked again: attributes are kept for a second
 *
 * Two things must agree with the label. Before the run one stat() of the site's root must cost the
 * mount a request, or none. And the run itself must have asked so often for each directory as such a
 * run does; the bounds are wide, but no run of one state has the counts of another.
 */

final class State
{
	public const KEPT = ['client-cold' => 600, 'warm' => 600, 'expired' => 1];
	public string $name;
	/** @var array<string, array{0: float, 1: float}> requests for each directory by kind of side: at least, at most */
	private array $bounds;

	/** @param array<string, array{0: float, 1: float}> $bounds */
	public function __construct(string $name, array $bounds)
	{
		$this->name = $name;
		$this->bounds = $bounds;
	}

	/** Seconds for which the client shall keep attributes. */
	public function kept(): int
	{
		return self::KEPT[$this->name];
	}

	/**
	 * Why that run was of another state; '' if it was of this one.
	 *
	 * @param int $probe requests that the stat() before it took
	 * @param float $asked requests of the run for each directory
	 */
	public function refuses(string $kind, int $probe, float $asked): string
	{
		if (($probe === 0) !== ($this->name === 'warm')) {
			return "a stat() before it took $probe requests";
		}
		[$least, $most] = $this->bounds[$kind] ?? [0, INF];
		return $asked < $least || $asked > $most
			? sprintf('%.2f requests for each directory, not %g to %g', $asked, $least, $most) : '';
	}
}

/**
 * What was asked between two looks at a mount's counters.
 *
 * @param array<string, int> $before
 * @param array<string, int> $after
 * @return array<string, int> by operation
 */
function state_asked(array $before, array $after): array
{
	$asked = [];
	foreach ($after as $operation => $count) {
		$count -= $before[$operation] ?? 0;
		/* what nobody waits for: the end of a handle, and a client that keeps its lease */
		if ($count > 0 && !in_array($operation, ['release', 'releasedir', 'RELEASE', 'RELEASEDIR', 'RENEW', 'SEQUENCE',
				'FORGET'], true)) {
			$asked[$operation] = $count;
		}
	}
	return $asked;
}
