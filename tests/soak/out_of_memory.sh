# SPDX-License-Identifier: MIT
# Each allocation of the extension fails in turn, alone and with all that follow: every answer must still
# be stock PHP's. Every seventh of them: FASTSCAN_FAULT_STEP=1 for all, in 20 minutes.
# needs: extension
faults=$TOP/tests/faults
tree=$TMP/tree
gcc -O1 -shared -fPIC -o "$TMP/nodeep.so" "$TOP/tests/asan/nodeep.c" -ldl || exit 1
gcc -O1 -fno-optimize-sibling-calls -Wall -Wextra -shared -fPIC -o "$TMP/fault.so" "$faults/malloc_fault.c" || exit 1
rm -rf "$tree"
mkdir -p "$tree" && "$PHP" -n "$faults/ask_everything.php" "$tree" make || exit 1
sleep 1
stock=$("$PHP" -n -d realpath_cache_size=0 "$faults/ask_everything.php" "$tree")
rc=0
for mode in strict request never; do
	for once in "" 1; do
		at=0
		seen=1
		while [ "$at" -lt "$seen" ]; do
			answers=$(env FAULT_OBJECT="$(basename "$SO")" FAULT_AT=$at ${once:+FAULT_ONCE=1} \
				FAULT_SEEN="$TMP/seen" LD_PRELOAD="$TMP/nodeep.so $TMP/fault.so" "$PHP" -n \
				-d extension="$SO" -d realpath_cache_size=0 -d fastscan.min_uses=1 \
				-d fastscan.validate=$mode "$faults/ask_everything.php" "$tree" 2> "$TMP/errors")
			if [ "$answers" != "$stock" ]; then
				echo "$mode, allocation $at${once:+ alone}: $answers $(head -c 200 "$TMP/errors")"
				rc=1
			fi
			seen=$(cat "$TMP/seen")
			at=$((at + ${FASTSCAN_FAULT_STEP:-7}))
		done
		[ "$at" -gt 50 ] || { echo "$mode: only $at allocations"; rc=1; }
		echo "$mode${once:+ alone}: $at allocations failed"
	done
done
rm -rf "$tree"
exit $rc
