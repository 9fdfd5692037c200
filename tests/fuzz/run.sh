#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Fuzzes the core:   sh tests/fuzz/run.sh [SECONDS [TARGET...]]
#
# Each target (fuzz_TARGET.c) runs over its corpus, then for SECONDS (default 0: the corpus alone) with
# libFuzzer, which needs clang. Without clang only the corpus is run. What breaks a target is kept in
# $OUT (default: a temporary folder, whose name is printed).

set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
OUT=${OUT:-$(mktemp -d "${TMPDIR:-/tmp}/fastscan-fuzz.XXXXXX")}
seconds=${1:-0}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- snapshot path policy engine
SANITIZE="-g -O1 -std=c11 -Wall -Wextra -fno-omit-frame-pointer -I$TOP"
rc=0

# build NAME CC FLAGS EXTRA_SOURCE
build() {
	$2 $SANITIZE $3 -o "$OUT/$1" "$TOP/tests/fuzz/fuzz_$target.c" $4 "$TOP"/src/core/*.c \
		"$TOP"/tests/unit/fake_*.c
}

for target; do
	corpus=$TOP/tests/fuzz/corpus/$target
	if ! build "run_$target" "${CC:-cc}" "-fsanitize=address,undefined -fno-sanitize-recover=all" \
		"$TOP/tests/fuzz/standalone.c"; then
		echo "$target: does not build"
		rc=1
		continue
	fi
	if ! "$OUT/run_$target" "$corpus"/* > "$OUT/$target.log" 2>&1; then
		echo "$target: the corpus fails"
		tail -n 20 "$OUT/$target.log"
		rc=1
		continue
	fi
	echo "$target: corpus of $(tail -n 1 "$OUT/$target.log") good"
	[ "$seconds" -gt 0 ] || continue
	if ! command -v clang > /dev/null; then
		echo "$target: no clang, not fuzzed"
		continue
	fi
	mkdir -p "$OUT/found_$target"
	if build "fuzz_$target" clang "-fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all" "" &&
		"$OUT/fuzz_$target" -max_total_time="$seconds" -max_len=4096 -timeout=10 -artifact_prefix="$OUT/$target-" \
			"$OUT/found_$target" "$corpus" > "$OUT/$target.log" 2>&1; then
		echo "$target: $(grep -c . "$OUT/$target.log") lines of log, $(tail -n 1 "$OUT/$target.log")"
	else
		echo "$target: FAILED"
		grep -vE '^#[0-9]+[[:space:]]+(NEW|REDUCE|pulse)' "$OUT/$target.log" | tail -n 40
		rc=1
	fi
done
[ "$rc" = 0 ] || echo "kept in $OUT"
exit "$rc"
