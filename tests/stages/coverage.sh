# SPDX-License-Identifier: MIT
# Lines that some test runs: the phpt suite of the asan stage, the unit tests and the fuzz corpus.
# tests/coverage/report.php prints a table, what is not covered, and judges it;
# tests/coverage/uncovered.list says why it is not. On request: FASTSCAN_COVERAGE=1.

stage_coverage() {
	if [ -z "${FASTSCAN_COVERAGE-}" ]; then
		skipped "all" "on request: FASTSCAN_COVERAGE=1"
		return
	fi
	coverage=$WORK/coverage
	mkdir -p "$coverage"
	if ! command -v gcov > /dev/null; then
		skipped "all" "no gcov"
		return
	fi
	[ -n "${asan_counted-}" ] || stage_asan
	if [ -z "${asan_counted-}" ]; then
		skipped "all" "without the phpt suite"
		return
	fi
	rm -rf "$coverage/unit" "$coverage/fuzz"
	if ! coverage_unit > "$coverage/unit.log" 2>&1 < /dev/null; then
		failed "unit" "does not build" "$coverage/unit.log"
		return
	fi
	mkdir -p "$coverage/fuzz"
	CC="gcc --coverage" OUT=$coverage/fuzz sh "$TOP/tests/fuzz/run.sh" \
		> "$coverage/fuzz.log" 2>&1 < /dev/null || failed "fuzz" "" "$coverage/fuzz.log"
	"$PHP" -n $(coverage_json) "$TOP/tests/coverage/report.php" "$TOP" "$coverage/uncovered" \
		"$asan_counted" "$coverage/unit" "$coverage/fuzz" > "$coverage/report" 2>&1 < /dev/null
	sed 's/^/   /' "$coverage/report"
	for coverage_part in src/core src/php; do
		if grep -q "^$coverage_part .* enough\$" "$coverage/report"; then
			passed "$coverage_part"
		else
			failed "$coverage_part" "$(grep "^$coverage_part " "$coverage/report" | tail -n 1)"
		fi
	done
}

# coverage_json: PHP 7.4 has it as an extension
coverage_json() {
	"$PHP" -n -r 'exit(function_exists("json_decode") ? 0 : 1);' || say "-d extension=json"
}

coverage_unit() {
	make -C "$TOP/tests/unit" -j"$JOBS" CC=gcc CFLAGS="-g -O0 --coverage -fprofile-update=atomic" \
		LDFLAGS=--coverage OUT="$coverage/unit" all || return 1
	for coverage_source in "$TOP"/tests/unit/test_*.c; do
		basename "$coverage_source" .c
	done | xargs -P "$JOBS" -n 1 sh -c 'cd "$0" && timeout 300 "./$1" > "$1.tap"' "$coverage/unit"
	return 0
}
