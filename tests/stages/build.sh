# SPDX-License-Identifier: MIT
# Does it build with each compiler, and without a warning?

stage_build() {
	build_check gcc
	build_check clang
}

# build_check CC
build_check() {
	if ! command -v "$1" >/dev/null; then
		skipped "$1" "no $1"
		return
	fi
	if ! build_ext "$1" "$1" "-g -O2" ""; then
		failed "$1" "does not build" "$B.log"
	elif grep -E '(warning|error):' "$B.make.log" > "$B.warnings"; then
		failed "$1" "$(wc -l < "$B.warnings") warnings" "$B.warnings"
	else
		passed "$1"
	fi
}
