# SPDX-License-Identifier: MIT
# The fuzz targets over their corpus; with FASTSCAN_SOAK=1 two minutes of fuzzing each as well. Random
# changes and questions against stock PHP: some seconds for each mode, or 1,000,000 steps.

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
	fuzz_differential
}

fuzz_differential() {
	if ! need_ext; then
		failed "differential" "the extension does not build" "$B.log"
		return
	fi
	fuzz_steps=8000 fuzz_most=2
	[ -z "${FASTSCAN_SOAK-}" ] || fuzz_steps=1000000 fuzz_most=1000000
	OUT=$fuzz_out/differential SECONDS=$fuzz_most PHP=$PHP \
		sh "$TOP/tests/fuzz/differential.sh" "$SO" "$fuzz_steps" > "$fuzz_out/differential.log" 2>&1
	if [ $? = 77 ]; then
		skipped "differential" "$(tail -n 1 "$fuzz_out/differential.log")"
		return
	fi
	while IFS= read -r fuzz_line; do
		fuzz_name="differential $(echo "$fuzz_line" | sed 's/^not //; s/^ok //; s/:.*//')"
		case $fuzz_line in
			ok*) passed "$fuzz_name" ;;
			*) failed "$fuzz_name" "" "$(echo "$fuzz_line" | sed 's/.*(\(.*\))$/\1/')" ;;
		esac
	done < "$fuzz_out/differential.log"
}
