# SPDX-License-Identifier: MIT
# Directories that change right after they were read, on file systems of every granularity of time, by
# tests/racy: no answer may be wrong, with something kept at all; and, that such a test can fail, with
# fastscan.settle=0 where that must lie.
#
# FASTSCAN_SOAK=1: 10,000 rounds of each (FASTSCAN_ROUNDS=N: N), more file systems, and the kernel 6.1 NFS
# guest, if its script uml-nfs is there (FASTSCAN_BEDS=DIR; default: shared/testbeds beside the checkout).

stage_racy() {
	racy=$TOP/tests/racy
	racy_keeps=yes
	mkdir -p "$WORK/racy"
	if ! need_ext; then
		failed "extension" "does not build" "$B.log"
		return
	fi
	if [ "$(id -u)" != 0 ]; then
		skipped "all" "needs root"
		return
	fi
	if ! gcc -std=c11 -O2 -Wall -Wextra -o "$WORK/racy/changer" "$racy/changer.c" \
		> "$WORK/racy/changer.log" 2>&1; then
		failed "changer" "does not build" "$WORK/racy/changer.log"
		return
	fi
	#          bed                                rounds options
	racy_start ext4                               2000   dirs=64,wait=100
	racy_start tmpfs                              2000   dirs=64,wait=100
	racy_start ext2                               2000   dirs=64,wait=100
	racy_judge ext4 tmpfs ext2
	racy_start ext4-1s                            2000   dirs=2000,wait=3200
	racy_start ramfs                              2000   dirs=2000,wait=3200
	racy_judge ext4-1s ramfs
	racy_second=latfs,gran_ns=1000000000
	racy_start $racy_second                       500    dirs=400,wait=3200,brief=1
	racy_start $racy_second,skew_s=-300           500    dirs=400,wait=3200,brief=1
	racy_start $racy_second,skew_s=-3600          500    dirs=400,wait=3200,brief=1
	racy_start $racy_second,skew_s=300            500    dirs=400,wait=3200,brief=1
	racy_judge $racy_second $racy_second,skew_s=-300 $racy_second,skew_s=-3600
	racy_keeps=no # a stamp in the future is never trusted
	racy_judge $racy_second,skew_s=300
	racy_keeps=yes
	racy_lies ext4-1s
	racy_lies $racy_second
	[ -n "${FASTSCAN_SOAK-}" ] || return 0
	racy_start xfs                                10000  dirs=64,wait=100
	racy_start btrfs                              10000  dirs=64,wait=100
	racy_judge xfs btrfs
	racy_guest
}

# racy_start BED ROUNDS OPTIONS: in both modes, in the background; most of it is waiting
racy_start() {
	racy_rounds=$2
	[ -z "${FASTSCAN_SOAK-}" ] || racy_rounds=${FASTSCAN_ROUNDS:-10000}
	for racy_mode in strict request; do
		racy_run "$1 $racy_mode" "$1" "rounds=$racy_rounds,$3" -d fastscan.validate=$racy_mode &
	done
}

# racy_judge BED...
racy_judge() {
	wait
	for racy_bed; do
		for racy_mode in strict request; do
			racy_verdict "$racy_bed $racy_mode" && racy_right "$racy_bed $racy_mode"
		done
	done
}

# racy_lies BED: the negative control
racy_lies() {
	racy_run "$1 settle=0" "$1" rounds=300,dirs=20,brief=1 -d fastscan.settle=0
	racy_verdict "$1 settle=0" || return 0
	if [ "$(racy_field wrong)" -gt 0 ]; then
		passed "$1 settle=0 is found wrong"
	else
		failed "$1 settle=0" "this test cannot fail" "$racy_out"
	fi
}

# racy_run NAME BED OPTIONS PHP-ARG...: leaves NAME.out, NAME.err and NAME.rc
racy_run() {
	racy_dir=$WORK/racy/$1
	racy_bed=$2 racy_options=$3
	shift 3
	mkdir -p "$racy_dir"
	racy_source=$racy_dir/mnt
	case $racy_bed in latfs,*) racy_source=$racy_dir/mnt.src ;; esac
	sh "$racy/bed.sh" "$racy_bed" "$racy_dir/mnt" sh "$racy/rounds.sh" "$WORK/racy/changer" \
		"$racy_dir/mnt" "$racy_source" "$racy_dir/mnt" "$racy_options" "$PHP" -n -d extension="$SO" \
		-d realpath_cache_size=0 -d fastscan.min_uses=1 \
		-d fastscan.filesystems=+ramfs,+fuse.latfs "$@" \
		> "$racy_dir.out" 2> "$racy_dir.err" < /dev/null
	echo $? > "$racy_dir.rc"
}

# racy_verdict NAME: false if that is all; else racy_out is what it printed
racy_verdict() {
	racy_out=$WORK/racy/$1.out
	case $(cat "$WORK/racy/$1.rc") in
		0) return 0 ;;
		77) skipped "$1" "$(tail -n 1 "$racy_out")" ;;
		*) failed "$1" "ended with $(cat "$WORK/racy/$1.rc")" "$WORK/racy/$1.err" ;;
	esac
	return 1
}

racy_field() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$racy_out"; }

# racy_right NAME: nothing wrong, and something kept if it could be
racy_right() {
	if [ "$(racy_field wrong)" != 0 ]; then
		failed "$1" "wrong answers: $(racy_field wrong)" "$WORK/racy/$1.err"
	elif [ "$racy_keeps" = yes ] && [ "$(racy_field kept)" = 0 ]; then
		failed "$1" "nothing was kept, so nothing was tested" "$racy_out"
	elif [ "$racy_keeps" = no ] && [ "$(racy_field kept)" != 0 ]; then
		failed "$1" "something was kept" "$racy_out"
	else
		passed "$1"
		say "   $1: $(cat "$racy_out")"
	fi
}

# racy_guest: changes on the same machine, then, on a mount without attribute cache, by the server
racy_guest() {
	racy_beds=${FASTSCAN_BEDS:-$TOP/../shared/testbeds}
	if [ ! -f "$racy_beds/uml-nfs" ]; then
		skipped "guest" "the NFS guest is not here (FASTSCAN_BEDS)"
		return
	fi
	gcc -O2 -shared -fPIC -o "$WORK/racy/ptrace_xstate.so" "$racy/ptrace_xstate.c" -ldl
	racy_in_guest local vers=4.2
	racy_in_guest server vers=4.2,noac
}

# racy_in_guest WHICH NFSOPTS
racy_in_guest() {
	LD_PRELOAD=$WORK/racy/ptrace_xstate.so bash "$racy_beds/uml-nfs" -t 3600 -o "$2" -- \
		sh "$racy/guest.sh" "$1" "$WORK/racy/changer" "$SO" "$PHP" "${FASTSCAN_ROUNDS:-10000}" \
		> "$WORK/racy/guest-$1" 2>&1 < /dev/null
	racy_rc=$?
	if [ "$racy_rc" = 125 ]; then
		skipped "guest $1" "the NFS guest does not start"
		return
	fi
	grep '^guest ' "$WORK/racy/guest-$1" > "$WORK/racy/guest-$1.lines"
	while IFS= read -r racy_line; do
		racy_name=${racy_line%%: *}
		racy_out=$WORK/racy/$racy_name.out
		printf '%s\n' "${racy_line#*: }" > "$racy_out"
		cp "$WORK/racy/guest-$1" "$WORK/racy/$racy_name.err"
		racy_right "$racy_name"
	done < "$WORK/racy/guest-$1.lines"
	[ -s "$WORK/racy/guest-$1.lines" ] ||
		failed "guest $1" "ended with $racy_rc" "$WORK/racy/guest-$1"
}
