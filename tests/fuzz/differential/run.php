<?php
/* SPDX-License-Identifier: MIT */
/*
 * One run: episodes in pairs of processes that are exchanged now and then, for another
 * configuration; the sums; what to do when something differs.
 */
final class Run
{
	/*
	 * Answers from the cache, percent of the calls that it could have answered: less proves nothing.
	 * In strict mode only listings come from it on local file systems. Short runs vary: they see few
	 * configurations.
	 */
	const LEAST = ['strict' => 8, 'request' => 24, 'interval' => 24, 'never' => 24];
	const SHORT = 20000;

	private $options;
	private $together; /* episodes of one pair */
	private $server;
	private $folder;
	private $pair;
	private $judge;
	private $planner;
	private $setting = [];
	private $both;
	private $foreign;
	private $past = []; /* plans that the running pair has played */
	private $counters = [];
	private $sums = ['calls' => 0, 'cached' => 0, 'verified' => 0, 'mismatches' => 0, 'allowed' => 0,
		'evictions' => 0, 'fills' => 0, 'shared' => 0, 'ahead' => 0];

	public function __construct(array $options)
	{
		$this->options = $options;
		$this->together = (int) $options['together'];
		$this->server = isset($options['server']);
		$this->folder = $options['folder'];
		if (!is_dir($this->folder)) {
			mkdir($this->folder, 0777, true);
		}
		$this->folder = realpath($this->folder);
		@mkdir("$this->folder/post");
		$this->planner = new Planner($options['mode'],
			(new Vocabulary("$this->folder/ours"))->questionNames(), $this->server, (int) $options['idle']);
		restore_error_handler();
		$this->judge = $this->newJudge();
	}

	private function newJudge(): Judge
	{
		return new Judge($this->options['mode'], $this->options['mode'] === 'interval' ? 1 : 2,
			"$this->folder/ours" . Vocabulary::DEPTH);
	}

	/* Directives of the pair that plays this episode: both sides', and those of ours. */
	private function choose(int $episode): void
	{
		mt_srand((int) $this->options['seed'] * 7919 + intdiv($episode, $this->together));
		/* Every run begins with what is usual. */
		$usual = $episode < $this->together;
		$pick = function (array $values) use ($usual) {
			return $usual ? $values[0] : $values[mt_rand(0, count($values) - 1)];
		};
		$opcache = $pick([0, 0, 0, 1]);
		$this->both = $this->both($pick([0, 0, 0, 1]), $opcache);
		/* opcache looks at a file once in a request: what the twin saw early is not what ours sees. */
		$this->foreign = $opcache ? 0 : (int) $this->options['foreign'];
		$this->setting = [
			'extension=' . $this->options['extension'],
			'fastscan.validate=' . $this->options['mode'],
			'fastscan.revalidate_freq=' . ($this->options['mode'] === 'interval' ? 1 : 2),
			'fastscan.verify=' . $this->options['verify'],
			'fastscan.min_uses=' . $pick([1, 1, 2, 3]),
			'fastscan.settle=' . $pick([0, 0, 'auto', 1]),
			'fastscan.cache_size=' . $pick(['16M', '16M', '16M', '64K']),
			'fastscan.max_entries=' . $pick([65536, 65536, 65536, 6]),
			'fastscan.negative=' . $pick([1, 1, 1, 0]),
			'fastscan.shm_size=' . $pick([0, '64M']),
		];
		/* A small one, so that its halves change places. */
		if ($pick([0, 0, 1])) {
			array_push($this->setting, 'fastscan.shm_file={folder}/post/store', 'fastscan.shm_size=1M');
		}
		$this->setting = array_merge($this->setting,
			array_filter(explode(',', $this->options['set'])));
	}

	private function both(int $basedir, int $opcache): array
	{
		$both = ['realpath_cache_size=0', 'include_path=.:s:a/b',
			'display_errors=stderr', 'memory_limit=512M'];
		if (!preg_match('/^posix$/m', (string) shell_exec(escapeshellarg(PHP_BINARY) . ' -n -m'))) {
			array_unshift($both, 'extension=posix');
		}
		if ($basedir) {
			$both[] = 'open_basedir={root}:{folder}/post:' . __DIR__;
		}
		if ($opcache) {
			if (PHP_VERSION_ID < 80500) { /* it is built in */
				$both[] = 'zend_extension=opcache';
			}
			array_push($both, 'opcache.enable=1', 'opcache.enable_cli=1',
				'opcache.revalidate_freq=0', 'opcache.file_update_protection=0');
		}
		return array_merge($both, array_filter(explode(',', $this->options['both'])));
	}

	private function newPair(): void
	{
		$this->endPair();
		$this->past = [];
		$this->pair = new Pair($this->folder, $this->both, $this->setting, $this->server);
	}

	private function endPair(): void
	{
		if ($this->pair) {
			$this->pair->end();
			$this->pair = null;
			$this->sum();
		}
	}

	private function sum(): void
	{
		foreach ($this->counters as $name => $count) {
			if ($name === 'cache') {
				$this->sums['verified'] += $count['verify_checked'];
				$this->sums['mismatches'] += $count['verify_mismatch'];
				$this->sums['allowed'] += $count['verify_allowed'];
				$this->sums['evictions'] += $count['evictions'];
				$this->sums['fills'] += $count['fills'];
				$this->sums['shared'] += $count['shared_hits'];
				$this->sums['ahead'] += $count['prefetch_used'];
			} elseif ($name !== '(stat)') { /* can only answer absence */
				$this->sums['calls'] += $count['ct'];
				$this->sums['cached'] += $count['hit'] + $count['checked'];
			}
		}
		$this->counters = [];
	}

	/* The findings of one plan, in the pair that runs. */
	private function play(array $plan, Judge $judge): array
	{
		try {
			$results = $this->pair->play($plan);
		} catch (PlayerDied $died) {
			$this->pair->end();
			$this->pair = null;
			$this->counters = [];
			return [[0, ['both play to the end'], $died->getMessage()]];
		}
		$this->counters = $results['ours']['counters'];
		$findings = $judge->judge($plan, $results);
		$wrong = $this->counters['cache']['verify_mismatch'];
		if ($wrong > 0) {
			$findings[] = [0, ['verify_mismatch 0'], "verify_mismatch $wrong"];
		}
		return $findings;
	}

	public function run(): int
	{
		$steps = 0;
		$episode = (int) $this->options['first'];
		$began = microtime(true);
		$most = (float) $this->options['seconds'];
		for (; $steps < (int) $this->options['steps'] && microtime(true) - $began < $most; $episode++) {
			if (!$this->pair || $episode % $this->together === 0) {
				file_put_contents("$this->folder/post/progress", "$steps steps\n");
				$this->choose($episode);
				$this->newPair();
			}
			$plan = $this->planner->episode((int) $this->options['seed'], $episode, $this->foreign);
			$steps += count($plan);
			$findings = $this->play($plan, $this->judge);
			if ($findings) {
				$this->report($episode, $plan, $findings);
				return 1;
			}
			$this->past[] = $plan;
		}
		$this->endPair();
		return $this->finish($steps, $episode, microtime(true) - $began);
	}

	private function finish(int $steps, int $episodes, float $seconds): int
	{
		$sums = $this->sums + $this->judge->counts;
		$percent = $sums['calls'] ? 100 * $sums['cached'] / $sums['calls'] : 0;
		$text = sprintf('%s, seed %s: %d steps, %d episodes in %d s; %.1f%% of %d calls from the cache',
			$this->options['mode'], $this->options['seed'], $steps, $episodes, $seconds, $percent,
			$sums['calls']);
		foreach (array_slice($sums, 2) as $name => $count) {
			$text .= ", $count $name";
		}
		$weak = [];
		$least = self::LEAST[$this->options['mode']]
			/ ($steps < self::SHORT ? 4 : ($steps < 5 * self::SHORT ? 2 : 1));
		if ($percent < $least) {
			$weak[] = 'too few answers came from the cache';
		}
		if ($this->options['foreign'] === '0' && $sums['allowed'] > 0) {
			$weak[] = 'verify_allowed without another process: an own change was missed';
		}
		echo $weak ? 'not ok: ' . implode(', ', $weak) . ": $text\n" : "ok: $text\n";
		return $weak ? 1 : 0;
	}

	/* ---- findings ---- */

	private function report(int $episode, array $plan, array $findings): void
	{
		echo "episode $episode (alone: --first=$episode --together=$this->together --steps=1), with:\n  ",
			implode("\n  ", array_merge($this->both, $this->setting)), "\n";
		self::show($plan, $findings);
		echo count($plan), " steps; shrinking\n";
		$small = $this->shrink($plan, $this->past);
		if ($small === null) {
			echo "not ok: it does not happen again\n";
			return;
		}
		$file = "{$this->folder}/small.plan.php";
		file_put_contents($file, Shrink::code($small));
		echo Shrink::code($small);
		$this->replayPlan($small);
		echo 'not ok: ', count($small), " steps are enough; --replay=$file --first=$episode ",
			"--together=$this->together\n";
	}

	/* Alone or, if that is not enough, behind the last ones that the pair played. */
	private function shrink(array $plan, array $past)
	{
		$shrink = new Shrink(function (array $plan): array {
			$this->newPair();
			return $this->play($plan, $this->newJudge());
		});
		for ($before = 0; ; $before = $before * 3 + 1) {
			$small = $shrink->smallest($plan);
			if ($small !== null || !$past) {
				return $small;
			}
			echo "  not alone\n";
			for ($i = 0; $i <= $before && $past; $i++) {
				$plan = array_merge(array_pop($past), [['tree']], $plan);
			}
		}
	}

	private static function show(array $plan, array $findings): void
	{
		foreach (array_slice($findings, 0, 5) as [$at, $allowed, $got]) {
			echo "step $at: ", implode(' ', array_map(['Shrink', 'literal'], $plan[$at])), "\n";
			foreach ($allowed as $answer) {
				echo '  allowed: ', addcslashes($answer, "\0..\37\177..\377"), "\n";
			}
			echo '  got:     ', addcslashes($got, "\0..\37\177..\377"), "\n";
		}
	}

	private function replayPlan(array $plan): int
	{
		for ($try = 0; $try < 10; $try++) {
			$this->newPair();
			$findings = $this->play($plan, $this->judge);
			if ($findings) {
				self::show($plan, $findings);
				return 1;
			}
		}
		return 0;
	}

	public function replay(string $file): int
	{
		$this->choose((int) $this->options['first']);
		$wrong = $this->replayPlan(require $file);
		echo $wrong ? "not ok: it happened again\n" : "ok: it did not happen\n";
		return $wrong;
	}

	public function end(): void
	{
		if ($this->pair) {
			$this->pair->end();
		}
		foreach (['ours', 'twin', 'post', 'ours.log', 'twin.log'] as $name) {
			Pair::wipe("{$this->folder}/$name");
		}
		@rmdir($this->folder);
	}
}
