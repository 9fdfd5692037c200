# SPDX-License-Identifier: MIT
# Each tests/lint/*.sh is one check: exit 0 passes, 77 skips (its last line says why), anything else
# fails. They get TOP, PHP, PHP_CONFIG, B (a built copy), SO and TMP, a folder of their own.

# PEAR's and Composer's own judgement of the packages
needs_lint() { say php-pear php-parser composer git; }

stage_lint() {
	lint_built=1
	need_ext || lint_built=
	for lint_script in "$TOP"/tests/lint/*.sh; do
		lint_check "$(basename "$lint_script" .sh)" "$lint_script"
	done
}

# lint_check NAME SCRIPT
lint_check() {
	if [ -z "$lint_built" ] && grep -q '^# needs: extension' "$2"; then
		failed "$1" "the extension does not build" "$B.log"
		return
	fi
	lint_tmp=$WORK/lint/$1
	mkdir -p "$lint_tmp"
	TOP=$TOP PHP=$PHP PHP_CONFIG=$PHP_CONFIG B=$B SO=$SO TMP=$lint_tmp sh "$2" \
		> "$lint_tmp.log" 2>&1 < /dev/null
	case $? in
		0)
			passed "$1"
			sed 's/^/   /' "$lint_tmp.log"
			;;
		77) skipped "$1" "$(tail -n 1 "$lint_tmp.log")" ;;
		*) failed "$1" "" "$lint_tmp.log" ;;
	esac
}
