# SPDX-License-Identifier: MIT
# The phpt suite with the extension alone built with AddressSanitizer and UBSan, under the distribution's own PHP.
#
# Such a PHP loads extensions with RTLD_DEEPBIND, which ASan refuses: nodeep.c takes the flag away. It has to see dlopen before
# ASan's interceptor does, so it is preloaded first, and verify_asan_link_order is off.

stage_asan() {
	asan_flags="-fsanitize=address,undefined"
	asan_lib=$(readlink -f "$(gcc -print-file-name=libasan.so)")
	ubsan_lib=$(readlink -f "$(gcc -print-file-name=libubsan.so)")
	if [ ! -f "$asan_lib" ] || [ ! -f "$ubsan_lib" ]; then
		skipped "all" "this gcc has no sanitizers"
		return
	fi
	if ! build_ext asan gcc "$asan_flags -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g -O1" "$asan_flags"; then
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
	asan_env="USE_ZEND_ALLOC=0 ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 UBSAN_OPTIONS=print_stacktrace=1 \
SKIP_ASAN=1 FASTSCAN_SANITIZED=1"
	phpt_suite strict "$(id -un)" "$WORK/asan/php" "$asan_env" -d extension="$SO" -d fastscan.validate=strict
	phpt_suite request "$(id -un)" "$WORK/asan/php" "$asan_env" -d extension="$SO" -d fastscan.validate=request -d fastscan.verify=100
}

# asan_php: $WORK/asan/php is PHP with the preloads
asan_php() {
	mkdir -p "$WORK/asan"
	gcc -shared -fPIC -O1 -o "$WORK/asan/nodeep.so" "$TOP/tests/asan/nodeep.c" -ldl > "$WORK/asan/start.log" 2>&1 || return 1
	{
		echo '#!/bin/sh'
		echo "LD_PRELOAD='$WORK/asan/nodeep.so $asan_lib $ubsan_lib' exec '$PHP' \"\$@\""
	} > "$WORK/asan/php"
	chmod 755 "$WORK/asan/php"
	USE_ZEND_ALLOC=0 ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 \
		"$WORK/asan/php" -n -d extension="$SO" -r 'exit(extension_loaded("fastscan") ? 0 : 1);' >> "$WORK/asan/start.log" 2>&1
}
