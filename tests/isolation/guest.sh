#!/bin/sh
# SPDX-License-Identifier: MIT
#
# guest.sh BUILD PHP SO: within the NFS guest (uml-nfs), the phpt files of BUILD that depend on how
# mounts are told apart. Leaves run-tests' list of results in /out/results, its output in /out/log.
set -u

# What the files of tests/mounts mount.
for module in loop fuse autofs4; do
	modprobe -d /run/mod "$module" || true
done
mkdir -m 1777 /nfs/srv/trees
cd "$1" || exit 1
FASTSCAN_TMP=/nfs/srv/trees NO_INTERACTION=1 TEST_PHP_EXECUTABLE=$2 LC_ALL=C.UTF-8 \
	"$2" -n run-tests.php -q -n -d extension="$3" --show-diff --set-timeout 300 \
	-W /out/results tests/isolation tests/shared tests/mounts > /out/log 2>&1
