# SPDX-License-Identifier: MIT
# The platform for Windows and the core, cross-compiled by mingw-w64: the core's unit tests with the
# fake platform, tests/win32 with the real one, all under wine. PHP for Windows is not here. wine
# maps files onto the system below: that the code is right on NTFS is not shown.

needs_wine() { say gcc-mingw-w64-x86-64-win32 wine wine64; }

stage_wine() {
	wine_cc=x86_64-w64-mingw32-gcc
	if ! command -v "$wine_cc" > /dev/null; then
		skipped "all" "no $wine_cc"
		return
	fi
	wine_out=$WORK/wine
	rm -rf "$wine_out/run" "$wine_out/uthash"
	mkdir -p "$wine_out/run" "$wine_out/uthash"
	# the host's other headers are not for this compiler
	echo '#include <uthash.h>' | gcc -M -xc - 2> /dev/null | tr ' ' '\n' | grep 'uthash\.h$' |
		xargs -I{} cp {} "$wine_out/uthash/"
	wine_build || return
	if ! wine_start; then
		skipped "run" "no wine that runs"
		return
	fi
	for wine_exe in "$wine_out"/test_*.exe; do
		wine_run "$(basename "$wine_exe" .exe)"
	done
	wine_config
	wineserver64=/usr/lib/wine/wineserver64
	[ -x "$wineserver64" ] || wineserver64=/usr/lib/wine/wineserver
	wine_env "$wineserver64" -k > /dev/null 2>&1
}

wine_env() {
	WINEPREFIX=$wine_out/prefix WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" "$@"
}

# What needs Linux, threads of POSIX or all states of a model is left out.
wine_build() {
	wine_tests=
	for wine_source in "$TOP"/tests/unit/test_*.c; do
		case $wine_source in
		*/test_platform_posix.c | */test_platform_shm.c | */test_store_threads.c | \
			*/test_store_views.c | */test_store_model.c) continue ;;
		esac
		grep -qE '^# *include <(pthread|unistd|sys/)' "$wine_source" && continue
		wine_tests="$wine_tests $wine_out/$(basename "$wine_source" .c)"
	done
	if ! make -C "$TOP/tests/unit" -j"$JOBS" CC="$wine_cc" CFLAGS="-g -O1" LDFLAGS=-static \
		OUT="$wine_out" UTHASH="$wine_out/uthash" TESTS="$wine_tests" all \
		> "$wine_out/make.log" 2>&1 < /dev/null; then
		failed "core" "does not build" "$wine_out/make.log"
		return 1
	fi
	for wine_file in "$TOP"/src/platform/win32*.c; do
		if ! wine_compile -c "$wine_file" -o "$wine_out/$(basename "$wine_file" .c).o"; then
			failed "$(basename "$wine_file")" "does not build" "$wine_out/cc.log"
			return 1
		fi
	done
	wine_link test_platform_win32 && wine_link test_shm_win32 &&
		wine_link test_core_win32 "$TOP"/src/platform/win32_shm.c \
			$(find "$TOP/src/platform" -name 'win32_threads.c') "$wine_out"/core/*.o || return 1
	passed "builds"
}

wine_compile() {
	"$wine_cc" -std=c11 -g -O1 -Wall -Wextra -Werror -I"$TOP" -isystem "$wine_out/uthash" "$@" \
		> "$wine_out/cc.log" 2>&1
}

# wine_link NAME FILE...
wine_link() {
	wine_name=$1
	shift
	wine_compile "$TOP/tests/win32/$wine_name.c" "$@" -static -ladvapi32 -o "$wine_out/$wine_name.exe" &&
		return
	failed "$wine_name" "does not build" "$wine_out/cc.log"
	return 1
}

wine_start() {
	command -v wine > /dev/null || return 1
	[ -d "$wine_out/prefix" ] ||
		wine_env timeout 120 wineboot -i > "$wine_out/boot.log" 2>&1 < /dev/null
	[ -d "$wine_out/prefix/drive_c" ]
}

# config.w32 in JScript, which PHP's configure is written in: every source it names is there.
wine_config() {
	cat "$TOP/tests/win32/config_w32.js" "$TOP/config.w32" > "$wine_out/config.js"
	(cd "$wine_out" && wine_env timeout 120 wine cscript //nologo config.js) 2> /dev/null \
		< /dev/null | tr -d '\r' > "$wine_out/config.out"
	sed -n 's|^SOURCE C:/src/fastscan/||p' "$wine_out/config.out" > "$wine_out/config.sources"
	: > "$wine_out/config.faults"
	while IFS= read -r wine_source; do
		[ -f "$TOP/$wine_source" ] || echo "no $wine_source" >> "$wine_out/config.faults"
	done < "$wine_out/config.sources"
	for wine_word in 'ARG_ENABLE fastscan' 'ARG_WITH uthash' 'HEADER uthash.h' 'FLAGS fastscan' \
		'SOURCE .*/src/platform/win32.c' 'SOURCE .*/src/core/engine.c'; do
		grep -q "^$wine_word" "$wine_out/config.out" ||
			echo "does not say: $wine_word" >> "$wine_out/config.faults"
	done
	if [ -s "$wine_out/config.faults" ]; then
		failed "config.w32" "" "$wine_out/config.faults"
	else
		passed "config.w32 runs and names what is there"
	fi
}

# wine_run NAME: in a folder of its own
wine_run() {
	mkdir -p "$wine_out/run/$1"
	(cd "$wine_out/run/$1" && wine_env timeout 300 wine "$wine_out/$1.exe") \
		2> "$wine_out/run/$1.err" < /dev/null | tr -d '\r' > "$wine_out/run/$1.tap"
	unit_verdicts "$1" 0 "$wine_out/run/$1.tap"
}
