<?php
/* SPDX-License-Identifier: MIT */
/*
 * player.php FOLDER WHO: plays plans in FOLDER/WHO, where WHO is "ours" (with fastscan) or "twin"
 * (stock PHP, the oracle). Both run this very code on trees of their own, which the same steps keep
 * equal, so their answers must be equal too: by the very call in strict mode, and wherever no other
 * process changed anything. Foreign changes are the driver's, in both trees.
 *
 * How a player waits for the driver: it stops itself (SIGSTOP), and the driver, its parent, sees that
 * by waitpid(WUNTRACED) and goes on with SIGCONT. Reading a pipe, taking a lock or sleeping would make
 * fastscan check everything again, and nothing could ever be found stale or wrongly kept; signals
 * are none of what it counts as waiting (README, "What does not count as waiting"). The plan comes
 * in a regular file and the answers go into one, which mark nothing either.
 *
 * Under a web server (cli-server) each plan is one real request.
 */
if (PHP_SAPI === 'cli-server') {
	[$folder, $who] = [getenv('FUZZ_FOLDER'), getenv('FUZZ_WHO')];
} else {
	[, $folder, $who] = $argv;
}
require_once __DIR__ . '/vocabulary.php';
require_once __DIR__ . '/window.php';
require_once __DIR__ . '/pair.php';

final class Player
{
	private $words;
	private $ours;
	private $folder;
	private $answers;
	private $times;
	private $window;

	public function __construct(string $folder, string $who)
	{
		$this->folder = $folder;
		$this->ours = $who === 'ours';
		$this->words = new Vocabulary("$folder/$who");
		$this->answers = fopen("$folder/post/$who.answers", 'c+');
	}

	private function wait(): void
	{
		posix_kill(posix_getpid(), SIGSTOP);
	}

	public function serve(): void
	{
		do {
			$this->wait();
		} while ($this->serveOne());
	}

	public function serveOne(): bool
	{
		$plan = unserialize(file_get_contents("$this->folder/post/plan"));
		if (!$plan) {
			return false;
		}
		chdir($this->words->root());
		Vocabulary::forgetLastFile();
		$text = serialize($this->play($plan));
		rewind($this->answers);
		ftruncate($this->answers, 0);
		fwrite($this->answers, $text);
		return true;
	}

	private function play(array $plan): array
	{
		$out = $this->times = [];
		$this->window = null;
		$moved = true;
		foreach ($plan as $at => $step) {
			$verb = array_shift($step);
			/* One stop for all that the driver does in a row. */
			$foreign = in_array($verb, Pair::STOPS, true);
			if ($foreign && $moved) {
				$this->wait();
			}
			$moved = !$foreign;
			$answer = $this->step($verb, $step, $at, $plan);
			if ($answer !== null) {
				$out[$at] = $answer;
			}
		}
		$this->words->closeAll();
		return [
			'answers' => $this->words->normal($out),
			'times' => $this->times,
			'moments' => $this->window ? $this->window->result($this->words) : [],
			'counters' => function_exists('fastscan_counters') ? fastscan_counters() : null,
		];
	}

	/* Null: nothing that could be compared. */
	private function step(string $verb, array $step, int $at, array $plan)
	{
		switch ($verb) {
			case 'ask':
				return $this->words->question($step[0], $step[1]);
			case 'handle':
				if ($this->window && ($step[0] === 'open' || $step[0] === 'close')) {
					$this->window->handle($step, $at);
				}
				return $this->words->handle(...$step);
			case 'own':
			case 'child':
				$answer = $this->words->change(array_shift($step), $step);
				$this->changed($at);
				return $answer;
			case 'foreign':
				$this->changed($at);
				return null;
			case 'tree':
				$this->words->closeAll();
				chdir($this->words->root());
				return null;
			case 'wait':
				Vocabulary::forgetLastFile();
				$this->times[$at] = hrtime(true);
				return null;
			case 'idle':
				for ($until = hrtime(true) + $step[0] * 1000000; hrtime(true) < $until;);
				return null;
			case 'tell':
				$this->tell($step[0]);
				Vocabulary::forgetLastFile();
				return null;
			case 'era':
				$this->era($step, $at, $plan);
				return null;
		}
		throw new Exception("no such step: $verb");
	}

	private function changed(int $at): void
	{
		Vocabulary::forgetLastFile();
		$this->times[$at] = hrtime(true);
		if ($this->window) {
			$this->window->observe($at);
		}
	}

	private function tell(string $what): void
	{
		if ($this->ours) {
			switch ($what) {
				case 'request': fastscan_request_start(); break;
				case 'reset': fastscan_reset(); break;
				case 'invalidate': fastscan_invalidate($this->words->root(), true); break;
			}
		}
	}

	/* The twin looks at all that will be asked in an era with foreign changes, after each change. */
	private function era(array $step, int $at, array $plan): void
	{
		if ($step[0] === 'mixed') {
			chdir($this->words->root());
		}
		Vocabulary::forgetLastFile();
		$this->times[$at] = hrtime(true);
		if ($this->ours) {
			return;
		}
		if ($this->window) {
			$this->window->close();
		}
		if ($step[0] === 'mixed') {
			$this->window = $this->window ?: new Window($this->words);
			$this->window->open($at, $plan);
		}
	}
}

if (PHP_SAPI === 'cli-server') {
	(new Player($folder, $who))->serveOne();
	posix_kill(posix_getpid(), SIGSTOP);
} else {
	(new Player($folder, $who))->serve();
}
