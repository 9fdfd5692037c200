# SPDX-License-Identifier: MIT
# The C unit tests: the core compiled without PHP's headers, with a fake platform.

stage_unit() {
	if ! ls "$TOP"/tests/unit/test_*.c >/dev/null 2>&1; then
		skipped "all" "no tests/unit/test_*.c"
		return
	fi
	for cc in gcc clang; do
		if command -v "$cc" >/dev/null; then
			unit_run "$cc" ""
			unit_run "$cc" 1
		else
			skipped "$cc" "no $cc"
		fi
	done
}

# unit_run CC SAN
unit_run() {
	unit_name=$1${2:+-sanitized}
	unit_out=$WORK/unit/$unit_name
	mkdir -p "$unit_out"
	if ! make -C "$TOP/tests/unit" -j"$JOBS" CC="$1" SAN="$2" OUT="$unit_out" all \
		> "$unit_out/make.log" 2>&1 < /dev/null; then
		failed "$unit_name" "does not build" "$unit_out/make.log"
		return
	fi
	passed "$unit_name builds"
	for unit_source in "$TOP"/tests/unit/test_*.c; do
		unit_test=$(basename "$unit_source" .c)
		unit_tap=$unit_out/$unit_test.tap
		(cd "$unit_out" && timeout 300 "./$unit_test") > "$unit_tap" 2>&1 < /dev/null
		unit_verdicts "$unit_name $unit_test" $? "$unit_tap"
	done
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
