<?php
/* SPDX-License-Identifier: MIT
 *
 * One SVG per benchmark: a bar for the median of each side, a whisker from first to third quartile.
 */

/** @param list<array> $measures as Report keeps them */
function chart_svg(string $title, array $measures): string
{
	$y = 40;
	$body = '';
	foreach ($measures as $measure) {
		$body .= chart_measure($measure, $y);
	}
	$height = $y + 10;
	return "<svg xmlns='http://www.w3.org/2000/svg' width='760' height='$height'"
		. " font-family='sans-serif' font-size='12'>\n"
		. "<rect width='760' height='$height' fill='white'/>\n"
		. "<text x='10' y='22' font-size='16'>" . htmlspecialchars("fastscan: $title")
		. "</text>\n$body</svg>\n";
}

/* Every measure has its own scale, since one may be nanoseconds and the next seconds. */
function chart_measure(array $measure, int &$y): string
{
	$scale = 380 / max(array_map(fn ($side) => max($side['q3'], 1e-9), $measure['sides']));
	$label = ltrim("{$measure['id']} {$measure['title']}");
	if ($measure['ratio'] !== null) {
		$label .= ' — ' . $measure['ratio_of'] . ' = ' . bench_number($measure['ratio']) . '×';
	}
	if ($measure['goal'] !== '') {
		$label .= " (goal {$measure['goal']})";
	}
	$svg = "<text x='10' y='" . ($y + 12) . "' font-weight='bold'>" . htmlspecialchars($label)
		. "</text>\n";
	$y += 20;
	foreach ($measure['sides'] as $side => $summary) {
		$width = round($summary['median'] * $scale, 1);
		[$left, $right] = [230 + $summary['q1'] * $scale, 230 + $summary['q3'] * $scale];
		$middle = $y + 7;
		$colour = strpos($side, 'fastscan') !== false ? '#2a7ab0' : '#b0b0b0';
		$text = htmlspecialchars(bench_number($summary['median']) . " {$measure['unit']}");
		$svg .= "<text x='220' y='" . ($y + 11) . "' text-anchor='end'>" . htmlspecialchars($side)
			. "</text><rect x='230' y='$y' width='$width' height='14' fill='$colour'/>"
			. sprintf("<path d='M%.1f %dH%.1f' stroke='black'/>", $left, $middle, $right)
			. sprintf("<text x='%.1f' y='%d'>%s</text>\n", $right + 6, $y + 11, $text);
		$y += 18;
	}
	$y += 8;
	return $svg;
}
