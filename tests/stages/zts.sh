# SPDX-License-Identifier: MIT
# The build and phpt stages with a debug build of PHP with threads, made from the source package of
# this PHP; and requests in many threads of one process (tests/zts), as in a threaded web server.
# Takes minutes, so only if FASTSCAN_ZTS=1; FASTSCAN_CACHE=DIR keeps the build.

needs_zts() { [ -z "${FASTSCAN_ZTS-}" ] || say autoconf xz-utils zlib1g-dev; }

stage_zts() {
	if [ -z "${FASTSCAN_ZTS-}" ]; then
		skipped "all" "on request: FASTSCAN_ZTS=1"
		return
	fi
	zts=${FASTSCAN_CACHE:-$WORK}/php-zts
	mkdir -p "$zts" "$WORK/zts"
	zts_archive=$(PHP=$PHP sh "$TOP/tests/phpsrc/source.sh" "${FASTSCAN_CACHE:-$WORK}/php-source")
	if [ $? != 0 ]; then
		skipped "all" "${zts_archive##*
}"
		return
	fi
	if [ ! -e "$zts/.done" ] && ! zts_build > "$WORK/zts/php.log" 2>&1 < /dev/null; then
		failed "php" "does not build" "$WORK/zts/php.log"
		return
	fi
	# the extension is built by the programs beside this PHP
	PHP=$zts/bin/php FASTSCAN_NO_INSTALL=1 FASTSCAN_WORK=$WORK/zts/run FASTSCAN_JOBS=$JOBS \
		sh "$TOP/tests/run.sh" build phpt > "$WORK/zts/run.log" 2>&1 < /dev/null
	versions_merge "zts" "$WORK/zts/run" "$WORK/zts/run.log"
	zts_threads
}

zts_threads() {
	zts_so=$WORK/zts/run/build/gcc/modules/fastscan.so
	zts_log=$WORK/zts/threads.log
	if ! gcc -shared -fPIC -O1 -g -std=gnu11 -Wall -Wextra -Wno-unused-parameter \
		-o "$WORK/zts/threads.so" "$TOP/tests/zts/threads.c" \
		$("$zts/bin/php-config" --includes) -pthread > "$zts_log" 2>&1; then
		failed "threads" "threads.c does not build" "$zts_log"
		return
	fi
	zts_file="-d fastscan.shm_file=$WORK/zts/store"
	zts_soak "threads" -d fastscan.verify=0
	zts_soak "threads, one store" $zts_file
	zts_soak "threads, verify=100" $zts_file -d fastscan.verify=100
	zts_soak "threads, little room" $zts_file -d fastscan.shm_size=1M -d fastscan.cache_size=256K
	zts_soak "threads, opcache" -d zend_extension=opcache -d opcache.enable_cli=1
}

# zts_soak NAME PHP-ARG...: silent but for one line (a debug build tells of what leaks)
zts_soak() {
	zts_name=$1
	shift
	zts_rounds=200
	[ -z "${FASTSCAN_SOAK-}" ] || zts_rounds=5000
	rm -f "$WORK"/zts/store.*
	"$zts/bin/php" -n -d extension="$zts_so" -d extension="$WORK/zts/threads.so" \
		-d realpath_cache_size=0 -d fastscan.min_uses=1 "$@" "$TOP/tests/zts/threads.php" 16 \
		"$zts_rounds" "$WORK/zts/tree" > "$zts_log" 2>&1 < /dev/null
	zts_rc=$?
	if [ "$zts_rc" = 0 ] && [ "$(wc -l < "$zts_log")" = 1 ]; then
		passed "$zts_name: $(cat "$zts_log")"
	else
		failed "$zts_name" "status $zts_rc" "$zts_log"
	fi
}

zts_build() {
	say "   building PHP with threads" >&2
	rm -rf "$zts" "$WORK/zts/src"
	mkdir -p "$zts" "$WORK/zts/src"
	tar -xJf "$zts_archive" -C "$WORK/zts/src" --strip-components=1 &&
		cd "$WORK/zts/src" &&
		./configure --prefix="$zts" --disable-all --enable-zts --enable-debug --enable-cli \
			--disable-cgi --disable-phpdbg --enable-opcache --enable-pcntl --enable-posix \
			--enable-phar --enable-session --enable-sockets --enable-sysvmsg --enable-sysvsem \
			$(zts_zlib) --without-pear &&
		make -j"$JOBS" &&
		make install-cli install-build install-headers install-programs install-modules &&
		cd / && rm -rf "$WORK/zts/src" && touch "$zts/.done"
}

zts_zlib() { ! pkg-config --exists zlib || echo --with-zlib; }
