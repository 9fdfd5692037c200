# SPDX-License-Identifier: MIT
# needs: extension
# Random changes and questions (own_changes.php) with and without fastscan: every answer and warning must be the same. PHP's own
# realpath cache is off, since it is what would be wrong. FASTSCAN_SEEDS="FIRST LAST" picks the walks.
set -- ${FASTSCAN_SEEDS:-1 40}
walk=$TOP/tests/soak/own_changes.php
stock="$PHP -n -d realpath_cache_size=0"
failed=0
for seed in $(seq "$1" "$2"); do
	$stock "$walk" "$seed" 300 "$TMP/walk" > "$TMP/stock" 2>&1
	for mode in never request strict; do
		verify=$((seed % 2 * 100))
		$stock -d extension="$SO" -d fastscan.validate=$mode -d fastscan.min_uses=1 -d fastscan.verify=$verify \
			"$walk" "$seed" 300 "$TMP/walk" > "$TMP/ours" 2>&1
		if ! cmp -s "$TMP/stock" "$TMP/ours"; then
			echo "seed $seed, $mode, verify=$verify:"
			diff "$TMP/stock" "$TMP/ours" | head -n 6
			failed=1
		fi
	done
done
echo "seeds $1 to $2: $(grep -c . "$TMP/stock") lines in the last one"
exit $failed
