# SPDX-License-Identifier: MIT
# The fuzz targets over their corpus; with FASTSCAN_SOAK=1 two minutes of fuzzing each as well.

stage_fuzz() {
	fuzz_seconds=0
	[ -z "${FASTSCAN_SOAK-}" ] || fuzz_seconds=120
	fuzz_out=$WORK/fuzz
	mkdir -p "$fuzz_out"
	. "$TOP/tests/stages/fuzz_basedir.sh"
	fuzz_basedir 0
	fuzz_basedir 100
	OUT=$fuzz_out sh "$TOP/tests/fuzz/run.sh" "$fuzz_seconds" > "$fuzz_out/run.log" 2>&1 < /dev/null
	for fuzz_source in "$TOP"/tests/fuzz/fuzz_*.c; do
		fuzz_target=$(basename "$fuzz_source" .c)
		fuzz_target=${fuzz_target#fuzz_}
		if grep -q "^ok $fuzz_target:" "$fuzz_out/run.log"; then
			passed "$fuzz_target"
		else
			failed "$fuzz_target" "" "$fuzz_out/run.log"
		fi
	done
}
