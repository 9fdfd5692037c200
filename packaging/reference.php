<?php
/* SPDX-License-Identifier: MIT */
/*
 * php packaging/reference.php write|check: docs/reference.md and packaging/fastscan.ini are made of
 * two texts that others are tested against: README's table of directives (tests/lint/readme.php
 * compares it with the extension) and the comments of src/php/fastscan.stub.php, which IDEs read.
 *
 * `check` says what would change and exits with 1. A comment that leaves out a parameter or what is
 * returned is a fault in either case.
 */

const TOP = __DIR__ . '/..';
const WIDTH = 100;
const ACCESS = [
	'ALL' => 'anywhere, `ini_set()` too',
	'PERDIR' => 'php.ini, the server\'s configuration, `.htaccess`, `.user.ini`',
	'SYSTEM' => 'php.ini and the server\'s configuration',
];

function fail(string $why): void
{
	fwrite(STDERR, "$why\n");
	exit(1);
}

/** name => [default, access, meaning], of README's table */
function directives(): array
{
	$found = [];
	foreach (file(TOP . '/README.md') as $line) {
		$row = '/^\| `(fastscan\.\w+)` \| (?:`([^`]*)`)? *\| (\w+) \| (.*) \|$/';
		if (preg_match($row, rtrim($line), $m)) {
			$found[$m[1]] = [$m[2], $m[3], $m[4]];
		}
	}
	return $found ?: fail('README.md: no table of directives');
}

/** [signature, comment] of each function of the stub */
function functions(): array
{
	$stub = file_get_contents(TOP . '/src/php/fastscan.stub.php');
	$one = '~/\*\*\n((?: \*[^\n]*\n)+?) \*/\nfunction ([^\n]*?) \{\}~';
	preg_match_all($one, $stub, $found, PREG_SET_ORDER);
	if (count($found) !== preg_match_all('/^function /m', $stub)) {
		fail('fastscan.stub.php: a function has no comment');
	}
	return array_map(function (array $m): array {
		return [$m[2], trim(preg_replace('/^ \* ?/m', '', $m[1]))];
	}, $found);
}

/** What IDEs would not be told. */
function check_comment(string $signature, string $comment): void
{
	preg_match_all('/\$\w+/', $signature, $parameters);
	foreach ($parameters[0] as $parameter) {
		if (!preg_match('/@param \S+ \\' . $parameter . ' \S/', $comment)) {
			fail("fastscan.stub.php: $signature: no @param for $parameter");
		}
	}
	if (!preg_match('/: void$/', $signature) && !preg_match('/@return \S+ \S/', $comment)) {
		fail("fastscan.stub.php: $signature: no @return");
	}
}

function plain(string $markdown): string
{
	$text = preg_replace('/\[([^]]*)\]\([^)]*\)/', '$1', str_replace('`', '', $markdown));
	return str_replace([', see above', 'the list below'], [' (README.md)', 'the list in README.md'], $text);
}

function example(array $directives): string
{
	$out = "; SPDX-License-Identifier: MIT\n; priority=20\n;\n"
		. "; fastscan: the line that loads it, and every directive with its default. To change one, take the\n"
		. "; semicolon away. Then reload PHP-FPM or the web server; `php --ri fastscan` shows what is in force.\n"
		. "; Made by packaging/reference.php of the table in README.md.\n\nextension = fastscan\n";
	foreach ($directives as $name => [$default, $access, $meaning]) {
		$out .= "\n; " . wordwrap(plain($meaning), WIDTH - 2, "\n; ") . "\n" . rtrim(";$name = $default") . "\n";
	}
	return $out;
}

function directive_section(string $name, string $default, string $access, string $meaning): string
{
	$meaning = str_replace(['](#', ', see above', 'the list below'],
		['](../README.md#', ' ([README](../README.md))', '[the list](../README.md#directives)'], $meaning);
	$default = $default === '' ? 'empty' : "`$default`";
	return "### `$name`\n\nDefault: $default. Set in: " . ACCESS[$access] . ".\n\n"
		. wordwrap($meaning, WIDTH) . "\n\n";
}

function function_section(string $signature, string $comment): string
{
	check_comment($signature, $comment);
	[$text, $tags] = array_pad(preg_split('/\n+(?=@)/', $comment, 2), 2, '');
	$rows = '';
	$tags = preg_split('/\n(?=@)/', $tags, -1, PREG_SPLIT_NO_EMPTY);
	foreach ($tags as $tag) {
		preg_match('/^@(param|return) (\S+)(?: (\$\w+))? ?(.*)$/s', $tag, $m);
		$rows .= '- ' . ($m[1] === 'param' ? "`$m[3]`" : 'returns') . " `$m[2]`: "
			. str_replace("\n", ' ', $m[4]) . "\n";
	}
	return "### `" . strtok($signature, '(') . "()`\n\n```php\n$signature\n```\n\n$text\n\n"
		. ($rows === '' ? '' : "$rows\n");
}

function reference(array $directives): string
{
	$out = "# Reference\n\nMade by `packaging/reference.php` of README's table and of the comments in\n"
		. "[src/php/fastscan.stub.php](../src/php/fastscan.stub.php), and compared with the extension by\n"
		. "`sh tests/run.sh lint`. An example of a configuration file with all directives is\n"
		. "[packaging/fastscan.ini](../packaging/fastscan.ini).\n\n## Directives\n\n"
		. "A bad value is refused with a warning that says what is allowed.\n\n";
	foreach ($directives as $name => $row) {
		$out .= directive_section($name, ...$row);
	}
	$out .= "## Functions\n\nWhere `fastscan.restrict_api` is set and the main script does not lie below it,\n"
		. "they warn and return `false`, 0 or an empty array as the type allows.\n\n";
	foreach (functions() as $function) {
		$out .= function_section(...$function);
	}
	return rtrim($out) . "\n";
}

$what = $argv[1] ?? '';
if (!in_array($what, ['write', 'check'], true)) {
	fail('php packaging/reference.php write|check');
}
$status = 0;
$directives = directives();
$made = [
	'docs/reference.md' => reference($directives),
	'packaging/fastscan.ini' => example($directives),
];
foreach ($made as $file => $text) {
	if (@file_get_contents(TOP . "/$file") === $text) {
		continue;
	}
	if ($what === 'write') {
		file_put_contents(TOP . "/$file", $text);
	} else {
		echo "$file is not what it is made of: php packaging/reference.php write\n";
		$status = 1;
	}
}
exit($status);
