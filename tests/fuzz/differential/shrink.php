<?php
/* SPDX-License-Identifier: MIT */
/*
 * Cuts a plan down as long as it still goes wrong, and prints what is left.
 */
final class Shrink
{
	const SECONDS = 120;

	private $wrong;
	private $tries = 1;
	private $deadline;

	/* $wrong: the findings of a plan in fresh processes, [] if there is none */
	public function __construct(callable $wrong)
	{
		$this->wrong = $wrong;
		$this->deadline = time() + self::SECONDS;
	}

	private function goesWrong(array $plan): bool
	{
		for ($try = 0; $try < $this->tries; $try++) {
			if (($this->wrong)($plan)) {
				return true;
			}
		}
		return false;
	}

	/* The smallest plan found, or null: it does not happen again. */
	public function smallest(array $plan)
	{
		$again = 0;
		for ($try = 0; $try < 5; $try++) {
			$again += ($this->wrong)($plan) ? 1 : 0;
		}
		if ($again === 0) {
			return null;
		}
		$this->tries = $again === 5 ? 1 : 4;
		for ($size = max(1, intdiv(count($plan), 2)); ; $size = max(1, intdiv($size, 2))) {
			$shorter = $this->without($plan, $size);
			if ($size === 1 && (count($shorter) === count($plan) || time() > $this->deadline)) {
				return $shorter;
			}
			$plan = $shorter;
		}
	}

	/* What says which answers are allowed stays. */
	private static function matters(array $step): bool
	{
		return $step[0] === 'era' || $step[0] === 'tell';
	}

	private function without(array $plan, int $size): array
	{
		for ($at = count($plan); $at > 0 && time() <= $this->deadline; $at -= $size) {
			$from = max(0, $at - $size);
			$cut = array_slice($plan, $from, $at - $from);
			$kept = array_filter($cut, [self::class, 'matters']);
			$shorter = array_merge(array_slice($plan, 0, $from), $kept, array_slice($plan, $at));
			if (count($kept) < count($cut) && $this->goesWrong($shorter)) {
				$plan = $shorter;
			}
		}
		return $plan;
	}

	/* The plan as PHP code for --replay. */
	public static function code(array $plan): string
	{
		$lines = [];
		foreach ($plan as $at => $step) {
			$lines[] = "\t[" . implode(', ', array_map([self::class, 'literal'], $step)) . "], // $at";
		}
		return "<?php\nreturn [\n" . implode("\n", $lines) . "\n];\n";
	}

	public static function literal($value): string
	{
		return is_string($value) ? '"' . addcslashes($value, "\0..\37\"\\\$\177..\377") . '"'
			: var_export($value, true);
	}
}
