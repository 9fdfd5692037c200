# SPDX-License-Identifier: MIT
# That benchmarks/floor, fresh.php and field.php work, on a tree of ten modules. Times are not looked at;
# the proof by the mount's request log is: no directory used that was not asked for, and some where
# nothing is to be asked. Nor may an update by rsync, lsyncd or inotifywait be missed.

stage_bench() {
	bench_dir=$WORK/bench
	mkdir -p "$bench_dir"
	if ! need_ext; then
		failed "extension" "does not build" "$B.log"
		return
	fi
	bench_wordpress
	FASTSCAN_BENCH_DIR=$bench_dir sh "$TOP/benchmarks/floor/floor.sh" run "$TOP/src" -t 1,3 -w 0 -r 2 \
		> "$bench_dir/floor.out" 2>&1 < /dev/null
	bench_judge "floor" $? "$bench_dir/floor.out" \
		'return preg_match_all("/^threads [13] median .* calls [1-9]\d* failed 0$/m", $out) === 2;'
	for bench_part in scan cold proof page; do
		if ! as_user nobody test -x "$bench_dir" 2>/dev/null; then
			skipped "fresh $bench_part" "nobody, as whom php-fpm runs, cannot reach the work folder"
		else
			bench_fresh "$bench_part"
		fi
	done
	bench_statistics
	for bench_part in listing states updates variants functions seen applications gluster; do
		if ! as_user nobody test -x "$bench_dir" 2>/dev/null; then
			skipped "field $bench_part" "nobody, as whom php-fpm runs, cannot reach the work folder"
		else
			bench_field "$bench_part"
		fi
	done
}

# A database server, and programs that keep a copy up to date.
needs_bench() { say mariadb-server-core lsyncd inotify-tools; }

# bench_wordpress: that which the stage real walks
bench_wordpress() {
	! real_wordpress || FASTSCAN_WORDPRESS=$real_from
	export FASTSCAN_WORDPRESS
}

# bench_fresh PART
bench_fresh() {
	case $1 in
		proof) bench_rule='return count($measures) === 3 && min(array_column($measures, "reached"));' ;;
		*) bench_rule='return count($measures) > 1 && !array_filter($measures, fn ($m) => !$m["ratio"]);' ;;
	esac
	bench_run fresh "$1" 's/^  note: no page: //p' --tree=small --latency=20 --rounds=1 --parts="$1"
}

# bench_statistics: that field.php's bounds are those of the sign test, that a slower side is called slower, and that a run
# is refused whose counts belong to another state
bench_statistics() {
	"$PHP" -n "$TOP/benchmarks/field/check.php" > "$bench_dir/statistics.out" 2>&1 < /dev/null
	bench_judge "field statistics" $? "$bench_dir/statistics.out" 'return strpos($out, "right") !== false;'
}

# bench_field PART: of field.php, where one system is enough
bench_field() {
	bench_part=$1 bench_systems=native
	case $1 in
		listing) bench_rule='return count($measures) === 2 && count($measures[0]["sides"]) === 3;' ;;
		states)
			bench_part=listing bench_systems=latency
			bench_rule='return count(array_filter($measures, fn ($m) => isset($m["bounds"]) || isset($m["slower"]))) >= 7
				&& !preg_match("/skipped/", $out);' ;;
		updates)
			bench_systems=rsync,inotify,lsyncd
			bench_rule='return array_column($measures, "reached") && min(array_column($measures, "reached"))
				&& count($measures) / 2 + preg_match_all("/: skipped, no /", $out) === 3;' ;;
		variants) bench_rule='return count($measures) === 1 && count($measures[0]["sides"]) === 10;' ;;
		functions) bench_rule='return count($measures) === 9;' ;;
		seen)
			bench_systems=latency
			bench_rule='return count($measures) === 5 && min(array_column($measures, "reached"));' ;;
		gluster)
			if [ -z "${FASTSCAN_GLUSTER-}" ]; then
				skipped "field gluster" "on request: FASTSCAN_GLUSTER=1, with the test beds (FASTSCAN_BEDS)"
				return
			fi
			bench_part=seen bench_systems=gluster,gluster3
			bench_rule='return count($measures) === 10 && min(array_column($measures, "reached"));' ;;
		applications) bench_rule='return count($measures) === 9;' ;;
	esac
	bench_run field "$1" 's/^.*\(functions\|applications\|latency\): skipped, //p' \
		--systems="$bench_systems" --parts="$bench_part" --quick --rounds=2
}

# bench_run PROGRAM NAME SKIPPED ARGUMENT...: by $bench_rule; SKIPPED is a sed command that prints why not
bench_run() {
	bench_program=$1 bench_name=$2 bench_skipped=$3
	bench_out=$bench_dir/$1-$2.out
	shift 3
	rm -f "$bench_dir/$bench_program.json"
	timeout --foreground 300 "$PHP" "$TOP/benchmarks/$bench_program.php" --extension="$SO" \
		--work="$bench_dir" --results="$bench_dir" "$@" > "$bench_out" 2>&1 < /dev/null
	bench_rc=$?
	bench_skip=$(sed -n "s/^skipped: //p; $bench_skipped" "$bench_out" | head -n 1)
	if [ $bench_rc = 0 ] && [ -n "$bench_skip" ]; then
		skipped "$bench_program $bench_name" "$bench_skip"
	else
		bench_judge "$bench_program $bench_name" $bench_rc "$bench_out" "$bench_rule" "$bench_program"
	fi
}

# bench_judge NAME STATUS FILE RULE [REPORT]: RULE is PHP about $out and $measures
bench_judge() {
	if [ "$2" = 0 ] && "$PHP" -n -r '
		$out = file_get_contents($argv[1]);
		$measures = json_decode((string) @file_get_contents($argv[2]), true)["measures"] ?? [];
		exit(eval($argv[3]) ? 0 : 1);' "$3" "$bench_dir/${5-fresh}.json" "$4"; then
		passed "$1"
	else
		failed "$1" "ended with $2" "$3"
	fi
}
