#!/bin/sh
# SPDX-License-Identifier: MIT
#
# bed.sh TYPE DIR COMMAND ARG...: runs COMMAND with a small new file system mounted at DIR, unmounts it,
# and ends with COMMAND's status; 77 if this machine cannot mount it (the last line says why).
#
#   ext4        nanosecond times        ext2        whole seconds
#   ext4-1s     128-byte inodes: whole seconds
#   tmpfs, ramfs, xfs, btrfs
#   latfs,OPT,...   the latency mount of benchmarks/latfs with these options, over a tmpfs at DIR.src
#   none        DIR as it is
#
# It runs in a mount namespace of its own, so that nothing else sees the mount and it ends with the last
# process here. Needs root, loop devices for the disk file systems, FUSE for latfs.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 3 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
cannot() { echo "$*"; exit 77; }

if [ -z "${FASTSCAN_BED-}" ]; then
	[ "$(id -u)" = 0 ] || cannot "needs root"
	unshare -m --propagation private true 2>/dev/null || cannot "cannot mount here"
	FASTSCAN_BED=1 exec unshare -m --propagation private sh "$0" "$@"
fi

type=$1 dir=$2
shift 2
mkdir -p "$dir"

loop() {
	command -v "mkfs.$1" >/dev/null || cannot "no mkfs.$1"
	fs=$1
	shift
	truncate -s 400M "$dir.img"
	"mkfs.$fs" "$@" "$dir.img" >/dev/null 2>&1 || cannot "mkfs.$fs failed"
	mount -o loop "$dir.img" "$dir" 2>/dev/null || cannot "cannot mount $fs here"
}

case $type in
none) ;;
ext4) loop ext4 -q -F ;;
ext4-1s) loop ext4 -q -F -I 128 ;;
ext2) loop ext2 -q -F ;;
xfs) loop xfs -q -f ;;
btrfs) loop btrfs -q -f ;;
tmpfs | ramfs) mount -t "$type" "$type" "$dir" ;;
latfs,*)
	mkdir -p "$dir.src"
	mount -t tmpfs tmpfs "$dir.src"
	sh "$here/../../benchmarks/latfs/latfs.sh" up "$dir.src" "$dir" "${type#latfs,}" >&2 ||
		cannot "needs /dev/fuse"
	;;
*) echo "bed.sh: no such type: $type" >&2; exit 2 ;;
esac

status=0
"$@" || status=$?
[ "$type" = none ] || umount "$dir" 2>/dev/null || umount -l "$dir"
case $type in latfs,*) umount "$dir.src" 2>/dev/null || umount -l "$dir.src" ;; esac
rm -f "$dir.img"
exit $status
