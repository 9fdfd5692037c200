# SPDX-License-Identifier: MIT
# The C unit tests: the core compiled without PHP's headers, with a fake platform.

stage_unit() {
	if ! ls "$TOP"/tests/unit/test_*.c >/dev/null 2>&1; then
		skipped "all" "no tests/unit/test_*.c"
		return
	fi
	unit_names=
	for cc in gcc clang; do
		if command -v "$cc" >/dev/null; then
			[ "$cc" = clang ] && [ -z "${FASTSCAN_FULL-}" ] || unit_build "$cc" ""
			unit_build "$cc" 1
		else
			skipped "$cc" "no $cc"
		fi
	done
	# one line for each executable: the one that takes longest would else be the last to start
	for unit_name in $unit_names; do
		for unit_source in "$TOP"/tests/unit/test_*.c; do
			unit_test=$(basename "$unit_source" .c)
			# every state of a model: no memory to get wrong, and a minute each with sanitizers
			[ "$unit_test" != test_store_model ] || [ "$unit_name" = gcc ] || continue
			say "$unit_name $unit_test"
		done
	done | sort -k2 | awk '/ test_(random|store_model)$/ {print; next} {rest[n++] = $0}
		END {for (i = 0; i < n; i++) print rest[i]}' > "$WORK/unit/list"
	xargs -P "$JOBS" -n 2 sh -c 'cd "$0/$1" || exit 0
		timeout 300 "./$2" > "$2.tap" 2>&1 < /dev/null
		echo $? > "$2.rc"' "$WORK/unit" < "$WORK/unit/list"
	while read -r unit_name unit_test; do
		unit_tap=$WORK/unit/$unit_name/$unit_test.tap
		unit_verdicts "$unit_name $unit_test" "$(cat "${unit_tap%.tap}.rc")" "$unit_tap"
	done < "$WORK/unit/list"
	command -v clang >/dev/null && unit_threads
}

# What threads share, under ThreadSanitizer.
unit_threads() {
	unit_out=$WORK/unit/threads
	mkdir -p "$unit_out"
	for unit_test in test_store_threads test_store_views test_pool_threads; do
		if ! make -C "$TOP/tests/unit" -j"$JOBS" CC=clang TSAN=1 OUT="$unit_out" \
			ONLY=$unit_test all > "$unit_out/make.log" 2>&1 < /dev/null; then
			failed "threads $unit_test" "does not build" "$unit_out/make.log"
			continue
		fi
		(cd "$unit_out" && timeout 300 "./$unit_test") > "$unit_out/$unit_test.tap" 2>&1 < /dev/null
		unit_verdicts "threads $unit_test" $? "$unit_out/$unit_test.tap"
	done
}

# unit_build CC SAN: adds to $unit_names
unit_build() {
	unit_name=$1${2:+-sanitized}
	unit_out=$WORK/unit/$unit_name
	mkdir -p "$unit_out"
	if ! make -C "$TOP/tests/unit" -j"$JOBS" CC="$1" SAN="$2" OUT="$unit_out" all \
		> "$unit_out/make.log" 2>&1 < /dev/null; then
		failed "$unit_name" "does not build" "$unit_out/make.log"
		return
	fi
	passed "$unit_name builds"
	unit_names="$unit_names $unit_name"
}

# unit_verdicts NAME STATUS TAP
unit_verdicts() {
	awk -v stage="$STAGE" -v test="$1" -v OFS='\t' '
		/^ok .* # SKIP / {
			why = $0
			sub(/.* # SKIP /, "", why)
			print "skip", stage, test " " $2, why
			next
		}
		/^ok / {print "pass", stage, test " " $2, ""}
		/^not ok / {print "fail", stage, test " " $3, ""}' "$3" >> "$RESULTS"
	if grep -q '^not ok ' "$3"; then
		say "FAILED $STAGE: $1"
		grep -E '^(#|not ok )' "$3" | head -n 40 | sed 's/^/    /'
	fi
	if ! grep -q '^1\.\.[0-9]' "$3"; then
		failed "$1" "ended early with status $2" "$3"
	elif [ "$2" != 0 ] && ! grep -q '^not ok ' "$3"; then
		failed "$1" "status $2" "$3"
	fi
}
