# SPDX-License-Identifier: MIT
# The phpt suite with the extension alone built with AddressSanitizer and UBSan, under the
# distribution's own PHP. All files in mode request, where the cache answers most; in strict those in
# which a handle or a walk is another one there (all with FASTSCAN_FULL=1). If the coverage stage is
# wanted, the build counts lines too, which takes a quarter longer, and all files run in both modes.
#
# Such a PHP loads extensions with RTLD_DEEPBIND, which ASan refuses: nodeep.c takes the flag away.
# It has to see dlopen before ASan's interceptor does, so it is preloaded first, and
# verify_asan_link_order is off.

stage_asan() {
	asan_link="-fsanitize=address,undefined"
	[ -z "${FASTSCAN_COVERAGE-}" ] || asan_link="$asan_link --coverage"
	asan_compile="$asan_link -fprofile-update=atomic -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g -O1"
	asan_lib=$(readlink -f "$(gcc -print-file-name=libasan.so)")
	ubsan_lib=$(readlink -f "$(gcc -print-file-name=libubsan.so)")
	if [ ! -f "$asan_lib" ] || [ ! -f "$ubsan_lib" ]; then
		skipped "all" "this gcc has no sanitizers"
		return
	fi
	if ! build_ext asan gcc "$asan_compile" "$asan_link"; then
		failed "extension" "does not build" "$B.log"
		return
	fi
	if [ -z "$(phpt_list "$B")" ]; then
		skipped "all" "no phpt files"
		return
	fi
	if ! asan_php; then
		failed "preload" "PHP does not start under ASan" "$WORK/asan/start.log"
		return
	fi
	find "$B" -name '*.gcda' -exec rm {} +
	if [ -z "${FASTSCAN_FULL-}${FASTSCAN_COVERAGE-}${FASTSCAN_TESTS-}" ]; then
		phpt_only='tests/(basic|basedir|deploy|faults|glob|hooks|regression|spl)/'
	fi
	asan_suite strict -d fastscan.validate=strict
	phpt_only=
	asan_suite request -d fastscan.validate=request -d fastscan.verify=100
	[ -z "${FASTSCAN_COVERAGE-}" ] || asan_counted=$B
}

# asan_suite NAME PHP-ARG...
asan_suite() {
	asan_name=$1
	shift
	phpt_review=asan_again
	phpt_suite "$asan_name" "$(id -un)" "$WORK/asan/php" "$asan_env" \
		-d extension="$SO" "$@"
	phpt_review=
}

# asan_again FOLDER RUN-TESTS-ARG...: LeakSanitizer's tracer may crash itself, where a thread of a
# library is just ending. Those files run once more, and that counts.
asan_again() {
	asan_dir=$1
	shift
	sed -n 's/^FAILED	\(.*\)\.phpt$/\1/p' "$asan_dir/result" | while IFS= read -r asan_file; do
		! grep -q 'Tracer caught signal' "$asan_dir/$asan_file.out" 2>/dev/null ||
			echo "$asan_file.phpt"
	done > "$asan_dir/again"
	[ -s "$asan_dir/again" ] || return 0
	say "   once more, since LeakSanitizer crashed: $(tr '\n' ' ' < "$asan_dir/again")"
	phpt_run again result.again "$@" >> "$asan_dir/log" 2>&1 < /dev/null
	awk -F '\t' 'NR == FNR {again[$2] = $0; next} {print $2 in again ? again[$2] : $0}' \
		"$asan_dir/result.again" "$asan_dir/result" > "$asan_dir/result.both"
	mv "$asan_dir/result.both" "$asan_dir/result"
	! grep -q '^FAILED' "$asan_dir/result" && phpt_status=0
	return 0
}

# asan_php: $WORK/asan/php is PHP with the preloads. Leaks are looked for where the system lets a
# process trace itself.
asan_php() {
	mkdir -p "$WORK/asan"
	gcc -shared -fPIC -O1 -o "$WORK/asan/nodeep.so" "$TOP/tests/asan/nodeep.c" -ldl \
		> "$WORK/asan/start.log" 2>&1 || return 1
	{
		echo '#!/bin/sh'
		echo "LD_PRELOAD='$WORK/asan/nodeep.so $asan_lib $ubsan_lib' exec '$PHP' \"\$@\""
	} > "$WORK/asan/php"
	chmod 755 "$WORK/asan/php"
	asan_start 1 && return 0
	grep -q 'LeakSanitizer has encountered a fatal error' "$WORK/asan/start.log" || return 1
	asan_start 0
}

# asan_start LEAKS: sets asan_env and tries it
asan_start() {
	asan_env="USE_ZEND_ALLOC=0 ZEND_DONT_UNLOAD_MODULES=1 UBSAN_OPTIONS=print_stacktrace=1"
	asan_env="$asan_env ASAN_OPTIONS=detect_leaks=$1:verify_asan_link_order=0"
	# a process that became another user, or has another root, cannot add to the counts
	asan_env="$asan_env SKIP_ASAN=1 FASTSCAN_SANITIZED=1 GCOV_ERROR_FILE=/dev/null"
	env $asan_env "$WORK/asan/php" -n -d extension="$SO" \
		-r 'exit(extension_loaded("fastscan") ? 0 : 1);' >> "$WORK/asan/start.log" 2>&1
}
