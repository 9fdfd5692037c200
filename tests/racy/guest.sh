#!/bin/sh
# SPDX-License-Identifier: MIT
#
# guest.sh local|server CHANGER SO PHP ROUNDS: rounds.php within the NFS guest (uml-nfs: a 6.1 kernel,
# without multigrain times and without unique mount ids; /nfs/srv is the exported ext4, /nfs/c1 the NFS
# mount of it). One line "NAME: JSON" each.
#
#   local    changes made on the same machine: ext4, tmpfs, NFS; on the server: listings alone
#   server   changes made on the server; for a mount that caches no attributes (noac)
set -u

which=$1 changer=$2 so=$3 php=$4 rounds=$5
here=$(cd "$(dirname "$0")" && pwd)

# run NAME BASE SOURCE OPTIONS
run() {
	mkdir -p "$2" "$3"
	for mode in strict request; do
		printf '%s: ' "$1 $mode"
		sh "$here/rounds.sh" "$changer" "$2" "$3" "$3" "rounds=$rounds,brief=1,$4" "$php" -n \
			-d extension="$so" -d realpath_cache_size=0 -d fastscan.min_uses=1 \
			-d fastscan.validate=$mode 2>&1 || echo "failed with $?"
		rm -rf "$3"/*
	done
}

case $which in
local)
	mount -t tmpfs tmpfs /mnt
	run "guest tmpfs" /mnt/a /mnt/a dirs=64,wait=100
	run "guest ext4" /nfs/srv/a /nfs/srv/a dirs=64,wait=100
	run "guest nfs" /nfs/c1/b /nfs/c1/b dirs=400,wait=3300
	run "guest nfs listings" /nfs/c1/c /nfs/srv/c dirs=400,wait=3300,listings=1
	;;
server)
	run "guest nfs noac" /nfs/c1/d /nfs/srv/d dirs=400,wait=3300
	;;
esac
