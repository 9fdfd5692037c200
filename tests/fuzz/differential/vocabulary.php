<?php
/* SPDX-License-Identifier: MIT */
/*
 * What a plan may ask and change, for both players and for the driver's foreign changes. A path
 * may begin with "~", the player's own root.
 *
 *	$vocabulary->question($name, $path)     what PHP answers, warnings and exceptions included
 *	$vocabulary->change($name, $arguments)  the same for a change
 *	$vocabulary->handle($verb, ...)         for directory handles and iterators that live on
 *
 * An answer is one string. Roots are put back as "~" by normal(), so that the answers of two trees
 * can be compared.
 */

/* Of how many directories a question may speak; those of several may mix moments. */
const FUZZ_MANY = ['glob', 'glob onlydir', 'glob brace', 'realpath', 'real path'];

class FuzzInfo extends SplFileInfo
{
}

class FuzzIterator extends RecursiveDirectoryIterator
{
}

final class Vocabulary
{
	private $root;
	private $top;
	private $questions;
	private $changes;
	private $slots = [];
	public $messages = [];

	/* The root is so deep in $top that no planned path leads out of it. */
	public function __construct(string $top)
	{
		$this->top = $top;
		$this->root = $top . self::DEPTH;
		$this->questions = $this->questions() + $this->iterators();
		$this->changes = $this->changes() + $this->children();
		set_error_handler(function (int $level, string $message): bool {
			$this->messages[] = "$level: $message";
			return true;
		});
	}

	const DEPTH = '/1/2/3/4/5/6/7/8/9/10/11/12';
	/* The working directory never leaves this part of it. */
	const ZONE = '/1/2/3/4/5/6/7/8';

	public function root(): string
	{
		return $this->root;
	}

	public function real(string $path): string
	{
		return str_replace('~', $this->root, $path);
	}

	/* Answers of both trees in the same words; both roots are equally long. */
	public function normal(array $texts): array
	{
		return str_replace([$this->root, $this->top], ['~', '^'], $texts);
	}

	public function questionNames(): array
	{
		return array_keys($this->questions);
	}

	private function attempt(callable $code, array $arguments): string
	{
		$this->messages = [];
		try {
			$value = serialize($code(...$arguments));
		} catch (Throwable $thrown) {
			$value = get_class($thrown) . ': ' . $thrown->getMessage();
		}
		return $this->messages ? $value . "\n" . implode("\n", $this->messages) : $value;
	}

	public function question(string $name, string $path): string
	{
		/* A pattern made of nothing is about the whole machine, and the C library's own stack ends. */
		$odd = $path === '' || strlen($path) > 1200;
		$path = $odd && strncmp($name, 'glob', 4) === 0 ? '.' : $path;
		return $this->attempt($this->questions[$name], [$this->real($path)]);
	}

	public function change(string $name, array $arguments): string
	{
		$done = $this->attempt($this->changes[$name], $this->realAll($arguments));
		$this->messages = [];
		return $done;
	}

	private function realAll(array $arguments): array
	{
		foreach ($arguments as &$argument) {
			$argument = is_string($argument) ? $this->real($argument) : $argument;
		}
		return $arguments;
	}

	/*
	 * PHP's memory of one file would be older than fastscan, which drops it. And errno, which some
	 * messages show whoever left it, is ENOENT from here on.
	 */
	public static function forgetLastFile(): void
	{
		stat(__DIR__);
		lstat(__DIR__);
		@readlink(__DIR__ . '/there is no such name');
	}

	/* ---- questions ---- */

	private function questions(): array
	{
		$names = ['is_dir', 'is_file', 'is_link', 'file_exists', 'is_readable', 'is_writable',
			'is_writeable', 'is_executable', 'filetype', 'filesize', 'fileperms', 'fileowner',
			'realpath', 'readlink', 'scandir', 'file', 'md5_file', 'parse_ini_file',
			'stream_resolve_include_path'];
		$questions = array_combine($names, $names);
		return $questions + [
			'stat' => function ($path) { return self::lasting(stat($path)); },
			'lstat' => function ($path) { return self::lasting(lstat($path)); },
			'whose inode' => function ($path) { return self::sameInode($path); },
			'scandir descending' => function ($path) { return scandir($path, 1); },
			'scandir unsorted' => function ($path) { return scandir($path, SCANDIR_SORT_NONE); },
			'scandir with context' => function ($path) {
				return scandir($path, 0, stream_context_create());
			},
			'list' => function ($path) { return self::listed(opendir($path)); },
			'dir' => function ($path) {
				$dir = dir($path);
				return $dir ? self::listed($dir->handle) : $dir;
			},
			'last error' => function ($path) { return $this->lastError($path); },
			'glob' => function ($path) { return glob("$path/*"); },
			'glob itself' => 'glob',
			'glob letters' => function ($path) { return glob("$path/[a-m]*"); },
			'glob marked' => function ($path) { return glob("$path/*", GLOB_MARK); },
			'glob unsorted' => function ($path) { return glob("$path/*", GLOB_NOSORT); },
			'glob onlydir' => function ($path) { return glob("$path/*/*", GLOB_ONLYDIR); },
			'glob brace' => function ($path) { return glob("$path/{a,b,.h}*", GLOB_BRACE); },
			'glob single' => function ($path) { return glob("$path/?"); },
			'glob others' => function ($path) { return glob("$path/[!a]*", GLOB_ERR); },
			'glob dots' => function ($path) { return glob("$path/.*"); },
			'glob suffix' => function ($path) { return glob("$path/*.php", GLOB_NOCHECK); },
			'glob above' => function ($path) { return glob("*/$path"); },
			'glob class' => function ($path) {
				return glob("$path/[[:upper:][:digit:]b-c-]*", GLOB_NOESCAPE);
			},
			'glob folders' => function ($path) { return glob("$path/*", GLOB_ONLYDIR | GLOB_NOSORT); },
			'glob escaped' => function ($path) { return glob("$path/\\a*", GLOB_NOCHECK); },
			'include' => function ($path) { return (include $path) !== false; },
			'include_once' => function ($path) { return $this->includeOnce($path); },
			'fopen r' => function ($path) { return is_resource(fopen($path, 'r')); },
			'fopen by include path' => function ($path) {
				return is_resource(fopen($path, 'r', true));
			},
			'SplFileObject r' => function ($path) { return (new SplFileObject($path))->isDir(); },
		];
	}

	/* Not times, inode and device numbers, in which two trees differ. */
	private static function lasting($stat)
	{
		return $stat ? [$stat['mode'], $stat['nlink'], $stat['size'], $stat['uid']] : $stat;
	}

	/* Does PHP's memory of the last file lend its inode to another one? */
	private static function sameInode(string $path): array
	{
		$inode = fileinode($path);
		$file = @fopen($path, 'r');
		return [$inode === false, !$file || fstat($file)['ino'] === $inode];
	}

	private static function listed($handle)
	{
		$names = [];
		while ($handle && ($name = readdir($handle)) !== false) {
			$names[] = $name;
		}
		return $handle ? $names : false;
	}

	/* The twin may have included it earlier than ours: only then nothing is run, and errno stays. */
	private function includeOnce(string $path): bool
	{
		$included = (include_once $path) !== false;
		$messages = $this->messages;
		self::forgetLastFile();
		$this->messages = $messages;
		return $included;
	}

	private function lastError(string $path)
	{
		restore_error_handler();
		try {
			error_clear_last();
			$names = @scandir($path);
			$error = error_get_last();
			return [$names, $error ? $error['message'] : null];
		} finally {
			error_clear_last();
			set_error_handler(function (int $level, string $message): bool {
				$this->messages[] = "$level: $message";
				return true;
			});
		}
	}

	/* ---- questions by objects ---- */

	private function iterators(): array
	{
		$questions = [
			'entries' => function ($path) { return self::entries(new DirectoryIterator($path)); },
			'paths' => function ($path) { return self::keys(new FilesystemIterator($path)); },
			'paths with dots' => function ($path) {
				return self::keys(new FilesystemIterator($path, FilesystemIterator::UNIX_PATHS));
			},
			'types' => function ($path) {
				$iterator = new FilesystemIterator($path, FilesystemIterator::KEY_AS_FILENAME);
				$iterator->setInfoClass('FuzzInfo');
				return self::types($iterator);
			},
			'tree' => function ($path) { return self::tree(new FuzzIterator($path), 0); },
			'tree by links' => function ($path) {
				$flags = FilesystemIterator::SKIP_DOTS | FilesystemIterator::FOLLOW_SYMLINKS;
				return self::tree(new RecursiveDirectoryIterator($path, $flags), 2);
			},
			'globbed' => function ($path) { return self::keys(new GlobIterator("$path/*")); },
			'glob stream' => function ($path) {
				return self::entries(new DirectoryIterator("glob://$path/*"));
			},
			'real path' => function ($path) { return (new SplFileInfo($path))->getRealPath(); },
		];
		foreach (['isDir', 'isFile', 'isLink', 'isReadable', 'isWritable', 'isExecutable',
			'getType', 'getSize', 'getPerms', 'getLinkTarget'] as $method) {
			$questions["info $method"] = function ($path) use ($method) {
				return (new FuzzInfo($path))->$method();
			};
		}
		return $questions;
	}

	private static function entries(DirectoryIterator $iterator): array
	{
		$entries = [];
		foreach ($iterator as $entry) {
			$entries[] = [$entry->getFilename(), $entry->isDir(), $entry->isFile(),
				$entry->isLink(), $entry->isDot(), $entry->isReadable()];
		}
		return $entries;
	}

	private static function keys(Iterator $iterator): array
	{
		$keys = [];
		foreach ($iterator as $key => $entry) {
			$keys[] = $key;
		}
		return $keys;
	}

	private static function types(Iterator $iterator): array
	{
		$types = [];
		foreach ($iterator as $key => $entry) {
			$types[$key] = [get_class($entry), $entry->isDir(), $entry->isFile(), $entry->getType()];
		}
		return $types;
	}

	private static function tree(RecursiveDirectoryIterator $iterator, int $mode): array
	{
		$all = new RecursiveIteratorIterator($iterator, RecursiveIteratorIterator::SELF_FIRST,
			RecursiveIteratorIterator::CATCH_GET_CHILD);
		$all->setMaxDepth($mode ?: 4);
		$tree = [];
		foreach ($all as $path => $entry) {
			$tree[] = [$path, $all->getDepth(), $entry->isDir()];
			if (count($tree) > 300) {
				break;
			}
		}
		return $tree;
	}

	/* ---- handles that live on ---- */

	public function handle(string $verb, int $slot, $argument = null): string
	{
		return $this->attempt(function () use ($verb, $slot, $argument) {
			switch ($verb) {
				case 'open':
					unset($this->slots[$slot]);
					$this->slots[$slot] = opendir($this->real($argument));
					return is_resource($this->slots[$slot]);
				case 'iterate':
					unset($this->slots[$slot]);
					$this->slots[$slot] = new FuzzIterator($this->real($argument));
					return true;
				case 'read': return $this->read($slot, $argument);
				case 'rewind': return $this->rewind($slot);
				case 'close': return $this->close($slot);
				case 'children': return $this->children_of($slot);
			}
		}, []);
	}

	private function read(int $slot, int $most): array
	{
		$handle = $this->slots[$slot] ?? null;
		$names = [];
		if ($handle instanceof Iterator) {
			for (; $most > 0 && $handle->valid(); $most--, $handle->next()) {
				$names[] = $handle->getFilename();
			}
			return $names;
		}
		while ($handle && $most-- > 0 && ($name = readdir($handle)) !== false) {
			$names[] = $name;
		}
		return $names;
	}

	private function rewind(int $slot)
	{
		$handle = $this->slots[$slot] ?? null;
		return $handle instanceof Iterator ? $handle->rewind() : ($handle ? rewinddir($handle) : 0);
	}

	private function close(int $slot)
	{
		$handle = $this->slots[$slot] ?? null;
		unset($this->slots[$slot]);
		return is_resource($handle) ? closedir($handle) : null;
	}

	private function children_of(int $slot)
	{
		$handle = $this->slots[$slot] ?? null;
		if (!$handle instanceof RecursiveDirectoryIterator || !$handle->valid()) {
			return null;
		}
		return [$handle->hasChildren(), $handle->isDir(), $handle->isFile(), $handle->isLink(),
			$handle->hasChildren() ? self::keys($handle->getChildren()) : null];
	}

	public function closeAll(): void
	{
		$this->slots = [];
	}

	/* ---- changes ---- */

	/* Written over and behind itself it stays a program. */
	const TEXT = '<?php return 5;#';

	private function changes(): array
	{
		$changes = ['rmdir', 'unlink', 'rename', 'copy', 'symlink', 'link', 'chmod'];
		return array_combine($changes, $changes) + [
			'mkdir' => function ($path) { return mkdir($path); },
			'mkdir -p' => function ($path) { return mkdir($path, 0777, true); },
			'touch' => function ($path) { return touch($path); },
			'touch old' => function ($path) { return touch($path, 1000000000, 1000000000); },
			'put' => function ($path, $size) {
				return file_put_contents($path, self::TEXT . str_repeat('#', $size));
			},
			'put append' => function ($path, $size) {
				return file_put_contents($path, self::TEXT . str_repeat('#', $size), FILE_APPEND);
			},
			'put locked' => function ($path, $size) {
				return file_put_contents($path, self::TEXT, LOCK_EX);
			},
			'fopen' => function ($path, $mode) {
				$file = fopen($path, $mode);
				return $file ? [fwrite($file, self::TEXT), fclose($file)] : $file;
			},
			'object' => function ($path, $mode) {
				return (new SplFileObject($path, $mode))->fwrite(self::TEXT);
			},
			'openFile' => function ($path, $mode) {
				return (new SplFileInfo($path))->openFile($mode)->fwrite(self::TEXT);
			},
			'open while removed' => function ($path) {
				$file = fopen($path, 'c+');
				return [unlink($path), $file && fclose($file)];
			},
			'tempnam' => function ($path) { return $this->tempnam($path); },
			'chdir' => function ($path) { return $this->chdir($path); },
			'clearstatcache' => function () { return clearstatcache(); },
			'clearstatcache of' => function ($path) { return clearstatcache(true, $path); },
			'usleep' => function () { return usleep(1); },
			'error_log' => function ($path) { return error_log('#', 3, $path); },
			'socket' => function ($path) {
				return posix_mknod($path, POSIX_S_IFSOCK | 0600);
			},
		];
	}

	/* The name is random, which the other player's is not to be. */
	private function tempnam(string $path): array
	{
		$name = tempnam($path, 't');
		if (dirname((string) $name) !== rtrim($path, '/')) {
			return ['elsewhere', $name && unlink($name)];
		}
		$seen = [in_array(basename($name), scandir($path), true), is_file($name)];
		$seen[] = rename($name, "$path/e") || !unlink($name);
		$seen[] = file_exists($name);
		$this->messages = [];
		return $seen;
	}

	private function chdir(string $path): bool
	{
		$done = chdir($path);
		$cwd = getcwd();
		if ($cwd !== false && strpos("$cwd/", $this->top . self::ZONE . '/') !== 0) {
			chdir($this->root);
		}
		return $done;
	}

	/* ---- changes by children that are waited for ---- */

	private function children(): array
	{
		return [
			'exec' => function ($what, ...$paths) { return exec(self::command($what, $paths)); },
			'backticks' => function ($what, ...$paths) {
				$command = self::command($what, $paths);
				return `$command`;
			},
			'system' => function ($what, ...$paths) { return system(self::command($what, $paths)); },
			'passthru' => function ($what, ...$paths) {
				return passthru(self::command($what, $paths));
			},
			'popen' => function ($what, ...$paths) {
				return pclose(popen(self::command($what, $paths), 'r'));
			},
			'pipe' => function ($what, ...$paths) {
				$pipe = popen(self::command($what, $paths), 'r');
				return stream_get_contents($pipe);
			},
			'proc_open' => function ($what, ...$paths) {
				return proc_close(proc_open(self::command($what, $paths), [], $pipes));
			},
			'fork' => function ($what, ...$paths) {
				return self::fork(self::command($what, $paths), $this->root());
			},
		];
	}

	private static function command(string $what, array $paths): string
	{
		foreach ($paths as $path) {
			$what .= " '" . str_replace("'", "'\\''", $path) . "'";
		}
		return "$what >/dev/null 2>&1";
	}

	/*
	 * The child must run no destructor of the player's. What it lists, others may have from it, where
	 * they share a cache.
	 */
	private static function fork(string $command, string $root): bool
	{
		$child = pcntl_fork();
		if ($child === 0) {
			exec($command);
			foreach (['', '/a', '/b', '/s', '/d', '/a/a', '/a/b'] as $directory) {
				@scandir($root . $directory);
			}
			posix_kill(posix_getpid(), SIGKILL);
		}
		return pcntl_waitpid($child, $status) === $child;
	}
}
