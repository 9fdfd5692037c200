# SPDX-License-Identifier: MIT
# A part of fuzz.sh: verdicts of open_basedir by lot, against stock PHP's. One wrong "allowed" fails.

# fuzz_basedir VERIFY: into $fuzz_out
fuzz_basedir() {
	fuzz_log=$fuzz_out/basedir-$1.log
	if ! need_ext; then
		failed "basedir, verify $1" "the extension does not build" "$B.log"
	elif "$PHP" -n "$TOP/tests/fuzz/basedir.php" --php="$PHP" --extension="$SO" --verify="$1" \
		--dir="$fuzz_out" --seconds="$((fuzz_seconds > 0 ? fuzz_seconds : 6))" > "$fuzz_log" 2>&1; then
		passed "basedir, verify $1: $(tail -n 1 "$fuzz_log")"
	else
		failed "basedir, verify $1" "" "$fuzz_log"
	fi
}
