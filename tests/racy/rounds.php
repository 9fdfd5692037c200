<?php
/* SPDX-License-Identifier: MIT */
/*
 * Directories that change right after they were read: is every answer still the truth?
 *
 *     php -d extension=fastscan.so -d realpath_cache_size=0 rounds.php BASE FIFOS \
 *         [rounds=N] [dirs=N] [wait=MS] [seed=N] [brief=1] [listings=1]
 *
 * rounds.sh starts it, and changer.c at the other ends of FIFOS/to and FIFOS/from.
 *
 * A round asks about one directory of BASE, changes it, and asks again. The change is made by this
 * process, by another one (changer.c) that is waited for, or by another one while the first questions
 * are being asked. What must then be true is computed from the changes, and checked against what the
 * changer reads from the directory.
 *
 * Half of the rounds stay with a few directories, so that changes follow each other in one tick of
 * the clock; the others take any, so that listings of all ages are kept and then lie, if anything lets
 * them. All were read once, `wait` before the first round: the time that the file system's listings
 * take to be kept. In brief rounds two questions are asked after each change, in others all: where system
 * calls are slow, so that more than one round fits in a tick. listings=1 asks scandir and readdir alone:
 * on a network mount that caches attributes only these tell at once what another client did, by stock
 * PHP too, and only of a directory that is still the same.
 *
 * Prints one line of JSON. "same_stamp": changes by the other process that left the directory's times
 * as they were; "kept" of "fills": listings that fastscan kept. Wrong answers are described on stderr.
 */

const NAMES = ['apple', 'berry', 'cherry', 'damson', 'elder', 'fig'];
const DESCRIBED_MAX = 10;

/*
 * The other process, at the ends of two FIFOs. Not a child: while one runs fastscan may be more careful.
 */
final class Changer
{
	/** @var resource */
	private $to;
	/** @var resource */
	private $from;

	public function __construct(string $fifos)
	{
		$this->to = fopen("$fifos/to", 'w');
		$this->from = fopen("$fifos/from", 'r');
	}

	public function send(string $line): void
	{
		fwrite($this->to, "$line\n");
	}

	/* [bool same stamp, name => type] */
	public function answer(): array
	{
		$line = fgets($this->from);
		if ($line === false) {
			throw new RuntimeException('the changer has died');
		}
		$words = explode(' ', rtrim($line, "\n"));
		$same = array_shift($words) === '1';
		$entries = [];
		foreach ($words as $word) {
			[$name, $type] = explode(':', $word);
			$entries[$name] = $type;
		}
		ksort($entries);
		return [$same, $entries];
	}
}

final class Rounds
{
	private $base;
	private $changer;
	private $truth = [];   /* directory => name => type */
	private $recent = [];
	private $restarts;     /* does an answer hold until the next request? */
	private $wrong = 0;
	private $asked = 0;
	private $sameStamp = 0;
	private $round = 0;
	private $change = '';
	private $brief;
	private $listings;

	public function __construct(string $base, Changer $changer, int $dirs, int $wait, bool $brief, bool $listings)
	{
		$this->brief = $brief;
		$this->listings = $listings;
		$this->base = $base;
		$this->changer = $changer;
		$this->restarts = ini_get('fastscan.validate') === 'request';
		@mkdir("$base/anchor");
		@mkdir("$base/anchor/inside");
		for ($i = 0; $i < $dirs; $i++) {
			mkdir("$base/d$i");
			mkdir("$base/d$i/apple");
			touch("$base/d$i/berry");
			$this->truth["d$i"] = ['apple' => 'd', 'berry' => 'f'];
			scandir("$base/d$i");
		}
		usleep(1000 * $wait);
	}

	public function run(int $rounds): array
	{
		$before = fastscan_counters()['cache'];
		$start = hrtime(true);
		for ($this->round = 0; $this->round < $rounds; $this->round++) {
			$this->one($this->pick());
		}
		$after = fastscan_counters()['cache'];
		return [
			'rounds' => $rounds,
			'asked' => $this->asked,
			'wrong' => $this->wrong,
			'same_stamp' => $this->sameStamp,
			'fills' => $after['fills'] - $before['fills'],
			'kept' => $after['fills'] - $before['fills'] - ($after['racy'] - $before['racy']),
			'saved' => $after['syscalls_saved'] - $before['syscalls_saved'],
			'seconds' => round((hrtime(true) - $start) / 1e9, 1),
		];
	}

	private function pick(): string
	{
		if ($this->recent && mt_rand(0, 1)) {
			return $this->recent[array_rand($this->recent)];
		}
		$dir = 'd' . mt_rand(0, count($this->truth) - 1);
		$this->recent[$this->round % 4] = $dir;
		return $dir;
	}

	private function one(string $dir): void
	{
		$this->start();
		$this->warm($dir);
		[$operation, $name, $second] = $this->choose($dir);
		$line = "$operation $dir $name $second";
		$how = $operation !== 'R' ? mt_rand(0, 2) : mt_rand(1, 2);
		$this->change = ['own', 'other', 'meanwhile'][$how] . " $line";
		if ($how === 0) {
			$this->apply("$this->base/$dir", $operation, $name, $second);
			$this->note($dir, $operation, $name, $second);
			mt_rand(0, 1) && $this->start();
		} else {
			$this->changer->send($line);
			$how === 2 && $this->warm($dir);
			[$same, $entries] = $this->changer->answer();
			$this->sameStamp += $same;
			$this->note($dir, $operation, $name, $second);
			if ($entries !== $this->truth[$dir]) {
				throw new RuntimeException("the test is wrong about $this->change: " . json_encode([$entries, $this->truth[$dir]]));
			}
			$this->start();
		}
		if ($this->brief) {
			$this->checkBriefly($dir, $second !== '' && mt_rand(0, 1) ? $second : $name);
		} else {
			$this->check($dir, array_unique([$name, $second ?: $name, NAMES[array_rand(NAMES)]]));
		}
	}

	/* A new validation period. */
	private function start(): void
	{
		$this->restarts && fastscan_request_start();
	}

	/* Bring the directory into the cache, if it may be kept. */
	private function warm(string $dir): void
	{
		$names = $this->brief ? [NAMES[array_rand(NAMES)]] : NAMES;
		switch (mt_rand(0, 3)) {
		case 0:
			@scandir("$this->base/$dir");
			break;
		case 1:
			$handle = @opendir("$this->base/$dir");
			while ($handle && @readdir($handle) !== false);
			break;
		case 2:
			foreach ($names as $name) {
				file_exists("$this->base/$dir/$name");
			}
			break;
		default:
			foreach ($names as $name) {
				is_dir("$this->base/$dir/$name");
				@realpath("$this->base/$dir/$name");
			}
		}
		$this->emptyStatCache();
	}

	/* As clearstatcache(), but without a mark: PHP's own cache holds one name. */
	private function emptyStatCache(): void
	{
		is_dir("$this->base/anchor");
		is_link("$this->base/anchor");
	}

	/* A change that is possible now. */
	private function choose(string $dir): array
	{
		$entries = $this->truth[$dir];
		$name = NAMES[array_rand(NAMES)];
		$second = NAMES[array_rand(NAMES)];
		if (!$this->listings && mt_rand(0, 49) === 0) {
			return ['R', $name, ''];
		}
		if (!isset($entries[$name])) {
			return [['c', 'm', 's'][mt_rand(0, 2)], $name, ''];
		}
		if (!isset($entries[$second]) && mt_rand(0, 1)) {
			return ['n', $name, $second];
		}
		return [$entries[$name] === 'd' ? 'd' : 'u', $name, ''];
	}

	private function note(string $dir, string $operation, string $name, string $second): void
	{
		$entries = &$this->truth[$dir];
		switch ($operation) {
		case 'n':
			$entries[$second] = $entries[$name];
			unset($entries[$name]);
			break;
		case 'u':
		case 'd':
			unset($entries[$name]);
			break;
		case 'R':
			$entries = [$name => 'f'];
			break;
		default:
			$entries[$name] = ['c' => 'f', 'm' => 'd', 's' => 'l'][$operation];
		}
		ksort($entries);
	}

	private function apply(string $path, string $operation, string $name, string $second): void
	{
		switch ($operation) {
		case 'c':
			touch("$path/$name");
			break;
		case 'm':
			mkdir("$path/$name");
			break;
		case 's':
			symlink('../anchor', "$path/$name");
			break;
		case 'n':
			rename("$path/$name", "$path/$second");
			break;
		case 'u':
			unlink("$path/$name");
			break;
		case 'd':
			rmdir("$path/$name");
			break;
		}
	}

	private function check(string $dir, array $names): void
	{
		$first = mt_rand(0, 1);
		$first && $this->checkScandir($dir);
		foreach ($this->listings ? [] : $names as $name) {
			for ($question = 0; $question < 7; $question++) {
				$this->checkName($dir, $name, $question);
			}
		}
		$this->checkReaddir($dir);
		$first || $this->checkScandir($dir);
		$this->emptyStatCache();
	}

	private function checkBriefly(string $dir, string $name): void
	{
		$this->listings || $this->checkName($dir, $name, mt_rand(0, 6));
		mt_rand(0, 1) ? $this->checkScandir($dir) : $this->checkReaddir($dir);
		$this->emptyStatCache();
	}

	private function checkName(string $dir, string $name, int $question): void
	{
		$path = "$this->base/$dir/$name";
		$type = $this->truth[$dir][$name] ?? '';
		switch ($question) {
		case 0:
			$this->expect("is_dir $dir/$name", $type === 'd' || $type === 'l', is_dir($path));
			break;
		case 1:
			$this->expect("is_file $dir/$name", $type === 'f', is_file($path));
			break;
		case 2:
			$this->expect("is_link $dir/$name", $type === 'l', is_link($path));
			break;
		case 3:
			$this->expect("file_exists $dir/$name", $type !== '', file_exists($path));
			break;
		case 4:
			$this->expect("is_readable $dir/$name", $type !== '', is_readable($path));
			break;
		case 5:
			$real = $type === '' ? false : ($type === 'l' ? "$this->base/anchor" : $path);
			$this->expect("realpath $dir/$name", $real, realpath($path));
			break;
		case 6:
			/* Of a path through the name: missing, a file, or a directory with nothing in it. */
			$this->expect("is_dir $dir/$name/inside", $type === 'l', is_dir("$path/inside"));
		}
	}

	private function listing(string $dir): array
	{
		return array_merge(['.', '..'], array_keys($this->truth[$dir]));
	}

	private function checkScandir(string $dir): void
	{
		$this->expect("scandir $dir", $this->listing($dir), scandir("$this->base/$dir"));
	}

	private function checkReaddir(string $dir): void
	{
		$this->expect("readdir $dir", $this->listing($dir), $this->read("$this->base/$dir"));
	}

	private function read(string $path): array
	{
		$handle = opendir($path);
		$names = [];
		while (($name = readdir($handle)) !== false) {
			$names[] = $name;
		}
		closedir($handle);
		sort($names);
		return $names;
	}

	private function expect(string $question, $true, $given): void
	{
		$this->asked++;
		if ($true !== $given && ++$this->wrong <= DESCRIBED_MAX) {
			fprintf(STDERR, "round %d, %s: %s is %s, answered was %s\n", $this->round, $this->change,
				$question, json_encode($true), json_encode($given));
		}
	}
}

$options = ['rounds' => 1000, 'dirs' => 64, 'wait' => 0, 'seed' => 1, 'brief' => 0, 'listings' => 0];
foreach (array_slice($argv, 3) as $argument) {
	[$key, $value] = explode('=', $argument, 2);
	if (!isset($options[$key])) {
		fwrite(STDERR, "rounds.php: unknown option $key\n");
		exit(2);
	}
	$options[$key] = (int) $value;
}
mt_srand($options['seed']);
$rounds = new Rounds(realpath($argv[1]), new Changer($argv[2]), $options['dirs'], $options['wait'],
	(bool) $options['brief'], (bool) $options['listings']);
echo json_encode($rounds->run($options['rounds'])), "\n";
