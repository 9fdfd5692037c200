# SPDX-License-Identifier: MIT
# Long runs, each a tests/soak/*.sh with the contract of tests/lint/*.sh (see lint.sh). Only on
# request.

stage_soak() {
	if ! ls "$TOP"/tests/soak/*.sh >/dev/null 2>&1; then
		skipped "all" "no tests/soak/*.sh"
		return
	fi
	lint_built=1
	need_ext || lint_built=
	for soak_script in "$TOP"/tests/soak/*.sh; do
		soak_name=$(basename "$soak_script" .sh)
		if [ -n "${FASTSCAN_SOAK-}" ]; then
			lint_check "$soak_name" "$soak_script"
		else
			skipped "$soak_name" "long run: FASTSCAN_SOAK=1"
		fi
	done
}
