#!/bin/sh
# SPDX-License-Identifier: MIT
# floor.sh: build and run the program that measures system calls without PHP.
#
#   floor.sh build               build it; prints its path
#   floor.sh run DIR [OPTION...] of all directories below DIR (options: head of floor.c)
#
# The program is kept in ${FASTSCAN_BENCH_DIR:-/var/tmp/fastscan-bench}.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=benchmarks/lib/install.sh
. "$here/../lib/install.sh"
bench_dir=${FASTSCAN_BENCH_DIR:-/var/tmp/fastscan-bench}
bin=$bench_dir/floor

build() {
	mkdir -p "$bench_dir"
	[ -O "$bench_dir" ] || { echo "floor.sh: $bench_dir belongs to another user" >&2; exit 1; }
	[ -x "$bin" ] && cmp -s "$here/floor.c" "$bin.c" && return
	install_missing gcc:gcc /usr/include/stdio.h:libc6-dev
	gcc -std=c11 -O2 -Wall -Wextra -o "$bin.$$" "$here/floor.c" -pthread
	mv "$bin.$$" "$bin"
	cp "$here/floor.c" "$bin.c"
}

case ${1-} in
build)
	build
	echo "$bin"
	;;
run)
	[ $# -ge 2 ] || { echo "floor.sh: run DIR [OPTION...]" >&2; exit 2; }
	build
	dir=$2
	shift 2
	(cd "$dir" && find . -type d) > "$bin.list.$$"
	trap 'rm -f "$bin.list.$$"' EXIT
	"$bin" -C "$dir" "$@" "$bin.list.$$"
	;;
*)
	sed -n 's/^# \{0,1\}//p' "$0" | sed '1d;/^shellcheck/d' >&2
	exit 2
	;;
esac
