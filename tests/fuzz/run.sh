#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Fuzzes the core:   sh tests/fuzz/run.sh [SECONDS [TARGET...]]
#
# Each target (fuzz_TARGET.c) runs over its corpus, then for SECONDS (default 0: the corpus alone) with
# libFuzzer, which needs clang. One line for each: "ok TARGET: ..." or "not ok TARGET: ...". What
# breaks a target is kept in $OUT (default: a temporary folder, whose name is printed).

set -u
TOP=$(cd "$(dirname "$0")/.." && cd .. && pwd)
OUT=${OUT:-$(mktemp -d "${TMPDIR:-/tmp}/fastscan-fuzz.XXXXXX")}
seconds=${1:-0}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- snapshot path policy engine store stored
FLAGS="-g -O1 -std=c11 -Wall -Wextra -Werror -fno-omit-frame-pointer -I$TOP"
CHECKS=address,undefined
rc=0

# core CC KIND SANITIZERS: the objects that all targets share, in $OUT/KIND
core() {
	mkdir -p "$OUT/$2"
	(cd "$OUT/$2" && $1 $FLAGS -fsanitize="$3" -fno-sanitize-recover=all -c "$TOP"/src/core/*.c \
		"$TOP"/tests/unit/fake_*.c "$TOP"/tests/unit/store_fixture.c)
}

# link CC KIND SANITIZERS SOURCE...: $OUT/KIND_$target
link() {
	link_cc=$1 link_kind=$2 link_checks=$3
	shift 3
	$link_cc $FLAGS -fsanitize="$link_checks" -fno-sanitize-recover=all -o "$OUT/${link_kind}_$target" \
		"$TOP/tests/fuzz/fuzz_$target.c" "$@" "$OUT/$link_kind"/*.o
}

fuzz() {
	mkdir -p "$OUT/found_$target"
	link clang fuzz "fuzzer,$CHECKS" &&
		"$OUT/fuzz_$target" -max_total_time="$seconds" -max_len=4096 -timeout=10 \
			-artifact_prefix="$OUT/$target-" "$OUT/found_$target" "$TOP/tests/fuzz/corpus/$target"
}

not_ok() {
	echo "not ok $target: $1"
	grep -vE '^#[0-9]+[[:space:]]+(NEW|REDUCE|RELOAD|pulse)' "$OUT/$target.log" | tail -n 40
	rc=1
}

core "${CC:-cc}" corpus "$CHECKS" || exit 2
if [ "$seconds" -gt 0 ] && command -v clang > /dev/null; then
	core clang fuzz "fuzzer-no-link,$CHECKS" || exit 2
else
	seconds=0
fi
for target; do
	if ! { link "${CC:-cc}" corpus "$CHECKS" "$TOP/tests/fuzz/standalone.c" &&
		"$OUT/corpus_$target" "$TOP/tests/fuzz/corpus/$target"/*; } > "$OUT/$target.log" 2>&1; then
		not_ok "the corpus fails"
	elif [ "$seconds" = 0 ]; then
		echo "ok $target: $(tail -n 1 "$OUT/$target.log")"
	elif fuzz > "$OUT/$target.log" 2>&1; then
		echo "ok $target: $(tail -n 1 "$OUT/$target.log")"
	else
		not_ok "fuzzing found something"
	fi
done
[ "$rc" = 0 ] || echo "kept in $OUT"
exit "$rc"
