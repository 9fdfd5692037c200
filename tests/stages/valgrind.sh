# SPDX-License-Identifier: MIT
# The phpt suite under valgrind's memcheck. run-tests calls a test LEAKED if valgrind had anything
# to say. A start of PHP takes seconds there, so that the suite takes more than all other stages
# together: unless FASTSCAN_FULL or FASTSCAN_TESTS say otherwise, only the files that
# tests/valgrind.list names are run.

needs_valgrind() { say valgrind libc6-dbg; }

stage_valgrind() {
	if ! command -v valgrind >/dev/null; then
		skipped "all" "no valgrind"
		return
	fi
	if ! need_ext; then
		failed "extension" "does not build" "$B.log"
		return
	fi
	if [ -z "$(phpt_list "$B")" ]; then
		skipped "all" "no phpt files"
		return
	fi
	valgrind_options
	valgrind_env="USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 FASTSCAN_VALGRIND=1"
	valgrind_env="$valgrind_env HOME=$WORK/valgrind TEST_TIMEOUT=1800"
	phpt_only=
	if [ -z "${FASTSCAN_FULL-}${FASTSCAN_TESTS-}" ]; then
		phpt_only=$(grep -v '^#' "$TOP/tests/valgrind.list" | paste -sd '|' -)
		say "   only those of tests/valgrind.list: $(phpt_list "$B" | wc -l) files"
		valgrind_list
	fi
	for valgrind_mode in ${FASTSCAN_MODES-strict ${FASTSCAN_FULL:+request}}; do
		case $valgrind_mode in
			strict) valgrind_suite strict -d fastscan.validate=strict ;;
			*) valgrind_suite request -d fastscan.validate=request -d fastscan.verify=100 ;;
		esac
	done
	phpt_only=
}

# valgrind_list: a pattern that matches nothing is out of date
valgrind_list() {
	grep -v '^#' "$TOP/tests/valgrind.list" | while read -r valgrind_pattern; do
		(cd "$B" && find tests -name '*.phpt' | grep -qE -- "$valgrind_pattern") ||
			failed "tests/valgrind.list" "nothing matches $valgrind_pattern"
	done
}

# valgrind_options: what valgrind reads at home. Programs that are setuid, or none of ours, run without
# it, and it leaves no pipe behind, which a process in another root could not remove.
valgrind_options() {
	mkdir -p "$WORK/valgrind"
	{
		echo --vgdb=no
		echo --trace-children-skip-by-arg=stock=1
		printf %s '--trace-children-skip=*/mount,*/umount,*/latfs,*/gcc,*/cc1,*/as,*/ld,'
		echo '*/setpriv,*/collect2,*/pkg-config,*/mkfs*,*/prlimit,*/rm,*/mkdir,*/touch,*/sleep,*/cat'
	} > "$WORK/valgrind/.valgrindrc"
}

# valgrind_review DIR: that valgrind does not know a system call (openat2, in Debian 12) says nothing
# about us. A file in which it says nothing else has passed.
valgrind_review() {
	sed -n 's/^LEAKED\t//p' "$1/result" | while read -r valgrind_file; do
		case $valgrind_file in /*) ;; *) valgrind_file=$1/$valgrind_file ;; esac
		grep -vE '^--[0-9]+-- (WARNING: unhandled .* syscall: 437$|You may be able to write your own)' \
			"${valgrind_file%.phpt}.mem" |
			grep -qvE '^--[0-9]+-- (Read the file README_MISSING|Nevertheless we|it at http)' ||
			echo "$valgrind_file"
	done > "$1/unknown_calls"
	awk -v dir="$1/" '
		FILENAME == ARGV[1] { known[$0] = 1; next }
		$1 == "LEAKED" && (($2 in known) || ((dir $2) in known)) { $1 = "PASSED" }
		{ print $1 "\t" $2 }' "$1/unknown_calls" "$1/result" > "$1/result.reviewed"
	mv "$1/result.reviewed" "$1/result"
}

# valgrind_suite NAME PHP-ARG...
valgrind_suite() {
	valgrind_name=$1
	shift
	phpt_timeout=3600
	phpt_review=valgrind_review
	# code that PCRE makes reads past the ends of strings, on purpose
	phpt_suite "$valgrind_name" "$(id -un)" "$PHP" "$valgrind_env" -m -d pcre.jit=0 \
		-d extension="$SO" "$@"
	phpt_review=
}
