<?php
/* SPDX-License-Identifier: MIT
 *
 * A worker of php-fpm and the site that it works on, on a mount of its own.
 */

require_once __DIR__ . '/state.php';

final class FieldSide
{
	public string $site;
	/** native, stock, asks (fastscan that checks each directory in each request), keeps (fastscan that does not) */
	public string $kind;
	/** A file that nobody lists: what a stat() of it costs tells the state. (A folder's own attributes, its listing touches.) */
	public string $probe;
	private Field $field;
	private array $arguments;
	private ?Fpm $fpm = null;
	private int $last = 0;

	/** @param list<string> $arguments of PHP */
	public function __construct(Field $field, string $kind, string $site, array $arguments)
	{
		$this->field = $field;
		$this->kind = $kind;
		$this->site = $site;
		$this->probe = "$site/$field->probe";
		$this->arguments = $arguments;
	}

	/** What a task of tasks.php returned. */
	public function run(string $task, array $more = []): array
	{
		$result = $this->fpm()->run("{$this->field->scripts}/serve.php", $task,
			$more + ['cwd' => $this->site, 'dir' => $this->field->dir]);
		$this->last = hrtime(true);
		return $result;
	}

	/** A page of the site: milliseconds as the client sees them, and the answer. */
	public function page(array $parameters): array
	{
		$answer = $this->fpm()->get("$this->site/index.php", '', $parameters);
		$this->last = hrtime(true);
		return ['ms' => $answer['ns'] / 1e6, 'body' => $answer['body'], 'head' => $answer['head']];
	}

	/** Until what the kernel knew of this side's mount has expired. */
	public function expire(): void
	{
		usleep(max(0, $this->field->bed->expires - intdiv(hrtime(true) - $this->last, 1000)));
	}

	/**
	 * One run of that state: its figures, or under 'refused' why it was of another one.
	 *
	 * @param callable(): array<string, float> $run
	 * @param int $units what the bounds of the state are for: directories, or files
	 */
	public function measure(State $state, int $units, callable $run): array
	{
		$bed = $this->field->bed;
		$this->prepare($state);
		if ($this->kind === 'native' || !($counts = $bed->operations($this->site))) {
			return $run();
		}
		clearstatcache();
		stat($this->probe);
		$before = $bed->operations($this->site);
		$probe = array_sum(state_asked($counts, $before));
		$cpu = field_cpu($bed->daemons());
		$figures = $run();
		$figures['daemon_ms'] = (field_cpu($bed->daemons()) - $cpu) * 1e3;
		$asked = state_asked($before, $bed->operations($this->site));
		$figures['asked'] = array_sum($asked) / $units;
		$figures['operations'] = array_map(fn ($count) => $count / $units, $asked);
		/* a side that holds delegations opens without asking: all must, or none */
		isset($asked['OPEN']) && $figures['opens'] = $asked['OPEN'];
		$why = $state->refuses($this->kind, $probe, $figures['asked']);
		return $why === '' ? $figures : ['refused' => $why];
	}

	private function prepare(State $state): void
	{
		if ($state->name === 'expired') {
			$this->expire();
		} elseif ($state->name === 'client-cold' && $this->kind !== 'native') {
			$this->fpm = null;
			$this->field->bed->remount($this->site);
			$this->fpm(); /* that it starts is not part of the run */
		}
	}

	private function fpm(): Fpm
	{
		return $this->fpm ??= new Fpm($this->field->options, $this->arguments);
	}
}

/**
 * Seconds of processor time that those programs have had so far.
 *
 * @param list<string> $names what is in their command lines; of kernel threads, what their names begin with
 */
function field_cpu(array $names): float
{
	$ticks = 0;
	foreach ($names ? glob('/proc/[0-9]*', GLOB_NOSORT) : [] as $process) {
		$line = (string) @file_get_contents("$process/cmdline");
		$stat = (string) @file_get_contents("$process/stat");
		$name = $line === '' ? explode('(', $stat)[1] ?? '' : '';
		foreach ($names as $of) {
			if ($line !== '' ? strpos($line, $of) !== false : strpos($name, $of) === 0) {
				$fields = explode(' ', substr($stat, (int) strrpos($stat, ')') + 2));
				$ticks += (int) ($fields[11] ?? 0) + (int) ($fields[12] ?? 0);
				break;
			}
		}
	}
	return $ticks / 100;
}
