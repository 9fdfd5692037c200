#!/bin/sh
# SPDX-License-Identifier: MIT
# latfs.sh: build, mount and control the latency file system.
#
#   latfs.sh build                   build the program; prints its path
#   latfs.sh up SRC MNT [OPT,...]    mount SRC at MNT (options: head of latfs.c)
#   latfs.sh down MNT                unmount; the daemon ends by itself
#   latfs.sh stats MNT               requests since the last reset, those that are not zero
#   latfs.sh set MNT SETTING,...     reset, lat_us=N, fail_after=N, gran_ns=N, skew_s=N, frozen=0|1,
#                                    log=0|1
#
# Needs root and /dev/fuse. Installs fuse3, libfuse3-dev, pkg-config and gcc where they are missing.
# The program is kept in ${FASTSCAN_BENCH_DIR:-/var/tmp/fastscan-bench}.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
bench_dir=${FASTSCAN_BENCH_DIR:-/var/tmp/fastscan-bench}
bin=$bench_dir/latfs

die() {
	echo "latfs.sh: $*" >&2
	exit 1
}

build() {
	mkdir -p "$bench_dir"
	[ -O "$bench_dir" ] || die "$bench_dir belongs to another user"
	[ -x "$bin" ] && cmp -s "$here/latfs.c" "$bin.c" && return
	if ! pkg-config --exists fuse3 2>/dev/null || ! command -v gcc >/dev/null ||
			! command -v fusermount3 >/dev/null; then
		export DEBIAN_FRONTEND=noninteractive
		apt-get install -y --no-install-recommends fuse3 libfuse3-dev pkg-config gcc libc6-dev \
			>&2 || die "install fuse3 libfuse3-dev pkg-config gcc libc6-dev"
	fi
	# shellcheck disable=SC2046 # the flags are to be split
	gcc -std=gnu11 -O2 -Wall -Wextra -o "$bin.$$" "$here/latfs.c" \
		$(pkg-config fuse3 --cflags --libs) || die "build failed"
	mv "$bin.$$" "$bin"
	cp "$here/latfs.c" "$bin.c"
}

case ${1-} in
build)
	build
	echo "$bin"
	;;
up)
	[ $# -ge 3 ] || die "up SRC MNT [OPT,...]"
	[ "$(id -u)" = 0 ] || die "needs root"
	[ -c /dev/fuse ] || modprobe fuse 2>/dev/null || die "no /dev/fuse"
	build
	mkdir -p "$3"
	! mountpoint -q "$3" || die "$3 is a mount point already"
	"$bin" "$2" "$3" ${4:+-o "$4"} </dev/null >/dev/null || die "mount failed"
	;;
down)
	[ $# = 2 ] || die "down MNT"
	umount "$2" 2>/dev/null || umount -l "$2"
	;;
stats)
	[ $# = 2 ] || die "stats MNT"
	awk '$2' "$2/.latfs"
	;;
set)
	[ $# = 3 ] || die "set MNT SETTING,..."
	printf %s "$3" > "$2/.latfs"
	;;
*)
	sed -n 's/^# \{0,1\}//p' "$0" | sed 1,2d >&2
	exit 2
	;;
esac
