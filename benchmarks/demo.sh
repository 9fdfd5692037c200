#!/bin/sh
# SPDX-License-Identifier: MIT
# demo.sh: see what fastscan does, on a Debian or Ubuntu machine on which nothing is installed yet.
#
# Installs what is missing, builds the extension in a temporary copy, makes a Drupal-like tree of
# 200 modules, scans it with stock PHP and with fastscan, on the native disk and (as root, where
# /dev/fuse is there) on a mount with 200 microseconds of latency, checks that all saw the same, and
# prints where the time went. Takes about two minutes, most of it for installing, building and the
# scans without fastscan. Leaves the tree (about 50 MB) in /var/tmp/fastscan-bench-UID.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=benchmarks/lib/install.sh
. "$here/lib/install.sh"

install_missing php:php-cli phpize:php-dev gcc:gcc make:make \
	/usr/include/uthash.h:uthash-dev
if [ -c /dev/fuse ] && [ "$(id -u)" = 0 ]; then
	install_missing fusermount3:fuse3 /usr/include/fuse3/fuse.h:libfuse3-dev pkg-config:pkg-config
fi

# Every user has a folder of his own for the tree; it stays there for the next run (about 50 MB).
FASTSCAN_BENCH_DIR=${FASTSCAN_BENCH_DIR:-/var/tmp/fastscan-bench-$(id -u)}
export FASTSCAN_BENCH_DIR
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
trap 'exit 1' INT TERM

echo "building the extension"
mkdir "$temp/build"
(cd "$here/.." && tar cf - --exclude=./.git --exclude=./benchmarks --exclude=./modules \
	--exclude='*.o' --exclude='*.lo' --exclude=.libs .) | (cd "$temp/build" && tar xf -)
if ! (cd "$temp/build" && phpize && ./configure && make -j2) >"$temp/log" 2>&1; then
	tail -n 30 "$temp/log" >&2
	exit 1
fi
php "$here/lib/demo.php" --extension="$temp/build/modules/fastscan.so"
echo "the tree is kept in $FASTSCAN_BENCH_DIR for the next run"
