# SPDX-License-Identifier: MIT
# tools/: the status page as PHP's own web server sends it, every command of the command line
# (alone, with a file, through FPM), profiles and answers beside other extensions, and, with
# FASTSCAN_BROWSER=1, the page in Chromium: every control, keyboard, labels and contrast.
#
# tests/tools/*.php print a line "ok NAME" or "not ok NAME" for each check.

stage_tools() {
	tools=$WORK/tools
	mkdir -p "$tools"
	if ! need_ext; then
		failed "extension" "does not build" "$B.log"
		return
	fi
	tools_promtool=$(command -v promtool || unpacked prometheus usr/bin/promtool)
	tools_load="-n -d extension=$SO"
	tools_built_in=$("$PHP" -n -m)
	for tools_extension in json dom posix pcntl; do
		tools_extension_load "$tools_extension"
	done
	tools_run page
	tools_run command
	tools_beside
	if [ -n "${FASTSCAN_BROWSER-}" ]; then
		tools_browser
	else
		skipped "browser" "on request: FASTSCAN_BROWSER=1"
	fi
}

needs_tools() {
	say libfcgi-bin bsdutils
	[ -n "${FASTSCAN_BROWSER-}" ] || return 0
	say chromium fonts-dejavu-core
	command -v npm > /dev/null || say nodejs npm
}

tools_extension_load() {
	if ! printf '%s\n' "$tools_built_in" | grep -qix "$1" &&
		[ -f "$("$PHP_CONFIG" --extension-dir)/$1.so" ]; then
		tools_load="$tools_load -d extension=$1"
	fi
}

# tools_run NAME [PHP-ARG...]
tools_run() {
	tools_name=$1
	shift
	rm -rf "${tools:?}/$tools_name"
	mkdir -p "$tools/$tools_name"
	(
		cd "$tools/$tools_name" && TOOLS_TMP=$tools/$tools_name PROMTOOL=$tools_promtool \
			TEST_PHP_EXECUTABLE=$PHP TEST_PHP_EXTRA_ARGS="$tools_load $*" \
			timeout --foreground 600 "$PHP" $tools_load "$@" "$TOP/tests/tools/$tools_name.php"
	) > "$tools/$tools_name.log" 2>&1 < /dev/null
	tools_status=$?
	tools_verdicts "$tools_name" "$tools/$tools_name.log"
	[ "$tools_status" = 0 ] ||
		failed "$tools_name" "ended with $tools_status" "$tools/$tools_name.log"
}

# tools_verdicts NAME LOG
tools_verdicts() {
	awk -v stage="$STAGE" -v part="$1" -v OFS='\t' '
		{gsub(/\t/, " ")}
		/^ok .* # SKIP / {
			why = $0
			sub(/.* # SKIP /, "", why)
			sub(/ # SKIP .*/, "")
			print "skip", stage, part ": " substr($0, 4), why
			next
		}
		/^ok / {print "pass", stage, part ": " substr($0, 4), ""}
		/^not ok / {print "fail", stage, part ": " substr($0, 8), ""}' "$2" >> "$RESULTS"
	grep -A 8 '^not ok ' "$2" | cut -c1-300 | sed 's/^/    /' | head -n 60
}

# tools_beside: with the extensions that developers and servers have beside it, from Debian's
# packages, none of them installed
tools_beside() {
	tools_others=
	tools_api=$("$PHP_CONFIG" --phpapi)
	for tools_other in apcu tideways xdebug; do
		tools_file=$tools_other
		[ "$tools_other" != tideways ] || tools_file=tideways_xhprof
		tools_file=$(unpacked "php$v-$tools_other" "$tools_api/$tools_file.so")
		if [ -z "$tools_file" ]; then
			skipped "beside $tools_other" "its package cannot be had for this PHP"
			continue
		fi
		case $tools_other in
			xdebug)
				tools_others="$tools_others -d zend_extension=$tools_file"
				tools_others="$tools_others -d xdebug.mode=develop,coverage,profile"
				;;
			*) tools_others="$tools_others -d extension=$tools_file -d apc.enable_cli=1" ;;
		esac
	done
	phpt_engines
	tools_others="$tools_others $opcache_load -d opcache.enable_cli=1"
	tools_run beside $tools_others -d xdebug.output_dir="$tools/beside"
	rm -f "$tools/beside"/cachegrind.out.*
}

# tools_browser: Debian's Chromium, driven by what npm has
tools_browser() {
	tools_modules=${FASTSCAN_CACHE:-$tools}/node_modules
	if [ ! -d "$tools_modules/axe-core" ] && [ -z "${FASTSCAN_NO_INSTALL-}" ] &&
		command -v npm > /dev/null; then
		npm install --no-audit --no-fund --ignore-scripts --prefix "${tools_modules%/*}" \
			playwright-core@1 axe-core@4 > "$tools/npm.log" 2>&1 < /dev/null
	fi
	if ! command -v chromium > /dev/null || [ ! -d "$tools_modules/axe-core" ]; then
		skipped "browser" "no chromium, or npm has no playwright-core and axe-core"
		return
	fi
	NODE_PATH=$tools_modules CHROMIUM=$(command -v chromium)
	export NODE_PATH CHROMIUM
	tools_run browser
	say "   screenshots are in $tools/browser"
}
