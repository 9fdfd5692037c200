<?php
/* SPDX-License-Identifier: MIT
 *
 * field.php's truth: which call tells at once that another client has changed a folder, and what does it
 * cost? On mounts whose clients keep attributes that the server does not take back.
 *
 * One client knows a folder (it has listed it and looked at it), another one changes it, and at once the
 * first one makes the call. It was stale if a listing and a look right afterwards give another version.
 */

require_once __DIR__ . '/field.php';

const TRUTH_CALLS = ['stat', 'sync', 'open', 'opensync', 'absent', 'xattr', 'entry', 'listed', 'list'];
const TRUTH_CHANGES = ['create', 'mkdir', 'rename', 'unlink', 'rmdir'];
const TRUTH_NAMES = 20;

/** The program truth.c with one of its calls. */
final class Truth
{
	/** @var resource */
	private $process;
	private array $pipes = [];

	public function __construct(Options $options, string $call)
	{
		$program = "$options->work/truth";
		exec('gcc -std=gnu11 -O2 -Wall -Wextra -o ' . escapeshellarg($program) . ' '
			. escapeshellarg(__DIR__ . '/truth.c') . ' 2>&1', $out, $code);
		$code === 0 || bench_fail("cannot build truth.c:\n" . implode("\n", $out));
		$this->process = proc_open([$program, $call], [['pipe', 'r'], ['pipe', 'w']], $this->pipes);
	}

	/** @return array{us: float, version: string} */
	public function ask(string $folder): array
	{
		fwrite($this->pipes[0], "$folder\n");
		[$ns, $version] = explode(' ', trim((string) fgets($this->pipes[1])), 2) + ['', ''];
		return $version === '' ? bench_fail("no answer about $folder") : ['us' => $ns / 1e3, 'version' => $version];
	}

	public function __destruct()
	{
		fclose($this->pipes[0]);
		proc_close($this->process);
	}
}

function truth_change(string $change, string $folder): bool
{
	switch ($change) {
		case 'create':
			return file_put_contents("$folder/new", '') === 0;
		case 'mkdir':
			return mkdir("$folder/new");
		case 'rename':
			return rename("$folder/old", "$folder/new");
		case 'unlink':
			return unlink("$folder/old");
		default:
			return rmdir("$folder/sub");
	}
}

/** A folder with TRUTH_NAMES files, one named old, and a folder. */
function truth_folder(string $folder): void
{
	mkdir("$folder/sub", 0755, true);
	touch("$folder/old");
	for ($i = 1; $i < TRUTH_NAMES; $i++) {
		touch("$folder/file$i");
	}
}

function field_truth(Field $field): void
{
	if (!$field->bed instanceof GlusterBed && !$field->bed instanceof NfsBed) {
		return;
	}
	$base = $field->bed->mount($field->site, ['keep' => State::KEPT['warm']]) . '/truth';
	$other = $field->bed->other($field->site) . '/truth';
	exec('rm -rf ' . escapeshellarg($other));
	$list = new Truth($field->options, 'list');
	$each = $field->options->rounds < PAIRS_WANTED ? 1 : 4;
	foreach (TRUTH_CALLS as $call) {
		$ask = new Truth($field->options, $call);
		[$stale, $us] = [[], []];
		foreach (TRUTH_CHANGES as $change) {
			for ($i = 0; $i < $each; $i++) {
				$folder = "$call-$change-$i";
				truth_folder("$other/$folder");
				$list->ask("$base/$folder");
				usleep(1200000); /* until the client asks for what it saw while the folder was made */
				$before = $list->ask("$base/$folder")['version'];
				truth_change($change, "$other/$folder");
				$told = $ask->ask("$base/$folder");
				$now = $list->ask("$base/$folder")['version'];
				$now !== $before || bench_fail("$change changed no version, by a listing on {$field->bed->name}");
				$us[] = $told['us'];
				$stale[] = 100 * (int) ($told['version'] !== $now);
			}
		}
		$field->report->value('truth', "$call, {$field->bed->name}: stale after another client's change", '%', [array_sum($stale)
			/ count($stale)], '', $call);
		$field->report->value('truth', "$call, {$field->bed->name}: cost, folder of " . (TRUTH_NAMES + 1) . ' entries', 'us', $us, '', $call);
	}
	exec('rm -rf ' . escapeshellarg($other));
}
