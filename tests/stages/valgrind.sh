# SPDX-License-Identifier: MIT
# The phpt suite under valgrind's memcheck. run-tests calls a test LEAKED if valgrind had anything
# to say.

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
	valgrind_env="USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 FASTSCAN_VALGRIND=1"
	valgrind_env="$valgrind_env VALGRIND_OPTS=--trace-children-skip-by-arg=stock=1"
	valgrind_suite strict -d fastscan.validate=strict
	[ -n "${FASTSCAN_FULL-}" ] || return 0
	valgrind_suite request -d fastscan.validate=request -d fastscan.verify=100
}

# valgrind_suite NAME PHP-ARG...
valgrind_suite() {
	valgrind_name=$1
	shift
	phpt_suite "$valgrind_name" "$(id -un)" "$PHP" "$valgrind_env" -m -d extension="$SO" "$@"
}
