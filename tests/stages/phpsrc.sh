# SPDX-License-Identifier: MIT
# PHP's own phpt files, from its source package (tests/phpsrc/source.sh), with fastscan loaded. What
# does not pass is run without fastscan too, in the same place: each file must come out the same,
# but for those that tests/phpsrc/allowed.list gives a reason for.
#
# Files, folders, SPL's iterators and open_basedir always, in two runs. FASTSCAN_FULL=1: streams,
# includes, phar and FPM too, for both users, each engine, strict, and request with verification.

stage_phpsrc() {
	if ! need_ext; then
		failed "extension" "does not build" "$B.log"
		return
	fi
	phpsrc=$WORK/phpsrc
	mkdir -p "$phpsrc"
	grep -v '^#' "$TOP/tests/phpsrc/allowed.list" > "$phpsrc/allowed"
	phpsrc_archive=$(PHP=$PHP sh "$TOP/tests/phpsrc/source.sh" "${FASTSCAN_CACHE:-$WORK}/php-source")
	if [ $? != 0 ]; then
		skipped "all" "${phpsrc_archive##*
}"
		return
	fi
	rm -rf "$phpsrc/src"
	mkdir -p "$phpsrc/src"
	phpsrc_only="*/run-tests.php */ext/standard/tests */ext/spl/tests */tests"
	[ -z "${FASTSCAN_FULL-}" ] || phpsrc_only="*/run-tests.php */ext */Zend/tests */sapi/fpm */tests"
	if ! (
		set -f
		tar -xJf "$phpsrc_archive" -C "$phpsrc/src" --strip-components=1 --wildcards \
			--no-wildcards-match-slash $phpsrc_only
	) > "$phpsrc/unpack.log" 2>&1; then
		failed "source" "cannot be unpacked" "$phpsrc/unpack.log"
		return
	fi
	phpt_engines
	me=$(id -un)
	phpsrc_slow=
	[ -n "${FASTSCAN_FULL-}" ] || phpsrc_slow=SKIP_SLOW_TESTS=1
	#              name       user   engine validate verify
	phpsrc_variant root       $me    off    strict   0
	phpsrc_variant nobody-jit nobody jit    request  100
	[ -z "${FASTSCAN_FULL-}" ] || phpsrc_rest
}

# phpsrc_rest: the other combinations
phpsrc_rest() {
	for phpsrc_who in $me nobody; do
		for phpsrc_how in off opcache jit; do
			for phpsrc_mode in "strict 0" "request 100"; do
				case "$phpsrc_who $phpsrc_how $phpsrc_mode" in
					"$me off strict 0" | "nobody jit request 100") ;;
					*) phpsrc_variant "$phpsrc_who $phpsrc_how $phpsrc_mode" \
						$phpsrc_who $phpsrc_how $phpsrc_mode ;;
				esac
			done
		done
	done
}

# phpsrc_list: what is run, in the source's folder
phpsrc_list() {
	{
		find ext/standard/tests/file ext/standard/tests/dir -name '*.phpt'
		find ext/spl/tests -name '*[Dd]irectory*.phpt' -o -name '*[Ff]ile*.phpt' \
			-o -name '*Glob*.phpt' -o -name 'dit_*.phpt'
		find tests/security -name 'open_basedir*.phpt'
		if [ -n "${FASTSCAN_FULL-}" ]; then
			find ext/standard/tests/streams ext/phar/tests sapi/fpm/tests tests/security -name '*.phpt'
			grep -rlE --include='*.phpt' '\b(include|require)(_once)?\b' Zend/tests tests/lang
		fi
	} | sort -u | grep -E -- "${FASTSCAN_TESTS:-.}" | grep -vFx "$(phpsrc_left_out)"
}

# phpsrc_left_out: a copy of a file of 4 GB, which takes longer than all the others together
phpsrc_left_out() { echo ext/standard/tests/file/bug81145.phpt; }

# phpsrc_variant NAME USER ENGINE VALIDATE VERIFY
phpsrc_variant() {
	phpsrc_name=$1 phpsrc_user=$2
	eval "phpsrc_engine=\$engine_$3"
	if [ -z "$phpsrc_engine" ]; then
		skipped "$1" "this PHP has no $3"
	elif [ "$2" != "$me" ] && [ "$(id -u)" != 0 ]; then
		skipped "$1" "only root can run as $2"
	elif [ "$2" != "$me" ] && ! as_user "$2" test -r "$SO"; then
		skipped "$1" "$2 cannot reach the work folder"
	else
		phpsrc_fastscan="-d extension=$SO -d fastscan.validate=$4 -d fastscan.verify=$5"
		phpsrc_compare
	fi
}

# phpsrc_compare: with fastscan, then without what did not pass, then what differs once more each
phpsrc_compare() {
	phpsrc_start=$(date +%s)
	phpsrc_dir=$phpsrc/$(printf %s "$phpsrc_name" | tr ' ' -)
	rm -rf "$phpsrc_dir"
	mkdir -p "$phpsrc_dir/tmp"
	phpsrc_programs
	(cd "$phpsrc/src" && phpsrc_list) > "$phpsrc_dir/list"
	chown -R "$phpsrc_user:$(id -g "$phpsrc_user")" "$phpsrc_dir"
	phpsrc_run with list "$TEST_JOBS" $phpsrc_fastscan || return
	grep -v '^PASSED' "$phpsrc_dir/with" | cut -f2 > "$phpsrc_dir/list.others"
	: > "$phpsrc_dir/without"
	if [ -s "$phpsrc_dir/list.others" ]; then
		phpsrc_run without list.others "$TEST_JOBS" || return
	fi
	phpsrc_differences with without > "$phpsrc_dir/list.differ"
	: > "$phpsrc_dir/list.differ2"
	if [ -s "$phpsrc_dir/list.differ" ]; then
		phpsrc_run with2 list.differ 1 $phpsrc_fastscan && phpsrc_run without2 list.differ 1 || return
		phpsrc_differences with2 without2 > "$phpsrc_dir/list.differ2"
		comm -23 "$phpsrc_dir/list.differ" "$phpsrc_dir/list.differ2" |
			sed "s/^/   $phpsrc_name: unsteady: /"
	fi
	phpsrc_verdict
	[ -s "$phpsrc_dir/list.differ2" ] || rm -rf "$phpsrc_dir"/src*
}

# phpsrc_programs: FPM's tests look for it beside PHP. They want it without php.ini, and load no
# extension themselves.
phpsrc_programs() {
	mkdir -p "$phpsrc_dir/bin" "$phpsrc_dir/sbin"
	ln -s "$PHP" "$phpsrc_dir/bin/php"
	phpsrc_fpm=$(command -v "php-fpm$v" || PATH=$PATH:/usr/sbin command -v "php-fpm$v") || return 0
	{
		echo '#!/bin/sh'
		echo "exec '$phpsrc_fpm' -n \$FASTSCAN_FPM \"\$@\""
	} > "$phpsrc_dir/sbin/php-fpm"
	chmod 755 "$phpsrc_dir/sbin/php-fpm"
}

# phpsrc_run RESULT LIST JOBS PHP-ARG...: leaves $phpsrc_dir/RESULT, verdict and file. What a test
# that failed has left behind would make the next run of it fail too: each has files of its own.
phpsrc_run() {
	phpsrc_result=$1 phpsrc_files=$2 phpsrc_jobs=$3
	shift 3
	if [ -e "$phpsrc_dir/src" ]; then
		mv "$phpsrc_dir/src" "$phpsrc_dir/src.$phpsrc_result"
	fi
	cp -r "$phpsrc/src" "$phpsrc_dir/src"
	chown -R "$phpsrc_user:$(id -g "$phpsrc_user")" "$phpsrc_dir/src"
	(
		cd "$phpsrc_dir/src" && as_user "$phpsrc_user" TMPDIR="$phpsrc_dir/tmp" NO_INTERACTION=1 \
			SKIP_ONLINE_TESTS=1 $phpsrc_slow TEST_FPM_RUN_AS_ROOT=1 \
			FASTSCAN_FPM="$*" TEST_PHP_EXECUTABLE="$phpsrc_dir/bin/php" \
			timeout --foreground 3600 "$PHP" -n run-tests.php -n -q -j"$phpsrc_jobs" \
			-W "$phpsrc_dir/$phpsrc_result.raw" $phpsrc_engine "$@" -r "$phpsrc_dir/$phpsrc_files"
	) > "$phpsrc_dir/$phpsrc_result.log" 2>&1 < /dev/null
	sed "s|$TAB.*/phpsrc/[^/]*/src/|$TAB|" "$phpsrc_dir/$phpsrc_result.raw" 2>/dev/null |
		sort -k2 > "$phpsrc_dir/$phpsrc_result"
	[ "$(wc -l < "$phpsrc_dir/$phpsrc_result")" -eq "$(wc -l < "$phpsrc_dir/$phpsrc_files")" ] ||
		{ failed "$phpsrc_name" "run-tests ended early" "$phpsrc_dir/$phpsrc_result.log"; false; }
}

# phpsrc_differences WITH WITHOUT: the files that came out otherwise
phpsrc_differences() {
	awk -F '\t' '
		FILENAME == ARGV[1] {with[$2] = $1; next}
		with[$2] != $1 {print $2}' "$phpsrc_dir/$1" "$phpsrc_dir/$2" |
		grep -vFxf "$phpsrc/allowed" | sort
}

# phpsrc_verdict: one for each folder
phpsrc_verdict() {
	sed 's|/[^/]*$||' "$phpsrc_dir/list" | sort -u > "$phpsrc_dir/folders"
	while read -r phpsrc_folder; do
		phpsrc_count=$(grep "^PASSED$TAB" "$phpsrc_dir/with" | cut -f2 | sed 's|/[^/]*$||' |
			grep -cFx "$phpsrc_folder")
		phpsrc_bad=$(sed -n "s|^$phpsrc_folder/\([^/]*\)\.phpt\$|\1|p" "$phpsrc_dir/list.differ2")
		if [ -n "$phpsrc_bad" ]; then
			failed "$phpsrc_name $phpsrc_folder" "otherwise with fastscan:$(printf ' %s' $phpsrc_bad)"
			for phpsrc_file in $phpsrc_bad; do
				cat "$phpsrc_dir"/src*/"$phpsrc_folder/$phpsrc_file.diff" 2>/dev/null |
					head -n 20 | cut -c1-300 | sed 's/^/    /'
			done
		elif [ "$phpsrc_count" = 0 ]; then
			skipped "$phpsrc_name $phpsrc_folder" "all of its files are skipped"
		else
			passed "$phpsrc_name $phpsrc_folder"
		fi
	done < "$phpsrc_dir/folders"
	say "   $phpsrc_name: $(phpt_totals "$phpsrc_dir/with"), the same without fastscan but" \
		"$(wc -l < "$phpsrc_dir/list.differ2"), in $(($(date +%s) - phpsrc_start)) s"
}
