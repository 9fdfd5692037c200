<?php
/* SPDX-License-Identifier: MIT
 *
 * fresh.php's page: the front page of a WordPress whose files are on the slow mount, opcache looking at
 * the time of each file in each request.
 */

require_once __DIR__ . '/fresh.php';

/** Both pages of a round. */
function fresh_pages(FreshSide $side, array $parameters): array
{
	static $answer;
	$figures = [];
	$side->expire();
	foreach (['first', 'second'] as $which) {
		$page = $side->page($parameters);
		if (strpos($page['body'], '</html>') === false || strpos($page['head'], 'Status: 5') !== false) {
			bench_fail("no page: {$page['head']}\n" . substr($page['body'], 0, 2000));
		}
		bench_same('page', $answer ??= md5($page['body']), md5($page['body']));
		$figures[$which] = $page['ms'];
	}
	return $figures;
}

/* The files that a page includes, relative to the site, as a list for floor.c. */
function fresh_included(Fresh $fresh, string $native, array $parameters): string
{
	$append = "{$fresh->scripts}/included.php";
	$list = "{$fresh->options->work}/included.list";
	file_put_contents($append, '<?php echo "\n", json_encode(get_included_files(), JSON_UNESCAPED_SLASHES);');
	$page = $fresh->native($native, ['-d', "auto_append_file=$append"])->page($parameters);
	$files = json_decode(substr($page['body'], strrpos($page['body'], "\n") + 1), true);
	if (!is_array($files) || count($files) < 50) {
		bench_fail('the page does not say what it included: ' . substr($page['body'], -1000));
	}
	$below = array_filter($files, fn ($file) => strpos($file, "$native/") === 0);
	file_put_contents($list, implode("\n", array_map(fn ($file) => substr($file, strlen($native) + 1), $below)) . "\n");
	$fresh->report->note('the page includes ' . count($below) . ' files of its site');
	return $list;
}

function fresh_page(Fresh $fresh): void
{
	if ($missing = wordpress_missing($fresh->options)) {
		$fresh->report->note("no page: $missing");
		return;
	}
	$database = new Database("{$fresh->options->work}/wordpress-db");
	$site = wordpress_site($fresh->options, $database);
	$native = $fresh->bed->bring($site);
	$parameters = wordpress_request($database);
	$mounted = fn (array $arguments = []) => $fresh->mounted($fresh->bed->copy($site), $arguments);
	$sides = ['native stock' => $fresh->native($native), 'stock' => $mounted(),
		'fastscan request' => $mounted($fresh->settings(['warm_includes' => 1])),
		'fastscan request, warm_includes=0' => $mounted($fresh->settings(['warm_includes' => 0]))];
	$fresh->bed->settle(end($sides)->site); /* the copy that was made last */
	foreach ([$fresh->settles(), 0] as $wait) {
		array_map(fn ($side) => fresh_pages($side, $parameters), $sides);
		usleep($wait);
	}
	$floors = $fresh->floors($site, '', fresh_included($fresh, $native, $parameters), 'stat');
	$samples = bench_rounds($fresh->options->rounds, array_map(fn ($side) => fn () => fresh_pages($side,
		$parameters), $sides) + $floors);
	$floor = $fresh->floor("one stat of each file that the page includes, without PHP, {$fresh->bed->name}",
		$samples['floor']);
	foreach (['fastscan request', 'fastscan request, warm_includes=0'] as $name) {
		foreach (['first', 'second'] as $which) {
			$ms = $samples[$which];
			$fresh->report->ratio('', "WordPress's front page, $which request, {$fresh->bed->name}", 'ms',
				['native stock' => $ms['native stock'], 'stock' => $ms['stock'], $name => $ms[$name]] + $floor, 'stock',
				$name, $which === 'first' && $name === 'fastscan request' ? '>= 2' : '');
		}
	}
	unset($sides);
	if ($fresh->bed instanceof LatencyBed) {
		foreach (['stock' => [], 'fastscan request' => $fresh->settings()] as $name => $arguments) {
			[, $requests] = $fresh->logged($fresh->bed, $site, $arguments, fn (FreshSide $side) => $side->page($parameters));
			$fresh->report->note("one page, $name: " . $requests->summary());
		}
	}
}
