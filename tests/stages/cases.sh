# SPDX-License-Identifier: MIT
# The acceptance cases: every answer must be stock PHP's.
#
# In request mode a change that another process makes in mid-run may be seen later (README, "How
# fresh an answer is"). tests/cases/request_allowed.list names the cases in which that happens, each
# with its reason; these run with the files of the same name in tests/cases/request/ (NAME.php,
# NAME.expect, NAME.ini; whichever differ) laid over the case's own.

stage_cases() {
	cases=${FASTSCAN_CASES:-$TOP/../shared/cases}
	if [ ! -f "$cases/run.sh" ] || [ ! -d "$cases/cases" ]; then
		skipped "strict" "acceptance cases are not here (FASTSCAN_CASES)"
		skipped "strict, verify=100" "acceptance cases are not here (FASTSCAN_CASES)"
		skipped "request" "acceptance cases are not here (FASTSCAN_CASES)"
		return
	fi
	if ! command -v bash >/dev/null; then
		skipped "all" "no bash"
		return
	fi
	if ! need_ext; then
		failed "extension" "does not build" "$B.log"
		return
	fi
	cases_run strict "$cases" -d fastscan.validate=strict
	cases_run verify "$cases" -d fastscan.validate=strict -d fastscan.verify=100
	cases_overlay && cases_run request "$WORK/cases/overlay" -d fastscan.validate=request
}

# cases_overlay: the cases with our expectations of request mode
cases_overlay() {
	allowed=$TOP/tests/cases/request_allowed.list
	mkdir -p "$WORK/cases"
	rm -rf "$WORK/cases/overlay"
	cp -r "$cases" "$WORK/cases/overlay"
	chmod -R u+w "$WORK/cases/overlay"
	sed -n 's/^\([a-z_0-9]\{1,\}\)  *[^ ].*/\1/p' "$allowed" | sort -u > "$WORK/cases/listed"
	(cd "$TOP/tests/cases/request" 2>/dev/null && ls) | sed -n 's/\.\(php\|expect\|ini\)$//p' |
		sort -u > "$WORK/cases/overlaid"
	if ! cmp -s "$WORK/cases/listed" "$WORK/cases/overlaid"; then
		diff "$WORK/cases/listed" "$WORK/cases/overlaid" > "$WORK/cases/unlisted"
		failed "request_allowed.list" "does not match tests/cases/request" "$WORK/cases/unlisted"
		return 1
	fi
	if grep -l 'fastscan\.\(validate\|enable\)' "$TOP"/tests/cases/request/*.ini 2>/dev/null; then
		failed "request_allowed.list" "a case may not leave the mode under test"
		return 1
	fi
	[ ! -s "$WORK/cases/overlaid" ] ||
		cp "$TOP"/tests/cases/request/*.* "$WORK/cases/overlay/cases/"
}

# cases_run NAME DIR PHP-ARG...
cases_run() {
	cases_name=$1 cases_dir=$2
	shift 2
	cases_log=$WORK/cases/$cases_name.log
	mkdir -p "$WORK/cases/out-$cases_name"
	# A folder of their own: the cases name theirs after the process, and a killed run leaves some.
	cases_tmp=$WORK/cases/tmp-$cases_name
	rm -rf "$cases_tmp"
	mkdir -m 1777 "$cases_tmp"
	CASE_TMP=$cases_tmp bash "$cases_dir/run.sh" -j "$TEST_JOBS" -v -o "$WORK/cases/out-$cases_name" \
		"$PHP" -d extension="$SO" "$@" > "$cases_log" 2>&1 < /dev/null
	cases_rc=$?
	awk -v stage="$STAGE" -v mode="$cases_name" -v OFS='\t' '
		{
			why = $0
			sub(/^[^ ]* [^ ]* *\(?/, "", why)
			sub(/\)$/, "", why)
		}
		/^[a-z_0-9]+ pass$/ {print "pass", stage, mode " " $1, ""}
		/^[a-z_0-9]+ FAIL/ {print "fail", stage, mode " " $1, why}
		/^[a-z_0-9]+ skip / {print "skip", stage, mode " " $1, why}' "$cases_log" >> "$RESULTS"
	if ! tail -n 1 "$cases_log" | grep -q '^[0-9]* passed, [0-9]* failed$'; then
		failed "$cases_name" "ended early with status $cases_rc" "$cases_log"
	elif [ "$cases_rc" != 0 ]; then
		say "FAILED $STAGE: $cases_name"
		grep -vE '^[a-z_0-9]+ (pass|skip)|^outputs in' "$cases_log" | head -n 60 | cut -c1-300 |
			sed 's/^/    /'
	fi
}
