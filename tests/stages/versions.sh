# SPDX-License-Identifier: MIT
# The build, phpt and tools stages with the PHPs of Debian's suites, each in a chroot. Slow, so only if
# FASTSCAN_VERSIONS=1: 7.4 of bullseye, 8.2 of bookworm, 8.4 of trixie, 8.5 of experimental;
# FASTSCAN_VERSIONS="trixie sid": these suites. experimental is no suite of its own: experimental/8.5
# is sid with that version of PHP from it. FASTSCAN_CACHE=DIR keeps the chroots. Debian's archive is
# found where this machine's apt finds it. No suite has 8.0, 8.1 or 8.3.

needs_versions() { [ -z "${FASTSCAN_VERSIONS-}" ] || say debootstrap; }

stage_versions() {
	if [ -z "${FASTSCAN_VERSIONS-}" ]; then
		skipped "all" "on request: FASTSCAN_VERSIONS=1"
		return
	fi
	[ "$FASTSCAN_VERSIONS" != 1 ] ||
		FASTSCAN_VERSIONS="bullseye bookworm trixie experimental/8.5"
	if ! versions_can; then
		return
	fi
	for versions_suite in $FASTSCAN_VERSIONS; do
		versions_php=${versions_suite#*/}
		[ "$versions_php" != "$versions_suite" ] || versions_php=
		versions_from=${versions_suite%/*}
		versions_suite=$(echo "$versions_suite" | tr / -)
		versions_root=${FASTSCAN_CACHE:-$WORK}/chroots/$versions_suite
		if versions_make; then
			versions_test
		else
			skipped "$versions_suite" "the chroot cannot be made: see chroots/$versions_suite.log"
			tail -n 5 "$versions_root.log" | sed 's/^/    /'
		fi
		[ -n "${FASTSCAN_CACHE-}${KEEP-}" ] || rm -rf --one-file-system "$versions_root"
	done
}

# versions_can: sets versions_mirror; else says why not
versions_can() {
	if [ "$(id -u)" != 0 ] || ! unshare -m --propagation private true 2>/dev/null; then
		skipped "all" "cannot mount here"
		return 1
	fi
	if ! command -v debootstrap > /dev/null; then
		skipped "all" "no debootstrap"
		return 1
	fi
	versions_mirror=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 2>/dev/null |
		sed -n 's/^Debian \([^ ]*\)$/\1/p' | head -n 1)
	if [ -z "$versions_mirror" ]; then
		skipped "all" "apt knows no archive of Debian"
		return 1
	fi
}

# versions_make: $versions_root, once
versions_make() {
	[ ! -e "$versions_root/.done" ] || return 0
	say "   $versions_suite: making a chroot"
	rm -rf --one-file-system "$versions_root"
	mkdir -p "$versions_root"
	versions_base=$versions_from
	[ "$versions_from" != experimental ] || versions_base=sid
	(
		debootstrap --variant=minbase --include=ca-certificates "$versions_base" "$versions_root" \
			"$versions_mirror" || exit 1
		[ "$versions_base" = "$versions_from" ] || echo "deb $versions_mirror $versions_from main" \
			>> "$versions_root/etc/apt/sources.list"
		cp /etc/resolv.conf "$versions_root/etc/"
		# the same proxy and rules about dates as here
		grep -lsiE '^ *Acquire::(http|https|Check-|Retries)' /etc/apt/apt.conf.d/* |
			xargs -r cp -t "$versions_root/etc/apt/apt.conf.d"
		printf '#!/bin/sh\nexit 101\n' > "$versions_root/usr/sbin/policy-rc.d"
		chmod 755 "$versions_root/usr/sbin/policy-rc.d"
		versions_inside env DEBIAN_FRONTEND=noninteractive sh -c 'apt-get update;
			apt-get -y --no-install-recommends install php$1-cli php$1-dev php$1-zip php$1-sqlite3 \
			php$1-curl php$1-bz2 php$1-xml php$1-fpm libfcgi-bin gcc clang make libc6-dev \
			uthash-dev fuse3 libfuse3-dev pkg-config acl procps && apt-get clean' \
			sh "$versions_php" || exit 1
		touch "$versions_root/.done"
	) > "$versions_root.log" 2>&1 < /dev/null
}

# versions_inside COMMAND...: in $versions_root, with this machine's devices; all mounts end with it
versions_inside() {
	ROOT=$versions_root unshare -m --propagation private sh -c '
		mount -t proc proc "$ROOT/proc" && mount --rbind /dev "$ROOT/dev" || exit 1
		exec chroot "$ROOT" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"
	' sh "$@"
}

versions_test() {
	rm -rf "$versions_root/tmp/fastscan" "$versions_root/tmp/fastscan-work"
	copy_tree "$versions_root/tmp/fastscan"
	versions_inside sh -c 'cd /tmp/fastscan && FASTSCAN_NO_INSTALL=1 FASTSCAN_TESTS=$1 \
		FASTSCAN_JOBS=$2 FASTSCAN_WORK=/tmp/fastscan-work sh tests/run.sh build phpt tools' sh \
		"${FASTSCAN_TESTS-}" "$JOBS" > "$WORK/$versions_suite.log" 2>&1 < /dev/null
	versions_merge "$versions_suite" "$versions_root/tmp/fastscan-work" "$WORK/$versions_suite.log"
}

# versions_merge NAME WORK LOG: the results of another run of run.sh
versions_merge() {
	sed -n '/^PHP [0-9]/p; /^FAILED/,/^ *[a-z]*: /p' "$3" | sed 's/^/   /'
	if [ ! -s "$2/results" ]; then
		failed "$1" "ended early" "$3"
		return
	fi
	awk -F '\t' -v OFS='\t' -v stage="$STAGE" -v name="$1" '
		{print $1, stage, name " " $2 " " $3, $4}' "$2/results" >> "$RESULTS"
	say "   $1: $(tail -n 1 "$3")"
}
