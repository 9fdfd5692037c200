# SPDX-License-Identifier: MIT
# The phpt suite: once by `make test`, then the matrix of users, engines and modes. asan.sh and
# valgrind.sh use phpt_suite too.

stage_phpt() {
	if ! need_ext; then
		failed "extension" "does not build" "$B.log"
		return
	fi
	if [ -z "$(phpt_list "$B")" ]; then
		skipped "all" "no phpt files"
		return
	fi
	phpt_make_test
	phpt_engines
	me=$(id -un)
	# Six runs in which every two settings meet: each user, engine, mode and verification with
	# each of the others. asan.sh adds plain requests with verification.
	#            name            user   engine  validate verify
	phpt_variant plain           $me    off     strict   0
	phpt_variant nobody          nobody off     request  100
	phpt_variant opcache         $me    opcache request  0
	phpt_variant nobody-opcache  nobody opcache strict   100
	phpt_variant jit             $me    jit     strict   100
	phpt_variant nobody-jit      nobody jit     request  0
	phpt_helpers
	[ -z "${FASTSCAN_FULL-}" ] || phpt_rest
}

# phpt_helpers: with helper threads on local file systems too, what changes and who may see it
phpt_helpers() {
	phpt_saved=${phpt_only-}
	phpt_only='^tests/(ahead|hooks|changes|regression|deploy|isolation)/'
	if [ -n "$(phpt_list "$B")" ]; then
		phpt_suite helpers "$me" "$PHP" "" -d extension="$SO" -d fastscan.validate=request \
			-d fastscan.verify=0 -d fastscan.prefetch_threads=4
	fi
	phpt_only=$phpt_saved
}

# phpt_rest: the combinations that are not among the six
phpt_rest() {
	for phpt_who in $me nobody; do
		for phpt_how in off opcache jit; do
			for phpt_mode in "strict 0" "strict 100" "request 0" "request 100"; do
				case "$phpt_who $phpt_how $phpt_mode" in
					"$me off strict 0" | "$me opcache request 0" | "$me jit strict 100") ;;
					"nobody off request 100" | "nobody opcache strict 100") ;;
					"nobody jit request 0") ;;
					*) phpt_variant "$phpt_who $phpt_how $phpt_mode" $phpt_who $phpt_how $phpt_mode ;;
				esac
			done
		done
	done
}

# phpt_list DIR: the files to run; phpt_only is a stage's own choice, a pattern like FASTSCAN_TESTS
phpt_list() {
	(
		cd "$1" && find tests -name '*.phpt' | grep -E -- "${FASTSCAN_TESTS:-.}" |
			grep -E -- "${phpt_only:-.}" | sort
	)
}

# phpt_engines: the -d lines of each engine, or nothing where this PHP has no opcache
phpt_engines() {
	engine_off=" "
	engine_opcache=
	engine_jit=
	opcache_load=
	if ! "$PHP" -n -m 2>/dev/null | grep -q 'Zend OPcache'; then
		opcache_load="-d zend_extension=opcache"
		"$PHP" -n $opcache_load -m 2>/dev/null | grep -q 'Zend OPcache' || return 0
	fi
	engine_opcache="$opcache_load -d opcache.enable=1 -d opcache.enable_cli=1"
	engine_opcache="$engine_opcache -d opcache.file_update_protection=0"
	if "$PHP" -n $engine_opcache -d opcache.jit_buffer_size=16M -d opcache.jit=function \
		-r 'exit((opcache_get_status(false)["jit"]["on"] ?? false) ? 0 : 1);' 2>/dev/null; then
		engine_jit="$engine_opcache -d opcache.jit_buffer_size=64M -d opcache.jit=function"
		engine_jit="$engine_jit -d opcache.enable_file_override=1"
	fi
	engine_opcache="$engine_opcache -d opcache.jit_buffer_size=0"
}

# phpt_variant NAME USER ENGINE VALIDATE VERIFY
phpt_variant() {
	eval "phpt_engine=\$engine_$3"
	if [ -z "$phpt_engine" ]; then
		skipped "$1" "this PHP has no $3"
	elif [ "$2" != "$(id -un)" ] && [ "$(id -u)" != 0 ]; then
		skipped "$1" "only root can run as $2"
	elif [ "$2" != "$(id -un)" ] && ! as_user "$2" test -r "$SO"; then
		skipped "$1" "$2 cannot reach the work folder"
	else
		phpt_suite "$1" "$2" "$PHP" "" $phpt_engine -d extension="$SO" \
			-d fastscan.validate="$4" -d fastscan.verify="$5"
	fi
}

# phpt_suite NAME USER PHP ENV RUN-TESTS-ARG...: the files of $B in a copy that USER owns. ENV is
# given to run-tests.
phpt_suite() {
	phpt_name=$1 phpt_user=$2 phpt_php=$3 phpt_env=$4
	shift 4
	phpt_dir=$WORK/$STAGE/$(printf %s "$phpt_name" | tr ' ' -)
	rm -rf "$phpt_dir"
	mkdir -p "$phpt_dir/tmp" "$phpt_dir/benchmarks"
	cp -r "$B/tests" "$B/run-tests.php" "$phpt_dir/"
	cp -r "$B/benchmarks/latfs" "$phpt_dir/benchmarks/"
	phpt_list "$phpt_dir" > "$phpt_dir/list"
	chown -R "$phpt_user:$(id -g "$phpt_user")" "$phpt_dir"
	phpt_start=$(date +%s)
	phpt_run list result "$@" > "$phpt_dir/log" 2>&1 < /dev/null
	phpt_status=$?
	[ -z "${phpt_review-}" ] || $phpt_review "$phpt_dir" "$@"
	phpt_verdicts "$phpt_name" $phpt_status "$phpt_dir/result" "$phpt_dir/log" "$phpt_dir/list"
	say "   $phpt_name: $(phpt_totals "$phpt_dir/result") in $(($(date +%s) - phpt_start)) s"
}

# phpt_run LIST RESULT RUN-TESTS-ARG...: that list of phpt_suite's folder
phpt_run() {
	phpt_files=$1 phpt_result=$2
	shift 2
	(
		cd "$phpt_dir" && as_user "$phpt_user" TMPDIR="$phpt_dir/tmp" NO_INTERACTION=1 \
			TEST_PHP_EXECUTABLE="$phpt_php" $phpt_env timeout --foreground "${phpt_timeout:-1200}" \
			"$PHP" -n run-tests.php -n -q -j"${phpt_jobs:-$TEST_JOBS}" -W "$phpt_result" "$@" -r "$phpt_files"
	)
}

# phpt_totals RESULT
phpt_totals() {
	awk '{n[$1]++} END {for (v in n) printf("%s%d %s", (k++ ? ", " : ""), n[v], tolower(v))}' "$1"
}

# phpt_make_test: what a user types; run-tests gets the extension from the Makefile. Some of the
# tests show that it does; all run below.
phpt_make_test() {
	rm -f "$B/result"
	phpt_list "$B" > "$B/list"
	if [ -z "${FASTSCAN_FULL-}${FASTSCAN_TESTS-}" ]; then
		grep -E '^tests/(basic|ini)/' "$B/list" > "$B/list.some"
		mv "$B/list.some" "$B/list"
	fi
	(
		cd "$B" && NO_INTERACTION=1 TEST_PHP_ARGS="-q -j$TEST_JOBS -W $B/result" \
			timeout --foreground 1200 make test TESTS="-r $B/list"
	) > "$B/test.log" 2>&1 < /dev/null
	phpt_verdicts "make test" $? "$B/result" "$B/test.log" "$B/list"
}

# phpt_verdicts NAME STATUS RESULT LOG LIST: run-tests' own result file, with the reasons of skips
# from its log
phpt_verdicts() {
	if [ ! -s "$3" ]; then
		failed "$1" "run-tests ended with $2" "$4"
		return
	fi
	awk -v stage="$STAGE" -v variant="$1" -v OFS='\t' '
		FILENAME == ARGV[1] {
			gsub(/\033\[[0-9;]*m/, "")
			if (match($0, /SKIP .* \[[^]]*\.phpt\]/)) {
				file = substr($0, RSTART, RLENGTH)
				sub(/.*\[/, "", file)
				sub(/\]$/, "", file)
				text = $0
				if (sub(/.*\] reason: */, "", text)) reason[base(file)] = text
			}
			next
		}
		{
			file = base($2)
			seen++
			if ($1 == "PASSED" || $1 == "XFAILED") print "pass", stage, variant " " file, ""
			else if ($1 == "SKIPPED") print "skip", stage, variant " " file, why(file)
			else print "fail", stage, variant " " file, tolower($1)
		}
		function why(f) { return f in reason ? reason[f] : "no reason given" }
		function base(f) { sub(/^.*\/tests\//, "tests/", f); return f }' "$4" "$3" >> "$RESULTS"
	phpt_count=$(wc -l < "$3")
	if [ "$phpt_count" -ne "$(wc -l < "$5")" ]; then
		failed "$1" "only $phpt_count of $(wc -l < "$5") files ran, status $2" "$4"
	fi
	phpt_diffs "$1" "$3"
}

# phpt_diffs NAME RESULT: shows the first failures
phpt_diffs() {
	grep -vE '^(PASSED|SKIPPED|XFAILED)' "$2" | head -n 5 | while read -r verdict file; do
		say "FAILED $STAGE: $1 $verdict $file"
		phpt_file=${file%.phpt}
		case $phpt_file in /*) ;; *) phpt_file=$(dirname "$2")/$phpt_file ;; esac
		for phpt_shown in "$phpt_file.diff" "$phpt_file.mem"; do
			[ ! -f "$phpt_shown" ] || head -n 30 "$phpt_shown" | cut -c1-300 | sed 's/^/    /'
		done
	done
}
