# SPDX-License-Identifier: MIT
# The build and phpt stages with a debug build of PHP with threads, made from the source package of
# this PHP. Takes minutes, so only if FASTSCAN_ZTS=1; FASTSCAN_CACHE=DIR keeps the build.

stage_zts() {
	if [ -z "${FASTSCAN_ZTS-}" ]; then
		skipped "all" "on request: FASTSCAN_ZTS=1"
		return
	fi
	zts=${FASTSCAN_CACHE:-$WORK}/php-zts
	mkdir -p "$zts" "$WORK/zts"
	[ -n "${FASTSCAN_NO_INSTALL-}" ] || want gcc make autoconf pkg-config libc6-dev xz-utils zlib1g-dev
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
