# SPDX-License-Identifier: MIT
# What depends on how mounts are told apart, on a kernel that uses their numbers again (before Linux
# 6.8): the phpt files of tests/isolation, tests/shared and tests/mounts within the 6.1 NFS guest, on
# its ext4. Fifteen minutes, so only if FASTSCAN_GUEST=1 and the guest's script uml-nfs is there
# (FASTSCAN_BEDS=DIR; default: shared/testbeds beside the checkout).

stage_guest() {
	guest_beds=${FASTSCAN_BEDS:-$TOP/../shared/testbeds}
	if [ -z "${FASTSCAN_GUEST-}" ]; then
		skipped "all" "on request: FASTSCAN_GUEST=1"
		return
	fi
	if [ ! -f "$guest_beds/uml-nfs" ] || [ "$(id -u)" != 0 ]; then
		skipped "all" "needs root and the NFS guest (FASTSCAN_BEDS)"
		return
	fi
	if ! need_ext; then
		failed "extension" "does not build" "$B.log"
		return
	fi
	mkdir -p "$WORK/guest/out"
	rm -f "$WORK/guest/out"/*
	gcc -O2 -shared -fPIC -o "$WORK/guest/ptrace_xstate.so" "$TOP/tests/racy/ptrace_xstate.c" -ldl
	(cd / && UML_OUT=$WORK/guest/out LD_PRELOAD=$WORK/guest/ptrace_xstate.so \
		bash "$guest_beds/uml-nfs" -t 3000 -o vers=4.2 -- sh "$B/tests/isolation/guest.sh" "$B" \
		"$PHP" "$SO") > "$WORK/guest/log" 2>&1 < /dev/null
	guest_rc=$?
	if [ "$guest_rc" = 125 ]; then
		skipped "all" "the NFS guest does not start"
		return
	fi
	if [ "$guest_rc" = 124 ] || [ ! -s "$WORK/guest/out/results" ]; then
		failed "guest" "ended with $guest_rc" "$WORK/guest/log"
		return
	fi
	while read -r guest_verdict guest_file; do
		case $guest_verdict in
			PASSED) passed "${guest_file##*/tests/}" ;;
			SKIPPED) skipped "${guest_file##*/tests/}" "not in the guest, or not before Linux 6.8" ;;
			*) failed "${guest_file##*/tests/}" "$guest_verdict" "$WORK/guest/out/log" ;;
		esac
	done < "$WORK/guest/out/results"
}
