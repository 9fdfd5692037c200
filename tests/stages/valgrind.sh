# SPDX-License-Identifier: MIT
# The phpt suite under valgrind's memcheck. run-tests calls a test LEAKED if valgrind had anything to say.

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
	phpt_suite strict "$(id -un)" "$PHP" "$valgrind_env" -m -d extension="$SO" -d fastscan.validate=strict
	[ -n "${FASTSCAN_FULL-}" ] || return 0
	phpt_suite request "$(id -un)" "$PHP" "$valgrind_env" -m -d extension="$SO" -d fastscan.validate=request -d fastscan.verify=100
}
