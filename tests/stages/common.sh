# SPDX-License-Identifier: MIT
# Results, work folder and the building of the extension, for all stages. POSIX sh, sourced by
# tests/run.sh.
#
# A stage is the function stage_NAME in NAME.sh. It calls passed, failed and skipped once for each
# thing it tests.

JOBS=${FASTSCAN_JOBS:-$(nproc 2>/dev/null || echo 2)}
# The phpt files wait half of their time.
TEST_JOBS=$((JOBS * 2))
TAB=$(printf '\t')

say() { printf '%s\n' "$*"; }
die() { say "tests/run.sh: $*" >&2; exit 2; }

# Each result is one line of $RESULTS: verdict, stage, name, reason.
record() { printf '%s\t%s\t%s\t%s\n' "$1" "$STAGE" "$2" "${3-}" >> "$RESULTS"; }
passed() { record pass "$1"; }
skipped() { record skip "$1" "$2"; }
# failed NAME [WHY [FILE]]: shows the end of FILE, of a build log what matters of it
failed() {
	record fail "$1" "${2-}"
	say "FAILED $STAGE: $1${2:+ ($2)}"
	if [ -n "${3-}" ] && [ -f "$3" ]; then
		if grep -qE '^make.*\*\*\*' "$3"; then
			grep -E '(error|warning|note): |\*\*\*|undefined reference' "$3"
		else
			tail -n 40 "$3"
		fi | tail -n 40 | cut -c1-300 | sed 's/^/    /'
	fi
}

# count VERDICT [STAGE]
count() {
	awk -F '\t' -v verdict="$1" -v stage="${2-}" '
		$1 == verdict && (stage == "" || $2 == stage) {n++}
		END {print n + 0}' "$RESULTS"
}

prepare_work() {
	run_start=$(date +%s)
	if [ -n "${FASTSCAN_WORK-}" ]; then
		mkdir -p "$FASTSCAN_WORK" || die "cannot make $FASTSCAN_WORK"
		WORK=$(cd "$FASTSCAN_WORK" && pwd)
		KEEP=1
	else
		WORK=$(mktemp -d "${TMPDIR:-/tmp}/fastscan-tests.XXXXXX") || die "no temporary folder"
		KEEP=${FASTSCAN_KEEP-}
	fi
	chmod 755 "$WORK"
	RESULTS=$WORK/results
	: > "$RESULTS"
	: > "$WORK/times"
	lane=
	copied=" " # builds with the tests of today
	trap 'rc=$?; [ -n "$KEEP" ] || rm -rf "$WORK"; exit $rc' EXIT
	trap 'KEEP=1; [ -z "$lane" ] || kill_tree "$lane"; exit 130' INT TERM HUP
}

# copy_tree DIR: the sources without what a build in the checkout may have left there
copy_tree() {
	mkdir -p "$1"
	if git -C "$TOP" rev-parse --git-dir >/dev/null 2>&1; then
		(cd "$TOP" && git ls-files -co --exclude-standard |
			while IFS= read -r file; do [ ! -f "$file" ] || printf '%s\n' "$file"; done) > "$1.list"
	else
		(cd "$TOP" && find . \( -name .git -o -name .libs -o -path ./modules -o -path ./build -o \
			-path ./autom4te.cache \) -prune -o -type f ! -name '*.lo' ! -name '*.o' \
			! -name '*.la' ! -name '*.dep' ! -path ./Makefile -print) > "$1.list"
	fi
	(cd "$TOP" && tar -cf - -T "$1.list") | tar -xf - -C "$1"
}

# source_sum: changes with whatever a build of the extension depends on
source_sum() {
	{
		(cd "$TOP" && find config.m4 Makefile.frag php_fastscan.* src -type f ! -name '*.php' \
			-exec cksum {} + 2>/dev/null | sort -k3)
		"$PHP_CONFIG" --version
	} | cksum
}

# build_ext NAME CC CFLAGS LDFLAGS: builds a copy of the checkout with phpize in $WORK/build/NAME.
# Sets B to that folder and SO to the extension. Its log is $B.log, that of the compiler alone
# $B.make.log. Done once per run and source.
build_ext() {
	B=$WORK/build/$1
	SO=$B/modules/fastscan.so
	build_key="$(source_sum) $2 $3 $4"
	if [ -f "$SO" ] && [ "$build_key" = "$(cat "$B.key" 2>/dev/null)" ]; then
		case $copied in *" $1 "*) ;; *) copy_tests "$B" ;; esac
		copied="$copied$1 "
		return 0
	fi
	copied="$copied$1 "
	rm -rf "$B" "$B.key"
	copy_tree "$B"
	(
		cd "$B" && "$PHPIZE" &&
			./configure --with-php-config="$PHP_CONFIG" CC="$2" CFLAGS="$3" LDFLAGS="$4"
	) > "$B.log" 2>&1 < /dev/null || return 1
	(cd "$B" && make -j"$JOBS") > "$B.make.log" 2>&1 < /dev/null
	cat "$B.make.log" >> "$B.log"
	[ -f "$SO" ] || return 1
	printf '%s\n' "$build_key" > "$B.key"
}

# copy_tests BUILD: a kept build takes the tests of today
copy_tests() {
	rm -rf "$1.tmp"
	copy_tree "$1.tmp"
	rm -rf "$1/tests"
	mv "$1.tmp/tests" "$1/tests"
	cp "$1.tmp"/*.md "$1/" 2>/dev/null
	rm -rf "$1.tmp"
}

# need_ext: the plain gcc build that most stages load
need_ext() {
	build_ext gcc gcc "-g -O2" ""
}

# as_user USER COMMAND...: with a clean environment; extra variables may lead the command, as env
# takes them
as_user() {
	as_name=$1
	shift
	as_env="PATH=$PATH HOME=/nonexistent LC_ALL=C.UTF-8"
	as_env="$as_env FASTSCAN_TMP=${FASTSCAN_TMP-} FASTSCAN_SETTLE_MS=${FASTSCAN_SETTLE_MS-}"
	if [ "$as_name" = "$(id -un)" ]; then
		env -i $as_env "$@"
	else
		setpriv --reuid="$as_name" --regid="$(id -g "$as_name")" --clear-groups env -i $as_env "$@"
	fi
}

# Stages of the second lane: much of their time one process works alone, or waits. Both lanes take
# about as long. coverage has to be where asan is.
second_lane=" lint wine fuzz phpsrc racy memory cases bench real tools valgrind "

# run_stages STAGE...: if they are of both lanes, these go at the same time; each stage then says what
# it has to say at its end.
run_stages() {
	lane_1= lane_2=
	for stage; do
		case $second_lane in
			*" $stage "*) lane_2="$lane_2 $stage" ;;
			*) lane_1="$lane_1 $stage" ;;
		esac
	done
	# of the extension that both lanes load there is to be one build, and nothing to say if it fails
	if [ -z "$lane_1" ] || [ -z "$lane_2" ] || [ "$JOBS" = 1 ] || ! need_ext; then
		install_more "$@"
		for stage; do
			run_stage "$stage"
		done
		return
	fi
	(RESULTS=$WORK/results.2; install_more "$@"; run_lane $lane_2) &
	lane=$!
	(RESULTS=$WORK/results.1; run_lane $lane_1)
	wait $lane
	lane=
	cat "$WORK/results.1" "$WORK/results.2" > "$RESULTS"
}

run_lane() {
	: > "$RESULTS"
	mkdir -p "$WORK/said"
	for stage; do
		run_stage "$stage" > "$WORK/said/$stage" 2>&1
		cat "$WORK/said/$stage"
	done
}

# kill_tree PID: and what it started
kill_tree() {
	set -- "$1" $(cat "/proc/$1/task"/*/children 2>/dev/null)
	kill "$1" 2>/dev/null
	shift
	for tree_child; do
		kill_tree "$tree_child"
	done
}

run_stage() {
	STAGE=$1
	say "== $STAGE"
	stage_start=$(date +%s)
	"stage_$STAGE"
	if ! grep -q "^[a-z]*$TAB$STAGE$TAB" "$RESULTS"; then
		failed "$STAGE" "tested nothing"
	fi
	stage_time=$(($(date +%s) - stage_start))
	say "$STAGE $stage_time" >> "$WORK/times"
	say "   $STAGE: $(count pass "$STAGE") passed, $(count fail "$STAGE") failed," \
		"$(count skip "$STAGE") skipped in $stage_time s"
}

summary() {
	say
	say "== summary"
	if [ "$(count skip)" != 0 ]; then
		say "skipped, by reason:"
		awk -F '\t' '
			$1 == "skip" {
				n[$4]++
				if (!($4 in first)) first[$4] = $2 ": " $3
			}
			END {
				for (why in n)
					printf("  %4d  %s (%s)\n", n[why], why, first[why] (n[why] > 1 ? ", ..." : ""))
			}' "$RESULTS" | sort -rn
	fi
	if [ "$(count fail)" != 0 ]; then
		KEEP=1
		say "failed:"
		awk -F '\t' '$1 == "fail" {print "  " $2 ": " $3 ($4 == "" ? "" : " (" $4 ")")}' "$RESULTS"
		say "logs and outputs are kept in $WORK"
	fi
	say "seconds: $(paste -sd , "$WORK/times" | sed 's/,/, /g'), together" \
		"$(($(date +%s) - run_start))"
	say "$(count pass) passed, $(count fail) failed, $(count skip) skipped"
	[ "$(count fail)" = 0 ] || exit 1
	exit 0
}
